// Covers G9: under `kernodeck run` the verdict comes from it, and no process starts a diagnosis of
// its own; one that does not come is a failure.
#include "plugin/gtest/channel_diagnosis.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>

#include "plugin/report/json_report.h"
#include "tests/unit/gtest/standin_session.h"

namespace kernodeck {
namespace {

using std::chrono_literals::operator""ms;

struct ChannelDiagnosisTest : testing::Test {
  ChannelDiagnosisTest() {
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    channel = std::make_unique<RunChannel>(ends[0]);
    diagnosis = std::make_unique<ChannelDiagnosis>(*channel, 2000ms,
                                                   std::make_unique<StandinDiagnosis>(own));
  }
  ~ChannelDiagnosisTest() override { close(ends[1]); }

  void Hand(const std::string& report, std::optional<TestId> charged_to) const {
    const std::string lines = EncodeTestMessage(HandedVerdict{report, std::move(charged_to)});
    ASSERT_EQ(send(ends[1], lines.data(), lines.size(), 0), static_cast<ssize_t>(lines.size()));
  }
  std::array<int, 2> ends{-1, -1};
  StandinVerdicts own;
  std::unique_ptr<RunChannel> channel;
  std::unique_ptr<ChannelDiagnosis> diagnosis;
};

TEST_F(ChannelDiagnosisTest, RefusesWhatIsNoReport) {
  Hand("{}", std::nullopt);
  const DiagnosisResult result = diagnosis->Ask(CheckTarget::kGpu, {"A", "B"});
  EXPECT_EQ(result.verdict.code, Code::kWorkerFailed);
  EXPECT_EQ(result.verdict.cause, Cause::kInvalidWorkerReport);
  EXPECT_TRUE(own.asked.empty());
}

TEST_F(ChannelDiagnosisTest, AnAnswerThatDoesNotComeIsAFailure) {
  shutdown(ends[1], SHUT_RDWR);
  const DiagnosisResult result = diagnosis->Ask(CheckTarget::kGpu, {"A", "B"});
  EXPECT_EQ(result.verdict.code, Code::kWorkerFailed);
  EXPECT_NE(result.verdict.message.find("kernodeck run did not hand its verdict on"),
            std::string::npos);
}

TEST_F(ChannelDiagnosisTest, TheCpuIsAskedByThisProcess) {
  own.cpu.verdict = MakeVerdict(Code::kCpuCheckPassed, std::nullopt, Stage::kComplete);
  EXPECT_EQ(diagnosis->Ask(CheckTarget::kCpu, {"A", "B"}).verdict.code, Code::kCpuCheckPassed);
  EXPECT_EQ(own.asked, std::vector<std::string>{"cpu A.B"});
}

TEST_F(ChannelDiagnosisTest, RunChecksAgainItself) {
  EXPECT_EQ(diagnosis->AskAgain(), std::nullopt);
  EXPECT_TRUE(own.asked.empty());
}

}  // namespace
}  // namespace kernodeck
