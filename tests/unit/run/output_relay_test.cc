// Covers G9: the tests' output is passed through as it is, by whole tests where several processes
// write, and without the lines that --gtest_brief leaves out.
#include "plugin/run/output_relay.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

class OutputRelayTest : public testing::Test {
 protected:
  OutputRelay Make(RelayStyle style) {
    return OutputRelay(style, [this](std::string_view bytes) {
      written_ += bytes;
      ++writes_;
    });
  }

  std::string written_;
  int writes_ = 0;
};

TEST_F(OutputRelayTest, PassesOnAtOnce) {
  OutputRelay relay = Make({});
  relay.Take("no newl", true);
  EXPECT_EQ(written_, "no newl");
  relay.Take("ine\n", true);
  relay.Finish();
  EXPECT_EQ(written_, "no newline\n");
  EXPECT_EQ(writes_, 2);
}

TEST_F(OutputRelayTest, KeepsTestsWhole) {
  OutputRelay relay = Make({true, false, false});
  relay.Take("[ RUN      ] A.b\n", true);
  relay.Take("text\n", true);
  EXPECT_EQ(written_, "");
  relay.Take("[       OK ] A.b (0 ms)\n[ RUN", false);
  EXPECT_EQ(written_, "[ RUN      ] A.b\ntext\n[       OK ] A.b (0 ms)\n");
  relay.Finish();
  EXPECT_EQ(written_.substr(written_.size() - 5), "[ RUN");
}

TEST_F(OutputRelayTest, AFloodIsNotKept) {
  OutputRelay relay = Make({true, false, false});
  const std::string line(99, 'x');
  for (int i = 0; i < 20'000; ++i) relay.Take(line + "\n", true);
  EXPECT_GT(written_.size(), OutputRelay::kMaxKept / 2);
}

TEST_F(OutputRelayTest, BriefLeavesOutWhatPasses) {
  OutputRelay relay = Make({false, true, false});
  relay.Take(
      "[==========] Running\n[----------] Global test environment set-up.\n"
      "[----------] 1 test from A\n[ RUN      ] A.b\nsaid[       OK ] A.b (0 ms)\n"
      "[ RUN      ] A.c\n[       OK ] A.c (0 ms)\n[  FAILED  ] A.d (0 ms)\n\nlast",
      false);
  relay.Finish();
  EXPECT_EQ(written_,
            "[==========] Running\nsaid[       OK ] A.b (0 ms)\n[  FAILED  ] A.d (0 ms)\nlast\n");
}

TEST_F(OutputRelayTest, TheNoteOfOurOwnFilterIsLeftOutHoweverItComes) {
  const std::string before = "Note: Goo\nRunning\n";
  const std::string note = "Note: Google Test filter = " + std::string(100'000, 'A') + "\n";
  const std::string behind = "x Note: Google Test filter = y\nNote: Google";
  const std::string all = before + note + behind;
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, all.size()}) {
    written_.clear();
    OutputRelay relay = Make({false, false, true});
    for (std::size_t at = 0; at < all.size(); at += piece) relay.Take(all.substr(at, piece), false);
    relay.Finish();
    EXPECT_EQ(written_, before + behind) << piece;
  }
}

}  // namespace
}  // namespace kernodeck
