// As many empty tests as KERNODECK_BENCHMARK_TESTS says: what a listener costs is what is left.
#include <gtest/gtest.h>

#include <cstdlib>

namespace {

int Count() {
  const char* const count = std::getenv("KERNODECK_BENCHMARK_TESTS");
  return count != nullptr ? std::atoi(count) : 1000;
}

class Empty : public testing::TestWithParam<int> {};

TEST_P(Empty, Test) {}

INSTANTIATE_TEST_SUITE_P(Benchmark, Empty, testing::Range(0, Count()));

}  // namespace
