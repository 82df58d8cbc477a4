// Covers G9: output is cut into lines however it comes, and a line without an end takes no memory
// without one.
#include "plugin/run/line_splitter.h"

#include <gtest/gtest.h>

#include <vector>

namespace kernodeck {
namespace {

class LineSplitterTest : public testing::Test {
 protected:
  void Feed(std::string_view bytes) {
    splitter_.Feed(bytes, [this](std::string_view line) { lines_.emplace_back(line); });
  }
  void Finish() {
    splitter_.Finish([this](std::string_view line) { lines_.emplace_back(line); });
  }

  LineSplitter splitter_;
  std::vector<std::string> lines_;
};

TEST_F(LineSplitterTest, JoinsWhatComesInPieces) {
  Feed("a");
  Feed("b\n\nc");
  Feed("d\ne");
  EXPECT_EQ(lines_, (std::vector<std::string>{"ab", "", "cd"}));
  Finish();
  Finish();
  EXPECT_EQ(lines_.back(), "e");
  EXPECT_EQ(lines_.size(), 4U);
}

TEST_F(LineSplitterTest, KeepsTheEndOfAnEndlessLine) {
  std::string all;
  for (int i = 0; i < 40; ++i) {
    Feed(std::string(5000, static_cast<char>('a' + i % 26)));
    all += std::string(5000, static_cast<char>('a' + i % 26));
  }
  Feed("[       OK ] A.b\n");
  ASSERT_GT(lines_.size(), 1U);
  std::string joined;
  for (const std::string& line : lines_) joined += line;
  EXPECT_EQ(joined, all + "[       OK ] A.b");
  EXPECT_NE(lines_.back().find("[       OK ] A.b"), std::string::npos);
  for (const std::string& line : lines_) EXPECT_LE(line.size(), LineSplitter::kMaxLine + 5000);
}

}  // namespace
}  // namespace kernodeck
