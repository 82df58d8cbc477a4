// Covers D6, D10 and T3: a report is read back as it was written, and nothing else is taken for
// one.
#include "plugin/report/read_report.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "plugin/report/json_report.h"
#include "tests/selftest/sample_reports.h"

namespace kernodeck {
namespace {

using Json = nlohmann::ordered_json;

void ExpectRoundTrip(const DiagnosticReport& report) {
  const std::string written = ToJson(report);
  const auto read = ReadReport(written);
  if (const auto* const why = std::get_if<std::string>(&read)) {
    FAIL() << *why << "\n" << written;
  }
  EXPECT_EQ(ToJson(std::get<DiagnosticReport>(read)), written);
}

// What is said of a sample after `change`.
std::string Refusal(const std::function<void(Json&)>& change) {
  Json json = Json::parse(ToJson(SampleReportOfAllDevices()));
  change(json);
  const auto read = ReadReport(json.dump());
  const auto* const why = std::get_if<std::string>(&read);
  return why != nullptr ? *why : "";
}

TEST(ReadReportTest, EveryCodeAndCauseComesBack) {
  for (const CodeInfo& code : AllCodes()) ExpectRoundTrip(SampleReport(code.code));
  for (const CauseInfo& cause : AllCauses()) ExpectRoundTrip(SampleReport(cause.cause));
  ExpectRoundTrip(SampleReportOfAllDevices());
}

TEST(ReadReportTest, NullsStayNothing) {
  DiagnosticReport report;
  ExpectRoundTrip(report);
  report.torch.devices.emplace();
  report.host = HostReport{"nvidia-smi", "failed", std::nullopt, {std::nullopt, 81920}};
  report.devices.emplace();
  ExpectRoundTrip(report);
}

TEST(ReadReportTest, OddNumbersComeBack) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  DiagnosticReport report = SampleReport(Code::kCheckFailed);
  report.execution.loss = -kInfinity;
  report.execution.mismatch = {{"loss", {}, std::nanf(""), 196, "cuda:0"},
                               {"product", {1, 0}, 0.1F, kInfinity, "cuda:0"}};
  report.torch.devices->front().total_memory_bytes = ~std::uint64_t{0};
  report.total = std::chrono::duration<double>(1.234567);
  ExpectRoundTrip(report);
  const auto read = std::get<DiagnosticReport>(ReadReport(ToJson(report)));
  EXPECT_EQ(read.execution.mismatch[1].got, 0.1F);
}

TEST(ReadReportTest, FieldsLandWhereTheyBelong) {
  const auto read =
      std::get<DiagnosticReport>(ReadReport(ToJson(SampleReport(Code::kGpuCheckPassed))));
  EXPECT_EQ(read.verdict.code, Code::kGpuCheckPassed);
  EXPECT_EQ(read.verdict.stage, Stage::kComplete);
  EXPECT_EQ(read.verdict.owner, Owner::kNone);
  EXPECT_EQ(read.torch.visible_device_count, 2);
  EXPECT_EQ(read.torch.devices.value().at(1).compute_capability, "9.0");
  EXPECT_EQ(read.labels.at(1).first, "purpose");
  EXPECT_EQ(read.created_at, SampleReport(Code::kGpuCheckPassed).created_at);
}

TEST(ReadReportTest, OtherTextsAreNoReport) {
  for (const char* const text : {"", "null", "[]", "7", "{", "{}x", "kernodeck: no such option"}) {
    EXPECT_EQ(std::get<std::string>(ReadReport(text)), "it is no JSON object") << text;
  }
  EXPECT_EQ(std::get<std::string>(ReadReport("{}")), "its field schema is not there");
  EXPECT_EQ(std::get<std::string>(ReadReport(std::string(kMaxReportBytes + 1, ' '))),
            "it is longer than a report can be");
}

TEST(ReadReportTest, DeepNestingNeedsNoDeepStack) {
  const std::string deep(std::size_t{1} << 20U, '[');
  EXPECT_EQ(std::get<std::string>(ReadReport(deep)), "it is no JSON object");
  std::string closed = deep;
  closed.append(deep.size(), ']');
  EXPECT_EQ(std::get<std::string>(ReadReport(closed)), "it is no JSON object");
}

TEST(ReadReportTest, OtherVersionsAreRefused) {
  EXPECT_EQ(Refusal([](Json& json) { json["schema"] = "kernodeck-diagnostic/2"; }),
            "its schema is not kernodeck-diagnostic/1");
}

TEST(ReadReportTest, WhatContradictsItselfIsRefused) {
  EXPECT_EQ(Refusal([](Json& json) { json["exit_code"] = 0; }),
            "its field exit_code is not that of its code");
  EXPECT_EQ(Refusal([](Json& json) { json["status"] = "passed"; }),
            "its field status is not that of its code");
  EXPECT_EQ(Refusal([](Json& json) { json["cause"] = "driver_missing"; }),
            "its field cause is not of its code");
  EXPECT_EQ(Refusal([](Json& json) { json["owner"] = nullptr; }),
            "its field owner does not go with its code");
  EXPECT_EQ(Refusal([](Json& json) { json["devices"][0]["exit_code"] = 3; }),
            "its field devices[].exit_code is not that of its code");
  EXPECT_EQ(Refusal([](Json& json) { std::swap(json["stages"][0], json["stages"][1]); }),
            "its field stages does not have the stages in their order");
  EXPECT_EQ(Refusal([](Json& json) { json["stages"].erase(7); }),
            "its field stages does not have the stages in their order");
}

TEST(ReadReportTest, WordsAreThoseOfTheTables) {
  for (const char* const pointer : {"/code", "/stage", "/cause", "/owner", "/stages/0/name",
                                    "/stages/0/result", "/pytorch/backend", "/devices/1/cause"}) {
    EXPECT_NE(Refusal([pointer](Json& json) {
                json[Json::json_pointer(pointer)] = "odd";
              }).find("has a word that is not known"),
              std::string::npos)
        << pointer;
  }
}

TEST(ReadReportTest, NumbersAndTimesAreChecked) {
  const auto with = [](const char* pointer, const Json& value) {
    return Refusal([&](Json& json) { json[Json::json_pointer(pointer)] = value; });
  };
  EXPECT_EQ(with("/exit_code", -1), "its field exit_code is no whole number from 0 on");
  EXPECT_EQ(with("/exit_code", 9.0), "its field exit_code is no whole number from 0 on");
  EXPECT_EQ(with("/pytorch/visible_device_count", 1ULL << 40U),
            "its field pytorch.visible_device_count is too large");
  EXPECT_EQ(with("/timings/total_seconds", -1.5), "its field timings.total_seconds is below 0");
  EXPECT_EQ(with("/execution/loss", "196"), "its field execution.loss is no number");
  EXPECT_EQ(with("/pytorch/devices", Json::array_t(5000)), "its field pytorch.devices is too long");
  for (const char* const time :
       {"", "2026-01-02T03:04:05", "2026-13-02T03:04:05Z", "2026-02-30T03:04:05Z",
        "2026-01-02T24:04:05Z", "2026-01-02 03:04:05Z", "2026-01-02T03:04:05+1"}) {
    EXPECT_EQ(with("/created_at", time), "its field created_at is no time") << time;
  }
}

// Every field in turn: without it, and of another type.
void ForEachField(Json& root, Json& node, const std::function<void(const std::string&)>& check,
                  const std::string& path = {}) {
  const bool optional_object = path == "/labels";
  if (!node.is_structured() || optional_object) return;
  for (auto& [key, child] : node.items()) {
    const std::string name = path + "/" + key;
    ForEachField(root, child, check, name);
    check(name);
  }
}

TEST(ReadReportTest, NoFieldMayBeMissingOrOfAnotherType) {
  Json whole = Json::parse(ToJson(SampleReportOfAllDevices()));
  std::vector<std::string> fields;
  ForEachField(whole, whole, [&fields](const std::string& field) { fields.push_back(field); });
  ASSERT_GT(fields.size(), 100U);
  for (const std::string& field : fields) {
    const Json::json_pointer pointer(field);
    const bool entry = std::isdigit(static_cast<unsigned char>(field.back())) != 0;
    EXPECT_NE(Refusal([&](Json& json) { json[pointer] = Json::array({Json::object()}); }), "")
        << field;
    if (entry) continue;
    EXPECT_NE(Refusal([&](Json& json) { json[pointer.parent_pointer()].erase(pointer.back()); }),
              "")
        << field;
  }
}

}  // namespace
}  // namespace kernodeck
