#include "plugin/gtest/captured_run.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

namespace kernodeck {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using End = CapturedRun::End;

// What a program gets to end what it started, and the kernel to end the program.
constexpr milliseconds kAfterTerminate{2'000};
constexpr milliseconds kAfterKill{1'000};
// How often a child is looked at whose output is kept open by another.
constexpr milliseconds kLookAgain{100};
constexpr milliseconds kLookSoon{2};

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() { Close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] bool open() const { return number_ >= 0; }
  void Close() {
    if (number_ >= 0) close(number_);
    number_ = -1;
  }
  // Above the standard ones, which may be closed in this process.
  [[nodiscard]] bool Take(int number) {
    Close();
    if (number < 0) return false;
    number_ = number > STDERR_FILENO ? number : fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (number_ != number) close(number);
    return number_ >= 0;
  }

 private:
  int number_;
};

struct Pipe {
  Descriptor read;
  Descriptor write;

  [[nodiscard]] bool Open() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    const bool taken = read.Take(ends[0]);
    return write.Take(ends[1]) && taken;
  }
};

// What posix_spawn is told; its parts are freed at the end.
class SpawnPlan {
 public:
  SpawnPlan(int output, int error) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, error, STDERR_FILENO);
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 34)
    posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
#endif
    posix_spawnattr_init(&attributes_);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  // The error number, 0 for success.
  [[nodiscard]] int Start(pid_t& child, const std::filesystem::path& program,
                          std::vector<std::string>& words) const {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    return posix_spawn(&child, program.c_str(), &actions_, &attributes_, arguments.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid) {}

  // Whether it has ended; how, is in `end` and `number` then.
  bool Look() {
    if (ended_) return true;
    int status = 0;
    const pid_t changed = waitpid(pid_, &status, WNOHANG);
    if (changed == 0 || (changed < 0 && errno == EINTR)) return false;
    ended_ = true;
    if (changed < 0) return true;  // end stays kLost
    end = WIFEXITED(status) ? End::kExited : End::kSignaled;
    number = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
    return true;
  }

  bool EndsBy(steady_clock::time_point deadline) {
    while (!Look()) {
      if (steady_clock::now() >= deadline) return false;
      poll(nullptr, 0, static_cast<int>(kLookSoon.count()));
    }
    return true;
  }

  // Only as long as it was not waited for: afterwards its number may be another's.
  bool EndByForce() {
    return EndBySignal(SIGTERM, kAfterTerminate) || EndBySignal(SIGKILL, kAfterKill);
  }

  End end = End::kLost;
  int number = 0;

 private:
  bool EndBySignal(int signal, milliseconds patience) {
    if (Look()) return true;
    kill(pid_, signal);
    return EndsBy(steady_clock::now() + patience);
  }

  pid_t pid_;
  bool ended_ = false;
};

// Reads what is there; closes the descriptor at the end of the file. False where `text` would grow
// beyond `limit`.
bool ReadSome(Descriptor& from, std::string& text, std::size_t limit) {
  std::array<char, 65'536> bytes{};
  const ssize_t count = read(from.get(), bytes.data(), bytes.size());
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (count <= 0) {
    from.Close();
    return true;
  }
  const auto room = std::min(limit - text.size(), static_cast<std::size_t>(count));
  text.append(bytes.data(), room);
  return room == static_cast<std::size_t>(count);
}

bool IsReady(const pollfd& entry) { return entry.fd >= 0 && entry.revents != 0; }

// Listens until both ends are closed or the child has ended and all that it wrote is read.
End Listen(Descriptor& output, Descriptor& error, Child& child, const RunLimits& limits,
           steady_clock::time_point deadline, CapturedRun& run) {
  bool ended = false;
  while (output.open() || error.open()) {
    std::array<pollfd, 2> entries = {pollfd{output.get(), POLLIN, 0},
                                     pollfd{error.get(), POLLIN, 0}};
    const auto left = std::chrono::ceil<milliseconds>(deadline - steady_clock::now());
    if (left <= milliseconds::zero()) return End::kTimedOut;
    const milliseconds wait = ended ? milliseconds::zero() : std::min(left, kLookAgain);
    const int ready = poll(entries.data(), entries.size(), static_cast<int>(wait.count()));
    if (ready == 0 && ended) break;
    if (ready <= 0) {
      ended = child.Look();
      continue;
    }
    if (IsReady(entries[0]) && !ReadSome(output, run.output, limits.output_bytes)) {
      return End::kTooMuch;
    }
    if (IsReady(entries[1])) static_cast<void>(ReadSome(error, run.error, limits.error_bytes));
  }
  return child.EndsBy(deadline) ? child.end : End::kTimedOut;
}

}  // namespace

CapturedRun RunAndCapture(const std::filesystem::path& program, std::vector<std::string> words,
                          const RunLimits& limits) {
  CapturedRun run;
  Pipe output;
  Pipe error;
  if (!output.Open() || !error.Open()) {
    run.number = errno;
    return run;
  }
  const auto deadline = steady_clock::now() + limits.time;
  pid_t pid = 0;
  run.number = SpawnPlan(output.write.get(), error.write.get()).Start(pid, program, words);
  if (run.number != 0) return run;
  output.write.Close();
  error.write.Close();
  Child child(pid);
  run.end = Listen(output.read, error.read, child, limits, deadline, run);
  if (run.end == End::kTimedOut || run.end == End::kTooMuch) {
    if (!child.EndByForce()) run.end = End::kUnkillable;
    return run;
  }
  run.number = child.number;
  return run;
}

}  // namespace kernodeck
