#ifndef KERNODECK_PLUGIN_DIAGNOSIS_SEARCH_PROCESS_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_SEARCH_PROCESS_H_

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "plugin/diagnosis/caller.h"
#include "plugin/diagnosis/diagnose.h"
#include "plugin/diagnosis/helper_runner.h"
#include "plugin/diagnosis/libtorch_locator.h"

namespace kernodeck {

// The search for LibTorch, or for the interpreter of --python, looks into folders that may lie on a
// file system that does not answer, and a process that waits for one can neither be stopped nor
// end. So the command starts itself once more for the search, and supervises that process as it
// does a worker. The same holds for starting a program that lies there: an interpreter is started
// only once the search has looked at its file.

struct SearchOutcome {
  LibTorchSearch search;
  std::optional<CallerLibTorch> caller;              // what the process of --caller has mapped
  std::optional<std::filesystem::path> interpreter;  // what --python names; nothing else was found
  // It had not ended at the limit, or it ended (crashed) without an outcome; how it ended then.
  std::optional<ProcessEnd> out_of_time;
};

// The arguments with which the command searches; the first is no subcommand that a person types.
inline constexpr const char* kSearchSubcommand = "--search-libtorch";

// Runs the search in a process of its own, `limit` at most. Where the command cannot be started
// anew the search is done in this process, and nothing bounds it.
[[nodiscard]] SearchOutcome SearchApart(const DiagnosisRequest& request,
                                        const Installation& installation,
                                        const Environment& environment, HelperRunner& helpers,
                                        std::chrono::milliseconds limit);

// The search, in this process.
[[nodiscard]] SearchOutcome SearchHere(const DiagnosisRequest& request,
                                       const Installation& installation,
                                       const Environment& environment);

// What the process of the search does: `arguments` are those behind kSearchSubcommand. Returns its
// exit status.
[[nodiscard]] int RunSearchProcess(const std::vector<std::string>& arguments,
                                   const Installation& installation,
                                   const Environment& environment);

// The outcome as events and back; nothing where they are not whole.
[[nodiscard]] std::vector<Event> EncodeSearch(const SearchOutcome& outcome);
[[nodiscard]] std::optional<SearchOutcome> DecodeSearch(const std::vector<TimedEvent>& events);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_SEARCH_PROCESS_H_
