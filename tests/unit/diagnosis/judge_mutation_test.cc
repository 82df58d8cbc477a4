// Covers D6: a million mutated messages from the bytes of the channel to the verdict. Nothing
// crashes (the sanitizers watch in their preset), nothing damaged passes, and a failure that was
// reported before the damage is not lost.
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "plugin/diagnosis/execution.h"
#include "plugin/diagnosis/judge.h"
#include "tests/unit/diagnosis/event_script.h"

namespace kernodeck {
namespace {

// Ten seeds, two properties: a million damaged messages in all, each in a stream of its own.
constexpr int kDamagedMessages = 50'000;
constexpr std::size_t kMostBytes = std::size_t{1} << 20U;

std::vector<std::string> LinesOf(const EventScript& script) {
  std::vector<std::string> lines;
  for (const TimedEvent& timed : script.Exited().events) lines.push_back(EncodeEvent(timed.event));
  return lines;
}

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::size_t Below(std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random_);
  }

  // Damages one message: a byte changed, inserted or dropped, the line cut, doubled, or replaced by
  // noise.
  std::string Damage(std::string line) {
    const std::size_t place = Below(line.size());
    const char byte = static_cast<char>(Below(256));
    switch (Below(6)) {
      case 0:
        line[place] = byte;
        break;
      case 1:
        line.insert(place, 1, byte);
        break;
      case 2:
        line.erase(place, 1);
        break;
      case 3:
        line.resize(place);
        break;
      case 4:
        line += line;
        break;
      case 5:
        for (char& letter : line) letter = static_cast<char>(Below(256));
        break;
    }
    return line;
  }

 private:
  std::mt19937 random_;
};

struct Reading {
  Facts facts;
  Verdict verdict;
};

Reading JudgeLines(const std::vector<std::string>& lines) {
  EventReader reader(kMostBytes);
  std::vector<Event> events;
  bool valid = true;
  for (const std::string& line : lines) valid = valid && reader.Feed(line, events);
  WorkerRun run;
  run.end.kind = ProcessEnd::Kind::kExited;
  run.channel_invalid = !valid || reader.HasPartialLine();
  for (const Event& event : events) run.events.push_back({event, {}});
  Facts facts = ReadFacts(run.events);
  const Verdict verdict = Judge(facts, run, {});
  return {std::move(facts), verdict};
}

bool IsWholePass(const Facts& facts) {
  for (const Stage stage : kDiagnosisStages) {
    if (!facts.At(stage).ended || !HasAllValues(facts, stage)) return false;
    if (!MismatchesOf(facts, stage).empty()) return false;
  }
  const TorchReport& torch = facts.torch;
  const bool gpu = torch.backend == "cuda" && torch.gpu_available == true &&
                   torch.visible_device_count.value_or(0) > 0;
  return gpu && facts.done && !facts.contradiction && ComputedOn(facts, "cuda:0");
}

class JudgeMutationTest : public testing::TestWithParam<unsigned> {};

TEST_P(JudgeMutationTest, NothingDamagedPasses) {
  const std::vector<std::string> whole = LinesOf(EventScript().PassAll());
  Mutator mutator(20261201 + GetParam());
  int damaged_that_fail = 0;
  for (int i = 0; i < kDamagedMessages; ++i) {
    std::vector<std::string> lines = whole;
    std::string& line = lines[mutator.Below(lines.size())];
    line = mutator.Damage(line);
    const Reading reading = JudgeLines(lines);
    const bool passes = Passed(reading.verdict.code);
    if (passes) {
      ASSERT_TRUE(IsWholePass(reading.facts)) << "passes in spite of: " << line;
    }
    damaged_that_fail += passes ? 0 : 1;
  }
  EXPECT_GT(damaged_that_fail, 1000);
}

TEST_P(JudgeMutationTest, AReportedFailureIsNeverLost) {
  EventScript script = EventScript().PassUntil(Stage::kAllocation).Begin("allocation");
  script.Fail("allocation", "runtime", {{"number", "2"}});
  const std::vector<std::string> failed = LinesOf(script);
  const std::vector<std::string> more = LinesOf(EventScript().PassAll());
  Mutator mutator(20271201 + GetParam());
  for (int i = 0; i < kDamagedMessages; ++i) {
    std::vector<std::string> lines = failed;
    lines.push_back(mutator.Damage(more[mutator.Below(more.size())]));
    const Reading reading = JudgeLines(lines);
    ASSERT_EQ(reading.verdict.code, Code::kOutOfMemory) << "lost behind: " << lines.back();
    ASSERT_EQ(reading.verdict.stage, Stage::kAllocation);
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, JudgeMutationTest, testing::Range(0U, 10U));

}  // namespace
}  // namespace kernodeck
