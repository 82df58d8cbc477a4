// Covers D7: nvidia-smi's absence, failure, time-out or rubbish is a note. The programs here are
// stand-ins for it.
#include "plugin/diagnosis/host_check.h"

#include <gtest/gtest.h>

#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

HostReport CheckWithStandIn(const std::string& script) {
  TemporaryFolder folder;
  folder.WriteProgram("nvidia-smi", "#!/bin/sh\n" + script);
  HelperRunner helpers;
  return CheckHost(
      [&](const std::string& name) -> std::optional<std::string> {
        if (name == "PATH") return "/nowhere:" + folder.Path().string();
        return std::nullopt;
      },
      helpers);
}

TEST(HostCheckTest, ReadsVersionAndMemoryOfManyCards) {
  const HostReport report = ReadNvidiaSmi("580.159.03, 143771\n580.159.03, 81559\n");
  EXPECT_EQ(report.result, "ok");
  EXPECT_EQ(report.driver_version, "580.159.03");
  EXPECT_EQ(report.total_memory_mib, (std::vector<std::optional<std::uint64_t>>{143771, 81559}));
}

TEST(HostCheckTest, MemoryThatIsNotToldIsEmpty) {
  const HostReport report = ReadNvidiaSmi("580.1, [N/A]\n");
  ASSERT_EQ(report.total_memory_mib.size(), 1U);
  EXPECT_FALSE(report.total_memory_mib[0]);
}

TEST(HostCheckTest, RubbishIsUnreadable) {
  for (const char* rubbish :
       {"", "\n\n", "NVIDIA-SMI has failed, 12\n", "\xff\xfe, 3\n", "1.2.3"}) {
    EXPECT_EQ(ReadNvidiaSmi(rubbish).result, "unreadable") << rubbish;
  }
  EXPECT_LE(ReadNvidiaSmi([] {
              std::string many;
              for (int i = 0; i < 1000; ++i) many += "1.0, 1\n";
              return many;
            }())
                .total_memory_mib.size(),
            256U);
}

TEST(HostCheckTest, AbsentFailingAndWorkingPrograms) {
  HelperRunner helpers;
  const Environment nothing = [](const std::string&) { return std::nullopt; };
  EXPECT_EQ(CheckHost(nothing, helpers).result, "not_found");
  EXPECT_EQ(CheckWithStandIn("exit 9\n").result, "failed");
  EXPECT_EQ(CheckWithStandIn("kill -9 $$\n").result, "failed");
  EXPECT_EQ(CheckWithStandIn("echo warning >&2; echo '580.1, 1024'\n").result, "ok");
  // Without a `--channel` that the real program would refuse.
  EXPECT_EQ(CheckWithStandIn("[ $# = 2 ] && echo '580.1, 1024'\n").result, "ok");
}

TEST(HostCheckTest, ASlowProgramIsEndedAtItsLimit) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(CheckWithStandIn("sleep 60\n").result, "timed_out");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(4));
}

}  // namespace
}  // namespace kernodeck
