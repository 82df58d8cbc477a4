// The stage under way is shown on one line of a terminal, and the line is left as it was.
#include "plugin/cli/progress_line.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

Event Begin(const std::string& what) { return {"begin", {{"what", what}}}; }
Event End(const std::string& what) { return {"end", {{"what", what}}}; }

// What a terminal would show on the line after these bytes, and where the cursor stands.
struct FakeTerminalLine {
  std::string text;
  std::size_t column = 0;
  void Write(std::string_view bytes) {
    for (const char letter : bytes) {
      if (letter == '\r') {
        column = 0;
        continue;
      }
      if (text.size() <= column) text.resize(column + 1, ' ');
      text[column++] = letter;
    }
  }
  std::string Visible() const { return text.substr(0, text.find_last_not_of(' ') + 1); }
};

class ProgressLineTest : public testing::Test {
 protected:
  FakeTerminalLine line_;
  ProgressLine progress_{[this](std::string_view bytes) { line_.Write(bytes); }};
};

TEST_F(ProgressLineTest, ShowsWhatIsUnderWay) {
  progress_.Start();
  EXPECT_EQ(line_.Visible(), "checking ...");
  progress_.Observe(Begin("allocation"));
  EXPECT_EQ(line_.Visible(), "checking: allocation ...");
  progress_.Observe(End("allocation"));
  progress_.Observe(Begin("product"));
  EXPECT_EQ(line_.Visible(), "checking: product ...");
}

TEST_F(ProgressLineTest, LeavesAnEmptyLine) {
  progress_.Start();
  progress_.Observe(Begin("synchronize"));
  progress_.Erase();
  EXPECT_EQ(line_.Visible(), "");
  EXPECT_EQ(line_.column, 0U);
  progress_.Observe(Begin("report"));
  EXPECT_EQ(line_.Visible(), "");
}

TEST_F(ProgressLineTest, NamesTheLastOfSeveralThatAreOpen) {
  progress_.Observe(Begin("context"));
  progress_.Observe(Begin("import"));
  EXPECT_EQ(progress_.UnderWay(), "import");
  progress_.Observe(End("import"));
  EXPECT_EQ(progress_.UnderWay(), "context");
  progress_.Observe({"failure", {{"what", "context"}}});
  EXPECT_EQ(progress_.UnderWay(), "");
}

TEST_F(ProgressLineTest, ShowsNoWordOfTheWorkers) {
  progress_.Observe(Begin("\x1b[31mhome"));
  progress_.Observe({"begin", {}});
  progress_.Observe({"trace", {{"text", "/home/x"}}});
  EXPECT_EQ(line_.text, "");
  EXPECT_EQ(progress_.UnderWay(), "");
}

TEST_F(ProgressLineTest, DoesNotGrowUnderAFlood) {
  for (int i = 0; i < 1000; ++i) progress_.Observe(Begin("import"));
  progress_.Observe(End("import"));
  EXPECT_EQ(progress_.UnderWay(), "");
}

TEST(ProgressLine, WithoutATerminalItOnlyFollows) {
  ProgressLine progress(nullptr);
  progress.Start();
  progress.Observe(Begin("driver"));
  EXPECT_EQ(progress.UnderWay(), "driver check");
  progress.Erase();
  EXPECT_EQ(progress.UnderWay(), "driver check");
}

}  // namespace
}  // namespace kernodeck
