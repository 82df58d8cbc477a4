#include "plugin/report/test_report.h"

#include <unistd.h>

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "plugin/core/nearest.h"
#include "plugin/report/json_test_report.h"
#include "plugin/report/junit_report.h"
#include "plugin/report/plain_text.h"

namespace kernodeck {
namespace {

using Opened = std::variant<std::unique_ptr<TestReport>, NewFileResult>;

template <typename Report>
Opened Create(std::unique_ptr<Report> report, const std::filesystem::path& path) {
  if (const NewFileResult created = report->Create(path); !created.ok()) return created;
  return std::unique_ptr<TestReport>(std::move(report));
}

struct Format {
  TestReportFormat format;
  std::string_view name;
  Opened (*open)(const std::filesystem::path& path, const TestRunInfo& run);
};

// The one table of formats; adding one is adding a row.
constexpr std::array kFormats = {
    Format{TestReportFormat::kJunit, "junit",
           [](const std::filesystem::path& path, const TestRunInfo& run) {
             return Create(std::make_unique<JunitReport>(JunitDialect::kRich, run), path);
           }},
    Format{TestReportFormat::kJunitStrict, "junit-strict",
           [](const std::filesystem::path& path, const TestRunInfo& run) {
             return Create(std::make_unique<JunitReport>(JunitDialect::kStrict, run), path);
           }},
    Format{TestReportFormat::kJson, "json",
           [](const std::filesystem::path& path, const TestRunInfo& run) {
             return Create(std::make_unique<JsonTestReport>(run), path);
           }},
};

struct Placeholder {
  std::string_view name;
  std::string (*fill)(const TestRunInfo& run, int repeat);
};

constexpr std::array kPlaceholders = {
    Placeholder{"name", [](const TestRunInfo& run, int) { return run.name; }},
    Placeholder{"shard",
                [](const TestRunInfo& run, int) { return std::to_string(run.shard_index); }},
    Placeholder{"shards",
                [](const TestRunInfo& run, int) { return std::to_string(run.shard_count); }},
    Placeholder{"repeat", [](const TestRunInfo&, int repeat) { return std::to_string(repeat); }},
    Placeholder{"pid", [](const TestRunInfo&, int) { return std::to_string(getpid()); }},
};

template <typename Row, std::size_t kSize>
const Row* Find(const std::array<Row, kSize>& rows, std::string_view name) {
  for (const Row& row : rows) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

template <typename Row, std::size_t kSize>
std::vector<std::string_view> Names(const std::array<Row, kSize>& rows) {
  std::vector<std::string_view> names;
  names.reserve(kSize);
  for (const Row& row : rows) names.push_back(row.name);
  return names;
}

// The next `{word}` of a pattern, from its brace to behind the other: only lower-case letters make
// one, so that other braces stay what they are.
struct Braces {
  std::size_t begin = std::string_view::npos;
  std::size_t end = 0;
  std::string_view word;
};

Braces NextBraces(std::string_view pattern, std::size_t from) {
  for (std::size_t begin = pattern.find('{', from); begin != std::string_view::npos;
       begin = pattern.find('{', begin + 1)) {
    const std::size_t close = pattern.find_first_not_of("abcdefghijklmnopqrstuvwxyz", begin + 1);
    if (close == std::string_view::npos || close == begin + 1 || pattern[close] != '}') continue;
    return {begin, close + 1, pattern.substr(begin + 1, close - begin - 1)};
  }
  return {};
}

std::string Quoted(std::string_view text) {
  return std::string("\"").append(OneLine(text)).append("\"");
}

std::string ListOf(const std::vector<std::string_view>& names) {
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) list += i + 1 == names.size() ? " and " : ", ";
    list += names[i];
  }
  return list;
}

std::optional<std::string> WrongPlaceholder(std::string_view file) {
  for (Braces braces = NextBraces(file, 0); braces.begin != std::string_view::npos;
       braces = NextBraces(file, braces.end)) {
    if (Find(kPlaceholders, braces.word) != nullptr) continue;
    const std::vector<std::string_view> names = Names(kPlaceholders);
    return std::string("{").append(braces.word) + "} is no placeholder; there are " +
           ListOf(names) + "." + DidYouMean(Nearest(braces.word, names));
  }
  return std::nullopt;
}

}  // namespace

std::variant<TestReportRequest, std::string> ParseTestReportRequest(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view word = text.substr(0, colon);
  const Format* format = Find(kFormats, word);
  if (format == nullptr) {
    const std::vector<std::string_view> names = Names(kFormats);
    return Quoted(word) + " is no format of test reports; there are " + ListOf(names) + "." +
           DidYouMean(Nearest(word, names));
  }
  const std::string_view file =
      colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1);
  if (file.empty()) return Quoted(text) + " names no file; write " + std::string(word) + ":FILE.";
  if (std::optional<std::string> wrong = WrongPlaceholder(file)) return *std::move(wrong);
  return TestReportRequest{format->format, std::string(file)};
}

bool HasRepeatPlaceholder(const TestReportRequest& request) {
  return request.file.find("{repeat}") != std::string::npos;
}

std::filesystem::path FillPattern(const TestReportRequest& request, const TestRunInfo& run,
                                  int repeat) {
  const std::string_view pattern = request.file;
  std::string path;
  std::size_t from = 0;
  for (Braces braces = NextBraces(pattern, 0); braces.begin != std::string_view::npos;
       braces = NextBraces(pattern, braces.end)) {
    const Placeholder* placeholder = Find(kPlaceholders, braces.word);
    path.append(pattern.substr(from, braces.begin - from));
    path.append(placeholder != nullptr
                    ? placeholder->fill(run, repeat)
                    : std::string(pattern.substr(braces.begin, braces.end - braces.begin)));
    from = braces.end;
  }
  return path.append(pattern.substr(from));
}

std::variant<std::unique_ptr<TestReport>, NewFileResult> OpenTestReport(
    TestReportFormat format, const std::filesystem::path& path, const TestRunInfo& run) {
  for (const Format& row : kFormats) {
    if (row.format == format) return row.open(path, run);
  }
  return NewFileResult{Cause::kOutputNameInvalid, 0};
}

}  // namespace kernodeck
