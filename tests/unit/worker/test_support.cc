#include "tests/unit/worker/test_support.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

constexpr uid_t kNobody = 65534;

void SetVariable(const std::string& name, const std::optional<std::string>& value) {
  if (value) {
    setenv(name.c_str(), value->c_str(), 1);
  } else {
    unsetenv(name.c_str());
  }
}

[[noreturn]] void BecomeWorker(std::vector<std::string> arguments, const Variables& variables,
                               int channel, const fs::path& output, std::chrono::seconds limit) {
  for (const auto& [name, value] : variables) SetVariable(name, value);
  const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  fcntl(channel, F_SETFD, 0);
  arguments.insert(arguments.begin(), {KERNODECK_WORKER, "--channel", std::to_string(channel)});
  std::vector<char*> words;
  words.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) words.push_back(argument.data());
  words.push_back(nullptr);
  alarm(static_cast<unsigned>(limit.count()));  // survives exec: the worker cannot outlive the test
  execv(KERNODECK_WORKER, words.data());
  _exit(127);
}

bool Matches(const Event& event, const std::string& name, const std::string& what) {
  return event.name == name && (what.empty() || event.Find("what") == what);
}

}  // namespace

ScopedVariable::ScopedVariable(const std::string& name, const std::optional<std::string>& value)
    : name_(name) {
  if (const char* const before = std::getenv(name.c_str())) before_ = before;
  SetVariable(name_, value);
}

ScopedVariable::~ScopedVariable() { SetVariable(name_, before_); }

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "kernodeck_worker_XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) std::abort();
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
}

fs::path TemporaryFolder::Write(const std::string& name, const std::string& content) const {
  fs::path file = path_ / name;
  std::ofstream(file, std::ios::binary) << content;
  return file;
}

fs::path Standins() { return KERNODECK_STANDINS; }

bool RunUnprivileged(void (*body)(const fs::path&), const fs::path& argument) {
  if (geteuid() != 0) {
    body(argument);
    return true;
  }
  if (seteuid(kNobody) != 0) return false;
  body(argument);
  return seteuid(0) == 0;
}

Event WorkerOutcome::Find(const std::string& name, const std::string& what) const {
  const auto found = std::find_if(events.rbegin(), events.rend(),
                                  [&](const Event& event) { return Matches(event, name, what); });
  if (found != events.rend()) return *found;
  ADD_FAILURE() << "no event " << name << " " << what;
  return {};
}

bool WorkerOutcome::Has(const std::string& name, const std::string& what) const {
  return std::any_of(events.begin(), events.end(),
                     [&](const Event& event) { return Matches(event, name, what); });
}

std::vector<std::string> WorkerOutcome::Order() const {
  std::vector<std::string> order;
  for (const Event& event : events) {
    if (event.name == "done") order.emplace_back("done");
    if (event.name != "begin" && event.name != "end" && event.name != "failure") continue;
    const std::string what(event.Find("what").value_or(""));
    if (what != "context") order.push_back(event.name + " " + what);
  }
  return order;
}

WorkerOutcome RunWorkerProcess(std::vector<std::string> arguments, const Variables& variables,
                               std::chrono::seconds limit) {
  const TemporaryFolder folder;
  const fs::path output = folder.path() / "output";
  std::array<int, 2> channel{};
  if (pipe2(channel.data(), O_CLOEXEC) != 0) std::abort();
  const pid_t child = fork();
  if (child == 0) BecomeWorker(std::move(arguments), variables, channel[1], output, limit);
  close(channel[1]);
  WorkerOutcome outcome;
  EventReader reader(std::size_t{1} << 20U);
  std::array<char, 4096> bytes{};
  for (ssize_t count = 0; (count = read(channel[0], bytes.data(), bytes.size())) > 0;) {
    const std::string_view chunk(bytes.data(), static_cast<std::size_t>(count));
    outcome.channel_valid = reader.Feed(chunk, outcome.events) && outcome.channel_valid;
  }
  close(channel[0]);
  int status = 0;
  waitpid(child, &status, 0);
  outcome.exited = WIFEXITED(status);
  if (outcome.exited) outcome.exit_status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) outcome.signal = WTERMSIG(status);
  std::ostringstream text;
  text << std::ifstream(output).rdbuf();
  outcome.output = text.str();
  return outcome;
}

}  // namespace kernodeck
