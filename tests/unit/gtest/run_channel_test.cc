// Covers G9: the test process's end of the channel to `kernodeck run`: whose it is, what goes over
// it, and that waiting for an answer ends.
#include "plugin/gtest/run_channel.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

namespace kernodeck {
namespace {

using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

struct RunChannelTest : testing::Test {
  RunChannelTest() { EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0); }
  ~RunChannelTest() override { CloseOther(); }
  void CloseOther() {
    if (ends[1] >= 0) close(ends[1]);
    ends[1] = -1;
  }
  [[nodiscard]] std::string Value(pid_t parent = 77) const {
    return std::to_string(ends[0]) + ":" + std::to_string(parent);
  }
  // What the other side reads, as names of events.
  [[nodiscard]] std::vector<std::string> Received() const {
    std::array<char, 65536> buffer{};
    const ssize_t got = recv(ends[1], buffer.data(), buffer.size(), MSG_DONTWAIT);
    std::vector<Event> events;
    EventReader reader(1 << 20);
    if (got > 0) {
      EXPECT_TRUE(reader.Feed({buffer.data(), static_cast<std::size_t>(got)}, events));
    }
    std::vector<std::string> names;
    for (const Event& event : events) names.push_back(event.name);
    return names;
  }
  void Answer(const TestMessage& message) const {
    const std::string lines = EncodeTestMessage(message);
    ASSERT_EQ(send(ends[1], lines.data(), lines.size(), 0), static_cast<ssize_t>(lines.size()));
  }
  std::array<int, 2> ends{-1, -1};
};

TEST_F(RunChannelTest, OpensForTheRightParentAndSaysNothing) {
  const auto channel = RunChannel::Open(Value(), 77);
  ASSERT_NE(channel, nullptr);
  EXPECT_EQ(Received(), std::vector<std::string>{});
  EXPECT_NE(fcntl(ends[0], F_GETFD) & FD_CLOEXEC, 0);
}

TEST_F(RunChannelTest, IsNobodyElses) {
  EXPECT_EQ(RunChannel::Open(Value(), 78), nullptr);
  for (const char* const value : {"", ":", "x:77", "1:", "-1:77", "99999:77", "0x1:77", "1:77:1"}) {
    EXPECT_EQ(RunChannel::Open(value, 77), nullptr) << value;
  }
  const int file = open("/dev/null", O_RDONLY);
  EXPECT_EQ(RunChannel::Open(std::to_string(file) + ":77", 77), nullptr);
  close(file);
  EXPECT_TRUE(Received().empty());
  close(ends[0]);
}

TEST_F(RunChannelTest, SendsTests) {
  const auto channel = RunChannel::Open(Value(), 77);
  TestResult result;
  result.start.id = {"A", "B"};
  channel->Send(result.start);
  channel->Send(result);
  channel->Send(Leaving());
  channel->Send(RunEnd{3});
  EXPECT_EQ(Received(), (std::vector<std::string>{"test_start", "test_end", "leaving", "run_end"}));
}

TEST_F(RunChannelTest, TakesTheVerdict) {
  const auto channel = RunChannel::Open(Value(), 77);
  const std::string report(20'000, 'x');
  Answer(HandedVerdict{report, TestId{"A", "First"}});
  const auto verdict = channel->WantVerdict({"A", "B"}, 10s);
  ASSERT_TRUE(verdict.has_value());
  EXPECT_EQ(verdict->report, report);
  EXPECT_EQ(verdict->charged_to, (TestId{"A", "First"}));
  EXPECT_EQ(Received(), (std::vector<std::string>{"want_verdict"}));
}

TEST_F(RunChannelTest, DoesNotWaitForever) {
  const auto channel = RunChannel::Open(Value(), 77);
  EXPECT_FALSE(channel->WantVerdict({"A", "B"}, 20ms).has_value());
}

TEST_F(RunChannelTest, AnotherSideThatIsGoneIsNoVerdictAndNoSignal) {
  const auto channel = RunChannel::Open(Value(), 77);
  CloseOther();
  EXPECT_FALSE(channel->WantVerdict({"A", "B"}, 10s).has_value());
  channel->Send(RunEnd{0});
}

TEST_F(RunChannelTest, NonsenseIsNoVerdict) {
  const auto channel = RunChannel::Open(Value(), 77);
  ASSERT_GT(send(ends[1], "NONSENSE\n", 9, 0), 0);
  EXPECT_FALSE(channel->WantVerdict({"A", "B"}, 10s).has_value());
}

TEST_F(RunChannelTest, AnAnswerToAnotherQuestionIsNoVerdict) {
  const auto channel = RunChannel::Open(Value(), 77);
  Answer(RunEnd{0});
  EXPECT_FALSE(channel->WantVerdict({"A", "B"}, 10s).has_value());
}

}  // namespace
}  // namespace kernodeck
