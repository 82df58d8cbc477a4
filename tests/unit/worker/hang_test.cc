// Covers C9, D5 and fault 17: whatever hangs has been begun, so that it can be named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

struct HangCase {
  const char* variable;
  const char* value;
  const char* last;
};

class HangTest : public testing::TestWithParam<HangCase> {};

TEST_P(HangTest, IsNamedByWhatWasBegun) {
  const Variables variables = {{"LD_LIBRARY_PATH", (Standins() / "fake_driver").string()},
                               {GetParam().variable, GetParam().value}};
  const WorkerOutcome outcome = RunWorkerProcess(
      {"--mode", "gpu", "--libtorch-dir", (Standins() / "libtorch_whole").string(), "--load",
       "libtorch.so", "--probe", (Standins() / "probes/standin_probe.so").string()},
      variables, std::chrono::seconds(1));
  EXPECT_EQ(outcome.signal, SIGALRM);
  EXPECT_EQ(outcome.Order().back(), GetParam().last);
}

INSTANTIATE_TEST_SUITE_P(
    All, HangTest,
    testing::Values(HangCase{"KERNODECK_FAKE_BEHAVIOUR", "hang_load", "begin driver"},
                    HangCase{"KERNODECK_FAKE_BEHAVIOUR", "hang_init", "begin driver"},
                    HangCase{"KERNODECK_FAKE_BEHAVIOUR", "hang_context", "begin allocation"},
                    HangCase{"KERNODECK_STANDIN_PROBE", "hang", "begin product"}),
    [](const auto& test) { return std::string(test.param.value); });

}  // namespace
}  // namespace kernodeck
