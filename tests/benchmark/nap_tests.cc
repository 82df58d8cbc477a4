// 1,000 tests of 5 ms: what `kernodeck run` costs a suite is what is left.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace {

class Nap : public testing::TestWithParam<int> {};

TEST_P(Nap, Test) { std::this_thread::sleep_for(std::chrono::milliseconds(5)); }

INSTANTIATE_TEST_SUITE_P(Benchmark, Nap, testing::Range(0, 1000));

}  // namespace
