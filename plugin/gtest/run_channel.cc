#include "plugin/gtest/run_channel.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <vector>

#include "plugin/core/to_number.h"
#include "plugin/report/read_report.h"

namespace kernodeck {
namespace {

using Clock = std::chrono::steady_clock;

// The report, as chunks of events: escaped bytes take three times their room.
constexpr std::size_t kMaxReceivedBytes = kMaxReportBytes * 4;

bool IsSocket(int descriptor) {
  struct stat status = {};
  return fstat(descriptor, &status) == 0 && S_ISSOCK(status.st_mode);
}

int MillisecondsUntil(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, 60'000));
}

}  // namespace

std::unique_ptr<RunChannel> RunChannel::Open(std::string_view value, pid_t parent) {
  const std::size_t colon = value.find(':');
  if (colon == std::string_view::npos) return nullptr;
  const std::optional<int> descriptor = ToNumber<int>(value.substr(0, colon));
  const std::optional<pid_t> meant = ToNumber<pid_t>(value.substr(colon + 1));
  if (!descriptor || !meant || *meant != parent || *descriptor < 0 || !IsSocket(*descriptor)) {
    return nullptr;
  }
  if (fcntl(*descriptor, F_SETFD, FD_CLOEXEC) != 0) return nullptr;
  return std::make_unique<RunChannel>(*descriptor);
}

RunChannel::~RunChannel() { close(descriptor_); }

void RunChannel::Send(const TestMessage& message) {
  if (getpid() != process_) return;
  const std::lock_guard lock(mutex_);
  if (broken_) return;
  const std::string lines = EncodeTestMessage(message);
  std::string_view left = lines;
  while (!left.empty()) {
    const ssize_t sent = send(descriptor_, left.data(), left.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) {
      broken_ = true;
      return;
    }
    left.remove_prefix(static_cast<std::size_t>(sent));
  }
}

std::optional<HandedVerdict> RunChannel::WantVerdict(const TestId& test,
                                                     std::chrono::milliseconds limit) {
  Send(kernodeck::WantVerdict{test});
  if (broken_ || getpid() != process_) return std::nullopt;
  std::optional<HandedVerdict> verdict = Receive(Clock::now() + limit);
  broken_ = !verdict;
  return verdict;
}

std::optional<std::string> RunChannel::ReceiveBytes(Clock::time_point deadline) {
  std::array<char, 4096> buffer{};
  while (Clock::now() < deadline) {
    pollfd waiting = {descriptor_, POLLIN, 0};
    const int ready = poll(&waiting, 1, MillisecondsUntil(deadline));
    if (ready < 0 && errno != EINTR) return std::nullopt;
    if (ready <= 0) continue;
    const ssize_t got = recv(descriptor_, buffer.data(), buffer.size(), 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    return std::string(buffer.data(), static_cast<std::size_t>(got));
  }
  return std::nullopt;
}

std::optional<HandedVerdict> RunChannel::Receive(Clock::time_point deadline) {
  EventReader events(kMaxReceivedBytes);
  TestMessageReader messages;
  while (const std::optional<std::string> bytes = ReceiveBytes(deadline)) {
    std::vector<Event> whole;
    const bool good = events.Feed(*bytes, whole);
    for (const Event& event : whole) {
      std::optional<TestMessage> message;
      if (!messages.Take(event, message)) return std::nullopt;
      if (!message) continue;
      auto* const verdict = std::get_if<HandedVerdict>(&*message);
      if (verdict == nullptr) return std::nullopt;
      return std::move(*verdict);
    }
    if (!good) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace kernodeck
