// Covers rule G8: always well-formed and valid UTF-8, whatever bytes a test says.
#include "plugin/report/xml_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <pugixml.hpp>
#include <random>
#include <string>

namespace kernodeck {
namespace {

std::string Text(std::string_view text) {
  std::string xml;
  AppendXmlText(text, xml);
  return xml;
}

std::string Attribute(std::string_view text) {
  std::string xml;
  AppendXmlAttribute("a", text, xml);
  return xml;
}

TEST(XmlTextTest, PlainTextStaysAsItIs) {
  EXPECT_EQ(Text("Which is: 'a' + [b]\n  c"), "Which is: 'a' + [b]\n  c");
  EXPECT_EQ(Attribute("it's"), " a=\"it's\"");
  EXPECT_EQ(Text(""), "");
  EXPECT_EQ(Attribute(""), " a=\"\"");
}

TEST(XmlTextTest, MarksAreEscaped) {
  EXPECT_EQ(Text("<a href=\"?>\">&]]>"), "&lt;a href=&quot;?&gt;&quot;&gt;&amp;]]&gt;");
  EXPECT_EQ(Attribute("<\">&"), " a=\"&lt;&quot;&gt;&amp;\"");
}

// A bare one would come back as a space, a carriage return as a line end.
TEST(XmlTextTest, LineEndsSurvive) {
  EXPECT_EQ(Attribute("a\nb\tc\rd"), " a=\"a&#xa;b&#x9;c&#xd;d\"");
  EXPECT_EQ(Text("a\nb\tc\rd"), "a\nb&#x9;c&#xd;d");
}

TEST(XmlTextTest, OtherCharactersAreReferences) {
  EXPECT_EQ(Text("\xc2\xa0\xe2\x82\xac\xf0\x9f\x98\x80"), "&#xa0;&#x20ac;&#x1f600;");
}

class UnseemlyTest : public testing::TestWithParam<std::string> {};

TEST_P(UnseemlyTest, BecomesAReplacementCharacter) {
  EXPECT_EQ(Text("a" + GetParam() + "b"), "a&#xfffd;b");
}

INSTANTIATE_TEST_SUITE_P(Each, UnseemlyTest,
                         testing::Values(std::string(1, '\0'), "\x01", "\x08", "\x0b", "\x0c",
                                         "\x1b", "\x1f", "\x7f", "\xc2\x80", "\xc2\x85", "\xc2\x9f",
                                         "\x80", "\xff", "\xc3", "\xef\xbf\xbe", "\xef\xbf\xbf",
                                         "\xef\xb7\x90", "\xf0\x9f\xbf\xbe", "\xf4\x8f\xbf\xbf"));

TEST(XmlTextTest, EachBadByteIsReplaced) {
  EXPECT_EQ(Text("\xed\xa0\x80"), "&#xfffd;&#xfffd;&#xfffd;");  // a surrogate
  EXPECT_EQ(Text("\xe2\x82"), "&#xfffd;&#xfffd;");              // cut
}

// Any bytes whatever, in both places.
TEST(XmlTextTest, AnyBytesAreReadBack) {
  std::mt19937 random(4711);
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes(random() % 24, '\0');
    for (char& byte : bytes)
      byte = static_cast<char>(random() % 3 == 0 ? random() : "<>&\"?\n]"[random() % 7]);
    const std::string xml = "<e" + Attribute(bytes) + ">" + Text(bytes) + "</e>";
    EXPECT_TRUE(std::all_of(xml.begin(), xml.end(), [](char c) { return c > 0; }));
    EXPECT_EQ(xml.find("?>"), std::string::npos);
    pugi::xml_document document;
    const unsigned flags = pugi::parse_default | pugi::parse_ws_pcdata;
    ASSERT_TRUE(document.load_buffer(xml.data(), xml.size(), flags)) << xml;
    const std::string text = document.child("e").text().get();
    EXPECT_EQ(text, document.child("e").attribute("a").value());
  }
}

}  // namespace
}  // namespace kernodeck
