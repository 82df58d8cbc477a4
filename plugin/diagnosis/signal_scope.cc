#include "plugin/diagnosis/signal_scope.h"

#include <cstddef>

namespace kernodeck {

SignalScope::SignalScope() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &mask_);
  for (std::size_t i = 0; i < kLent.size(); ++i) ::sigaction(kLent[i], nullptr, &actions_[i]);
}

SignalScope::~SignalScope() {
  Block();
  for (std::size_t i = 0; i < kLent.size(); ++i) ::sigaction(kLent[i], &actions_[i], nullptr);
  if (passed_on_ != 0) ::raise(passed_on_);
  pthread_sigmask(SIG_SETMASK, &mask_, nullptr);
}

bool SignalScope::WasIgnored(int signal) const {
  for (std::size_t i = 0; i < kLent.size(); ++i) {
    if (kLent[i] == signal) return actions_[i].sa_handler == SIG_IGN;
  }
  return false;
}

void SignalScope::RestartInterruptedCalls() {
  for (const int signal : kLent) {
    struct sigaction action = {};
    ::sigaction(signal, nullptr, &action);
    if (action.sa_handler == SIG_IGN || action.sa_handler == SIG_DFL) continue;
    action.sa_flags |= SA_RESTART;
    ::sigaction(signal, &action, nullptr);
  }
}

void SignalScope::Unblock() {
  sigset_t mask = mask_;
  for (const int signal : kLent) sigdelset(&mask, signal);
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
}

void SignalScope::Block() {
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, nullptr);
}

}  // namespace kernodeck
