// Covers G9: what GoogleTest itself writes of an iteration counts where its output does not tell.
#include "plugin/run/written_results.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

constexpr const char* kDocument = R"({"tests":4,"testsuites":[{"name":"A","testsuite":[
  {"name":"a","status":"RUN","result":"COMPLETED","timestamp":"2026-01-02T03:04:05Z","time":"0.25s"},
  {"name":"b","status":"RUN","result":"COMPLETED","timestamp":"2026-01-02T03:04:05Z","time":"0s","failures":[
    {"failure":"x.cc:2\nWhy","type":""},{"failure":"unknown file\nC++ exception","type":""}]},
  {"name":"c","status":"RUN","result":"SKIPPED","timestamp":"2026-01-02T03:04:05Z","time":"0s","skipped":[{"message":"x.cc:3\nno\n"}]},
  {"name":"kept","status":"RUN","result":"COMPLETED","timestamp":"1970-01-01T00:00:00Z","time":"0s"},
  {"name":"west","status":"RUN","result":"COMPLETED","timestamp":"1969-12-31T16:00:00Z","time":"0s"},
  {"name":"old","status":"RUN","result":"COMPLETED","time":"0s"},
  {"name":"d","status":"NOTRUN","result":"SUPPRESSED","timestamp":"2026-01-02T03:04:05Z","time":"0s"}]}]})";

// What an environment's SetUp keeps from running is written down as completed.
TEST(WrittenResultsTest, TellsOfWhatRan) {
  const auto results = ParseWrittenResults(kDocument);
  ASSERT_TRUE(results.has_value());
  EXPECT_EQ(results->size(), 3U);
  EXPECT_EQ(results->at("A.a").status, TestStatus::kPassed);
  EXPECT_EQ(results->at("A.a").seconds.count(), 0.25);
  EXPECT_EQ(results->at("A.b").status, TestStatus::kFailed);
  EXPECT_EQ(results->at("A.b").said,
            "x.cc:2: Failure\nWhy\nunknown file: Failure\nC++ exception\n");
  EXPECT_EQ(results->at("A.c").status, TestStatus::kSkipped);
  EXPECT_EQ(results->at("A.c").said, "x.cc:3: Skipped\nno\n\n");
}

TEST(WrittenResultsTest, WhatIsNotWholeIsNothing) {
  const std::string document = kDocument;
  EXPECT_FALSE(ParseWrittenResults("").has_value());
  EXPECT_FALSE(ParseWrittenResults(document.substr(0, document.size() - 1)).has_value());
  EXPECT_FALSE(ParseWrittenResults("[]").has_value());
  EXPECT_FALSE(ParseWrittenResults(R"({"testsuites":[{"name":"A"}]})").has_value());
  EXPECT_FALSE(ParseWrittenResults(R"({"testsuites":[1]})").has_value());
}

TEST(WrittenResultsTest, BytesThatAreNoTextLoseNoResult) {
  std::string document = kDocument;
  document.replace(document.find("Why"), 3, "\xff\xfe!");
  const auto results = ParseWrittenResults(document);
  ASSERT_TRUE(results.has_value());
  EXPECT_EQ(results->at("A.b").said.substr(0, 19), "x.cc:2: Failure\n?\?!");
}

}  // namespace
}  // namespace kernodeck
