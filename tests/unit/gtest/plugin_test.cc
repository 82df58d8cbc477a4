// Covers G1 and G21: where a requirement stands, in GoogleTest's eyes, and that there is one
// plugin. What it puts together is tested by the programs in tests/selftest/gtest.
#include "plugin/gtest/plugin.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace kernodeck {
namespace {

struct PluginTest : testing::Test {
  static void SetUpTestSuite() {
    suite_in_set_up = CurrentPlace().suite;
    test_in_set_up = CurrentPlace().test;
  }
  static inline std::string suite_in_set_up;
  static inline std::string test_in_set_up = "unset";
};

TEST_F(PluginTest, KnowsTheRunningTestFromAnyThread) {
  EXPECT_EQ(CurrentPlace().suite, "PluginTest");
  EXPECT_EQ(CurrentPlace().test, "KnowsTheRunningTestFromAnyThread");
  std::string test;
  std::thread([&test] { test = CurrentPlace().test; }).join();
  EXPECT_EQ(test, "KnowsTheRunningTestFromAnyThread");
}

TEST_F(PluginTest, KnowsASuiteThatIsSetUp) {
  EXPECT_EQ(suite_in_set_up, "PluginTest");
  EXPECT_EQ(test_in_set_up, "");
}

TEST_F(PluginTest, IsOne) {
  EXPECT_EQ(&Plugin::Get(), &Plugin::Get());
  EXPECT_EQ(&Plugin::Get().session(), &Plugin::Get().session());
  EXPECT_FALSE(Plugin::Get().under_run());
}

TEST_F(PluginTest, HasOneListenerThatWorks) {
  EXPECT_TRUE(Plugin::Get().TakeListener());
  EXPECT_FALSE(Plugin::Get().TakeListener());
}

TEST_F(PluginTest, NamesNoFileByAPathOfTheMachine) {
  EXPECT_EQ(Plugin::Get().SourceName(nullptr), "unknown file");
  EXPECT_EQ(Plugin::Get().SourceName("/no/such/folder/a.cc"), "a.cc");
}

}  // namespace
}  // namespace kernodeck
