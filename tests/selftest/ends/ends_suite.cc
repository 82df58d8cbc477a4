// Every way in which a test can take its process along; each is chosen by --gtest_filter, between a
// test that went before and one that comes after. ends_test.py says what is to come out.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <vector>

namespace {

TEST(Before, Passes) { SUCCEED(); }

TEST(Before, Fails) { EXPECT_EQ(1 + 1, 3) << "an ordinary failure"; }

TEST(Ends, ByAbort) { std::abort(); }

TEST(Ends, Never) {
  std::cout << "hanging" << std::endl;
  for (;;) pause();
}

// Ends only where the stack does: nobody writes a negative number. It uses what it got on the way
// back, so that no compiler makes a loop of it.
// NOLINTNEXTLINE(misc-no-recursion)
std::size_t Descend(volatile int& depth) {
  volatile char frame[4096];
  frame[0] = 'x';
  depth = depth + 1;
  if (depth < 0) return 0;
  return Descend(depth) + static_cast<std::size_t>(frame[0]);
}

TEST(Ends, ByStackOverflow) {
  volatile int depth = 0;
  EXPECT_NE(Descend(depth), 0U);
}

// With the status of a success.
TEST(Ends, ByUnderscoreExit) { _exit(0); }

TEST(Ends, ByExit) { std::exit(0); }

TEST(Ends, ByTerminate) { std::terminate(); }

TEST(Ends, ByAllMemory) {
  constexpr std::size_t kPiece = std::size_t{4} << 20U;
  std::vector<std::vector<char>> pieces;
  constexpr std::size_t kPieces = 100000;
  pieces.reserve(kPieces);
  while (pieces.size() < kPieces) pieces.emplace_back(kPiece, 'x');
}

TEST(After, Passes) { SUCCEED(); }

}  // namespace
