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

// Marks, line ends and any other bytes.
std::string AnyBytes(std::mt19937& random) {
  constexpr std::string_view kMarks = "<>&\"?\n]";
  std::string bytes(random() % 24, '\0');
  for (char& byte : bytes) {
    byte = random() % 3 == 0 ? static_cast<char>(random() % 256) : kMarks[random() % kMarks.size()];
  }
  return bytes;
}

bool IsAscii(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char letter) { return letter > 0; });
}

TEST(XmlTextTest, AnyBytesAreReadBack) {
  std::mt19937 random(4711);
  constexpr unsigned kFlags = pugi::parse_default | pugi::parse_ws_pcdata;
  for (int round = 0; round < 20'000; ++round) {
    const std::string bytes = AnyBytes(random);
    const std::string xml = "<e" + Attribute(bytes) + ">" + Text(bytes) + "</e>";
    ASSERT_TRUE(IsAscii(xml));
    ASSERT_EQ(xml.find("?>"), std::string::npos);
    pugi::xml_document document;
    ASSERT_TRUE(document.load_buffer(xml.data(), xml.size(), kFlags)) << xml;
    const pugi::xml_node element = document.child("e");
    ASSERT_STREQ(element.text().get(), element.attribute("a").value());
  }
}

}  // namespace
}  // namespace kernodeck
