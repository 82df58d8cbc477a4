#include "kernodeck/gpu_test.h"

#include <string>
#include <utility>

#include "kernodeck/require.h"
#include "plugin/gtest/plugin.h"
#include "plugin/gtest/readiness.h"
#include "plugin/gtest/record.h"

namespace kernodeck {
namespace {

// Where a failure of the running test is shown: at its first line, the fixture having none.
void RecordForTest(testing::TestPartResult::Type type, const std::string& text) {
  const testing::TestInfo* const test = testing::UnitTest::GetInstance()->current_test_info();
  Record(type, test == nullptr ? nullptr : test->file(), test == nullptr ? -1 : test->line(), text);
}

// Keeps the fixture that is being constructed from coming into being, where GoogleTest catches what
// is thrown for that.
void StopConstruction(const std::string& text) {
#if GTEST_HAS_EXCEPTIONS
  if (!GTEST_FLAG_GET(catch_exceptions)) return;
  throw testing::AssertionException(
      testing::TestPartResult(testing::TestPartResult::kSkip, "", -1, text.c_str()));
#else
  (void)text;
#endif
}

// Returns false where the test has to end; what is wrong is recorded then.
bool RecordUnlessMet(const Readiness& readiness) {
  if (readiness) return true;
  RecordForTest(readiness.type, readiness.text);
  return false;
}

}  // namespace

GpuTest::GpuTest() : GpuTest(std::initializer_list<Requirement>{}) {}

GpuTest::GpuTest(std::initializer_list<Requirement> requirements) {
  // A suite that is not ready has been told of already.
  const bool told = HasFatalFailure() || IsSkipped();
  if (told || !RecordUnlessMet(RequireGpuOrEnd(requirements))) {
    StopConstruction("no GPU is ready");
    return;
  }
  Answer answer = Plugin::Get().session().UseDevice(CurrentPlace(), requirements, device_);
  if (!RecordUnlessMet(ReadinessOf(std::move(answer)))) StopConstruction("no device to use");
}

GpuTest::~GpuTest() {
  for (const TestFinding& finding : Plugin::Get().session().LookAtDevices()) {
    if (finding.failure) RecordForTest(testing::TestPartResult::kNonFatalFailure, finding.text);
  }
}

void GpuTestSuite::SetUpTestSuite() { KERNODECK_REQUIRE_GPU(); }

bool GpuTestSuite::Ready() {
  return Plugin::Get().session().SuiteReady(std::string(CurrentPlace().suite));
}

}  // namespace kernodeck
