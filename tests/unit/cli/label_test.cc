// D10: labels are what the caller gave; D11: nothing in them can break a report.
#include "plugin/cli/label.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

using Label = std::pair<std::string, std::string>;

bool Refused(std::string_view text) { return std::holds_alternative<UsageError>(ParseLabel(text)); }

TEST(ParseLabel, SplitsAtTheFirstEqualsSign) {
  EXPECT_EQ(std::get<Label>(ParseLabel("runner=night=3")), Label("runner", "night=3"));
  EXPECT_EQ(std::get<Label>(ParseLabel("a.b-c_9=")), Label("a.b-c_9", ""));
  EXPECT_EQ(std::get<Label>(ParseLabel("name=J\xc3\xbcrgen")), Label("name", "J\xc3\xbcrgen"));
}

TEST(ParseLabel, TakesKeyAndValueUpToTheirLimits) {
  EXPECT_FALSE(Refused(std::string(64, 'k') + "=" + std::string(256, 'v')));
  EXPECT_TRUE(Refused(std::string(65, 'k') + "=v"));
  EXPECT_TRUE(Refused("k=" + std::string(257, 'v')));
}

TEST(ParseLabel, RefusesBadKeysAndValues) {
  for (const char* text : {"", "key", "=v", "Key=v", "k y=v", "k\xc3\xa4=v", "k=a\nb", "k=\x1b[0m",
                           "k=\x7f", "k=\xff", "k=\xc3", "k=\xc2\x85", "k=\xe2\x80\xae"}) {
    EXPECT_TRUE(Refused(text)) << text;
  }
}

TEST(ParseLabel, SaysWhatIsAllowedAndWhatWasGiven) {
  EXPECT_EQ(std::get<UsageError>(ParseLabel("Key=v")).message,
            "--label takes KEY=VALUE; the key has 1 to 64 of the characters a-z, 0-9, `_`, `.` and "
            "`-`, and "
            "\"Key=v\" was given.");
}

}  // namespace
}  // namespace kernodeck
