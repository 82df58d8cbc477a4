// A stand-in for libraries that talk, to be preloaded: in every process but the command itself it
// takes over the environment's locale and writes lines to standard output and error while the
// process runs. Some look like messages of the worker, some like lines of nvidia-smi.
#include <unistd.h>

#include <array>
#include <cerrno>
#include <clocale>
#include <cstring>
#include <string_view>
#include <thread>

namespace {

constexpr int kLines = 500;

void Talk() {
  constexpr std::array<std::string_view, 4> kSayings = {
      "Fehler: Datei oder Verzeichnis nicht gefunden\n", "done\n", "end\twhat=import\n",
      "CUDA error: out of memory \xff\xfe\n"};
  for (int i = 0; i < kLines; ++i) {
    const std::string_view line = kSayings[static_cast<std::size_t>(i) % kSayings.size()];
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
      if (write(stream, line.data(), line.size()) < 0) return;
    }
    usleep(500);
  }
}

__attribute__((constructor)) void OnLoad() {
  if (std::strcmp(program_invocation_short_name, "kernodeck") == 0) return;
  std::setlocale(LC_ALL, "");
  std::thread(Talk).detach();
}

}  // namespace
