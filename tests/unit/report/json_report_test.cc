// Rule D10: the JSON report's fields, their order, their nulls. D14: every stage with its time.
#include "plugin/report/json_report.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "plugin/report/plain_text.h"
#include "tests/selftest/sample_reports.h"

namespace kernodeck {
namespace {

using Json = nlohmann::ordered_json;
using std::chrono::duration;
using std::chrono::nanoseconds;
using std::chrono::seconds;
using std::chrono::system_clock;

Json Parsed(const DiagnosticReport& report) { return Json::parse(ToJson(report)); }

std::vector<std::string> Keys(const Json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.push_back(key);
  return keys;
}

using Names = std::vector<std::string>;

TEST(JsonReportTest, HasThePublicFieldsInTheirOrder) {
  DiagnosticReport report = SampleReport(Code::kCheckFailed);
  report.host = HostReport{"nvidia-smi", "ok", "580.95.05", {81920}};
  const Json json = Parsed(report);
  EXPECT_EQ(Keys(json), (Names{"schema", "status", "code", "exit_code", "stage", "cause", "owner",
                               "message", "next_step", "labels", "stages", "runtime", "pytorch",
                               "driver", "execution", "devices", "host", "timings", "created_at"}));
  EXPECT_EQ(Keys(json["stages"][0]), (Names{"name", "result", "seconds"}));
  EXPECT_EQ(Keys(json["runtime"]),
            (Names{"system", "machine", "kernodeck_version", "compiler", "python_version"}));
  EXPECT_EQ(Keys(json["pytorch"]),
            (Names{"version", "cuda_build", "hip_build", "backend", "gpu_available",
                   "visible_device_count", "devices", "same_as_caller"}));
  EXPECT_EQ(Keys(json["pytorch"]["devices"][0]),
            (Names{"index", "name", "total_memory_bytes", "compute_capability", "arch"}));
  EXPECT_EQ(Keys(json["driver"]), (Names{"library_found", "error", "error_name", "version"}));
  EXPECT_EQ(Keys(json["execution"]),
            (Names{"requested", "device", "product_verified", "gradient_verified", "synchronized",
                   "loss", "mismatch"}));
  EXPECT_EQ(Keys(json["execution"]["mismatch"][0]),
            (Names{"tensor", "index", "got", "want", "device"}));
  EXPECT_EQ(Keys(json["host"]), (Names{"tool", "result", "driver_version", "gpus"}));
  EXPECT_EQ(Keys(json["host"]["gpus"][0]), (Names{"total_memory_mib"}));
  EXPECT_EQ(Keys(json["timings"]), (Names{"total_seconds"}));
}

TEST(JsonReportTest, SaysThatAGpuPassed) {
  const Json json = Parsed(SampleReport(Code::kGpuCheckPassed));
  EXPECT_EQ(json["schema"], "kernodeck-diagnostic/1");
  EXPECT_EQ(json["status"], "passed");
  EXPECT_EQ(json["code"], "GPU_CHECK_PASSED");
  EXPECT_EQ(json["exit_code"], 0);
  EXPECT_EQ(json["stage"], "complete");
  EXPECT_TRUE(json["cause"].is_null());
  EXPECT_TRUE(json["owner"].is_null());
  EXPECT_EQ(json["labels"], (Json{{"runner", "example-7"}, {"purpose", "nightly build"}}));
  EXPECT_EQ(Keys(json["labels"]), (Names{"runner", "purpose"}));
  EXPECT_EQ(json["pytorch"]["devices"][1]["total_memory_bytes"], std::uint64_t{80} << 30U);
  EXPECT_EQ(json["execution"]["loss"], 196);
  EXPECT_EQ(json["execution"]["device"], "cuda:0");
  EXPECT_TRUE(json["execution"]["mismatch"].is_null());
  EXPECT_EQ(json["host"]["gpus"],
            (Json::array({{{"total_memory_mib", 81920}}, {{"total_memory_mib", 81920}}})));
  EXPECT_EQ(json["created_at"], "2026-01-02T03:04:05Z");
}

TEST(JsonReportTest, SaysWhatFailed) {
  const Json json = Parsed(SampleReport(Cause::kFabricNotReady));
  EXPECT_EQ(json["status"], "failed");
  EXPECT_EQ(json["code"], "GPU_UNAVAILABLE");
  EXPECT_EQ(json["exit_code"], 6);
  EXPECT_EQ(json["stage"], "device");
  EXPECT_EQ(json["cause"], "fabric_not_ready");
  EXPECT_EQ(json["owner"], "machine");
  EXPECT_EQ(json["message"], Info(Cause::kFabricNotReady).sentence);
  EXPECT_EQ(json["next_step"], Info(Cause::kFabricNotReady).next_step);
  EXPECT_EQ(json["driver"]["error"], 802);
  ASSERT_EQ(json["stages"].size(), kDiagnosisStages.size());
  EXPECT_EQ(json["stages"][1], (Json{{"name", "backend"}, {"result", "passed"}, {"seconds", 0.2}}));
  EXPECT_EQ(json["stages"][2], (Json{{"name", "device"}, {"result", "failed"}, {"seconds", 0.1}}));
  EXPECT_EQ(json["stages"][3],
            (Json{{"name", "allocation"}, {"result", "not_reached"}, {"seconds", nullptr}}));
}

TEST(JsonReportTest, OfTheCpuSaysNothingAboutGpus) {
  const Json json = Parsed(SampleReport(Code::kCpuCheckPassed));
  EXPECT_TRUE(json["pytorch"]["gpu_available"].is_null());
  EXPECT_TRUE(json["pytorch"]["visible_device_count"].is_null());
  EXPECT_TRUE(json["pytorch"]["devices"].is_null());
  EXPECT_TRUE(json["driver"].is_null());
  EXPECT_EQ(json["execution"]["device"], "cpu");
}

TEST(JsonReportTest, OfNothingHasNullsAndNeitherZerosNorGaps) {
  const Json json = Parsed(DiagnosticReport{});
  for (const auto& [key, value] : json["pytorch"].items()) EXPECT_TRUE(value.is_null()) << key;
  for (const std::string key : {"device", "product_verified", "loss", "mismatch"})
    EXPECT_TRUE(json["execution"][key].is_null()) << key;
  EXPECT_TRUE(json["driver"].is_null());
  EXPECT_TRUE(json["host"].is_null());
  EXPECT_TRUE(json["runtime"]["python_version"].is_null());
  EXPECT_EQ(json["labels"], Json::object());
  EXPECT_EQ(json["created_at"], "1970-01-01T00:00:00Z");
}

TEST(JsonReportTest, AnEmptyListIsNotNull) {
  DiagnosticReport report;
  report.torch.devices.emplace();
  report.host.emplace();
  EXPECT_EQ(Parsed(report)["pytorch"]["devices"], Json::array());
  EXPECT_EQ(Parsed(report)["host"]["gpus"], Json::array());
  report.host->total_memory_mib = {std::nullopt};
  EXPECT_TRUE(Parsed(report)["host"]["gpus"][0]["total_memory_mib"].is_null());
}

TEST(JsonReportTest, SpellsNumbersThatAreNotFinite) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  DiagnosticReport report;
  report.execution.loss = -kInfinity;
  report.execution.mismatch = {{"product", {1, 0}, std::nanf(""), 10, "cuda:0"},
                               {"loss", {}, kInfinity, 196, "cuda:0"}};
  const Json json = Parsed(report)["execution"];
  EXPECT_EQ(json["loss"], "-inf");
  EXPECT_EQ(json["mismatch"][0]["got"], "nan");
  EXPECT_EQ(json["mismatch"][0]["index"], (Json::array({1, 0})));
  EXPECT_EQ(json["mismatch"][0]["want"], 10);
  EXPECT_EQ(json["mismatch"][1]["got"], "inf");
  EXPECT_EQ(json["mismatch"][1]["index"], Json::array());
}

TEST(JsonReportTest, WritesFloatsInTheirShortestForm) {
  DiagnosticReport report;
  report.execution.loss = 0.1F;
  EXPECT_NE(ToJson(report).find("\"loss\": 0.1,"), std::string::npos);
}

TEST(JsonReportTest, RoundsSecondsToMicroseconds) {
  DiagnosticReport report;
  report.total = duration<double>(1.23456789);
  EXPECT_EQ(Parsed(report)["timings"]["total_seconds"], 1.234568);
  for (const double odd : {-1.0, -0.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    report.total = duration<double>(odd);
    EXPECT_NE(ToJson(report).find("\"total_seconds\": 0.0\n"), std::string::npos) << odd;
  }
}

TEST(JsonReportTest, WritesTheTimeInUtc) {
  const auto at = [](system_clock::duration since_epoch) {
    DiagnosticReport report;
    report.created_at = system_clock::time_point(since_epoch);
    return Parsed(report)["created_at"].get<std::string>();
  };
  EXPECT_EQ(at(seconds(1709251199)), "2024-02-29T23:59:59Z");
  EXPECT_EQ(at(seconds(1709251199) + nanoseconds(999'999'999)), "2024-02-29T23:59:59Z");
  EXPECT_EQ(at(-nanoseconds(1)), "1969-12-31T23:59:59Z");
}

TEST(JsonReportTest, IsValidUtf8WhateverItIsGiven) {
  DiagnosticReport report = SampleReport(Code::kGpuCheckPassed);
  const std::string bad = "\xff\xc3(\xed\xa0\x80\xf8 end \xe2\x82";
  report.verdict.message = bad;
  report.torch.devices->front().name = bad + std::string("\0\n\x1b\"\\", 5);
  report.labels = {{"key\xfe", bad}, {"key\xff", "other"}};
  const std::string text = ToJson(report);
  EXPECT_EQ(ValidUtf8(text), text);
  const Json json = Json::parse(text);
  EXPECT_EQ(json["message"], ValidUtf8(bad));
  EXPECT_EQ(json["pytorch"]["devices"][0]["name"], ValidUtf8(bad) + std::string("\0\n\x1b\"\\", 5));
  const std::string key = "\"key\xEF\xBF\xBD\":";
  EXPECT_EQ(text.find(key), text.rfind(key)) << "two keys became one, and it stands there twice";
  EXPECT_EQ(json["labels"]["key\xEF\xBF\xBD"], "other");
}

TEST(JsonReportTest, IsIndentedByTwoSpacesAndEndsInANewline) {
  const std::string text = ToJson(SampleReport(Code::kTimeout));
  EXPECT_EQ(text.substr(0, 41), "{\n  \"schema\": \"kernodeck-diagnostic/1\",\n ");
  EXPECT_EQ(text.substr(text.size() - 3), "\n}\n");
}

// Rule D9: one verdict a device; the report's own is that of the first failing one by index.
TEST(JsonReportTest, ListsTheVerdictOnEachDevice) {
  const Json json = Parsed(SampleReportOfAllDevices());
  ASSERT_EQ(json["devices"].size(), 3U);
  EXPECT_EQ(json["devices"][0]["code"], "GPU_CHECK_PASSED");
  EXPECT_EQ(json["devices"][1]["cause"], "device_memory_full");
  EXPECT_EQ(json["devices"][2]["exit_code"], 10);
  EXPECT_EQ(json["devices"][2]["execution"]["requested"], "cuda:2");
  EXPECT_EQ(json["devices"][1]["stages"], json["stages"]);
  EXPECT_EQ(json["code"], json["devices"][1]["code"]);
  EXPECT_TRUE(Parsed(SampleReport(Code::kTimeout))["devices"].is_null());
  DiagnosticReport none = SampleReport(Code::kGpuUnavailable);
  none.devices.emplace();
  EXPECT_EQ(Parsed(none)["devices"], Json::array());
}

}  // namespace
}  // namespace kernodeck
