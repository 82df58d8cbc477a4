#include "plugin/diagnosis/trace.h"

#include <cstring>
#include <iomanip>
#include <sstream>

#include "plugin/diagnosis/signal_name.h"

namespace kernodeck {
namespace {

std::string DescribeEnd(const ProcessEnd& end) {
  switch (end.kind) {
    case ProcessEnd::Kind::kExited:
      return "exited with status " + std::to_string(end.exit_status);
    case ProcessEnd::Kind::kSignaled:
      return "ended by " + SignalName(end.signal);
    case ProcessEnd::Kind::kTimedOut:
      return "killed at the time limit";
    case ProcessEnd::Kind::kFailedToStart:
      return std::string("could not be started: ") + std::strerror(end.start_error);
    case ProcessEnd::Kind::kCouldNotBeKilled:
      return "could not be killed, state " + end.state;
    case ProcessEnd::Kind::kInterrupted:
      return "was ended because the command got " + SignalName(end.signal);
  }
  return {};
}

}  // namespace

std::string TraceSearch(const LibTorchSearch& search) {
  std::ostringstream text;
  text << "LibTorch\n";
  for (const SkippedPlace& skipped : search.skipped) {
    text << "  not " << skipped.place << " (" << Name(skipped.rule) << "): " << skipped.why << "\n";
  }
  if (search.found) {
    text << "  used: " << search.found->directory.string() << " (" << Name(search.found->rule)
         << ")\n";
  }
  return text.str();
}

std::string TraceRun(const std::string& who, const Facts& facts, const WorkerRun& run) {
  std::ostringstream text;
  text << "\nEvents of " << who << ", seconds since its start\n"
       << std::fixed << std::setprecision(3);
  for (const TimedEvent& timed : run.events) {
    text << "  " << std::chrono::duration<double>(timed.at).count() << "  "
         << EncodeEvent(timed.event);
  }
  if (facts.contradiction) text << "  not read on: " << *facts.contradiction << "\n";
  text << "  " << who << " " << DescribeEnd(run.end) << "\n\nRaw texts\n";
  for (const std::string& raw : facts.trace) text << raw << "\n";
  text << "\nStandard output and error of " << who << "\n" << run.output << "\n";
  return text.str();
}

}  // namespace kernodeck
