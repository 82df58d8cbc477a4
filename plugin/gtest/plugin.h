#ifndef KERNODECK_PLUGIN_GTEST_PLUGIN_H_
#define KERNODECK_PLUGIN_GTEST_PLUGIN_H_

#include <sys/types.h>

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "kernodeck/policy.h"
#include "plugin/gtest/run_channel.h"
#include "plugin/gtest/run_reports.h"
#include "plugin/gtest/session.h"
#include "plugin/gtest/source_path.h"
#include "plugin/gtest/test_run.h"

namespace kernodeck {

// The plugin in this process. There is one object, and it is the only mutable state that the plugin
// keeps outside of its objects: macros, fixtures and listeners have no other way to each other, as
// they have none in GoogleTest but testing::UnitTest::GetInstance(). It is never destroyed, since
// tests' own static objects may state requirements when they are. Thread-safe but for what TestRun
// says of itself.
class Plugin {
 public:
  [[nodiscard]] static Plugin& Get();

  // Has to come before the first use of what is below.
  void SetDefaultPolicy(Policy policy) { default_policy_ = policy; }
  // Reads flags and variables, once; without it, at the first use, from the arguments that
  // GoogleTest was given. `arguments` are main's, without the program's name; where a requirement
  // has come before and had others, that is a usage problem.
  void Prepare(const std::vector<std::string>& arguments);

  [[nodiscard]] Session& session();
  [[nodiscard]] TestRun& run();
  // What is wrong with flags and variables; empty where nothing is.
  [[nodiscard]] const std::string& usage_problem();

  // Opens the reports that were asked for, once. False where one cannot be made.
  [[nodiscard]] bool OpenReports();
  // Why a report was not made or written, with its code.
  [[nodiscard]] std::string ReportProblem();

  // Puts an Environment, and with it a Listener, in place; each at most once, before tests run.
  // They read no settings before the run begins: both may come before InitGoogleTest.
  void Install();
  void InstallListener();
  // The first listener that hears of the run is the one that works.
  [[nodiscard]] bool TakeListener() { return !listener_taken_.exchange(true); }
  // What the listener that works does where GoogleTest leaves its run without a word to listeners,
  // as it does when an environment throws.
  void WhenCutShort(std::function<void()> end) { end_cut_run_ = std::move(end); }
  void EndRunIfCutShort();
  // From now on a process that ends in the middle of the run ends with a failure, whatever status
  // it was ended with; so does one whose reports were not written and whose main does not know.
  void GuardExit();

  // RunAllTests() judges the run at its end, and no environment has to.
  void JudgedByRunAllTests() { judged_by_run_all_tests_ = true; }
  [[nodiscard]] bool judged_by_run_all_tests() const { return judged_by_run_all_tests_; }

  // How reports name a source file.
  [[nodiscard]] std::string SourceName(const char* file);
  // The `kernodeck run` above, if there is one, hears of an end without a run.
  void TellRunOfEnd(int exit_status) {
    if (run_channel_) run_channel_->Send(RunEnd{exit_status});
  }
  [[nodiscard]] bool under_run() { return run_channel_ != nullptr; }

 private:
  Plugin() = default;
  void Make(const std::vector<std::string>& arguments);
  void PrepareByDefault();
  void JudgeExit();

  std::atomic<Policy> default_policy_ = Policy::kRequire;
  std::atomic<bool> listener_installed_ = false;
  std::atomic<bool> listener_taken_ = false;
  std::atomic<bool> environment_added_ = false;
  std::atomic<bool> judged_by_run_all_tests_ = false;
  std::atomic<bool> exit_guarded_ = false;
  pid_t process_ = 0;
  std::function<void()> end_cut_run_;
  std::once_flag made_;
  std::once_flag reports_opened_;
  std::string name_;  // of the binary
  std::string usage_problem_;
  std::vector<std::string> flags_;  // that were read
  std::unique_ptr<SourceNames> source_names_;
  std::unique_ptr<RunChannel> run_channel_;
  std::unique_ptr<Session> session_;
  std::unique_ptr<RunReports> reports_;
  std::unique_ptr<TestRun> run_;
};

// Where the caller is, in GoogleTest's eyes.
[[nodiscard]] Place CurrentPlace();

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_PLUGIN_H_
