// What KERNODECK_REQUIRE_GPU costs once the verdict is at hand, in nanoseconds. Where there is no
// GPU the command has to be a stand-in that passes; the verdict is all that the macro looks at.
#include <gtest/gtest.h>

#include <chrono>
#include <iostream>

#include "kernodeck/require.h"

namespace {

constexpr int kTimes = 1000000;

void RequireMany() {
  for (int i = 0; i < kTimes; ++i) KERNODECK_REQUIRE_GPU();
}

TEST(Requirement, WithTheVerdictAtHand) {
  KERNODECK_REQUIRE_GPU();  // the diagnosis
  const auto begin = std::chrono::steady_clock::now();
  RequireMany();
  const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
  std::cout << "ns_per_requirement " << taken.count() / kTimes << "\n";
}

}  // namespace
