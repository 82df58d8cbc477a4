// Covers G9: one lane of a run: what its processes are told, and when it goes on.
#include "plugin/run/test_lane.h"

#include <gtest/gtest.h>

#include <csignal>
#include <numeric>

#include "plugin/diagnosis/signal_scope.h"
#include "tests/unit/run/script_suite.h"

namespace kernodeck {
namespace {

class TestLaneTest : public ScriptSuiteFixture {
 protected:
  // Runs one lane with all the tests of `request`, and gives what it told.
  std::string RunLane(const RunRequest& request, bool whole,
                      const std::function<bool(const ListedTest&)>& refuse = nullptr) {
    std::string told;
    SignalScope signals;
    ProcessPool pool(::kill, signals, {-1, -1});
    TestLane::Hooks hooks;
    hooks.on_start = [&](const TestStart& start) {
      told.append("+").append(FullName(start.id)).append(" ");
    };
    hooks.on_result = [&](const TestResult& result, const EndedProcess* ended) {
      told += std::string(Name(result.status)) + (ended == nullptr ? " " : "! ");
    };
    hooks.on_want_verdict = [](TestLane&, const TestId&) {};
    hooks.write = [&](ProcessPool::Stream, std::string_view bytes) { output_ += bytes; };
    hooks.on_process_end = [&] { told += "end "; };
    hooks.on_settled = [] {};
    hooks.on_problem = [&](const std::string&) { told += "problem "; };
    hooks.on_refused = [&] { told += "refused "; };
    hooks.refused = [&](const ListedTest& test, int repeat) -> std::optional<TestResult> {
      if (!refuse || !refuse(test)) return std::nullopt;
      return NotRun(test, repeat, "refused", "");
    };
    std::vector<TestIndex> part(tests_.size());
    std::iota(part.begin(), part.end(), TestIndex{0});
    TestLane lane(pool, request, tests_, part, whole, {}, hooks);
    lane.Continue();
    pool.Run();
    EXPECT_FALSE(lane.HasProcess());
    return told;
  }

  std::string output_;
};

TEST_F(TestLaneTest, GoesOnInAFreshProcess) {
  const RunRequest request = Request({"A.a", "A.b", "A.c"}, "A.b) kill -SEGV $$;;");
  EXPECT_EQ(RunLane(request, true), "+A.a passed +A.b end failed! +A.c passed end ");
}

TEST_F(TestLaneTest, ACrashOfTheOnlyTestEndsNoRepetition) {
  RunRequest request = Request({"A.a"}, "A.a) kill -SEGV $$;;");
  request.flags.repeat = 3;
  EXPECT_EQ(RunLane(request, true), "+A.a end failed! +A.a end failed! +A.a end failed! ");
}

TEST_F(TestLaneTest, RepetitionsThatCannotBeginAreNamed) {
  RunRequest request = Request({"A.a"}, "");
  request.executable = folder_.Path() / "gone";
  request.flags.repeat = 3;
  EXPECT_EQ(RunLane(request, true), "end failed! problem ");
}

TEST_F(TestLaneTest, IsRefusedFurtherProcesses) {
  const RunRequest request = Request({"A.a", "A.b"}, "A.a) kill -SEGV $$;;");
  EXPECT_EQ(RunLane(request, true, [](const ListedTest& test) { return test.id.name == "b"; }),
            "+A.a end failed! not_run ");
}

TEST_F(TestLaneTest, TellsItsProcessesOnlyWhatTheyNeed) {
  RunRequest request = Request({"A.a", "A.b"}, "A.a) cat \"$flags\"; ok;;");
  request.flags.shuffle = true;
  request.flags.random_seed = 42;
  request.flags.repeat = 2;
  request.flags.brief = true;
  request.color = true;
  (void)RunLane(request, true);
  EXPECT_NE(output_.find("\n--gtest_repeat=2\n--gtest_brief=0\n"
                         "--gtest_random_seed=42\n--gtest_color=yes\n"),
            std::string::npos)
      << output_;
  EXPECT_EQ(output_.find("--gtest_filter"), std::string::npos);
  (void)RunLane(request, false);
  EXPECT_NE(output_.find("--gtest_filter=A.a:A.b\n"), std::string::npos);
}

TEST_F(TestLaneTest, TheTestsSeeNoShardsAndTheChannel) {
  ::setenv("GTEST_TOTAL_SHARDS", "2", 1);
  const RunRequest request = Request(
      {"A.a"},
      "A.a) echo \"shards:$GTEST_TOTAL_SHARDS\"; echo \"${KERNODECK_RUN_CHANNEL#*:}\"; ok;;");
  (void)RunLane(request, true);
  ::unsetenv("GTEST_TOTAL_SHARDS");
  EXPECT_NE(output_.find("shards:\n" + std::to_string(::getpid()) + "\n"), std::string::npos)
      << output_;
}

TEST_F(TestLaneTest, AProgramThatIsGoneIsOneFailure) {
  RunRequest request = Request({"A.a", "A.b"}, "");
  request.executable = folder_.Path() / "gone";
  EXPECT_EQ(RunLane(request, true), "end failed! not_run! ");
}

}  // namespace
}  // namespace kernodeck
