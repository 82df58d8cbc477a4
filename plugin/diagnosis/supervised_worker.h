#ifndef KERNODECK_PLUGIN_DIAGNOSIS_SUPERVISED_WORKER_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_SUPERVISED_WORKER_H_

#include <sys/types.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstddef>
#include <functional>
#include <string_view>

#include "plugin/diagnosis/worker_launcher.h"
#include "plugin/diagnosis/worker_process.h"

namespace kernodeck {

// One started worker in the loop: drives its WorkerProcess by its descriptors and a timer of its
// own, so that no worker delays another.
class SupervisedWorker {
 public:
  using Clock = WorkerProcess::Clock;
  struct Hooks {
    std::function<void(const Event&)> on_event;
    // The process ended or was abandoned; what it wrote is read after this.
    std::function<void(const SupervisedWorker&)> on_end;
  };

  SupervisedWorker(boost::asio::io_context& context, LaunchedWorker launched,
                   Clock::time_point started, const WorkerLimits& limits, const KillFunction& kill,
                   Hooks hooks);

  // Waits for its descriptors and its deadline from now on.
  void Watch();

  void Collect(Clock::time_point now);
  void Interrupt(int signal, Clock::time_point now);

  // Whether it ended or was abandoned, and all that is to be known of it is known.
  [[nodiscard]] bool IsClosed() const { return closed_; }
  [[nodiscard]] const WorkerProcess& Process() const { return process_; }
  [[nodiscard]] WorkerRun TakeRun() { return process_.TakeRun(); }

 private:
  using Descriptor = boost::asio::posix::stream_descriptor;

  void WaitForChannel();
  void WaitForOutput();
  void WaitForTimer();
  [[nodiscard]] bool ReadChannel();
  [[nodiscard]] bool ReadOutput();
  [[nodiscard]] ssize_t Read(Descriptor& descriptor);
  void Settle();
  void Close();

  WorkerProcess process_;
  Hooks hooks_;
  Descriptor channel_;
  Descriptor output_;
  boost::asio::steady_timer timer_;
  bool closed_ = false;
  std::array<char, std::size_t{1} << 16U> buffer_{};
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_SUPERVISED_WORKER_H_
