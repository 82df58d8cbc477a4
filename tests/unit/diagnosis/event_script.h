#ifndef KERNODECK_TESTS_UNIT_DIAGNOSIS_EVENT_SCRIPT_H_
#define KERNODECK_TESTS_UNIT_DIAGNOSIS_EVENT_SCRIPT_H_

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "kernodeck/stage.h"
#include "plugin/diagnosis/supervisor.h"

namespace kernodeck {

// Writes down what a worker would have sent, a millisecond apart, and how it would have ended.
class EventScript {
 public:
  using Fields = std::vector<std::pair<std::string, std::string>>;

  EventScript() { Send("hello", {{"protocol", "1"}}); }

  EventScript& Send(std::string name, Fields fields = {}) {
    run_.total += std::chrono::milliseconds(1);
    run_.events.push_back({{std::move(name), std::move(fields)}, run_.total});
    return *this;
  }
  EventScript& Begin(std::string what) { return Send("begin", {{"what", std::move(what)}}); }
  EventScript& End(std::string what) { return Send("end", {{"what", std::move(what)}}); }
  EventScript& Values(std::string name, std::string data, std::string device) {
    return Send(
        "values",
        {{"name", std::move(name)}, {"data", std::move(data)}, {"device", std::move(device)}});
  }
  EventScript& Fail(std::string what, std::string kind, Fields more = {}) {
    Fields fields = {{"what", std::move(what)}, {"kind", std::move(kind)}};
    fields.insert(fields.end(), more.begin(), more.end());
    return Send("failure", std::move(fields));
  }

  // The right events of every stage before `stage`.
  EventScript& PassUntil(Stage stage, const std::string& device = "cuda:0") {
    for (const Stage passed : kDiagnosisStages) {
      if (passed == stage) break;
      Begin(std::string(Name(passed)));
      if (passed == Stage::kBackend) Send("torch", {{"version", "2.11.0"}, {"backend", "cuda"}});
      if (passed == Stage::kDevice && device != "cpu") {
        Send("torch", {{"gpu_available", "1"}, {"device_count", "1"}});
      }
      if (passed == Stage::kProduct) Values("product", "4,4,10,8", device);
      if (passed == Stage::kGradient) {
        Values("loss", "196", device);
        Values("gradient_a", "16,24,40,52", device);
        Values("gradient_b", "68,56,96,80", device);
      }
      End(std::string(Name(passed)));
    }
    return *this;
  }
  EventScript& PassAll(const std::string& device = "cuda:0") {
    return PassUntil(Stage::kComplete, device).Send("done");
  }

  [[nodiscard]] WorkerRun Exited(int status = 0) const {
    WorkerRun run = run_;
    run.end.kind = ProcessEnd::Kind::kExited;
    run.end.exit_status = status;
    return run;
  }
  [[nodiscard]] WorkerRun Signaled(int signal) const {
    WorkerRun run = run_;
    run.end.kind = ProcessEnd::Kind::kSignaled;
    run.end.signal = signal;
    return run;
  }
  [[nodiscard]] WorkerRun TimedOut() const {
    WorkerRun run = run_;
    run.end.kind = ProcessEnd::Kind::kTimedOut;
    return run;
  }

 private:
  WorkerRun run_;
};

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_UNIT_DIAGNOSIS_EVENT_SCRIPT_H_
