// Covers G8: no path of the machine comes into a report by a trace or by what an exception says.
#include "plugin/gtest/recorded_text.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

std::string Text(std::string_view message, bool escaped = false) {
  return RecordedText(message, escaped, [](std::string_view file) {
    return std::string("<").append(file.substr(file.rfind('/') + 1)).append(">");
  });
}

TEST(RecordedText, LeavesOrdinaryTextsAsTheyAre) {
  EXPECT_EQ(Text("Expected: x\n  which is: /tmp/a\n"), "Expected: x\n  which is: /tmp/a\n");
  EXPECT_EQ(Text(""), "");
}

TEST(RecordedText, NamesTheFilesOfTraces) {
  EXPECT_EQ(Text("wrong\nGoogle Test trace:\n/home/me/a.cc:12: outer\n/home/me/b c.cc:3: in: x\n"),
            "wrong\nGoogle Test trace:\n<a.cc>:12: outer\n<b c.cc>:3: in: x\n");
  EXPECT_EQ(Text("wrong\nGoogle Test trace:\nno place"), "wrong\nGoogle Test trace:\nno place");
}

TEST(RecordedText, KeepsTheFirstLineOfAnEscapedException) {
  const std::string_view message =
      "C++ exception with description \"no kernel\nException raised from f at /build/x.cpp:3\n"
      "frame #0: g + 0x1 (0x7f in /home/me/libc10.so)\n\" thrown in the test body.";
  EXPECT_EQ(Text(message, true),
            "C++ exception with description \"no kernel\" thrown in the test body.");
  EXPECT_EQ(Text(message, false), message);
  EXPECT_EQ(Text("Unknown C++ exception thrown in SetUp().", true),
            "Unknown C++ exception thrown in SetUp().");
  EXPECT_EQ(Text("one\ntwo", true), "one");
}

}  // namespace
}  // namespace kernodeck
