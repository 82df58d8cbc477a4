#include "tests/unit/run/script_suite.h"

#include <fcntl.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "plugin/diagnosis/unique_fd.h"

namespace kernodeck {
namespace {

constexpr const char* kBefore = R"sh(#!/bin/sh
for each; do case "$each" in --gtest_flagfile=*) flags=${each#*=};; esac; done
filter=$(sed -n 's/^--gtest_filter=//p' "$flags" | tr : ' ')
repeat=$(sed -n 's/^--gtest_repeat=//p' "$flags")
failed=0
ok() { echo "[       OK ] $test (0 ms)"; }
fail() { echo "a.cc:1: Failure"; echo "no"; echo "[  FAILED  ] $test (0 ms)"; failed=1; }
i=0
while [ $i -lt $repeat ]; do
i=$((i+1))
for test in ${filter:-$ALL_TESTS}; do
echo "[ RUN      ] $test"
case "$test" in
)sh";
constexpr const char* kBehind = R"sh(
*) ok;;
esac
done
echo "[==========] $(echo ${filter:-$ALL_TESTS} | wc -w) tests ran. (0 ms total)"
done
exit $failed
)sh";

std::string TextOf(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

}  // namespace

ScriptSuiteFixture::ScriptSuiteFixture() = default;

RunRequest ScriptSuiteFixture::Request(const std::vector<std::string>& tests,
                                       const std::string& bodies) {
  tests_.clear();
  std::string all;
  for (const std::string& name : tests) {
    const std::size_t dot = name.find('.');
    tests_.push_back({{name.substr(0, dot), name.substr(dot + 1)}, "a.cc", 1, {}});
    all += name + " ";
  }
  RunRequest request;
  std::string script = kBefore + bodies + kBehind;
  std::string variable = "ALL_TESTS='";
  variable.append(all).append("'\n");
  script.insert(script.find('\n') + 1, variable);
  request.executable = folder_.WriteProgram("tests", script);
  request.command = "/nonexistent";
  request.test_timeout = std::chrono::milliseconds(5000);
  return request;
}

RunOutcome ScriptSuiteFixture::Run(const RunRequest& request) {
  const std::string number = std::to_string(++runs_);
  report_ = folder_.Path() / ("report" + number);
  RunRequest own = request;
  own.outputs.push_back({TestReportFormat::kJson, report_.string()});
  const UniqueFd out(::open((folder_.Path() / "out").c_str(),
                            O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600));
  own.out = out.Get();
  own.err = out.Get();
  TestRunInfo info;
  info.repeats = own.flags.repeat;
  ReportSet reports(own.outputs, info);
  EXPECT_FALSE(reports.Open().has_value());
  return SuperviseTests(own, tests_, reports);
}

std::string ScriptSuiteFixture::Results() const {
  std::string text;
  const auto report = nlohmann::json::parse(TextOf(report_));
  for (const auto& test : report.at("tests")) {
    if (!text.empty()) text += ", ";
    text.append(test.at("suite").get<std::string>()).append(".");
    text.append(test.at("name").get<std::string>()).append(" ");
    text += test.at("result").get<std::string>();
    if (test.at("code").is_string()) text.append(" ").append(test.at("code").get<std::string>());
  }
  return text;
}

std::string ScriptSuiteFixture::Report() const { return TextOf(report_); }

std::string ScriptSuiteFixture::Printed() const { return TextOf(folder_.Path() / "out"); }

}  // namespace kernodeck
