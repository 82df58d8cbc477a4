// Covers G1, G14 and G19: the first requirement that is not met, its code and its text; those that
// exclude each other; waiting, and who is named meanwhile. Shows the causes other_backend,
// device_not_exclusive, requirement_unmet, not_enough_devices, not_enough_total_memory,
// not_enough_free_memory and contradicting_requirements.
#include "plugin/core/requirement_check.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "tests/unit/core/fake_gpu.h"

namespace kernodeck {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using std::chrono_literals::operator""h;
using std::chrono_literals::operator""s;
using std::chrono_literals::operator""ms;
using Requirements = std::vector<Requirement>;

// A clock that moves when somebody sleeps, and a terminal that is kept.
class FakeWorld {
 public:
  [[nodiscard]] Waiting waiting() {
    return {[this] { return now_; },
            [this](milliseconds time) {
              now_ += time;
              sleeps_.push_back(time);
            },
            [this](const std::string& line) { lines_.push_back(line); }};
  }
  [[nodiscard]] milliseconds Slept() const {
    milliseconds sum{};
    for (const milliseconds each : sleeps_) sum += each;
    return sum;
  }
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

 private:
  steady_clock::time_point now_{1h};
  std::vector<milliseconds> sleeps_;
  std::vector<std::string> lines_;
};

std::optional<RequirementFailure> Check(const Requirements& requirements, const Gpu& gpu) {
  FakeWorld world;
  auto failure = FirstUnmet(requirements, gpu, world.waiting());
  EXPECT_TRUE(world.lines().empty()) << "nothing is said where nothing waits";
  EXPECT_EQ(world.Slept(), 0ms);
  return failure;
}

// The message and the cause of the one requirement that `gpu` does not meet.
void ExpectFailure(const Requirements& requirements, const Gpu& gpu, const std::string& message,
                   Cause cause) {
  const auto failure = Check(requirements, gpu);
  ASSERT_TRUE(failure.has_value()) << message;
  EXPECT_EQ(MessageOf(*failure), message);
  EXPECT_EQ(failure->charge.cause, cause) << message;
  EXPECT_EQ(failure->charge.code, Info(cause).code) << message;
  EXPECT_EQ(failure->charge.owner, Info(cause).owner) << message;
  EXPECT_EQ(failure->charge.stage, Stage::kApplication);
}

TEST(RequirementCheckTest, NoneIsMetByAnyGpu) { EXPECT_FALSE(Check({}, FakeGpu()).has_value()); }

TEST(RequirementCheckTest, AllMetIsNoFailure) {
  const FakeGpu gpu;
  EXPECT_FALSE(Check({Gpus(2), DeviceIndex(0), TotalMemory(80_GiB), FreeMemory(40_GiB),
                      ComputeCapability(8, 0), Backend(GpuBackend::kCuda),
                      Supports(Dtype::kBFloat16), DriverVersion(12, 0), ExclusiveUse()},
                     gpu)
                   .has_value());
}

TEST(RequirementCheckTest, EachHasItsCodeCauseAndSentence) {
  FakeGpu gpu;
  gpu.free_memory = {Bytes(3'435'973'837)};
  gpu.other_processes = 2;
  ExpectFailure({FreeMemory(8_GiB)}, gpu,
                "OUT_OF_MEMORY: this test wants at least 8 GiB of free device memory, and 3.2 GiB "
                "are free.",
                Cause::kNotEnoughFreeMemory);
  ExpectFailure(
      {TotalMemory(100_GiB)}, gpu,
      "OUT_OF_MEMORY: this test wants at least 100 GiB of device memory, and this one has "
      "80 GiB.",
      Cause::kNotEnoughTotalMemory);
  ExpectFailure({Gpus(4)}, gpu,
                "DEVICE_INDEX_INVALID: this test wants at least 4 GPUs, and 2 GPUs are visible.",
                Cause::kNotEnoughDevices);
  ExpectFailure({DeviceIndex(7)}, gpu,
                "DEVICE_INDEX_INVALID: this test wants GPU 7, and the visible GPUs are 0 to 1.",
                Cause::kIndexOutOfRange);
  ExpectFailure({Backend(GpuBackend::kRocm)}, gpu,
                "GPU_BACKEND_ABSENT: this test wants the backend rocm, and the one here is cuda.",
                Cause::kOtherBackend);
  ExpectFailure(
      {ExclusiveUse()}, gpu,
      "GPU_UNAVAILABLE: this test wants the GPU for itself, and 2 other processes use it.",
      Cause::kDeviceNotExclusive);
  ExpectFailure({Requirement("a blue GPU",
                             [](const Gpu&) {
                               return Finding{false, "it is red"};
                             })},
                gpu, "GPU_UNAVAILABLE: this test wants a blue GPU, and it is red.",
                Cause::kRequirementUnmet);
}

TEST(RequirementCheckTest, TheFirstUnmetIsNamedAndPresenceComesFirst) {
  FakeGpu gpu;
  ExpectFailure({ComputeCapability(8, 0), Supports(Dtype::kFloat4E2M1), TotalMemory(100_GiB)}, gpu,
                "GPU_UNAVAILABLE: this test wants a GPU that computes with float4_e2m1fn, and its "
                "compute capability is 9.0.",
                Cause::kRequirementUnmet);
  const auto failure = Check({FreeMemory(8_GiB), DeviceIndex(7)}, gpu);
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->wanted, "GPU 7");
  EXPECT_EQ(gpu.times_asked, 0U) << "a device that is not there is not asked for its memory";
}

TEST(RequirementCheckTest, WhatExcludesEachOtherIsNamedBeforeADeviceIsAsked) {
  struct Case {
    Requirements requirements;
    std::string wanted;
  };
  for (const Case& each :
       std::vector<Case>{{{Backend(GpuBackend::kCuda), Backend(GpuBackend::kRocm)},
                          "the backend cuda and the backend rocm"},
                         {{DeviceIndex(0), Gpus(2), DeviceIndex(1)}, "GPU 0 and GPU 1"},
                         {{Arch("gfx90a"), ComputeCapability(8, 0)},
                          "the architecture gfx90a and compute capability 8.0 or above"},
                         {{Arch("gfx90a"), Arch("gfx942")},
                          "the architecture gfx90a and the architecture gfx942"},
                         {{Backend(GpuBackend::kCuda), Arch("gfx90a")},
                          "the backend cuda and the architecture gfx90a"},
                         {{ComputeCapability(8, 0), Backend(GpuBackend::kRocm)},
                          "compute capability 8.0 or above and the backend rocm"}}) {
    const auto failure = Contradiction(each.requirements);
    ASSERT_TRUE(failure.has_value()) << each.wanted;
    EXPECT_EQ(failure->wanted, each.wanted);
    EXPECT_EQ(failure->found, "these exclude each other");
    EXPECT_TRUE(failure->contradiction);
    EXPECT_EQ(failure->charge.cause, Cause::kContradictingRequirements);
    EXPECT_EQ(failure->charge.owner, Owner::kCode);
  }
}

TEST(RequirementCheckTest, TheLargerOfTwoIsNoContradiction) {
  const FakeGpu gpu;
  EXPECT_FALSE(Check({Gpus(1), Gpus(2), DeviceIndex(1), DeviceIndex(1), FreeMemory(1_GiB),
                      FreeMemory(2_GiB), ComputeCapability(7, 0), ComputeCapability(8, 0),
                      Backend(GpuBackend::kCuda), Backend(GpuBackend::kCuda)},
                     gpu)
                   .has_value());
}

TEST(RequirementCheckTest, AValueThatNoMachineHasIsAMistakeOfTheTest) {
  FakeGpu gpu;
  for (const Requirement& each :
       {Gpus(0), Gpus(-1), DeviceIndex(-1), ComputeCapability(0, 5), ComputeCapability(8, -1),
        Arch(""), Arch("gfx"), Arch("sm_90"), Arch("gfx90a:xnack-"), Arch("GFX90A"),
        PeerAccess(0, 0), PeerAccess(-1, 0), PeerAccess(0, -1), DriverVersion(-1, 0),
        RuntimeVersion(12, -4),
        Requirement("",
                    [](const Gpu&) {
                      return Finding{true, ""};
                    }),
        Requirement("something", nullptr)}) {
    const auto failure = Check({FreeMemory(1_GiB), each}, gpu);
    ASSERT_TRUE(failure.has_value()) << each.wanted();
    EXPECT_TRUE(failure->contradiction) << each.wanted();
    EXPECT_FALSE(failure->found.empty()) << each.wanted();
  }
  EXPECT_EQ(gpu.times_asked, 0U);
  EXPECT_EQ(MessageOf(*Contradiction({Gpus(0)})),
            "CHECK_FAILED: this test wants at least 0 GPUs, and a GPU test wants at least 1.");
}

TEST(RequirementCheckTest, KnowsTheIndexThatIsAskedFor) {
  EXPECT_EQ(RequestedIndex({Gpus(2), DeviceIndex(1)}), 1);
  EXPECT_EQ(RequestedIndex({Gpus(2)}), std::nullopt);
}

TEST(RequirementCheckTest, WaitsUntilItIsMet) {
  FakeGpu gpu;
  gpu.index = 1;
  gpu.free_memory = {1_GiB, 1_GiB, 2_GiB, 9_GiB};
  gpu.holders = {{4711, 70'000_MiB}, {4712, std::nullopt}};
  FakeWorld world;
  EXPECT_FALSE(FirstUnmet({FreeMemory(8_GiB).Within(60s)}, gpu, world.waiting()).has_value());
  EXPECT_EQ(gpu.times_asked, 4U);
  EXPECT_GT(world.Slept(), 0ms);
  EXPECT_LT(world.Slept(), 10s);
  EXPECT_EQ(world.lines(),
            (std::vector<std::string>{
                "kernodeck: waiting for 60 s at most: a test wants at least 8 GiB of free device "
                "memory, and 1 GiB are free.",
                "kernodeck:   process 4711 holds 70000 MiB of GPU 1",
                "kernodeck:   process 4712 holds memory of GPU 1"}));
}

TEST(RequirementCheckTest, GivesUpAtTheLimitAndNamesTheHoldersOnTheTerminalOnly) {
  FakeGpu gpu;
  gpu.free_memory = {1_GiB};
  gpu.holders.assign(10, {4711, 7_GiB});
  FakeWorld world;
  const auto failure = FirstUnmet({FreeMemory(8_GiB).Within(1500ms)}, gpu, world.waiting());
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(world.Slept(), 1500ms);
  ASSERT_EQ(world.lines().size(), 20U);
  EXPECT_EQ(world.lines()[9], "kernodeck:   and 2 more processes");
  EXPECT_EQ(world.lines()[10],
            "kernodeck: waited for 1.5 s: a test wants at least 8 GiB of free device memory, and "
            "1 GiB are free.");
  EXPECT_EQ(MessageOf(*failure).find("4711"), std::string::npos);
}

TEST(RequirementCheckTest, NoWaitIsTooLongForTheClock) {
  const Requirement own("much", [](const Gpu&) { return Finding{false, "there is little"}; });
  FakeWorld world;
  EXPECT_TRUE(
      FirstUnmet({own.Within(milliseconds::max())}, FakeGpu(), world.waiting()).has_value());
  EXPECT_EQ(world.Slept(), 24h);
}

TEST(RequirementCheckTest, OnesOwnWaitsInTheSameWay) {
  int asked = 0;
  const Requirement own("patience", [&asked](const Gpu&) {
    return Finding{++asked == 3, "asked " + std::to_string(asked) + " times"};
  });
  FakeWorld world;
  EXPECT_FALSE(FirstUnmet({own.Within(5s)}, FakeGpu(), world.waiting()).has_value());
  EXPECT_EQ(asked, 3);
  EXPECT_EQ(world.lines().size(), 1U);
}

TEST(RequirementCheckTest, TheRealClockMoves) {
  const Waiting waiting = SystemWaiting();
  const auto before = waiting.now();
  waiting.sleep(1ms);
  EXPECT_GE(waiting.now() - before, 1ms);
  testing::internal::CaptureStderr();
  waiting.tell("one line");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "one line\n");
}

}  // namespace
}  // namespace kernodeck
