// Covers G19: who holds a GPU's memory, as NVML lists it.
#include "plugin/gtest/gpu_processes.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "tests/unit/gtest/test_support.h"

namespace kernodeck {
namespace {

std::string ListIn(const Variables& variables, const std::string& bus_id = "0000:01:00.0") {
  return InFreshProcess(variables, [&bus_id] {
    const std::string file = Standins() / "fake_nvml/libnvidia-ml.so.1";
    const auto holders = ListGpuProcesses(dlopen(file.c_str(), RTLD_NOW), bus_id);
    if (!holders) return std::string("unknown");
    std::string text;
    for (const MemoryHolder& holder : *holders) {
      text.append(std::to_string(holder.pid));
      if (holder.bytes) text.append(" ").append(ToString(*holder.bytes));
      text.append(";");
    }
    return text.empty() ? "nobody" : text;
  });
}

TEST(GpuProcessesTest, ListsEachProcessOnce) {
  EXPECT_EQ(ListIn({}), "nobody");
  EXPECT_EQ(ListIn({{"KERNODECK_FAKE_PROCESSES", "1=1024,2=2048"},
                    {"KERNODECK_FAKE_DRAWING", "2=2048,3=4096"}}),
            "1 1 KiB;2 2 KiB;3 4 KiB;");
}

TEST(GpuProcessesTest, AnAmountThatIsNotToldIsNone) {
  EXPECT_EQ(ListIn({{"KERNODECK_FAKE_PROCESSES", "7="}}), "7;");
}

TEST(GpuProcessesTest, IsUnknownWhereNvmlDoesNotAnswer) {
  EXPECT_EQ(ListIn({{"KERNODECK_FAKE_NVML", "9"}}), "unknown");
  EXPECT_EQ(ListIn({}, "unknown bus"), "unknown");
  EXPECT_EQ(ListIn({}, ""), "unknown");
  EXPECT_FALSE(ListGpuProcesses(nullptr, "0000:01:00.0").has_value());
  std::string many = "1=1";
  for (int pid = 2; pid < 300; ++pid) many.append(",").append(std::to_string(pid)).append("=1");
  EXPECT_EQ(ListIn({{"KERNODECK_FAKE_PROCESSES", many}}), "unknown")
      << "more than there is room for";
}

}  // namespace
}  // namespace kernodeck
