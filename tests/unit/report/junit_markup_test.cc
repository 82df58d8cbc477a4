// Covers rule G8: what stands where in the two dialects. The approved samples show the rest.
#include "plugin/report/junit_markup.h"

#include <gtest/gtest.h>

#include <pugixml.hpp>
#include <string>

#include "tests/selftest/sample_test_results.h"

namespace kernodeck {
namespace {

std::string Finished(const TestResult& result, JunitDialect dialect, int repeats = 1) {
  std::string xml;
  AppendFinishedCase(result, dialect, repeats, xml);
  return xml;
}

TestResult Passed() {
  TestResult result;
  result.start.id = {"S", "N"};
  return result;
}

TEST(JunitMarkupTest, ATestThatPassedIsShort) {
  EXPECT_EQ(Finished(Passed(), JunitDialect::kRich),
            "<testcase classname=\"S\" name=\"N\" time=\"0.000000\"/>");
  TestResult result = Passed();
  result.start.file = "a.cc";
  result.start.line = 3;
  EXPECT_EQ(Finished(result, JunitDialect::kRich),
            "<testcase classname=\"S\" name=\"N\" file=\"a.cc\" line=\"3\" time=\"0.000000\"/>");
  EXPECT_EQ(Finished(result, JunitDialect::kStrict),
            "<testcase classname=\"S\" name=\"N\" time=\"0.000000\"/>");
}

TEST(JunitMarkupTest, RepeatsAreToldApart) {
  TestResult result = Passed();
  result.start.repeat = 2;
  EXPECT_EQ(Finished(result, JunitDialect::kStrict, 2),
            "<testcase classname=\"S\" name=\"N (repeat 2)\" time=\"0.000000\"/>");
  EXPECT_NE(
      Finished(result, JunitDialect::kRich, 2).find("<property name=\"repeat\" value=\"2\"/>"),
      std::string::npos);
}

void ExpectCodeInThreePlaces(const TestResult& result, JunitDialect dialect) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(Finished(result, dialect).c_str()));
  const pugi::xml_node failure = document.child("testcase").child("failure");
  const std::string code(Info(result.charge->code).name);
  EXPECT_EQ(failure.attribute("type").value(), code);
  EXPECT_EQ(std::string(failure.attribute("message").value()).rfind(code, 0), 0U);
  EXPECT_EQ(std::string(failure.text().get()).rfind(code, 0), 0U);
  EXPECT_FALSE(failure.next_sibling("failure"));
}

// Where readers look for it, and one failure a test.
TEST(JunitMarkupTest, TheCodeStandsInThreePlaces) {
  for (const TestResult& result : SampleTestResults()) {
    if (result.status != TestStatus::kFailed) continue;
    ExpectCodeInThreePlaces(result, JunitDialect::kRich);
    ExpectCodeInThreePlaces(result, JunitDialect::kStrict);
  }
}

TEST(JunitMarkupTest, WhatWasSkippedSaysWhy) {
  TestResult result = Passed();
  result.status = TestStatus::kSkipped;
  result.message = "no time";
  EXPECT_EQ(Finished(result, JunitDialect::kStrict),
            "<testcase classname=\"S\" name=\"N\" time=\"0.000000\">"
            "<skipped message=\"no time\">no time</skipped></testcase>");
}

// A test may record a property of any name; ours come last, where readers that keep one find them.
TEST(JunitMarkupTest, PropertiesOfTheTestComeFirst) {
  TestResult result = Passed();
  result.gpu = true;
  result.exit_status = 3;
  result.signal = 9;
  result.properties = {{"gpu", "<b>"}};
  EXPECT_EQ(Finished(result, JunitDialect::kRich),
            "<testcase classname=\"S\" name=\"N\" time=\"0.000000\"><properties>"
            "<property name=\"gpu\" value=\"&lt;b&gt;\"/><property name=\"gpu\" value=\"true\"/>"
            "<property name=\"exit_status\" value=\"3\"/><property name=\"signal\" value=\"9\"/>"
            "</properties></testcase>");
}

TEST(JunitMarkupTest, ARunningTestIsAnErrorThatNamesIt) {
  std::string xml;
  AppendRunningCase(Passed().start, JunitDialect::kStrict, xml);
  EXPECT_EQ(xml,
            "<testcase classname=\"S\" name=\"N\" time=\"0.000000\"><error type=\"WORKER_FAILED\" "
            "message=\"WORKER_FAILED: S.N was running when this report was last written, and has "
            "not ended.\"/></testcase>");
}

TEST(JunitMarkupTest, AProblemOfTheRunIsAFailedCase) {
  TestRunSummary summary;
  EXPECT_EQ(RunProblemCase(summary), "");
  summary.problems = {"too few", "and more"};
  EXPECT_EQ(RunProblemCase(summary),
            "<testcase classname=\"kernodeck\" name=\"run\" time=\"0.000000\"><failure "
            "type=\"RUN_FAILED\" message=\"RUN_FAILED: too few\">RUN_FAILED: too few\nand more\n"
            "</failure></testcase>");
  summary.problems = {"TIMEOUT: 3 s"};
  EXPECT_NE(RunProblemCase(summary).find("type=\"TIMEOUT\" message=\"TIMEOUT: 3 s\""),
            std::string::npos);
}

TEST(JunitMarkupTest, CountsOfAChangeableHeadHaveTheirPlaces) {
  const JunitHead head = ChangeableJunitHead(SampleTestRun(), JunitDialect::kRich);
  for (const std::size_t place : {head.tests[0], head.tests[1], head.failures[0], head.failures[1],
                                  head.errors[0], head.errors[1], head.skipped}) {
    EXPECT_EQ(place % 8, 0U);
    EXPECT_EQ(head.xml.substr(place, 9), "00000000\"");
  }
  const std::string time = FixedSeconds({});
  EXPECT_EQ(head.xml.substr(head.time[0] - 6, 6 + time.size()), "time=\"" + time);
}

TEST(JunitMarkupTest, NumbersKeepTheirWidth) {
  const auto digits = [](std::size_t number) {
    const auto array = EightDigits(number);
    return std::string(array.data(), array.size());
  };
  EXPECT_EQ(digits(0), "00000000");
  EXPECT_EQ(digits(1'234'567), "01234567");
  EXPECT_EQ(digits(1'234'567'890), "99999999");
  using Seconds = std::chrono::duration<double>;
  EXPECT_EQ(FixedSeconds(Seconds(1.2345)), "000000001.234");
  EXPECT_EQ(FixedSeconds(Seconds(-1)), "000000000.000");
  EXPECT_EQ(FixedSeconds(Seconds(1e30)).size(), FixedSeconds({}).size());
}

}  // namespace
}  // namespace kernodeck
