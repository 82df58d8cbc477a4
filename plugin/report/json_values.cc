#include "plugin/report/json_values.h"

#include <charconv>
#include <cmath>

#include "plugin/report/plain_text.h"
#include "plugin/report/report_phrases.h"

namespace kernodeck {

Json Value(std::string_view text) { return ValidUtf8(text); }
Json Value(const std::string& text) { return ValidUtf8(text); }
Json Value(bool value) { return value; }
Json Value(int value) { return value; }
Json Value(std::uint64_t value) { return value; }

Json Value(std::chrono::duration<double> seconds) {
  const double value = seconds.count();
  if (!std::isfinite(value) || value <= 0) return 0.0;
  return std::round(value * 1e6) / 1e6;
}

// As a double, 0.1F would be written as 0.10000000149011612; its shortest spelling is 0.1.
Json Value(float number) {
  const std::string text = FormatNumber(number);
  if (!std::isfinite(number)) return text;
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

void AddVerdict(const Verdict& verdict, Json& json) {
  json["code"] = Value(Info(verdict.code).name);
  json["exit_code"] = ExitStatus(verdict);
  json["stage"] = Value(Name(verdict.stage));
  json["cause"] = verdict.cause ? Value(Info(*verdict.cause).id) : Json(nullptr);
  json["owner"] = verdict.owner == Owner::kNone ? Json(nullptr) : Value(Name(verdict.owner));
  json["message"] = Value(verdict.message);
  json["next_step"] = Value(verdict.next_step);
}

}  // namespace kernodeck
