#include "plugin/run/test_lane.h"

#include <limits>
#include <utility>

#include "plugin/core/test_event.h"
#include "plugin/run/shard.h"

namespace kernodeck {
namespace {

using Clock = ProcessPool::Clock;
using Stream = ProcessPool::Stream;

// More than the results of a million tests.
constexpr std::size_t kMaxWritten = std::size_t{1} << 29U;

WorkerLimits LimitsOfTests() {
  WorkerLimits limits;
  limits.computation = std::chrono::milliseconds::max();
  limits.max_report_bytes = std::numeric_limits<std::size_t>::max();
  limits.keep_events = false;
  return limits;
}

}  // namespace

TestLane::TestLane(ProcessPool& pool, const RunRequest& request,
                   const std::vector<ListedTest>& tests, std::vector<TestIndex> part, bool whole,
                   RelayStyle style, Hooks hooks)
    : pool_(pool),
      request_(request),
      tests_(tests),
      part_(std::move(part)),
      whole_(whole),
      hooks_(std::move(hooks)),
      out_(style, [this](std::string_view bytes) { hooks_.write(Stream::kOut, bytes); }),
      err_({style.whole_tests, false, false},
           [this](std::string_view bytes) { hooks_.write(Stream::kErr, bytes); }),
      left_(part_) {}

std::string TestLane::Flags(int iterations) const {
  const std::string output = written_ ? "json:" + written_->Path() : "";
  std::string flags =
      "--gtest_output=" + output + "\n--gtest_repeat=" + std::to_string(iterations) + "\n";
  const bool all = whole_ && left_.size() == part_.size();
  if (!all) flags += FilterFlag(tests_, left_) + "\n";
  // The lines of each test are what a plain binary is followed by.
  if (request_.flags.brief) flags += "--gtest_brief=0\n";
  if (request_.flags.shuffle) {
    flags += "--gtest_random_seed=" + std::to_string(request_.flags.random_seed) + "\n";
  }
  if (request_.color && request_.flags.color.empty()) flags += "--gtest_color=yes\n";
  return flags;
}

void TestLane::Continue() {
  if (left_.empty()) {
    iteration_ = std::numeric_limits<int>::max();
    return;
  }
  if (!hooks_.refused(tests_[left_.front()], repeat_)) return Start();
  for (const TestIndex index : left_) {
    hooks_.on_result(*hooks_.refused(tests_[index], repeat_), nullptr);
  }
  left_.clear();
  iteration_ = std::numeric_limits<int>::max();
}

void TestLane::Start() {
  const bool all = left_.size() == part_.size();
  int iterations = request_.flags.repeat < 0 ? -1 : request_.flags.repeat - repeat_ + 1;
  if (!all) iterations = 1;
  written_ = had_plugin_ ? nullptr : std::make_unique<PrivateFile>();
  flag_file_ = std::make_unique<PrivateFile>(Flags(iterations));
  limit_ = Limit::kTest;
  tracker_ = std::make_unique<ProcessTracker>(tests_, left_, repeat_, iterations, request_.folder,
                                              TrackerHooks());
  ProcessPool::Id id = 0;
  ProcessEnd end;
  end.start_error = pool_.Start(Command(), LimitsOfTests(), PoolHooks(), id);
  if (end.start_error != 0) return OnEnd(end);
  id_ = id;
  RestartTime();
}

ProcessTracker::Hooks TestLane::TrackerHooks() {
  ProcessTracker::Hooks tracked;
  tracked.on_start = [this](const TestStart& test) {
    running_ = FullName(test.id);
    iteration_ = test.repeat;
    RestartTime();
    hooks_.on_start(test);
  };
  tracked.on_result = [this](const TestResult& result) {
    running_.clear();
    RestartTime();
    hooks_.on_result(result, nullptr);
  };
  tracked.on_want_verdict = [this](const TestId& test) { hooks_.on_want_verdict(*this, test); };
  tracked.on_problem = [this](const std::string& problem) { hooks_.on_problem(problem); };
  tracked.on_mark = [this] { RestartTime(); };
  tracked.take_written = [this] { return written_ ? written_->Take(kMaxWritten) : ""; };
  return tracked;
}

WorkerCommand TestLane::Command() const {
  WorkerCommand command{request_.executable, request_.arguments, {}};
  command.arguments.push_back("--gtest_flagfile=" + flag_file_->Path());
  command.unset_variables = {kShardCountVariable, kShardIndexVariable};
  command.channel_variable = kRunChannelVariable;
  if (!request_.promised_gpus.empty()) {
    command.set_variables.emplace_back("KERNODECK_EXPECT_GPUS", request_.promised_gpus);
  }
  command.separate_errors = true;
  command.core_files = true;
  command.adopts_orphans = false;
  return command;
}

ProcessPool::Hooks TestLane::PoolHooks() {
  ProcessPool::Hooks hooks;
  hooks.on_event = [this](const Event& event) {
    if (!tracker_->TakeEvent(event) && id_) pool_.Expire(*id_);
  };
  hooks.on_output = [this](std::string_view bytes) {
    tracker_->TakeOutput(bytes);
    out_.Take(bytes, tracker_->Running());
  };
  hooks.on_errors = [this](std::string_view bytes) {
    tracker_->TakeErrors(bytes);
    err_.Take(bytes, tracker_->Running());
  };
  hooks.on_end = [this](const WorkerRun& run) { OnEnd(run.end); };
  return hooks;
}

void TestLane::RestartTime() {
  if (!id_) return;
  const bool none = request_.test_timeout == RunRequest::kNoLimit;
  pool_.SetDeadline(*id_, none ? Clock::time_point::max() : Clock::now() + request_.test_timeout);
}

void TestLane::HoldTime() {
  if (id_) pool_.SetDeadline(*id_, Clock::time_point::max());
}

void TestLane::Answer(std::string_view bytes) {
  if (!id_) return;
  pool_.Send(*id_, bytes);
  RestartTime();
}

void TestLane::Stop() {
  if (!id_) return;
  limit_ = Limit::kRun;
  pool_.Expire(*id_);
}

void TestLane::OnEnd(const ProcessEnd& end) {
  id_.reset();
  flag_file_.reset();
  EndedProcess ended;
  ended.state = tracker_->Finish(end.kind == ProcessEnd::Kind::kExited && end.exit_status == 0);
  ended.end = end;
  ended.limit = limit_;
  ended.test_timeout = request_.test_timeout;
  ended.program = request_.executable.filename().string();
  ended.folder = request_.folder;
  written_.reset();
  had_plugin_ = had_plugin_ || tracker_->HasPlugin();
  out_.Finish();
  err_.Finish();
  running_.clear();
  hooks_.on_process_end();
  ProcessOutcome outcome = Conclude(tests_, ended);
  for (const TestResult& result : outcome.results) hooks_.on_result(result, &ended);
  if (outcome.refused) {
    hooks_.on_refused();
    left_.clear();
  } else {
    TakeNext(ended.state, std::move(outcome.left));
  }
  Continue();
  hooks_.on_settled();
}

void TestLane::TakeNext(const ProcessState& state, std::vector<TestIndex> left) {
  any_began_ = state.any_began || (any_began_ && state.repeat == repeat_);
  repeat_ = state.repeat;
  left_ = std::move(left);
  if (!left_.empty()) return;
  const bool more = request_.flags.repeat < 0 || repeat_ < request_.flags.repeat;
  if (!more) return;
  // Where no test could be run at all another iteration would bring no more.
  if (!any_began_) {
    hooks_.on_problem("no test of iteration " + std::to_string(repeat_) +
                      " could be run, so those behind it were not");
    return;
  }
  ++repeat_;
  any_began_ = false;
  left_ = part_;
}

}  // namespace kernodeck
