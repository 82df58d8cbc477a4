// Covers D5 and D6: what cannot be started says why, and the failed child leaves no trace.
#include "plugin/diagnosis/worker_launcher.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "tests/unit/diagnosis/process_census.h"
#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

class WorkerLauncherTest : public SupervisionFixture {
 protected:
  static int ErrorOf(const std::filesystem::path& executable) {
    const LaunchedWorker launched = LaunchWorker({executable, {}, {}});
    EXPECT_FALSE(launched.channel.IsOpen());
    EXPECT_FALSE(launched.output.IsOpen());
    return launched.error;
  }

  TemporaryFolder folder_;
};

TEST_F(WorkerLauncherTest, StartsAWorkerWithBothPipes) {
  const LaunchedWorker launched = LaunchWorker(StandinCommand("passes"));
  ASSERT_EQ(launched.error, 0);
  EXPECT_GT(launched.pid, 0);
  int status = -1;
  EXPECT_EQ(::waitpid(launched.pid, &status, 0), launched.pid);
  EXPECT_EQ(status, 0);
  char bytes[4096];
  const ssize_t count = ::read(launched.channel.Get(), bytes, sizeof bytes);
  ASSERT_GT(count, 0);
  EXPECT_TRUE(std::string_view(bytes, static_cast<std::size_t>(count)).starts_with("hello\t"));
  EXPECT_GT(::read(launched.output.Get(), bytes, sizeof bytes), 0);
  EXPECT_TRUE((::fcntl(launched.channel.Get(), F_GETFL) & O_NONBLOCK) != 0);
}

TEST_F(WorkerLauncherTest, VariablesAreAddedAndTakenAway) {
  ::setenv("KERNODECK_TEST_OLD", "old", 1);
  WorkerCommand command =
      ShellCommand("echo \"$KERNODECK_TEST_OLD,$KERNODECK_TEST_NEW,$PATH,$CHANNEL\"");
  command.unset_variables = {"KERNODECK_TEST_OLD"};
  command.set_variables = {{"KERNODECK_TEST_NEW", "new"}, {"PATH", "mine"}};
  command.channel_variable = "CHANNEL";
  const LaunchedWorker launched = LaunchWorker(command);
  ::unsetenv("KERNODECK_TEST_OLD");
  ASSERT_EQ(launched.error, 0);
  EXPECT_FALSE(launched.errors.IsOpen());
  ::waitpid(launched.pid, nullptr, 0);
  char bytes[4096];
  const ssize_t count = ::read(launched.output.Get(), bytes, sizeof bytes);
  ASSERT_GT(count, 0);
  const std::string printed(bytes, static_cast<std::size_t>(count));
  EXPECT_TRUE(printed.starts_with(",new,mine,")) << printed;
  EXPECT_TRUE(printed.ends_with(":" + std::to_string(::getpid()) + "\n")) << printed;
}

TEST_F(WorkerLauncherTest, WhatIsNoExecutableIsNamedByItsErrno) {
  EXPECT_EQ(ErrorOf(folder_.Path() / "absent"), ENOENT);
  EXPECT_EQ(ErrorOf(folder_.Path()), EISDIR);
  EXPECT_EQ(ErrorOf("/dev/null"), EACCES);
  EXPECT_EQ(ErrorOf(folder_.Write("text", "no program")), EACCES);
  EXPECT_EQ(ErrorOf(folder_.Path() / "text" / "below"), ENOTDIR);
}

TEST_F(WorkerLauncherTest, WhatExecRefusesIsNamedByItsErrno) {
  EXPECT_EQ(ErrorOf(folder_.WriteProgram("worker",
                                         "\x7f"
                                         "ELF and nothing more")),
            ENOEXEC);
  EXPECT_EQ(ErrorOf(folder_.WriteProgram("worker", "#!/nonexistent/interpreter\n")), ENOENT);
}

// The trap: the child of a failed exec runs the parent's exit handlers and flushes its buffers.
TEST_F(WorkerLauncherTest, AFailedExecNeitherRunsExitHandlersNorWritesBuffersTwice) {
  const std::filesystem::path broken = folder_.WriteProgram("worker", "no program");
  static std::string exit_file;
  exit_file = folder_.Path() / "exit";
  std::atexit([] {
    if (!exit_file.empty()) std::ofstream(exit_file) << "ran";
  });
  const std::filesystem::path buffered = folder_.Path() / "buffered";
  std::FILE* const file = std::fopen(buffered.c_str(), "we");
  ASSERT_NE(file, nullptr);
  std::fputs("once", file);
  EXPECT_EQ(ErrorOf(broken), ENOEXEC);
  std::fclose(file);
  EXPECT_EQ(std::filesystem::file_size(buffered), 4U);
  EXPECT_FALSE(std::filesystem::exists(exit_file));
  exit_file.clear();
}

TEST_F(WorkerLauncherTest, WithoutFreeDescriptorsItSaysSo) {
  if (kSanitized) GTEST_SKIP() << "the sanitizer needs descriptors of its own";
  struct rlimit limit = {};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlim_t soft = limit.rlim_cur;
  // From no free descriptor on to enough of them: each number stops at another place.
  for (rlim_t free = 0; free < 12; ++free) {
    limit.rlim_cur = CountDescriptors() - 1 + free;
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
    const LaunchedWorker launched = LaunchWorker({"/bin/true", {}, {}});
    limit.rlim_cur = soft;
    ::setrlimit(RLIMIT_NOFILE, &limit);
    if (launched.error != 0) {
      EXPECT_EQ(launched.error, EMFILE) << free;
    } else {
      EXPECT_EQ(::waitpid(launched.pid, nullptr, 0), launched.pid);
    }
  }
}

}  // namespace
}  // namespace kernodeck
