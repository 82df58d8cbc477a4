// Covers D6: output of any length is kept bounded, its beginning and its end.
#include "plugin/diagnosis/bounded_output.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(BoundedOutputTest, WhatFitsIsKeptWhole) {
  BoundedOutput output(10);
  output.Append("01234");
  output.Append("56789");
  EXPECT_EQ(output.Text(), "0123456789");
}

TEST(BoundedOutputTest, OfMoreTheBeginningAndTheEndAreKept) {
  BoundedOutput output(10);
  output.Append("first");
  for (int i = 0; i < 1000; ++i) output.Append("..........");
  output.Append("last!");
  EXPECT_EQ(output.Text(), "first\n[... 10000 bytes left out ...]\nlast!");
}

TEST(BoundedOutputTest, OneByteTooManyIsCounted) {
  BoundedOutput output(4);
  output.Append("abcde");
  EXPECT_EQ(output.Text(), "ab\n[... 1 bytes left out ...]\nde");
}

TEST(BoundedOutputTest, ABoundOfNothingKeepsNothing) {
  BoundedOutput output(0);
  output.Append("abc");
  EXPECT_EQ(output.Text(), "\n[... 3 bytes left out ...]\n");
}

TEST(BoundedOutputTest, NothingIsNothing) { EXPECT_EQ(BoundedOutput(10).Text(), ""); }

}  // namespace
}  // namespace kernodeck
