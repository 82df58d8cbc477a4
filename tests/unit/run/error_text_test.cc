// Covers G9: what a test wrote to standard error is not lost where it died, in whatever order it
// and the marks were read.
#include "plugin/run/error_text.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(ErrorTextTest, IsOfTheTestThatRan) {
  ErrorText text;
  text.Take("one\x1b[0m\r\ntw");
  text.Take("o\n");
  EXPECT_EQ(text.Text(), "one\ntwo\n");
  text.MarksCame();
  text.Take("three");
  text.Finish();
  EXPECT_EQ(text.LastWords(), "one\ntwo\nthree\n");
  text.MarksCame();
  text.TestEnded();
  EXPECT_EQ(text.Text(), "");
}

TEST(ErrorTextTest, WhatCameBeforeTheMarksMayBeOfBoth) {
  ErrorText text;
  text.Take("long ago\n");
  text.MarksCame();
  text.Take("assertion\n");
  // Read now: the end of one test and the beginning of the next, which died.
  text.MarksCame();
  text.TestEnded();
  EXPECT_EQ(text.Text(), "");
  EXPECT_EQ(text.LastWords(), "assertion\n");
  text.Take("aborted\n");
  EXPECT_EQ(text.LastWords(), "assertion\naborted\n");
}

TEST(ErrorTextTest, IsBounded) {
  ErrorText text;
  for (int i = 0; i < 10'000; ++i) text.Take(std::string(99, 'x') + "\n");
  EXPECT_LT(text.Text().size(), std::size_t{300'000});
  text.TestEnded();
  EXPECT_LT(text.LastWords().size(), std::size_t{70'000});
}

}  // namespace
}  // namespace kernodeck
