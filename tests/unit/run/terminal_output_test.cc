// Covers G9: progress and the tests' output on one terminal do not spoil each other.
#include "plugin/run/terminal_output.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "plugin/diagnosis/signal_scope.h"
#include "plugin/diagnosis/unique_fd.h"

namespace kernodeck {
namespace {

using Stream = ProcessPool::Stream;

class TerminalOutputTest : public testing::Test {
 protected:
  TerminalOutputTest() {
    int fds[2] = {-1, -1};
    EXPECT_EQ(::pipe(fds), 0);
    read_ = UniqueFd(fds[0]);
    write_ = UniqueFd(fds[1]);
    request_.show_progress = [this](const RunProgress&) { Put("<progress>"); };
    request_.erase_progress = [this] { Put("<erased>"); };
    pool_.emplace(::kill, signals_, ProcessPool::Outputs{write_.Get(), write_.Get()});
  }

  void Put(std::string_view text) {
    EXPECT_EQ(::write(write_.Get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  std::string Written() {
    char bytes[4096];
    const ssize_t count = ::read(read_.Get(), bytes, sizeof bytes);
    return {bytes, static_cast<std::size_t>(std::max<ssize_t>(count, 0))};
  }

  UniqueFd read_;
  UniqueFd write_;
  RunRequest request_;
  SignalScope signals_;
  std::optional<ProcessPool> pool_;
};

TEST_F(TerminalOutputTest, OutputErasesTheProgressFirst) {
  TerminalOutput output(*pool_, request_);
  output.ShowProgress({});
  output.Write(Stream::kOut, "text\n");
  output.Write(Stream::kErr, "more\n");
  output.ShowProgress({});
  output.EraseProgress();
  output.EraseProgress();
  EXPECT_EQ(Written(), "<progress><erased>text\nmore\n<progress><erased>");
}

TEST_F(TerminalOutputTest, NothingIsShownOnALineThatATestHasBegun) {
  TerminalOutput output(*pool_, request_);
  output.Write(Stream::kOut, "no newline");
  output.ShowProgress({});
  output.Write(Stream::kErr, "x\n");
  output.ShowProgress({});
  output.WriteLine(Stream::kOut, "ours");
  output.WriteLine(Stream::kOut, "ours too");
  EXPECT_EQ(Written(), "no newlinex\n\nours\nours too\n");
}

}  // namespace
}  // namespace kernodeck
