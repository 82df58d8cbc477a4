#include "tests/unit/report/in_child.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <exception>

namespace kernodeck {
namespace {

[[noreturn]] void Child(int pipe, const std::function<std::string()>& body) {
  std::string answer;
  try {
    answer = body();
  } catch (const std::exception& error) {
    answer = std::string("exception: ") + error.what();
  }
  const bool told =
      write(pipe, answer.data(), answer.size()) == static_cast<ssize_t>(answer.size());
  _exit(told ? 0 : 1);
}

}  // namespace

std::string InChild(const std::function<std::string()>& body) {
  int ends[2];
  if (pipe(ends) != 0) return "no pipe";
  const pid_t child = fork();
  if (child == 0) Child(ends[1], body);
  close(ends[1]);
  std::string answer;
  char buffer[4096];
  ssize_t count = 0;
  while ((count = read(ends[0], buffer, sizeof buffer)) > 0)
    answer.append(buffer, static_cast<std::size_t>(count));
  close(ends[0]);
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return "no child";
  if (WIFSIGNALED(status)) return "ended by signal " + std::to_string(WTERMSIG(status));
  if (WEXITSTATUS(status) != 0) return "exit status " + std::to_string(WEXITSTATUS(status));
  return answer;
}

}  // namespace kernodeck
