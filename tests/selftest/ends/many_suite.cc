// A long suite of all outcomes, to be killed at a random moment (kills_test.py): passes, failures
// with long and odd texts, skips and properties, a short while each.
#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <string>
#include <thread>

namespace {

constexpr int kTests = 4000;

class Many : public testing::TestWithParam<int> {};

TEST_P(Many, OfManyKinds) {
  const int number = GetParam();
  std::this_thread::sleep_for(std::chrono::microseconds(number % 7 * 20));
  RecordProperty("number", number);
  if (number % 10 == 3) {
    // Longer than a page, so that a record is not one write by luck; and no valid UTF-8.
    const std::string text(static_cast<std::size_t>(number % 50) * 200, 'x');
    FAIL() << "odd \xff bytes, ]]> and \xef\xbf\xbe, then " << text;
  }
  if (number % 10 == 7) GTEST_SKIP() << "skipped: " << number;
}

INSTANTIATE_TEST_SUITE_P(Killed, Many, testing::Range(0, kTests));

}  // namespace
