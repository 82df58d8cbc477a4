// Covers D6: every event arrives whole, from any thread, and a channel that nobody reads ends the
// worker.
#include "plugin/worker/event_channel.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <thread>
#include <vector>

namespace kernodeck {
namespace {

class EventChannelTest : public testing::Test {
 protected:
  EventChannelTest() {
    std::signal(SIGPIPE, SIG_IGN);
    if (pipe2(pipe_.data(), O_CLOEXEC) != 0) std::abort();
  }
  ~EventChannelTest() override {
    CloseReader();
    CloseWriter();
  }
  EventChannelTest(const EventChannelTest&) = delete;
  EventChannelTest& operator=(const EventChannelTest&) = delete;

  void CloseReader() { Close(pipe_[0]); }
  void CloseWriter() { Close(pipe_[1]); }
  int writer() const { return pipe_[1]; }

  std::vector<Event> ReadAll() {
    std::vector<Event> events;
    EventReader reader(std::size_t{64} << 20U);
    std::array<char, 997> bytes{};
    for (ssize_t count = 0; (count = read(pipe_[0], bytes.data(), bytes.size())) > 0;) {
      EXPECT_TRUE(reader.Feed({bytes.data(), static_cast<std::size_t>(count)}, events));
    }
    EXPECT_FALSE(reader.HasPartialLine());
    return events;
  }

 private:
  static void Close(int& descriptor) {
    if (descriptor >= 0) close(descriptor);
    descriptor = -1;
  }
  std::array<int, 2> pipe_{-1, -1};
};

TEST_F(EventChannelTest, CarriesEventsInOrder) {
  EventChannel channel(writer(), [] { FAIL(); });
  channel.Begin("import");
  channel.Send({"torch", {{"version", "2.11.0"}}});
  channel.End("import");
  channel.SendDone();
  CloseWriter();
  EXPECT_EQ(ReadAll(), (std::vector<Event>{{"begin", {{"what", "import"}}},
                                           {"torch", {{"version", "2.11.0"}}},
                                           {"end", {{"what", "import"}}},
                                           {"done", {}}}));
}

TEST_F(EventChannelTest, DropsWhatComesAfterDone) {
  EventChannel channel(writer(), [] { FAIL(); });
  channel.SendDone();
  channel.End("context");
  channel.SendDone();
  CloseWriter();
  EXPECT_EQ(ReadAll(), (std::vector<Event>{{"done", {}}}));
}

TEST_F(EventChannelTest, KeepsLinesWholeFromTwoThreadsThroughAFullNonBlockingPipe) {
  ASSERT_EQ(fcntl(writer(), F_SETFL, O_NONBLOCK), 0);
  constexpr int kEvents = 300;
  EventChannel channel(writer(), [] { FAIL(); });
  const auto send = [&channel](const char* who) {
    for (int i = 0; i < kEvents; ++i) {
      channel.Send({"trace", {{"text", std::string(1000, 'x')}, {"who", who}}});
    }
  };
  std::thread first(send, "first");
  std::thread second(send, "second");
  std::thread closer([&] {
    first.join();
    second.join();
    CloseWriter();
  });
  const std::vector<Event> events = ReadAll();
  closer.join();
  ASSERT_EQ(events.size(), 2U * kEvents);
  for (const Event& event : events) EXPECT_EQ(event.Find("text")->size(), 1000U);
}

TEST_F(EventChannelTest, TellsOnceThatNobodyReads) {
  int broken = 0;
  EventChannel channel(writer(), [&broken] { ++broken; });
  CloseReader();
  channel.Begin("import");
  channel.Begin("backend");
  EXPECT_EQ(broken, 1);
}

}  // namespace
}  // namespace kernodeck
