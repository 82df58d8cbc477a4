#include "plugin/diagnosis/search_process.h"

#include <string_view>
#include <utility>

#include "plugin/core/to_number.h"
#include "plugin/diagnosis/python_interpreter.h"
#include "plugin/diagnosis/python_torch.h"
#include "plugin/report/write_all.h"

namespace kernodeck {
namespace {

std::optional<LocationRule> ToRule(std::string_view text) {
  const std::optional<int> place = ToNumber<int>(text);
  if (!place || *place < 0 || *place > static_cast<int>(LocationRule::kSystem)) return std::nullopt;
  return static_cast<LocationRule>(*place);
}

std::string FromRule(LocationRule rule) { return std::to_string(static_cast<int>(rule)); }

std::string TextOf(const Event& event, std::string_view key) {
  return std::string(event.Find(key).value_or(std::string_view()));
}

// Puts the events of one search together again.
class SearchReader {
 public:
  // Whether the event is one that EncodeSearch writes.
  bool Read(const Event& event) {
    if (done_) return false;
    if (event.name == "found") return Found(event);
    if (event.name == "load") return Add(event, &LibTorchLocation::load);
    if (event.name == "gpu_library") return Add(event, &LibTorchLocation::gpu_libraries);
    if (event.name == "skipped") return Skipped(event);
    if (event.name == "caller") return Caller(event);
    if (event.name == "mapped") return Mapped(event);
    if (event.name == "interpreter") return Interpreter(event);
    if (event.name == "interrupted") {
      outcome_.search.interrupted_by_signal = ToNumber<int>(TextOf(event, "signal"));
      return outcome_.search.interrupted_by_signal.has_value();
    }
    return event.name == "done" && (done_ = true);
  }

  std::optional<SearchOutcome> Take() {
    if (!done_) return std::nullopt;
    if (outcome_.caller && outcome_.search.found)
      outcome_.caller->location = *outcome_.search.found;
    return std::move(outcome_);
  }

 private:
  bool Found(const Event& event) {
    const std::optional<LocationRule> rule = ToRule(TextOf(event, "rule"));
    if (!rule || outcome_.search.found) return false;
    LibTorchLocation location;
    location.rule = *rule;
    location.directory = TextOf(event, "directory");
    location.rocm = event.Find("rocm") == "1";
    outcome_.search.found = std::move(location);
    return true;
  }

  bool Add(const Event& event, std::vector<std::string> LibTorchLocation::*list) {
    if (!outcome_.search.found) return false;
    ((*outcome_.search.found).*list).push_back(TextOf(event, "name"));
    return true;
  }

  bool Skipped(const Event& event) {
    const std::optional<LocationRule> rule = ToRule(TextOf(event, "rule"));
    if (!rule) return false;
    outcome_.search.skipped.push_back({*rule, TextOf(event, "place"), TextOf(event, "why")});
    return true;
  }

  bool Caller(const Event& event) {
    outcome_.caller.emplace();
    outcome_.caller->gpu_library_mapped = event.Find("gpu_library_mapped") == "1";
    return true;
  }

  bool Mapped(const Event& event) {
    const auto device = ToNumber<std::uint64_t>(TextOf(event, "device"));
    const auto inode = ToNumber<std::uint64_t>(TextOf(event, "inode"));
    if (!outcome_.caller || !device || !inode) return false;
    outcome_.caller->libraries[TextOf(event, "stem")] = {*device, *inode};
    return true;
  }

  bool Interpreter(const Event& event) {
    if (outcome_.interpreter || !event.Find("path")) return false;
    outcome_.interpreter = TextOf(event, "path");
    return true;
  }

  SearchOutcome outcome_;
  bool done_ = false;
};

struct ProcessArguments {
  DiagnosisRequest request;
  int channel = -1;
};

std::optional<ProcessArguments> ParseProcessArguments(const std::vector<std::string>& arguments) {
  ProcessArguments parsed;
  for (std::size_t i = 0; i + 1 < arguments.size(); i += 2) {
    const std::string& value = arguments[i + 1];
    if (arguments[i] == "--channel") parsed.channel = ToNumber<int>(value).value_or(-1);
    if (arguments[i] == "--libtorch") parsed.request.libtorch = value;
    if (arguments[i] == "--python") parsed.request.python = value;
    if (arguments[i] == "--caller") parsed.request.caller = ToNumber<pid_t>(value);
  }
  if (parsed.channel < 0) return std::nullopt;
  return parsed;
}

}  // namespace

SearchOutcome SearchHere(const DiagnosisRequest& request, const Installation& installation,
                         const Environment& environment) {
  SearchOutcome outcome;
  if (request.python) {
    outcome.interpreter = ResolveInterpreter(*request.python, environment);
    LookAtProgram(*outcome.interpreter);
    return outcome;
  }
  if (request.caller) outcome.caller = ReadCaller(*request.caller);
  if (outcome.caller) {
    outcome.search.found = outcome.caller->location;
    return outcome;
  }
  HelperRunner helpers;
  LocatorInput input;
  input.given = request.libtorch;
  if (installation.built_for) input.built_with = installation.built_for->library_dir;
  input.active_python = [&] { return FindPythonTorch(environment, helpers); };
  input.system_folders = SystemLibraryFolders();
  outcome.search = LocateLibTorch(input);
  outcome.search.interrupted_by_signal = helpers.InterruptedBySignal();
  return outcome;
}

SearchOutcome SearchApart(const DiagnosisRequest& request, const Installation& installation,
                          const Environment& environment, HelperRunner& helpers,
                          std::chrono::milliseconds limit) {
  WorkerCommand command{installation.command, {kSearchSubcommand}, {}};
  if (request.libtorch) {
    command.arguments.insert(command.arguments.end(), {"--libtorch", request.libtorch->string()});
  }
  if (request.python) {
    command.arguments.insert(command.arguments.end(), {"--python", request.python->string()});
  }
  if (request.caller) {
    command.arguments.insert(command.arguments.end(),
                             {"--caller", std::to_string(*request.caller)});
  }
  const std::optional<WorkerRun> run = helpers.Run(command, limit);
  SearchOutcome outcome;
  if (!run) {
    outcome.search.interrupted_by_signal = helpers.InterruptedBySignal();
    return outcome;
  }
  std::optional<SearchOutcome> found = DecodeSearch(run->events);
  if (found) return *std::move(found);
  if (run->end.kind == ProcessEnd::Kind::kFailedToStart) {
    return SearchHere(request, installation, environment);
  }
  outcome.out_of_time = run->end;
  return outcome;
}

int RunSearchProcess(const std::vector<std::string>& arguments, const Installation& installation,
                     const Environment& environment) {
  const std::optional<ProcessArguments> parsed = ParseProcessArguments(arguments);
  if (!parsed) return 64;  // EX_USAGE
  for (const Event& event : EncodeSearch(SearchHere(parsed->request, installation, environment))) {
    if (!WriteAll(parsed->channel, EncodeEvent(event))) return 74;  // EX_IOERR
  }
  return 0;
}

std::vector<Event> EncodeSearch(const SearchOutcome& outcome) {
  std::vector<Event> events;
  const LibTorchSearch& search = outcome.search;
  if (search.found) {
    events.push_back({"found",
                      {{"rule", FromRule(search.found->rule)},
                       {"directory", search.found->directory.string()},
                       {"rocm", search.found->rocm ? "1" : "0"}}});
    for (const std::string& name : search.found->load) events.push_back({"load", {{"name", name}}});
    for (const std::string& name : search.found->gpu_libraries) {
      events.push_back({"gpu_library", {{"name", name}}});
    }
  }
  for (const SkippedPlace& skipped : search.skipped) {
    events.push_back(
        {"skipped",
         {{"rule", FromRule(skipped.rule)}, {"place", skipped.place}, {"why", skipped.why}}});
  }
  if (outcome.caller) {
    const char* const mapped = outcome.caller->gpu_library_mapped ? "1" : "0";
    events.push_back({"caller", {{"gpu_library_mapped", mapped}}});
    for (const auto& [stem, identity] : outcome.caller->libraries) {
      events.push_back({"mapped",
                        {{"stem", stem},
                         {"device", std::to_string(identity.first)},
                         {"inode", std::to_string(identity.second)}}});
    }
  }
  if (outcome.interpreter) {
    events.push_back({"interpreter", {{"path", outcome.interpreter->string()}}});
  }
  if (search.interrupted_by_signal) {
    events.push_back({"interrupted", {{"signal", std::to_string(*search.interrupted_by_signal)}}});
  }
  events.push_back({"done", {}});
  return events;
}

std::optional<SearchOutcome> DecodeSearch(const std::vector<TimedEvent>& events) {
  SearchReader reader;
  for (const TimedEvent& timed : events) {
    if (!reader.Read(timed.event)) return std::nullopt;
  }
  return reader.Take();
}

}  // namespace kernodeck
