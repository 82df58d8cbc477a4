#ifndef KERNODECK_TESTS_SELFTEST_GTEST_REACHED_H_
#define KERNODECK_TESTS_SELFTEST_GTEST_REACHED_H_

#include <gtest/gtest.h>

#include <cstdio>
#include <string>

// Says that the body of the running test was reached, for the drivers of these programs to count.
inline void Reached() {
  const testing::TestInfo* const test = testing::UnitTest::GetInstance()->current_test_info();
  std::printf("reached %s.%s\n", test->test_suite_name(), test->name());
}

#endif  // KERNODECK_TESTS_SELFTEST_GTEST_REACHED_H_
