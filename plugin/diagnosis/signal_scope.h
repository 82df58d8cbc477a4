#ifndef KERNODECK_PLUGIN_DIAGNOSIS_SIGNAL_SCOPE_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_SIGNAL_SCOPE_H_

#include <array>
#include <csignal>

namespace kernodeck {

// The signals that end a supervision early.
inline constexpr std::array<int, 3> kInterruptSignals = {SIGINT, SIGTERM, SIGHUP};

// Lends the handling of the interrupt signals and of SIGCHLD, and gives it back as it was: handlers
// and mask. From the constructor on all signals are blocked in this thread, but between Unblock()
// and Block(); so none falls into a moment in which nobody handles it.
class SignalScope {
 public:
  SignalScope();
  ~SignalScope();
  SignalScope(const SignalScope&) = delete;
  SignalScope& operator=(const SignalScope&) = delete;

  // Whether `signal`, one of kInterruptSignals, was ignored before (as under nohup).
  [[nodiscard]] bool WasIgnored(int signal) const;

  // Lets the lent signals through, whatever the mask was: a parent may have left SIGCHLD blocked.
  void Unblock();
  static void Block();

  // Makes the handlers that were put in meanwhile restart the system calls that they interrupt: an
  // observer's half-done write would be a lost line.
  static void RestartInterruptedCalls();

  // `signal` came too late to matter here: it is sent again once its own handler is back.
  void PassOn(int signal) { passed_on_ = signal; }

 private:
  static constexpr std::array<int, 4> kLent = {SIGINT, SIGTERM, SIGHUP, SIGCHLD};

  sigset_t mask_{};
  std::array<struct sigaction, kLent.size()> actions_{};
  int passed_on_ = 0;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_SIGNAL_SCOPE_H_
