// Covers rule G8: of an incremental report only what it shows goes into the final one.
#include "plugin/report/shown_records.h"

#include <gtest/gtest.h>

#include <string>

namespace kernodeck {
namespace {

// What is shown of `file`, taken in pieces of `size` bytes.
std::string Shown(const std::string& file, std::size_t size) {
  std::string shown;
  ShownRecords records([&shown](std::string_view text) { shown.append(text); });
  for (std::size_t at = 0; at < file.size(); at += size) records.Take(file.substr(at, size));
  return shown;
}

TEST(ShownRecordsTest, HiddenOnesAreLeftOutHoweverTheFileIsCut) {
  const std::string file =
      "<?k ?><a>1?</a><?k ? <b hidden=\"\">\n</b><?k ? <c/><?k ?><d></d><?k ?><?k ?><e/><?k ?   ";
  for (std::size_t size = 1; size <= file.size(); ++size)
    EXPECT_EQ(Shown(file, size), "<a>1?</a>\n<d></d>\n<e/>\n") << size;
}

TEST(ShownRecordsTest, NothingIsShownOfNothing) {
  EXPECT_EQ(Shown("<?k ?  ", 1), "");
  EXPECT_EQ(Shown("<?k ?><?k ? <a/>", 3), "");
}

TEST(ShownRecordsTest, TheOpenerHidesAndOneByteShows) {
  std::string opener(kHiddenOpener);
  EXPECT_EQ(opener.find("?>"), std::string::npos);
  opener.back() = '>';
  EXPECT_EQ(Shown(opener + "<a/>" + std::string(kHiddenOpener), 4), "<a/>\n");
}

}  // namespace
}  // namespace kernodeck
