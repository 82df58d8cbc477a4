// Covers G15: a listener that heard nothing of the run's beginning has no part in it. What the one
// that works does is tested by test_run_test.cc and by the programs in tests/selftest/gtest.
#include "kernodeck/listener.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(Listener, DoesNothingBeforeTheRunBegins) {
  Listener listener;
  const testing::UnitTest& unit_test = *testing::UnitTest::GetInstance();
  listener.OnTestIterationStart(unit_test, 0);
  listener.OnTestSuiteStart(*unit_test.current_test_suite());
  listener.OnTestStart(*unit_test.current_test_info());
  listener.OnTestPartResult(
      testing::TestPartResult(testing::TestPartResult::kFatalFailure, "a.cc", 1, "text"));
  listener.OnTestEnd(*unit_test.current_test_info());
  listener.OnTestSuiteEnd(*unit_test.current_test_suite());
  listener.OnTestIterationEnd(unit_test, 0);
  listener.OnTestProgramEnd(unit_test);
  EXPECT_FALSE(testing::Test::HasFailure());
}

}  // namespace
}  // namespace kernodeck
