#include "plugin/diagnosis/import_second_look.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "plugin/diagnosis/search_process.h"
#include "plugin/diagnosis/worker_command.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

struct Look {
  fs::path directory;
  std::string library;
};

bool IsExtension(const std::string& name) {
  constexpr std::string_view kEnd = ".so";
  return name.compare(0, 3, "_C.") == 0 && name.size() > kEnd.size() &&
         name.compare(name.size() - kEnd.size(), kEnd.size(), kEnd) == 0;
}

using TimePoint = std::chrono::steady_clock::time_point;

std::chrono::milliseconds TimeUntil(TimePoint deadline) {
  return std::chrono::floor<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
}

// The extension first: it needs every other library of the package. Nothing where a process of its
// own got no answer from the package's folder: this one does not look there then.
std::vector<Look> LooksAt(const fs::path& package, const Installation& installation,
                          TimePoint deadline, HelperRunner& helpers) {
  DiagnosisRequest request;
  request.libtorch = package;
  const Environment no_variables = [](const std::string&) { return std::nullopt; };
  const LibTorchSearch search =
      SearchApart(request, installation, no_variables, helpers, TimeUntil(deadline)).search;
  if (!search.found && search.skipped.empty()) return {};
  std::vector<std::string> extensions;
  std::error_code error;
  for (fs::directory_iterator entry(package, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (IsExtension(name)) extensions.push_back(name);
  }
  std::vector<Look> looks;
  if (!extensions.empty()) {
    looks.push_back({package, *std::min_element(extensions.begin(), extensions.end())});
  }
  if (search.found) looks.push_back({search.found->directory, search.found->load.front()});
  return looks;
}

bool SaysSomething(const Failure& failure) {
  return failure.kind != "not_found" && failure.kind != "load_failed";
}

// The second look has not the interpreter's surroundings (its variables, what it loaded before).
// What it finds counts only where the interpreter's own loader complained of the same library.
bool IsTheSame(const Failure& found, const std::vector<std::string>& raised) {
  return found.detail.empty() ||
         std::any_of(raised.begin(), raised.end(), [&found](const std::string& text) {
           return text.find(found.detail) != std::string::npos;
         });
}

}  // namespace

void TakeSecondLookAtImport(const Installation& installation,
                            std::chrono::steady_clock::time_point deadline, HelperRunner& helpers,
                            Facts& facts) {
  if (!facts.failure || facts.failure->kind != "load_failed" || !facts.package) return;
  const std::vector<std::string> raised = facts.trace;
  for (const Look& look : LooksAt(*facts.package, installation, deadline, helpers)) {
    const std::optional<WorkerRun> run =
        helpers.Run(LoadingWorker(installation, look.directory, look.library), TimeUntil(deadline));
    if (!run) return;
    const Facts seen = ReadFacts(run->events);
    facts.trace.insert(facts.trace.end(), seen.trace.begin(), seen.trace.end());
    if (!seen.failure || !SaysSomething(*seen.failure)) continue;
    if (!IsTheSame(*seen.failure, raised)) continue;
    facts.failure->kind = seen.failure->kind;
    facts.failure->detail = seen.failure->detail;
    return;
  }
}

}  // namespace kernodeck
