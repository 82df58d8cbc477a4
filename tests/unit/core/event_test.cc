// Covers D6: what passes over the channel is bounded and validated, and whatever comes, what was
// accepted before stays accepted.
#include "plugin/core/event.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/fuzz/event_properties.h"

namespace kernodeck {
namespace {

constexpr std::size_t kAmple = std::size_t{1} << 20U;

TEST(EventTest, IsOneReadableLine) {
  const Event event = {"begin", {{"what", "import"}, {"text", "a%b\tc\nd\x7f\xff"}}};
  EXPECT_EQ(EncodeEvent(event), "begin\twhat=import\ttext=a%25b%09c%0Ad%7F\xff\n");
}

TEST(EventTest, FindsItsFields) {
  const Event event = {"values", {{"name", "loss"}, {"data", ""}}};
  EXPECT_EQ(event.Find("name"), "loss");
  EXPECT_EQ(event.Find("data"), "");
  EXPECT_EQ(event.Find("device"), std::nullopt);
}

TEST(EventTest, DecodesWhatItEncodes) {
  EXPECT_EQ(DecodeEvent("done"), (Event{"done", {}}));
  EXPECT_EQ(DecodeEvent("a\tk=\tl=x=y"), (Event{"a", {{"k", ""}, {"l", "x=y"}}}));
  EXPECT_EQ(DecodeEvent("a\tk=%00%0A%FF"), (Event{"a", {{"k", std::string("\0\n\xff", 3)}}}));
}

class MalformedLineTest : public testing::TestWithParam<std::string> {};

TEST_P(MalformedLineTest, IsRefused) { EXPECT_EQ(DecodeEvent(GetParam()), std::nullopt); }

INSTANTIATE_TEST_SUITE_P(Each, MalformedLineTest,
                         testing::Values("", "\t", "Begin", "be gin", "b\xc3\xa9gin", "begin\t",
                                         "begin\twhat", "begin\t=x", "begin\tWhat=x",
                                         "begin\twhat=x\t", "begin\twhat=x\twhat=y",
                                         "begin\twhat=%", "begin\twhat=%0", "begin\twhat=%0a",
                                         "begin\twhat=%G0", "begin\twhat=a\rb", "begin\r",
                                         std::string("begin\twhat=\0", 12), "begin\twhat=\x7f",
                                         std::string(65, 'a')));

TEST(EventTest, ALineHasABound) {
  const std::string longest = "a\tk=" + std::string(kMaxEventBytes - 5, 'x');
  EXPECT_TRUE(DecodeEvent(longest));
  EXPECT_FALSE(DecodeEvent(longest + "x"));
}

TEST(EventTest, TheNumberOfFieldsHasABound) {
  std::string line = "a";
  for (std::size_t i = 0; i < kMaxEventFields; ++i) line += "\tk" + std::to_string(i) + "=";
  EXPECT_TRUE(DecodeEvent(line));
  EXPECT_FALSE(DecodeEvent(line + "\tone_more="));
}

// A long value is cut, never in the middle of an escape, and the line stays a valid one.
TEST(EventTest, AValueTooLongIsCut) {
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string value = std::string(kMaxEventBytes - 16 + i, 'x') + std::string(100, '\n');
    const std::string line = EncodeEvent({"trace", {{"text", value}, {"more", "y"}}});
    EXPECT_LE(line.size(), kMaxEventBytes);
    const std::optional<Event> event = DecodeEvent(line.substr(0, line.size() - 1));
    ASSERT_TRUE(event);
    const std::string text(event->Find("text").value_or(""));
    EXPECT_EQ(text, value.substr(0, text.size()));
    EXPECT_GE(text.size(), kMaxEventBytes - 20);
  }
}

TEST(EventReaderTest, TakesLinesInAnyPieces) {
  const std::string stream = "hello\tprotocol=1\nbegin\twhat=import\ndone\n";
  for (std::size_t piece = 0; piece <= stream.size(); ++piece) {
    EXPECT_EQ(WrongWithStream(stream, piece, kAmple), "") << piece;
  }
}

TEST(EventReaderTest, KnowsOfAnUnfinishedLine) {
  EventReader reader(kAmple);
  std::vector<Event> events;
  EXPECT_TRUE(reader.Feed("done\nbeg", events));
  EXPECT_TRUE(reader.HasPartialLine());
  EXPECT_TRUE(reader.Feed("in\n", events));
  EXPECT_FALSE(reader.HasPartialLine());
  EXPECT_EQ(events.size(), 2U);
}

TEST(EventReaderTest, ABadLineEndsTheStreamAndKeepsWhatCameBefore) {
  EventReader reader(kAmple);
  std::vector<Event> events;
  EXPECT_FALSE(reader.Feed("one\ntwo\nBAD\nthree\n", events));
  EXPECT_FALSE(reader.Feed("four\n", events));
  EXPECT_EQ(events, (std::vector<Event>{{"one", {}}, {"two", {}}}));
}

TEST(EventReaderTest, AnEndlessLineIsRefusedAtItsBound) {
  EventReader reader(kAmple);
  std::vector<Event> events;
  EXPECT_TRUE(reader.Feed(std::string(kMaxEventBytes - 1, 'a'), events));
  EXPECT_FALSE(reader.Feed("a", events));
}

TEST(EventReaderTest, TooManyBytesAreRefusedAndWhatFittedIsKept) {
  EventReader reader(10);
  std::vector<Event> events;
  EXPECT_TRUE(reader.Feed("one\ntwo\n", events));
  EXPECT_FALSE(reader.Feed("six\n", events));
  EXPECT_EQ(events.size(), 2U);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  // One of 0 .. count - 1.
  std::size_t Below(std::size_t count) { return static_cast<std::size_t>(engine_() % count); }
  char Byte() { return static_cast<char>(engine_() & 0xFFU); }
  std::string Word() {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789_";
    std::string word(1 + Below(10), 'a');
    for (char& letter : word) letter = kLetters[Below(kLetters.size())];
    return word;
  }
  std::string Bytes(std::size_t at_most) {
    std::string bytes(Below(at_most + 1), '\0');
    for (char& byte : bytes) byte = Byte();
    return bytes;
  }

 private:
  std::mt19937_64 engine_;
};

TEST(EventTest, AnyBytesAsValuesComeBackAsTheyWere) {
  Random random(20240229);
  for (int i = 0; i < 5'000; ++i) {
    Event event{random.Word(), {}};
    const std::size_t fields = random.Below(kMaxEventFields + 1);
    for (std::size_t k = 0; k < fields; ++k) {
      event.fields.emplace_back(random.Word() + "_" + std::to_string(k), random.Bytes(40));
    }
    const std::string line = EncodeEvent(event);
    ASSERT_EQ(line.find('\n'), line.size() - 1);
    ASSERT_EQ(DecodeEvent(line.substr(0, line.size() - 1)), event) << "event number " << i;
  }
}

// Lines of a real report, each of which is mutated in its turn.
const std::vector<std::string>& Report() {
  static const std::vector<std::string> lines = {
      "hello\tprotocol=1\n",
      "begin\twhat=driver\n",
      "driver\tlibrary=found\tversion=13000\tdevice_count=1\n",
      "device\tindex=0\tname=NVIDIA H200\ttotal_memory_bytes=150754820096\n",
      "end\twhat=driver\n",
      "torch\tversion=2.11.0%2Bcu130\tbackend=cuda\tgpu_available=1\n",
      "values\tname=product\tdata=4,4,10,8\tdevice=cuda:0\n",
      "failure\twhat=product\tkind=out_of_memory\tnumber=2\tcall=cudaMalloc\n",
      "trace\ttext=one%0Atwo%09three\n",
      "done\n",
  };
  return lines;
}

void Mutate(Random& random, std::string& line) {
  constexpr std::string_view kTelling = "\t\n=%%\0\x7f,:0aA";
  const std::size_t at = random.Below(line.size());
  switch (random.Below(7)) {
    case 0:
      line[at] = random.Byte();
      break;
    case 1:
      line[at] = kTelling[random.Below(kTelling.size())];
      break;
    case 2:
      line.insert(at, 1, kTelling[random.Below(kTelling.size())]);
      break;
    case 3:
      line.erase(at, 1 + random.Below(4));
      break;
    case 4:
      line.insert(at, line.substr(0, random.Below(line.size())));
      break;
    case 5:
      line.resize(at);
      break;
    case 6:
      line.insert(at, random.Below(200) == 0 ? std::string(kMaxEventBytes, 'x') : "%FF");
      break;
  }
  if (line.empty()) line = "\n";
}

// A million mutated messages: no crash, and no event before the bad line is lost. In four parts,
// which run side by side.
class MutatedMessagesTest : public testing::TestWithParam<std::uint64_t> {};

TEST_P(MutatedMessagesTest, KeepTheProperties) {
  Random random(GetParam());
  const std::vector<std::string>& report = Report();
  for (int i = 0; i < 250'000; ++i) {
    std::string line = report[random.Below(report.size())];
    for (std::size_t changes = 1 + random.Below(3); changes > 0; --changes) Mutate(random, line);
    ASSERT_EQ(WrongWithLine(std::string_view(line).substr(0, line.size() - 1)), "") << line;
    const std::string stream =
        report[random.Below(report.size())] + line + report[random.Below(report.size())];
    const std::size_t bound = random.Below(50) == 0 ? random.Below(stream.size()) : kAmple;
    const std::size_t piece = random.Below(8) == 0 ? random.Below(64) : 0;
    ASSERT_EQ(WrongWithStream(stream, piece, bound), "") << stream;
  }
}

INSTANTIATE_TEST_SUITE_P(Seed, MutatedMessagesTest, testing::Values(1, 2, 3, 4));

}  // namespace
}  // namespace kernodeck
