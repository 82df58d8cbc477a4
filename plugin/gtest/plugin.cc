#include "plugin/gtest/plugin.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>

#include "kernodeck/environment.h"
#include "kernodeck/listener.h"
#include "plugin/gtest/channel_diagnosis.h"
#include "plugin/gtest/check_command.h"
#include "plugin/gtest/command_diagnosis.h"
#include "plugin/gtest/death_test.h"
#include "plugin/gtest/run_info.h"
#include "plugin/gtest/source_path.h"

namespace kernodeck {
namespace {

// What `run` may take for its diagnosis beside the diagnosis's own time limit.
constexpr std::chrono::seconds kHandOnTime{60};
constexpr std::chrono::seconds kLongestDiagnosis{120};

Variables AllVariables() {
  Variables variables;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string text = *entry;
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) continue;
    variables.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  return variables;
}

std::vector<std::string> FlagsOf(const std::vector<std::string>& arguments) {
  std::vector<std::string> flags;
  const auto end = std::find(arguments.begin(), arguments.end(), "--");
  std::copy_if(arguments.begin(), end, std::back_inserter(flags), &IsKernodeckFlag);
  return flags;
}

// Taken out of the environment, so that no child of this process takes it for its own.
std::unique_ptr<RunChannel> TakeRunChannel() {
  const char* const value = std::getenv(kRunChannelVariable);
  if (value == nullptr || InDeathTestChild()) return nullptr;
  std::unique_ptr<RunChannel> channel = RunChannel::Open(value, getppid());
  if (channel) unsetenv(kRunChannelVariable);
  return channel;
}

std::unique_ptr<Diagnosis> MakeDiagnosis(const Settings& settings, RunChannel* channel) {
  std::optional<std::filesystem::path> named;
  if (!settings.command.empty()) named = settings.command;
  auto own =
      std::make_unique<CommandDiagnosis>(settings, getpid(), [named](const CheckRequest& request) {
        return RunCheckCommand(request, SystemCommandPlaces(named));
      });
  if (channel == nullptr) return own;
  return std::make_unique<ChannelDiagnosis>(*channel, kLongestDiagnosis + kHandOnTime,
                                            std::move(own));
}

}  // namespace

Plugin& Plugin::Get() {
  static auto* const plugin = new Plugin;
  return *plugin;
}

void Plugin::Prepare(const std::vector<std::string>& arguments) {
  bool now = false;
  std::call_once(made_, [&] {
    Make(arguments);
    now = true;
  });
  if (now || FlagsOf(arguments) == flags_) return;
  usage_problem_ =
      "a requirement that was stated before RunAllTests() has read other --kernodeck_ flags than "
      "it is given now.";
}

void Plugin::PrepareByDefault() {
  std::call_once(made_, [this] { Make(ProgramArguments()); });
}

void Plugin::Make(const std::vector<std::string>& arguments) {
  name_ = ProgramName();
  flags_ = FlagsOf(arguments);
  SessionParts parts;
  auto settings = ReadSettings(arguments, AllVariables(), default_policy_);
  if (auto* const good = std::get_if<Settings>(&settings)) {
    parts.settings = std::move(*good);
  } else {
    usage_problem_ = std::get<std::string>(settings);
  }
  run_channel_ = TakeRunChannel();
  if (run_channel_) parts.settings.outputs.clear();  // `run` writes the reports
  std::error_code ignored;
  source_names_ = std::make_unique<SourceNames>(
      parts.settings.source_root.empty()
          ? std::filesystem::current_path(ignored)
          : std::filesystem::absolute(parts.settings.source_root, ignored));
  parts.usage_problem = usage_problem_;
  parts.diagnosis = MakeDiagnosis(parts.settings, run_channel_.get());
  parts.driver = SystemDeviceDriver();
  parts.waiting = SystemWaiting();
  if (!parts.settings.expect_gpus) parts.skip_command = SkipCommand();
  parts.in_child = [process = getpid()] { return InDeathTestChild() || getpid() != process; };
  parts.hand_on = &HandReadinessOn;
  parts.handed = &ParentWasReady;
  session_ = std::make_unique<Session>(std::move(parts));
  reports_ = std::make_unique<RunReports>(&OpenTestReport);
  run_ = std::make_unique<TestRun>(*session_, *reports_, run_channel_.get());
}

Session& Plugin::session() {
  PrepareByDefault();
  return *session_;
}

TestRun& Plugin::run() {
  PrepareByDefault();
  return *run_;
}

const std::string& Plugin::usage_problem() {
  PrepareByDefault();
  return usage_problem_;
}

bool Plugin::OpenReports() {
  PrepareByDefault();
  std::call_once(reports_opened_, [this] {
    const std::vector<TestReportRequest>& requests = session_->settings().outputs;
    if (!requests.empty()) (void)reports_->Open(requests, CurrentRunInfo(name_));
  });
  return !reports_->problem();
}

std::string Plugin::ReportProblem() {
  const std::optional<NewFileResult>& problem = run().Ending().report_problem;
  if (!problem) return {};
  return "OUTPUT_WRITE_FAILED: " + std::string(Info(*problem->cause).sentence);
}

void Plugin::GuardExit() {
  if (exit_guarded_.exchange(true)) return;
  process_ = getpid();
  std::atexit([] { Get().JudgeExit(); });
  std::at_quick_exit([] { Get().JudgeExit(); });
}

void Plugin::JudgeExit() {
  if (getpid() != process_) return;
  std::string problem;
  if (!run_->ended()) {
    const std::string test = run_->Running();
    problem = "the process was ended in the middle of the run" +
              (test.empty() ? std::string() : ", in " + test) + "; that is a failure.";
  } else if (!judged_by_run_all_tests_) {
    problem = ReportProblem();
  }
  if (problem.empty()) return;
  std::fflush(nullptr);
  std::fprintf(stderr, "kernodeck: %s\n", problem.c_str());
  _exit(kExitTestFailure);
}

void Plugin::Install() {
  if (environment_added_.exchange(true)) return;
  testing::AddGlobalTestEnvironment(new Environment);
}

void Plugin::InstallListener() {
  if (listener_installed_.exchange(true)) return;
  testing::UnitTest::GetInstance()->listeners().Append(new Listener);
}

void Plugin::EndRunIfCutShort() {
  if (run().started() && !run().ended() && end_cut_run_) end_cut_run_();
}

std::string Plugin::SourceName(const char* file) {
  PrepareByDefault();
  return file == nullptr ? "unknown file" : source_names_->Of(file);
}

void SetDefaultPolicy(Policy policy) { Plugin::Get().SetDefaultPolicy(policy); }

Place CurrentPlace() {
  const testing::UnitTest& unit_test = *testing::UnitTest::GetInstance();
  if (const testing::TestInfo* const test = unit_test.current_test_info()) {
    return {test->test_suite_name(), test->name()};
  }
  const testing::TestSuite* const suite = unit_test.current_test_suite();
  return suite == nullptr ? Place{} : Place{suite->name(), {}};
}

}  // namespace kernodeck
