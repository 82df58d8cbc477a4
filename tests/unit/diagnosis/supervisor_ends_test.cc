// Covers C3, C9, D5, D6 and D15: each way in which a worker can misbehave has its own end, keeps
// the events that came before it, is over within the limit and a second, and leaves nothing behind.
#include <csignal>
#include <ostream>

#include "tests/unit/diagnosis/process_census.h"

namespace kernodeck {
namespace {

using Kind = ProcessEnd::Kind;
using std::chrono::milliseconds;

constexpr milliseconds kAmple{20'000};
constexpr milliseconds kShort{700};

struct Case {
  std::string mode;
  Kind kind;
  int number;  // exit status or signal
  std::string last_event;
  bool channel_invalid = false;
};

std::ostream& operator<<(std::ostream& stream, const Case& tested) { return stream << tested.mode; }

std::string NameOf(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.mode;
  for (char& letter : name) {
    if (letter == ':') letter = '_';
  }
  return name;
}

class WorkerEndTest : public SupervisionFixture, public testing::WithParamInterface<Case> {};

TEST_P(WorkerEndTest, IsSeenAsItIs) {
  const Case& expected = GetParam();
  WorkerLimits limits;
  limits.computation = expected.kind == Kind::kTimedOut ? kShort : kAmple;
  const std::vector<WorkerRun> runs = RunInTime({StandinCommand(expected.mode)}, limits);
  const WorkerRun& run = runs.at(0);
  EXPECT_EQ(run.end.kind, expected.kind);
  EXPECT_EQ(run.end.exit_status, expected.kind == Kind::kExited ? expected.number : 0);
  EXPECT_EQ(run.end.signal, expected.kind == Kind::kSignaled ? expected.number : 0);
  EXPECT_EQ(LastEvent(run), expected.last_event);
  EXPECT_EQ(run.channel_invalid, expected.channel_invalid);
}

std::vector<Case> AtEachStage(const std::string& mode, Kind kind, int number) {
  std::vector<Case> cases;
  for (const char* stage : {"driver", "import", "backend", "device", "allocation", "product",
                            "gradient", "synchronize", "report"}) {
    cases.push_back({mode + ":" + stage, kind, number, std::string("begin ") + stage});
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Crash, WorkerEndTest,
                         testing::ValuesIn(AtEachStage("crashes", Kind::kSignaled, SIGSEGV)),
                         NameOf);
INSTANTIATE_TEST_SUITE_P(Killed, WorkerEndTest,
                         testing::ValuesIn(AtEachStage("is_killed", Kind::kSignaled, SIGKILL)),
                         NameOf);
INSTANTIATE_TEST_SUITE_P(Hang, WorkerEndTest,
                         testing::ValuesIn(AtEachStage("hangs", Kind::kTimedOut, 0)), NameOf);
INSTANTIATE_TEST_SUITE_P(
    Other, WorkerEndTest,
    testing::Values(Case{"passes", Kind::kExited, 0, "done"},
                    Case{"stops:product", Kind::kTimedOut, 0, "begin product"},
                    Case{"fails:device:no_device", Kind::kExited, 0, "done"},
                    Case{"silent", Kind::kExited, 0, ""}, Case{"exits:3", Kind::kExited, 3, ""},
                    Case{"hangs_silently", Kind::kTimedOut, 0, ""},
                    Case{"closes_channel", Kind::kTimedOut, 0, ""},
                    Case{"leaves_its_group", Kind::kTimedOut, 0, ""},
                    Case{"exits_after_done:7", Kind::kExited, 7, "done"},
                    Case{"crashes_after_done", Kind::kSignaled, SIGSEGV, "done"},
                    Case{"hangs_after_done", Kind::kTimedOut, 0, "done"},
                    Case{"half_line_after_done", Kind::kExited, 0, "done", true},
                    Case{"half_line_exits", Kind::kExited, 0, "hello", true},
                    Case{"half_line_hangs", Kind::kTimedOut, 0, "hello"},
                    Case{"garbage", Kind::kSignaled, SIGKILL, "hello", true},
                    Case{"endless_line", Kind::kSignaled, SIGKILL, "", true},
                    Case{"floods_channel", Kind::kSignaled, SIGKILL, "begin import", true},
                    Case{"floods_output", Kind::kTimedOut, 0, ""},
                    Case{"done_only", Kind::kExited, 0, "done"},
                    Case{"unknown_stage", Kind::kExited, 0, "done"},
                    Case{"wrong_protocol", Kind::kExited, 0, "done"},
                    Case{"skips:product", Kind::kExited, 0, "done"},
                    Case{"grandchild_keeps", Kind::kExited, 0, "done"},
                    Case{"grandchild_setsid", Kind::kExited, 0, "done"},
                    Case{"grandchildren_many", Kind::kExited, 0, "done"},
                    Case{"grandchildren_chain", Kind::kExited, 0, "done"},
                    Case{"orphan_talks", Kind::kTimedOut, 0, "begin context"}),
    NameOf);

}  // namespace
}  // namespace kernodeck
