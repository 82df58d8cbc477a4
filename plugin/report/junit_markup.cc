#include "plugin/report/junit_markup.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "plugin/core/after_check.h"
#include "plugin/report/charged_text.h"
#include "plugin/report/plain_text.h"
#include "plugin/report/utc_time.h"
#include "plugin/report/xml_text.h"

namespace kernodeck {
namespace {

constexpr std::size_t kFixedSecondsDigits = 9;  // before the point; 30 years
constexpr std::string_view kRunClass = "kernodeck";
constexpr std::string_view kRunName = "run";

// Why not the time's own width: a place in the middle of a file cannot become wider.
std::string Seconds(std::chrono::duration<double> time, int decimals) {
  const double seconds = time.count();
  std::array<char, 64> text{};
  const double bounded = std::isfinite(seconds) ? std::clamp(seconds, 0.0, 999'999'999.0) : 0.0;
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), bounded,
                                          std::chars_format::fixed, decimals);
  return {text.data(), end};
}

void AppendProperty(std::string_view name, std::string_view value, std::string& xml) {
  xml.append("<property");
  AppendXmlAttribute("name", name, xml);
  AppendXmlAttribute("value", value, xml);
  xml.append("/>");
}

void AppendProperty(std::string_view name, int value, std::string& xml) {
  AppendProperty(name, std::to_string(value), xml);
}

// `<testcase …` without its end. A later repeat of a test bears its number, since readers take what
// has the same name for the same.
void OpenCase(const TestStart& test, JunitDialect dialect, std::string& xml) {
  xml.append("<testcase");
  AppendXmlAttribute("classname", test.id.suite, xml);
  if (test.repeat > 1) {
    AppendXmlAttribute("name", test.id.name + " (repeat " + std::to_string(test.repeat) + ")", xml);
  } else {
    AppendXmlAttribute("name", test.id.name, xml);
  }
  if (dialect == JunitDialect::kStrict) return;
  if (!test.file.empty()) AppendXmlAttribute("file", test.file, xml);
  if (test.line > 0) AppendXmlAttribute("line", std::to_string(test.line), xml);
}

void AppendTime(std::chrono::duration<double> time, std::string& xml) {
  xml.append(" time=\"").append(Seconds(time, 6)).append("\"");
}

// The properties of a case in the rich dialect: what its test recorded, then ours.
void AppendProperties(const TestResult& result, int repeats, std::string& xml) {
  std::string own;
  if (const std::optional<FailureCharge> charge = ChargeOf(result)) {
    AppendProperty("code", Info(charge->code).name, own);
    if (charge->cause) AppendProperty("cause", Info(*charge->cause).id, own);
    AppendProperty("stage", Name(charge->stage), own);
    if (charge->owner != Owner::kNone) AppendProperty("owner", Name(charge->owner), own);
  }
  if (result.gpu) AppendProperty("gpu", "true", own);
  if (result.status == TestStatus::kNotRun) AppendProperty("not_run", "true", own);
  if (repeats > 1) AppendProperty("repeat", result.start.repeat, own);
  if (result.exit_status) AppendProperty("exit_status", *result.exit_status, own);
  if (result.signal) AppendProperty("signal", *result.signal, own);
  if (own.empty() && result.properties.empty()) return;
  xml.append("<properties>");
  for (const auto& [name, value] : result.properties) AppendProperty(name, value, xml);
  xml.append(own).append("</properties>");
}

void AppendOutcome(const TestResult& result, std::string& xml) {
  if (result.status == TestStatus::kPassed) return;
  const std::string_view element = result.status == TestStatus::kFailed ? "failure" : "skipped";
  xml.append("<").append(element);
  if (const std::optional<FailureCharge> charge = ChargeOf(result))
    AppendXmlAttribute("type", Info(charge->code).name, xml);
  AppendXmlAttribute("message", ChargedMessage(result), xml);
  xml.append(">");
  AppendXmlText(ChargedText(result), xml);
  xml.append("</").append(element).append(">");
}

// A count in the changeable head: spaces first, so that its digits stand where eight divides.
void AppendPlace(std::string_view name, JunitHead& head, std::size_t& place) {
  const std::size_t digits = head.xml.size() + name.size() + 3;
  head.xml.append((8 - digits % 8) % 8, ' ');
  head.xml.append(" ").append(name).append("=\"");
  place = head.xml.size();
  head.xml.append("00000000\"");
}

std::string SuiteName(const TestRunInfo& run) {
  if (run.shard_count <= 1) return run.name;
  return run.name + " (shard " + std::to_string(run.shard_index + 1) + " of " +
         std::to_string(run.shard_count) + ")";
}

void AppendRunProperties(const TestRunInfo& run, std::string& xml) {
  AppendProperty("shard_index", run.shard_index, xml);
  AppendProperty("shard_count", run.shard_count, xml);
  AppendProperty("repeats", run.repeats, xml);
  if (run.seed) AppendProperty("seed", std::to_string(*run.seed), xml);
}

void AppendVerdict(const std::string& name, const std::optional<Verdict>& verdict,
                   std::string& xml) {
  if (!verdict) return;
  AppendProperty(name, Info(verdict->code).name, xml);
  if (verdict->cause) AppendProperty(name + "_cause", Info(*verdict->cause).id, xml);
  AppendProperty(name + "_stage", Name(verdict->stage), xml);
}

constexpr std::string_view kDeclaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

}  // namespace

void AppendRunningCase(const TestStart& test, JunitDialect dialect, std::string& xml) {
  OpenCase(test, dialect, xml);
  AppendTime({}, xml);
  xml.append("><error type=\"WORKER_FAILED\"");
  AppendXmlAttribute("message",
                     "WORKER_FAILED: " + FullName(test.id) +
                         " was running when this report was last written, and has not ended.",
                     xml);
  xml.append("/></testcase>");
}

void AppendFinishedCase(const TestResult& result, JunitDialect dialect, int repeats,
                        std::string& xml) {
  OpenCase(result.start, dialect, xml);
  AppendTime(result.seconds, xml);
  const std::size_t end = xml.size();
  xml.append(">");
  if (dialect == JunitDialect::kRich) AppendProperties(result, repeats, xml);
  AppendOutcome(result, xml);
  if (xml.size() == end + 1) {
    xml.back() = '/';
    xml.push_back('>');
  } else {
    xml.append("</testcase>");
  }
}

std::string UnendedRunCase() {
  std::string xml = "<testcase";
  AppendXmlAttribute("classname", kRunClass, xml);
  AppendXmlAttribute("name", kRunName, xml);
  AppendTime({}, xml);
  xml.append("><error type=\"WORKER_FAILED\"");
  AppendXmlAttribute("message",
                     "WORKER_FAILED: the run had not ended when this report was last written, and "
                     "no test was running.",
                     xml);
  xml.append("/></testcase>");
  return xml;
}

std::string RunProblemCase(const TestRunSummary& summary) {
  if (summary.problems.empty()) return {};
  const std::string_view first = summary.problems.front();
  const std::optional<Code> code = FindCode(first.substr(0, first.find(':')));
  const std::string type(code ? Info(*code).name : "RUN_FAILED");
  std::string text = code ? "" : type + ": ";
  for (const std::string& problem : summary.problems) text.append(problem).append("\n");
  const std::string message = OneLine(text.substr(0, text.find('\n')));
  std::string xml = "<testcase";
  AppendXmlAttribute("classname", kRunClass, xml);
  AppendXmlAttribute("name", kRunName, xml);
  AppendTime({}, xml);
  xml.append("><failure");
  AppendXmlAttribute("type", type, xml);
  AppendXmlAttribute("message", message, xml);
  xml.append(">");
  AppendXmlText(text, xml);
  xml.append("</failure></testcase>");
  return xml;
}

JunitHead ChangeableJunitHead(const TestRunInfo& run, JunitDialect dialect) {
  JunitHead head;
  std::string& xml = head.xml;
  const auto append_counts = [&head, &xml](std::size_t element) {
    AppendPlace("tests", head, head.tests[element]);
    AppendPlace("failures", head, head.failures[element]);
    AppendPlace("errors", head, head.errors[element]);
    if (element == 1) AppendPlace("skipped", head, head.skipped);
    xml.append(" time=\"");
    head.time[element] = xml.size();
    xml.append(FixedSeconds({})).append("\"");
  };
  xml.append(kDeclaration).append("<testsuites");
  AppendXmlAttribute("name", run.name, xml);
  append_counts(0);
  xml.append(">\n<testsuite");
  AppendXmlAttribute("name", SuiteName(run), xml);
  append_counts(1);
  AppendXmlAttribute("timestamp", UtcTime(run.at), xml);
  xml.append(">\n");
  if (dialect == JunitDialect::kRich) {
    xml.append("<properties>");
    AppendRunProperties(run, xml);
    xml.append("</properties>\n");
  }
  return head;
}

std::string FinalJunitHead(const TestRunInfo& run, const TestRunSummary& summary,
                           JunitDialect dialect, const JunitCounts& counts) {
  std::string xml(kDeclaration);
  const auto append_counts = [&xml, &counts] {
    AppendXmlAttribute("tests", std::to_string(counts.tests), xml);
    AppendXmlAttribute("failures", std::to_string(counts.failures), xml);
    AppendXmlAttribute("errors", std::to_string(counts.errors), xml);
  };
  xml.append("<testsuites");
  AppendXmlAttribute("name", run.name, xml);
  append_counts();
  AppendXmlAttribute("time", Seconds(counts.time, 3), xml);
  xml.append(">\n<testsuite");
  AppendXmlAttribute("name", SuiteName(run), xml);
  append_counts();
  AppendXmlAttribute("skipped", std::to_string(counts.skipped), xml);
  AppendXmlAttribute("time", Seconds(counts.time, 3), xml);
  AppendXmlAttribute("timestamp", UtcTime(run.at), xml);
  xml.append(">\n");
  if (dialect == JunitDialect::kStrict) return xml;
  xml.append("<properties>");
  AppendRunProperties(run, xml);
  AppendProperty("exit_status", summary.exit_status, xml);
  AppendProperty("gpu_ran", summary.gpu_ran, xml);
  AppendVerdict("readiness", summary.readiness, xml);
  AppendVerdict("after_check", summary.after_check, xml);
  if (summary.after_check) {
    AppendProperty("after_check_owner", Name(OwnerAfterCheck(*summary.after_check)), xml);
  }
  xml.append("</properties>\n");
  return xml;
}

std::array<char, 8> EightDigits(std::size_t number) {
  std::array<char, 8> digits{};
  number = std::min<std::size_t>(number, 99'999'999);
  for (auto digit = digits.rbegin(); digit != digits.rend(); ++digit, number /= 10)
    *digit = static_cast<char>('0' + number % 10);
  return digits;
}

std::string FixedSeconds(std::chrono::duration<double> time) {
  const std::string text = Seconds(time, 3);
  const std::size_t width = kFixedSecondsDigits + 4;
  return std::string(width - std::min(width, text.size()), '0') + text;
}

}  // namespace kernodeck
