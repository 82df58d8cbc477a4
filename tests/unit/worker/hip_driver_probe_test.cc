// Covers C5, D3 and fault 28, with a fake HIP runtime: nothing here was tried on an AMD card.
#include <gtest/gtest.h>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

WorkerOutcome CountOrAsk(const std::string& mode, const Variables& extra = {}) {
  Variables variables = {{"LD_LIBRARY_PATH", (Standins() / "fake_hip").string()}};
  variables.insert(variables.end(), extra.begin(), extra.end());
  return RunWorkerProcess({"--mode", mode, "--platform", "rocm"}, variables);
}

TEST(HipDriverProbeTest, DescribesTheCardByItsArchitecture) {
  const WorkerOutcome outcome = CountOrAsk("gpu");
  EXPECT_EQ(
      outcome.Find("driver"),
      (Event{
          "driver",
          {{"library", "found"}, {"error", "0"}, {"version", "60240000"}, {"device_count", "1"}}}));
  EXPECT_EQ(outcome.Find("device"), (Event{"device",
                                           {{"index", "0"},
                                            {"name", "Fake gfx card"},
                                            {"total_memory_bytes", "68719476736"},
                                            {"arch", "gfx90a"}}}));
}

TEST(HipDriverProbeTest, KeepsTheNumber) {
  const Event driver = CountOrAsk("count", {{"KERNODECK_FAKE_HIPINIT", "100"}}).Find("driver");
  EXPECT_EQ(driver.Find("error"), "100");
  EXPECT_EQ(driver.Find("call"), "hipInit");
  EXPECT_EQ(driver.Find("error_name"), "hipErrorNoDevice");
}

TEST(HipDriverProbeTest, IsMissingWithoutTheLibrary) {
  const WorkerOutcome outcome =
      RunWorkerProcess({"--mode", "count", "--platform", "rocm"}, {{"LD_LIBRARY_PATH", ""}});
  EXPECT_NE(outcome.Find("driver").Find("library"), "found");
}

}  // namespace
}  // namespace kernodeck
