// Covers G9: output goes on without ever waiting for its reader, and in its order.
#include "plugin/diagnosis/output_sink.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>

#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

class OutputSinkTest : public testing::Test {
 protected:
  OutputSinkTest() {
    int fds[2] = {-1, -1};
    EXPECT_EQ(::pipe2(fds, O_CLOEXEC), 0);
    read_ = UniqueFd(fds[0]);
    write_ = UniqueFd(fds[1]);
  }

  static std::string ReadOnce(int fd) {
    std::string bytes(std::size_t{1} << 20U, '\0');
    const ssize_t count = ::read(fd, bytes.data(), bytes.size());
    bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return bytes;
  }

  // Reads until the sink has written all.
  std::string ReadAll(OutputSink& sink, int fd) {
    std::string all;
    while (!sink.Empty()) {
      all += ReadOnce(fd);
      context_.restart();
      context_.poll();
    }
    return all + ReadOnce(fd);
  }

  boost::asio::io_context context_;
  UniqueFd read_;
  UniqueFd write_;
  int changes_ = 0;
};

TEST_F(OutputSinkTest, KeepsWhatASlowReaderDoesNotTake) {
  OutputSink sink(context_, write_.Get(), [this] { ++changes_; });
  std::string sent;
  for (int i = 0; !sink.Full(); ++i) {
    const std::string line = std::to_string(i) + std::string(999, 'x') + "\n";
    sink.Write(line);
    sent += line;
  }
  EXPECT_FALSE(sink.Empty());
  EXPECT_EQ(ReadAll(sink, read_.Get()), sent);
  EXPECT_GE(changes_, 1);
  EXPECT_FALSE(sink.Full() || sink.Failed());
}

TEST_F(OutputSinkTest, TheDescriptorsModeIsLeftAlone) {
  const OutputSink sink(context_, write_.Get(), [] {});
  EXPECT_EQ(::fcntl(write_.Get(), F_GETFL) & O_NONBLOCK, 0);
}

TEST_F(OutputSinkTest, ASocketIsNeverWaitedForEither) {
  int fds[2] = {-1, -1};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), 0);
  const UniqueFd reader(fds[0]);
  const UniqueFd writer(fds[1]);
  OutputSink sink(context_, writer.Get(), [] {});
  std::string sent;
  while (!sink.Full()) {
    sink.Write(std::string(5000, 'y'));
    sent += std::string(5000, 'y');
  }
  EXPECT_EQ(ReadAll(sink, reader.Get()), sent);
}

TEST_F(OutputSinkTest, AFileIsWrittenAtItsEnd) {
  TemporaryFolder folder;
  const auto path = folder.Write("log", "before\n");
  const UniqueFd file(::open(path.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  OutputSink sink(context_, file.Get(), [] {});
  sink.Write("behind\n");
  EXPECT_TRUE(sink.Empty());
  const UniqueFd again(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(ReadOnce(again.Get()), "before\nbehind\n");
}

TEST_F(OutputSinkTest, WithoutAReaderItFailsAndDrops) {
  std::signal(SIGPIPE, SIG_IGN);
  OutputSink sink(context_, write_.Get(), [] {});
  read_.Reset();
  sink.Write("x");
  EXPECT_TRUE(sink.Failed());
  EXPECT_TRUE(sink.Empty());
  sink.Write(std::string(1 << 20, 'x'));
  EXPECT_FALSE(sink.Full());
}

TEST_F(OutputSinkTest, GivenUpItTakesNothingAndNeverIsFull) {
  OutputSink sink(context_, write_.Get(), [] {});
  sink.Write(std::string(1 << 20, 'x'));
  EXPECT_TRUE(sink.Full());
  sink.GiveUp();
  sink.Write(std::string(1 << 20, 'x'));
  EXPECT_TRUE(sink.Empty());
  EXPECT_TRUE(sink.Failed());
  OutputSink unused(context_, write_.Get(), [] {});
  unused.GiveUp();
  EXPECT_FALSE(unused.Failed());
}

TEST_F(OutputSinkTest, ADescriptorThatIsNotOpenFails) {
  OutputSink sink(context_, -1, [] {});
  sink.Write("x");
  EXPECT_TRUE(sink.Failed());
}

}  // namespace
}  // namespace kernodeck
