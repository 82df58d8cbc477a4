#include "plugin/run/written_results.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "plugin/core/to_number.h"
#include "plugin/run/test_list.h"

namespace kernodeck {
namespace {

using Json = nlohmann::json;

std::string TextOf(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? BytesOf(found->get<std::string>()) : "";
}

// `0.012s`
std::chrono::duration<double> SecondsOf(const std::string& text) {
  if (text.empty() || text.back() != 's') return {};
  std::string_view number = text;
  number.remove_suffix(1);
  const auto seconds = ToNumber<double>(number);
  return std::chrono::duration<double>(seconds && *seconds > 0 ? *seconds : 0.0);
}

// `file:2\nwhat`, printed as `file:2: Failure\nwhat`.
std::string Printed(const std::string& text, const char* kind) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  return text.substr(0, end).append(kind).append(text.substr(end)).append("\n");
}

std::string SaidOf(const Json& test, const char* list, const char* key, const char* kind) {
  std::string said;
  const auto found = test.find(list);
  if (found == test.end() || !found->is_array()) return said;
  for (const Json& each : *found) {
    if (each.is_object()) said += Printed(TextOf(each, key), kind);
  }
  return said;
}

// A test that an environment's SetUp kept from running is written down as run and completed: only
// the time of its beginning is that of a clock that was never read. Time zones are up to a day
// away.
bool Began(const Json& test) {
  const std::string at = TextOf(test, "timestamp");
  return !at.empty() && at.compare(0, 4, "1969") != 0 && at.compare(0, 4, "1970") != 0;
}

WrittenResult ResultOf(const Json& test) {
  WrittenResult result;
  result.seconds = SecondsOf(TextOf(test, "time"));
  if (TextOf(test, "result") == "SKIPPED") result.status = TestStatus::kSkipped;
  if (test.contains("failures")) result.status = TestStatus::kFailed;
  result.said = SaidOf(test, "failures", "failure", ": Failure") +
                SaidOf(test, "skipped", "message", ": Skipped");
  return result;
}

// Whether the suite made sense.
bool TakeSuite(const Json& suite, WrittenResults& results) {
  const auto tests = suite.is_object() ? suite.find("testsuite") : suite.end();
  if (!suite.is_object() || tests == suite.end() || !tests->is_array()) return false;
  const std::string name = TextOf(suite, "name");
  for (const Json& test : *tests) {
    if (!test.is_object()) return false;
    if (TextOf(test, "status") != "RUN" || !Began(test)) continue;
    results.emplace(FullName({name, TextOf(test, "name")}), ResultOf(test));
  }
  return true;
}

}  // namespace

std::optional<WrittenResults> ParseWrittenResults(std::string_view json) {
  Json document = Json::parse(json, nullptr, false);
  if (document.is_discarded() && !json.empty()) {
    // Some versions write bytes as they are, whatever they are.
    std::string ascii(json);
    std::replace_if(
        ascii.begin(), ascii.end(),
        [](char letter) { return static_cast<unsigned char>(letter) > 127; }, '?');
    document = Json::parse(ascii, nullptr, false);
  }
  const bool is_object = document.is_object();
  if (!is_object || !document.contains("testsuites")) return std::nullopt;
  const Json& suites = document["testsuites"];
  WrittenResults results;
  const bool good = suites.is_array() &&
                    std::all_of(suites.begin(), suites.end(),
                                [&](const Json& suite) { return TakeSuite(suite, results); });
  if (!good) return std::nullopt;
  return results;
}

}  // namespace kernodeck
