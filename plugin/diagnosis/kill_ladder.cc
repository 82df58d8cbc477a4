#include "plugin/diagnosis/kill_ladder.h"

#include <csignal>
#include <utility>

#include "plugin/diagnosis/process_table.h"

namespace kernodeck {

KillLadder::KillLadder(pid_t worker, std::chrono::milliseconds term_grace,
                       std::chrono::milliseconds kill_grace, KillFunction kill)
    : worker_(worker), term_grace_(term_grace), kill_grace_(kill_grace), kill_(std::move(kill)) {}

void KillLadder::Send(int signal) {
  // The worker by itself too: it may have left the group that it was given.
  kill_(-worker_, signal);
  kill_(worker_, signal);
}

void KillLadder::Begin(Clock::time_point now) {
  if (Begun()) return;
  rung_ = Rung::kTerm;
  next_due_ = now + term_grace_;
  Send(SIGTERM);
  // A stopped process sees TERM only once it goes on.
  Send(SIGCONT);
}

void KillLadder::Advance(Clock::time_point now) {
  if (!Begun() || Abandoned() || now < next_due_) return;
  if (rung_ == Rung::kTerm) {
    rung_ = Rung::kKill;
    next_due_ = now + kill_grace_;
    Send(SIGKILL);
    return;
  }
  rung_ = Rung::kAbandoned;
  for (const pid_t descendant : DescendantsOf(worker_)) kill_(descendant, SIGKILL);
}

}  // namespace kernodeck
