#ifndef KERNODECK_PLUGIN_DIAGNOSIS_SUPERVISED_WORKER_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_SUPERVISED_WORKER_H_

#include <sys/types.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "plugin/diagnosis/worker_launcher.h"
#include "plugin/diagnosis/worker_process.h"

namespace kernodeck {

// One started process in the loop: drives its WorkerProcess by its descriptors and a timer of its
// own, so that no process delays another.
class SupervisedWorker {
 public:
  using Clock = WorkerProcess::Clock;
  struct Hooks {
    std::function<void(const Event&)> on_event;
    // Where there is none, what was written is kept for the run.
    std::function<void(std::string_view)> on_output;
    std::function<void(std::string_view)> on_errors;
    // The process ended or was abandoned; what it wrote is read after this.
    std::function<void(const SupervisedWorker&)> on_end;
    // All that is to be known of it is known.
    std::function<void()> on_closed;
  };

  SupervisedWorker(boost::asio::io_context& context, LaunchedWorker launched,
                   Clock::time_point started, const WorkerLimits& limits, const KillFunction& kill,
                   Hooks hooks);

  // Waits for its descriptors and its deadline from now on.
  void Watch();

  void Collect(Clock::time_point now);
  void Interrupt(int signal, Clock::time_point now);
  void Expire(Clock::time_point now);
  void SetDeadline(Clock::time_point deadline, Clock::time_point now);

  // Sends `bytes` on a channel that goes both ways; what it does not take at once waits.
  void Send(std::string_view bytes);

  // Reads no output while paused: the process waits once its pipe is full, and its time stands
  // still.
  void PauseOutput(bool paused, Clock::time_point now);

  // Whether it ended or was abandoned, and all that is to be known of it is known.
  [[nodiscard]] bool IsClosed() const { return closed_; }
  [[nodiscard]] const WorkerProcess& Process() const { return process_; }
  [[nodiscard]] WorkerRun TakeRun() { return process_.TakeRun(); }

 private:
  using Descriptor = boost::asio::posix::stream_descriptor;
  using Buffer = std::array<char, std::size_t{1} << 16U>;
  using Sink = std::function<void(std::string_view)>;

  void WaitForChannel();
  void WaitForOutput(Descriptor& stream, const Sink& sink, bool& waiting);
  void WaitForRoom();
  void WaitForTimer();
  [[nodiscard]] bool ReadChannel();
  void DrainChannel();
  void DrainErrors();
  void OnTimer(Clock::time_point now);
  [[nodiscard]] bool ReadOutput(Descriptor& stream, const Sink& sink);
  void Settle();
  void Close();

  WorkerProcess process_;
  Hooks hooks_;
  Descriptor channel_;
  Descriptor output_;
  Descriptor errors_;
  boost::asio::steady_timer timer_;
  bool closed_ = false;
  bool channel_read_ = false;  // bytes came with the last read of the channel
  bool output_read_ = false;   // the same for the output
  bool waits_for_output_ = false;
  bool waits_for_errors_ = false;
  bool extended_ = false;  // this deadline was, as this process was stopped itself
  std::optional<Clock::time_point> paused_since_;
  Clock::time_point deadline_ = Clock::time_point::max();  // while paused: what is to come back
  std::string to_send_;
  Buffer channel_buffer_{};
  Buffer output_buffer_{};
  Buffer errors_buffer_{};
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_SUPERVISED_WORKER_H_
