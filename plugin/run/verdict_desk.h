#ifndef KERNODECK_PLUGIN_RUN_VERDICT_DESK_H_
#define KERNODECK_PLUGIN_RUN_VERDICT_DESK_H_

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "kernodeck/verdict.h"
#include "plugin/core/test_event.h"
#include "plugin/core/test_result.h"

namespace kernodeck {

// Hands one diagnosis to all the test processes that ask for it, and knows when it is stale: after
// a test that may have broken the device the next who asks is answered by a new one. A failing
// verdict is charged to one test of the whole run. Starts nothing itself. Not thread-safe.
class VerdictDesk {
 public:
  using Asker = std::size_t;
  struct Hooks {
    // Start a diagnosis, of what `caller` has loaded where one asks; OnDiagnosis() is called with
    // what came of it.
    std::function<void(std::optional<pid_t> caller)> start;
    std::function<void(Asker, const HandedVerdict&)> hand;
  };

  explicit VerdictDesk(Hooks hooks) : hooks_(std::move(hooks)) {}

  // A process asks on behalf of `test`.
  void Ask(Asker asker, pid_t process, const TestId& test);
  // A process has ended, and waits no more.
  void Forget(Asker asker);
  // The diagnosis has ended: its report as it is handed on, and its verdict.
  void OnDiagnosis(const std::string& report, const Verdict& verdict);
  // Starts a diagnosis for nobody.
  void CheckAgain();
  // `test` failed in a way that a device could have caused.
  void Suspect(const TestId& test);

  // A test that failed before its body: where nobody was charged yet, since the verdict was asked
  // for without a test that ends by it, this one is.
  void Failed(const TestId& test);

  // What the first diagnosis said.
  [[nodiscard]] const std::optional<Verdict>& Readiness() const { return readiness_; }
  // What one said that was made after the last suspect test.
  [[nodiscard]] std::optional<Verdict> AfterCheck() const;
  // Whether a suspect test has not been followed by a diagnosis, and the machine was ready before.
  [[nodiscard]] bool NeedsAfterCheck() const;

 private:
  struct Waiting {
    Asker asker{};
    TestId test;
  };

  void Start(std::optional<pid_t> caller);
  void Hand(const Waiting& to);

  Hooks hooks_;
  bool under_way_ = false;
  bool stale_ = false;  // the diagnosis under way, or the last one, was begun before a suspect test
  std::vector<Waiting> waiting_;
  std::string report_;
  std::optional<Verdict> last_;
  std::optional<Verdict> readiness_;
  std::optional<TestId> suspect_;     // the last one
  std::optional<TestId> charged_to_;  // a failing verdict was
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_VERDICT_DESK_H_
