// Covers C2, C8, C9, D6: what a probe says becomes events, and a failure gets its number.
#include "plugin/worker/probe_host.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

using testing::ElementsAre;

class ProbeHostTest : public testing::Test {
 protected:
  ProbeHostTest() {
    if (pipe2(pipe_.data(), O_CLOEXEC) != 0) std::abort();
  }
  ~ProbeHostTest() override { close(pipe_[0]); }
  ProbeHostTest(const ProbeHostTest&) = delete;
  ProbeHostTest& operator=(const ProbeHostTest&) = delete;

  // Runs `probe` and returns its events, the last one of each name to be had from Find.
  WorkerOutcome Run(KernodeckProbeRun probe, GpuEvidence evidence = {}) {
    EventChannel channel(pipe_[1], [] { std::abort(); });
    WorkerArguments arguments;
    arguments.device_index = 3;
    arguments.expected_devices = 2;
    ProbeHost host(channel, evidence, [] { FAIL() << "nothing told the host to leave"; });
    passed_ = host.Run(probe, arguments);
    close(pipe_[1]);
    WorkerOutcome outcome;
    EventReader reader(std::size_t{1} << 20U);
    std::array<char, 4096> bytes{};
    for (ssize_t count = 0; (count = read(pipe_[0], bytes.data(), bytes.size())) > 0;) {
      EXPECT_TRUE(reader.Feed({bytes.data(), static_cast<std::size_t>(count)}, outcome.events));
    }
    return outcome;
  }

  bool passed_ = false;
  std::array<int, 2> pipe_{};
};

using Request = const KernodeckProbeRequest*;
using Sink = const KernodeckProbeSink*;

TEST_F(ProbeHostTest, EndsImportOnceTheProbeHasAcceptedTheLibTorch) {
  const WorkerOutcome outcome = Run([](Request request, Sink sink) {
    EXPECT_EQ(request->interface_version, 1U);
    EXPECT_EQ(request->use_gpu, 1);
    EXPECT_EQ(request->device_index, 3);
    EXPECT_EQ(request->expected_devices, 2);
    EXPECT_EQ(request->input_a[3], 4);
    EXPECT_EQ(request->expected_loss, 196);
    sink->begin_stage(sink->context, "backend");
    sink->end_stage(sink->context, "backend");
    return 0;
  });
  EXPECT_TRUE(passed_);
  EXPECT_THAT(outcome.Order(), ElementsAre("end import", "begin backend", "end backend"));
}

TEST_F(ProbeHostTest, TellsAnotherInterfaceFromAnotherLibTorch) {
  const WorkerOutcome outcome = Run([](Request, Sink) { return 2; });
  EXPECT_FALSE(passed_);
  EXPECT_EQ(outcome.events,
            (std::vector<Event>{{"failure", {{"what", "import"}, {"kind", "probe_invalid"}}}}));
}

TEST_F(ProbeHostTest, CallsAnotherReleaseAMismatch) {
  const WorkerOutcome outcome = Run([](Request, Sink) { return 3; });
  EXPECT_FALSE(passed_);
  EXPECT_EQ(outcome.events,
            (std::vector<Event>{{"failure", {{"what", "import"}, {"kind", "abi_mismatch"}}}}));
}

TEST_F(ProbeHostTest, SendsValuesWithoutLoss) {
  const WorkerOutcome outcome = Run([](Request, Sink sink) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    const std::array<float, 6> values = {1024.5F,       0.1F,      -0.0F,
                                         std::nanf(""), kInfinity, -kInfinity};
    sink->begin_stage(sink->context, "product");
    sink->values(sink->context, "product", values.data(), 6, "cuda:0");
    return 0;
  });
  EXPECT_EQ(outcome.Find("values"), (Event{"values",
                                           {{"name", "product"},
                                            {"data", "1024.5,0.100000001,-0,nan,inf,-inf"},
                                            {"device", "cuda:0"}}}));
}

TEST_F(ProbeHostTest, SendsOneFailureAndKeepsItsTextApart) {
  const WorkerOutcome outcome = Run([](Request, Sink sink) {
    sink->begin_stage(sink->context, "product");
    sink->failure(sink->context, KERNODECK_FAILURE_RUNTIME, 209, "product", "raw\ttext");
    sink->failure(sink->context, KERNODECK_FAILURE_TORCH, 1, "product", "a second one");
    return 1;
  });
  EXPECT_FALSE(passed_);
  EXPECT_THAT(outcome.Order(), ElementsAre("end import", "begin product", "failure product"));
  EXPECT_EQ(
      outcome.Find("failure"),
      (Event{"failure",
             {{"what", "product"}, {"kind", "runtime"}, {"number", "209"}, {"call", "product"}}}));
  EXPECT_EQ(outcome.Find("trace"), (Event{"trace", {{"text", "raw\ttext"}}}));
}

TEST_F(ProbeHostTest, MakesAFailureOfAProbeThatFailsWithoutAWord) {
  const WorkerOutcome outcome = Run([](Request, Sink sink) {
    sink->begin_stage(sink->context, "gradient");
    return 1;
  });
  EXPECT_FALSE(passed_);
  EXPECT_EQ(outcome.Find("failure").Find("kind"), "exception");
  EXPECT_EQ(outcome.Find("failure").Find("what"), "gradient");
}

TEST_F(ProbeHostTest, TakesTheDriversNumberWhereNoDeviceIsAvailable) {
  DriverFindings driver;
  driver.library = DriverFindings::Library::kFound;
  driver.call = "cuInit";
  driver.error = 802;
  const WorkerOutcome outcome = Run(
      [](Request, Sink sink) {
        sink->begin_stage(sink->context, "device");
        sink->failure(sink->context, KERNODECK_FAILURE_NO_DEVICE, 0, "is_available", "");
        return 1;
      },
      {&driver, nullptr});
  EXPECT_EQ(
      outcome.Find("failure"),
      (Event{"failure",
             {{"what", "device"}, {"kind", "no_device"}, {"number", "802"}, {"call", "cuInit"}}}));
  EXPECT_FALSE(outcome.Has("trace"));
}

TEST_F(ProbeHostTest, GivesNoNumberWhereTheDriversLibraryIsMissing) {
  const DriverFindings driver;
  const WorkerOutcome outcome = Run(
      [](Request, Sink sink) {
        sink->begin_stage(sink->context, "device");
        sink->failure(sink->context, KERNODECK_FAILURE_NO_DEVICE, 0, "is_available", "");
        return 1;
      },
      {&driver, nullptr});
  EXPECT_FALSE(outcome.Find("failure").Find("number").has_value());
}

}  // namespace
}  // namespace kernodeck
