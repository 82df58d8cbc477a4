// Rule D12: what is written to standard output arrives whole, or the caller learns that it did not.
#include "plugin/report/write_all.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>

#include "tests/unit/report/in_child.h"
#include "tests/unit/report/temporary_folder.h"

namespace kernodeck {
namespace {

struct Pipe {
  Pipe() {
    if (pipe(ends) != 0) ADD_FAILURE() << "no pipe";
  }
  ~Pipe() {
    CloseReader();
    CloseWriter();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  [[nodiscard]] int reader() const { return ends[0]; }
  [[nodiscard]] int writer() const { return ends[1]; }
  void CloseReader() { Close(ends[0]); }
  void CloseWriter() { Close(ends[1]); }

  // Reads in small steps until the writer is closed.
  std::string ReadSlowly() const {
    std::string text;
    char buffer[7001];
    ssize_t count = 0;
    while ((count = read(reader(), buffer, sizeof buffer)) > 0) {
      text.append(buffer, static_cast<std::size_t>(count));
      std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
    return text;
  }

 private:
  static void Close(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
  int ends[2] = {-1, -1};
};

const std::string& LongText() {
  static const std::string text(std::size_t{1} << 20U, 'x');
  return text;
}

TEST(WriteAllTest, WritesAllToASlowReader) {
  Pipe pipe;
  std::string got;
  std::thread reader([&] { got = pipe.ReadSlowly(); });
  EXPECT_TRUE(WriteAll(pipe.writer(), LongText()));
  pipe.CloseWriter();
  reader.join();
  EXPECT_EQ(got, LongText());
}

TEST(WriteAllTest, WritesAllToADescriptorThatDoesNotBlock) {
  Pipe pipe;
  ASSERT_EQ(fcntl(pipe.writer(), F_SETFL, O_NONBLOCK), 0);
  std::string got;
  std::thread reader([&] { got = pipe.ReadSlowly(); });
  EXPECT_TRUE(WriteAll(pipe.writer(), LongText()));
  pipe.CloseWriter();
  reader.join();
  EXPECT_EQ(got, LongText());
}

TEST(WriteAllTest, GoesOnAfterSignals) {
  EXPECT_EQ(InChild([]() -> std::string {
              struct sigaction action {};
              action.sa_handler = [](int) {};  // no SA_RESTART: write ends with EINTR
              sigaction(SIGALRM, &action, nullptr);
              const itimerval every{{0, 500}, {0, 500}};
              Pipe pipe;
              std::string got;
              std::thread reader([&] {
                sigset_t all;
                sigfillset(&all);
                pthread_sigmask(SIG_BLOCK, &all, nullptr);
                got = pipe.ReadSlowly();
              });
              setitimer(ITIMER_REAL, &every, nullptr);
              const bool written = WriteAll(pipe.writer(), LongText());
              const itimerval never{};
              setitimer(ITIMER_REAL, &never, nullptr);
              pipe.CloseWriter();
              reader.join();
              return written && got == LongText() ? "" : "lost something";
            }),
            "");
}

TEST(WriteAllTest, AReaderThatIsGoneDoesNotKill) {
  EXPECT_EQ(InChild([]() -> std::string {
              signal(SIGPIPE, SIG_DFL);
              Pipe pipe;
              pipe.CloseReader();
              if (WriteAll(pipe.writer(), "x")) return "passed";
              if (errno != EPIPE) return "errno is not EPIPE";
              sigset_t pending;
              sigpending(&pending);
              return sigismember(&pending, SIGPIPE) == 0 ? "" : "SIGPIPE is left pending";
            }),
            "");
}

TEST(WriteAllTest, LeavesTheSignalMaskAndPendingSignalsAsTheyWere) {
  EXPECT_EQ(InChild([]() -> std::string {
              sigset_t pipe_signal;
              sigemptyset(&pipe_signal);
              sigaddset(&pipe_signal, SIGPIPE);
              pthread_sigmask(SIG_BLOCK, &pipe_signal, nullptr);
              raise(SIGPIPE);
              Pipe pipe;
              pipe.CloseReader();
              if (WriteAll(pipe.writer(), "x")) return "passed";
              sigset_t set;
              sigpending(&set);
              if (sigismember(&set, SIGPIPE) != 1) return "took the owner's SIGPIPE";
              pthread_sigmask(SIG_SETMASK, nullptr, &set);
              if (sigismember(&set, SIGPIPE) != 1) return "unblocked SIGPIPE";
              return sigismember(&set, SIGXFSZ) == 0 ? "" : "left SIGXFSZ blocked";
            }),
            "");
}

TEST(WriteAllTest, SaysWhyItFailed) {
  const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
  ASSERT_GE(full, 0);
  EXPECT_FALSE(WriteAll(full, "x"));
  EXPECT_EQ(errno, ENOSPC);
  close(full);
  EXPECT_FALSE(WriteAll(full, "x"));
  EXPECT_EQ(errno, EBADF);
  EXPECT_TRUE(WriteAll(full, ""));
}

TEST(WriteAllTest, AFileSizeLimitDoesNotKill) {
  const TemporaryFolder folder;
  EXPECT_EQ(InChild([&]() -> std::string {
              const rlimit limit{4096, 4096};
              setrlimit(RLIMIT_FSIZE, &limit);
              const int fd = open((folder.path() / "f").c_str(), O_CREAT | O_WRONLY, 0600);
              if (WriteAll(fd, std::string(8192, 'x'))) return "passed";
              return errno == EFBIG ? "" : "errno is not EFBIG";
            }),
            "");
}

}  // namespace
}  // namespace kernodeck
