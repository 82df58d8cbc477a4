// Covers G3, D20 and G12: flag, variable and code, in that order; a promise of GPUs refuses `skip`;
// what is misspelled or out of range is refused with a hint, and what is not ours is left alone.
#include "plugin/gtest/settings.h"

#include <gtest/gtest.h>

#include "plugin/gtest/setting_table.h"

namespace kernodeck {
namespace {

using Arguments = std::vector<std::string>;

Settings Good(const Arguments& arguments, const Variables& variables = {},
              Policy policy = Policy::kRequire) {
  auto settings = ReadSettings(arguments, variables, policy);
  if (const auto* const problem = std::get_if<std::string>(&settings)) {
    ADD_FAILURE() << *problem;
    return {};
  }
  return std::get<Settings>(std::move(settings));
}

std::string Problem(const Arguments& arguments, const Variables& variables = {},
                    Policy policy = Policy::kRequire) {
  const auto settings = ReadSettings(arguments, variables, policy);
  const auto* const problem = std::get_if<std::string>(&settings);
  return problem == nullptr ? "none" : *problem;
}

TEST(ReadSettings, HasDefaults) {
  const Settings settings = Good({});
  EXPECT_EQ(settings.policy, Policy::kRequire);
  EXPECT_EQ(settings.expect_gpus, std::nullopt);
  EXPECT_EQ(settings.min_gpu_tests, 0);
  EXPECT_EQ(settings.memory_check_bytes, std::nullopt);
  EXPECT_EQ(settings.unstated_gpu_use, UnstatedUse::kWarn);
  EXPECT_TRUE(settings.after_check);
  EXPECT_TRUE(settings.outputs.empty());
}

TEST(ReadSettings, AFlagWinsOverAVariableAndThatOverTheCode) {
  const Variables skip = {{"KERNODECK_POLICY", "skip"}};
  const Variables require = {{"KERNODECK_POLICY", "require"}};
  EXPECT_EQ(Good({}, {}, Policy::kSkip).policy, Policy::kSkip);
  EXPECT_EQ(Good({}, require, Policy::kSkip).policy, Policy::kRequire);
  EXPECT_EQ(Good({"--kernodeck_policy=skip"}, require).policy, Policy::kSkip);
  EXPECT_EQ(Good({"--kernodeck_policy=require"}, skip, Policy::kSkip).policy, Policy::kRequire);
}

TEST(ReadSettings, ReadsEveryFlag) {
  const Settings settings =
      Good({"--kernodeck_expect_gpus=2", "--kernodeck_min_gpu_tests=3", "--kernodeck_device=1",
            "--kernodeck_output=json:a", "--kernodeck_output=junit:b",
            "--kernodeck_source_root=/src", "--kernodeck_memory_check=4096",
            "--kernodeck_unstated_gpu_use=fail", "--kernodeck_after_check=off",
            "--kernodeck_timeout=7.5", "--kernodeck_libtorch=/torch", "--kernodeck_command=/k"});
  EXPECT_EQ(settings.expect_gpus, 2);
  EXPECT_EQ(settings.min_gpu_tests, 3);
  EXPECT_EQ(settings.device, 1);
  ASSERT_EQ(settings.outputs.size(), 2U);
  EXPECT_EQ(settings.outputs[0].file, "a");
  EXPECT_EQ(settings.outputs[1].file, "b");
  EXPECT_EQ(settings.source_root, "/src");
  EXPECT_EQ(settings.memory_check_bytes, 4096U);
  EXPECT_EQ(settings.unstated_gpu_use, UnstatedUse::kFail);
  EXPECT_FALSE(settings.after_check);
  EXPECT_EQ(settings.timeout, std::chrono::milliseconds(7500));
  EXPECT_EQ(settings.libtorch, "/torch");
  EXPECT_EQ(settings.command, "/k");
}

TEST(ReadSettings, ReadsEveryVariable) {
  const Settings settings = Good({}, {{"KERNODECK_EXPECT_GPUS", "2"},
                                      {"KERNODECK_TIMEOUT", "5"},
                                      {"KERNODECK_LIBTORCH", "/torch"},
                                      {"KERNODECK_COMMAND", "/k"}});
  EXPECT_EQ(settings.expect_gpus, 2);
  EXPECT_EQ(settings.timeout, std::chrono::seconds(5));
  EXPECT_EQ(settings.libtorch, "/torch");
  EXPECT_EQ(settings.command, "/k");
}

TEST(ReadSettings, TakesOneDashAndLeavesTheRestAlone) {
  EXPECT_EQ(Good({"-kernodeck_policy=skip"}).policy, Policy::kSkip);
  EXPECT_EQ(Good({"--gtest_filter=*", "kernodeck_policy=skip", "x"}).policy, Policy::kRequire);
  EXPECT_EQ(Good({"--", "--kernodeck_policy=never"}).policy, Policy::kRequire);
}

TEST(ReadSettings, AnEmptyVariableIsNone) {
  EXPECT_EQ(Good({}, {{"KERNODECK_POLICY", ""}, {"KERNODECK_TIMEOUT", ""}}).policy,
            Policy::kRequire);
}

TEST(ReadSettings, RefusesAValueThatItDoesNotKnow) {
  EXPECT_EQ(Problem({"--kernodeck_policy=never"}),
            "--kernodeck_policy takes require or skip; \"never\" was given.");
  EXPECT_EQ(Problem({}, {{"KERNODECK_POLICY", "never"}}),
            "KERNODECK_POLICY takes require or skip; \"never\" was given.");
  EXPECT_EQ(Problem({"--kernodeck_policy"}),
            "--kernodeck_policy takes a value: --kernodeck_policy=require|skip");
  for (const char* const flag :
       {"expect_gpus=0", "expect_gpus=-1", "expect_gpus=2x", "min_gpu_tests=-1", "device=1.5",
        "timeout=4.9", "timeout=121", "timeout=nan", "memory_check=1k", "unstated_gpu_use=no",
        "after_check=1", "output=xml:a",
        "output=json:", "libtorch=", "command=", "source_root=", "policy=", "policy=Skip"}) {
    EXPECT_NE(Problem({std::string("--kernodeck_") + flag}), "none") << flag;
  }
}

// A wrong variable is refused even where a flag would win over it: it is wrong everywhere else.
TEST(ReadSettings, RefusesAWrongVariableUnderAFlag) {
  EXPECT_NE(Problem({"--kernodeck_policy=skip"}, {{"KERNODECK_POLICY", "never"}}), "none");
}

TEST(ReadSettings, NamesTheFlagThatMayHaveBeenMeant) {
  EXPECT_EQ(Problem({"--kernodeck_polcy=skip"}),
            "--kernodeck_polcy is no flag of kernodeck. Did you mean --kernodeck_policy?");
  EXPECT_EQ(Problem({"--kernodeck-policy=skip"}),
            "--kernodeck-policy is no flag of kernodeck. Did you mean --kernodeck_policy?");
  EXPECT_EQ(Problem({"--kernodeck_zzzzzzzzzzzzzzzzzzz=1"}),
            "--kernodeck_zzzzzzzzzzzzzzzzzzz is no flag of kernodeck.");
}

TEST(ReadSettings, NamesTheVariableThatMayHaveBeenMeant) {
  EXPECT_EQ(Problem({}, {{"KERNODECK_POLCY", "skip"}}),
            "KERNODECK_POLCY is no variable of kernodeck. Did you mean KERNODECK_POLICY?");
  EXPECT_EQ(Problem({}, {{"KERNODECK_GPUS", "2"}}),
            "KERNODECK_GPUS is no variable of kernodeck. Did you mean KERNODECK_EXPECT_GPUS?");
  EXPECT_EQ(Problem({}, {{"KERNODECK_TEST_COMMAND", "x"}, {"KERNODECK_REUSE_SECONDS", "5"}}),
            "none");
}

TEST(ReadSettings, APromiseRefusesSkip) {
  const std::string problem =
      Problem({"--kernodeck_expect_gpus=1"}, {{"KERNODECK_POLICY", "skip"}});
  EXPECT_EQ(problem,
            "The policy skip contradicts the promise of 1 GPU (--kernodeck_expect_gpus, "
            "KERNODECK_EXPECT_GPUS); give one of them.");
}

TEST(ReadSettings, APromiseWinsOverTheCodesOwnPolicy) {
  EXPECT_EQ(Good({}, {{"KERNODECK_EXPECT_GPUS", "2"}}, Policy::kSkip).policy, Policy::kRequire);
}

TEST(FlagsHelp, NamesEveryFlagAndVariable) {
  const std::string help = FlagsHelp();
  for (const SettingRow& row : AllSettings()) {
    EXPECT_NE(help.find("--kernodeck_" + std::string(row.name) + "="), std::string::npos);
    EXPECT_NE(help.find(row.variable), std::string::npos);
  }
}

}  // namespace
}  // namespace kernodeck
