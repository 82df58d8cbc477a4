// One line of a terminal, written over and left as it was.
#include "plugin/cli/status_line.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

class StatusLineTest : public testing::Test {
 protected:
  std::string written_;
  StatusLine line_{[this](std::string_view bytes) { written_ += bytes; }};
};

TEST_F(StatusLineTest, IsWrittenOverAndErased) {
  line_.Show("longer");
  line_.Show("short");
  line_.Show("");
  EXPECT_EQ(written_, "\rlonger\rshort \rshort\r     \r");
}

TEST_F(StatusLineTest, NothingIsErasedWhereNothingIsShown) {
  line_.Show("");
  EXPECT_EQ(written_, "");
  StatusLine none(nullptr);
  none.Show("text");
}

}  // namespace
}  // namespace kernodeck
