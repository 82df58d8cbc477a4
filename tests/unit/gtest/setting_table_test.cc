// Covers G3: each row of the table takes what it says, and nothing else.
#include "plugin/gtest/setting_table.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace kernodeck {
namespace {

TEST(AllSettings, NamesAreOfTheirOwn) {
  std::set<std::string_view> names;
  for (const SettingRow& row : AllSettings()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    const bool own = row.variable.empty() || names.insert(row.variable).second;
    EXPECT_TRUE(own) << row.variable;
    EXPECT_FALSE(row.help.empty() || row.takes.empty() || row.values.empty()) << row.name;
  }
}

TEST(AllSettings, NoneTakesNothing) {
  for (const SettingRow& row : AllSettings()) {
    Settings settings;
    EXPECT_FALSE(row.set(settings, "")) << row.name;
  }
}

// The words between the bars are values; words in capitals stand for some.
TEST(AllSettings, TakeTheWordsThatTheHelpShows) {
  for (const SettingRow& row : AllSettings()) {
    std::string_view left = row.values;
    while (!left.empty()) {
      const std::string_view word = left.substr(0, left.find('|'));
      left.remove_prefix(std::min(word.size() + 1, left.size()));
      if (word.front() >= 'A' && word.front() <= 'Z') continue;
      Settings settings;
      EXPECT_TRUE(row.set(settings, word)) << row.name << " " << word;
    }
  }
}

}  // namespace
}  // namespace kernodeck
