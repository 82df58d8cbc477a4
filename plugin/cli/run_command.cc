#include "plugin/cli/run_command.h"

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "plugin/cli/command.h"
#include "plugin/cli/help_footer.h"
#include "plugin/cli/run_options.h"
#include "plugin/cli/run_progress.h"
#include "plugin/cli/status_line.h"
#include "plugin/core/quoted.h"
#include "plugin/run/list_tests.h"
#include "plugin/run/outcome_text.h"
#include "plugin/run/report_set.h"
#include "plugin/run/result_text.h"
#include "plugin/run/test_supervision.h"

namespace kernodeck {
namespace {

constexpr std::string_view kName = "kernodeck run";
constexpr int kMaxSeed = 99'999;  // GoogleTest's own

CommandSpec Spec() {
  CommandSpec spec;
  spec.name = kName;
  spec.summary =
      "Runs a GoogleTest binary under supervision: a crash or a hang costs one test, and the\n"
      "others go on in a fresh process. The tests and their arguments stand behind `--`:\n"
      "kernodeck run [OPTIONS] -- TESTS [ARGUMENTS OF THE TESTS]";
  spec.options = RunOptionSpecs();
  spec.footer = ExamplesSection({
                    "kernodeck run -- ./tests",
                    "kernodeck run --output junit:tests.xml -- ./tests --gtest_filter=Model*",
                    "kernodeck run --test-timeout 60 --jobs 4 -- ./tests --gtest_repeat=10",
                }) +
                "\n" + RunExitStatuses();
  return spec;
}

void Say(const Console& console, const std::string& sentence) {
  console.err(std::string(kName) + ": " + sentence + "\n");
}

// Why there is no list, and the exit status for that.
int RefuseListing(const Console& console, const RunRequest& request, const Listing& listing) {
  const std::string program = Quoted(request.executable.string());
  if (!listing.errors.empty())
    console.err(listing.errors + (listing.errors.back() == '\n' ? "" : "\n"));
  const ProcessEnd& end = listing.end;
  constexpr int kNotLoaded = 127;  // as the dynamic loader ends a program
  switch (end.kind) {
    case ProcessEnd::Kind::kInterrupted:
      return EndInterrupted(console, kName, end.signal, "no test was run");
    case ProcessEnd::Kind::kTimedOut:
    case ProcessEnd::Kind::kCouldNotBeKilled:
      Say(console, CodeMessage(Code::kTimeout, program + " did not list its tests in time; it " +
                                                   EndPhrase(end) + ". No test was run."));
      return Info(Code::kTimeout).exit_status;
    case ProcessEnd::Kind::kFailedToStart:
      break;
    case ProcessEnd::Kind::kExited:
      if (end.exit_status != kNotLoaded) break;
      [[fallthrough]];
    case ProcessEnd::Kind::kSignaled:
      Say(console, CodeMessage(Code::kWorkerFailed, program + " " + EndPhrase(end) +
                                                        " when it was asked for its tests. No test "
                                                        "was run."));
      return Info(Code::kWorkerFailed).exit_status;
  }
  return RefuseUsage(
      console, kName,
      {program + " is no GoogleTest binary: asked for its tests it gave no list, and " +
       EndPhrase(end) + "."});
}

TestRunInfo Describe(const RunRequest& request) {
  TestRunInfo info;
  info.name = request.executable.filename().string();
  info.shard_index = request.shard.index;
  info.shard_count = request.shard.count;
  info.repeats = request.flags.repeat;
  if (request.flags.shuffle) info.seed = static_cast<std::uint64_t>(request.flags.random_seed);
  info.at = std::chrono::system_clock::now();
  return info;
}

// What is not the tests' or the options' to say.
void Complete(RunRequest& request, const ParsedArguments& options, const Console& console,
              const Installation& installation, StatusLine& line) {
  request.command = installation.command;
  request.color = console.out_style.color;
  std::error_code error;
  request.folder = std::filesystem::current_path(error);
  if (request.flags.shuffle && request.flags.random_seed == 0) {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const auto ticks = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
    request.flags.random_seed = static_cast<int>(ticks % kMaxSeed) + 1;
  }
  if (!console.progress || options.Has("--no-progress")) return;
  request.show_progress = [&line](const RunProgress& progress) {
    line.Show(ProgressText(progress));
  };
  request.erase_progress = [&line] { line.Show(""); };
}

// Whether a write there does not wait, as far as can be told.
bool TakesOutput(int descriptor) {
  constexpr int kPatience = 500;  // milliseconds
  pollfd waiting = {descriptor, POLLOUT, 0};
  return ::poll(&waiting, 1, kPatience) != 0;
}

int RunListed(const Console& console, const RunRequest& request, const Listing& listing) {
  ReportSet reports(request.outputs, Describe(request));
  if (const std::optional<ReportFault> fault = reports.Open()) {
    Say(console, CodeMessage(Code::kOutputWriteFailed, Sentence(*fault) + " No test was run."));
    return Info(Code::kOutputWriteFailed).exit_status;
  }
  RunOutcome outcome = SuperviseTests(request, listing.tests, reports);
  if (!request.flags.output.empty()) {
    outcome.notes.emplace_back(
        request.flags.output_variable +
        " is not used: it would hold the tests of the last process only; write "
        "--output junit:FILE instead");
  }
  const bool readable = !outcome.cut_short || TakesOutput(request.out);
  const bool printed = console.out_usable && readable && console.out(OutcomeText(outcome));
  if (!printed) Say(console, "standard output could not be written.");
  if (printed || outcome.exit_status != 0) return outcome.exit_status;
  return Info(Code::kOutputWriteFailed).exit_status;
}

}  // namespace

int RunTests(const std::vector<std::string>& arguments, const Console& console,
             const Installation& installation) {
  const auto separator = std::find(arguments.begin(), arguments.end(), "--");
  auto begun = BeginCommand(console, Spec(), {arguments.begin(), separator});
  if (const int* status = std::get_if<int>(&begun)) return *status;
  const auto& options = std::get<ParsedArguments>(begun);
  if (separator == arguments.end() || separator + 1 == arguments.end()) {
    return RefuseUsage(console, kName,
                       {"the tests are missing; write `kernodeck run [OPTIONS] -- ./tests`."});
  }
  auto read = ReadRunOptions(options, {separator + 1, arguments.end()}, console.environment);
  if (const auto* error = std::get_if<UsageError>(&read)) {
    return RefuseUsage(console, kName, *error);
  }
  auto& request = std::get<RunRequest>(read);
  StatusLine line(console.progress);
  Complete(request, options, console, installation, line);
  const Listing listing = ListTests(request.executable, request.arguments, request.test_timeout);
  if (!listing.is_list) return RefuseListing(console, request, listing);
  if (request.flags.list_tests) return ShowText(console, kName, listing.output);
  return RunListed(console, request, listing);
}

}  // namespace kernodeck
