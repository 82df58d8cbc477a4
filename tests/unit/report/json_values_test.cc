// Covers rule D10: what the JSON reports have in common. Floats and texts: json_report_test.cc.
#include "plugin/report/json_values.h"

#include <gtest/gtest.h>

#include <limits>

namespace kernodeck {
namespace {

using Seconds = std::chrono::duration<double>;

TEST(JsonValuesTest, TimesAreSecondsAndNeverNonsense) {
  EXPECT_EQ(Value(Seconds(1.2345678)), Json(1.234568));
  EXPECT_EQ(Value(Seconds(-1)), Json(0.0));
  EXPECT_EQ(Value(Seconds(std::numeric_limits<double>::quiet_NaN())), Json(0.0));
}

TEST(JsonValuesTest, WhatIsNotThereIsNull) {
  EXPECT_EQ(OrNull(std::optional<int>()), Json(nullptr));
  EXPECT_EQ(OrNull(std::optional<int>(0)), Json(0));
}

TEST(JsonValuesTest, AVerdictHasAllItsFields) {
  Json json;
  AddVerdict(MakeVerdict(Code::kGpuUnavailable, Cause::kDriverMissing, Stage::kDevice), json);
  EXPECT_EQ(json["code"], "GPU_UNAVAILABLE");
  EXPECT_EQ(json["exit_code"], 6);
  EXPECT_EQ(json["cause"], "driver_missing");
  EXPECT_EQ(json["owner"], "machine");
  EXPECT_EQ(json.size(), 7U);
  AddVerdict(MakeVerdict(Code::kGpuCheckPassed, std::nullopt, Stage::kComplete), json);
  EXPECT_EQ(json["cause"], Json(nullptr));
  EXPECT_EQ(json["owner"], Json(nullptr));
}

}  // namespace
}  // namespace kernodeck
