#include "plugin/gtest/run_info.h"

#include <gtest/gtest.h>

#include <cerrno>  // program_invocation_short_name, GNU's
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>

#include "plugin/core/number_text.h"

namespace kernodeck {
namespace {

constexpr int kMaxSeed = 99'999;  // as GoogleTest has it
constexpr int kMaxShards = 1'000'000;

int NumberOfVariable(const char* name, int otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr ? otherwise : ParseWholeNumber(value, 0, kMaxShards).value_or(otherwise);
}

int ChosenSeed() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  return static_cast<int>(milliseconds % kMaxSeed) + 1;
}

// Before InitGoogleTest, only the kernel knows them.
std::vector<std::string> KernelsArguments() {
  std::vector<std::string> arguments;
  std::ifstream file("/proc/self/cmdline");
  std::string argument;
  while (std::getline(file, argument, '\0')) arguments.push_back(argument);
  return arguments;
}

// In quotes where a shell would take it for something else.
std::string Word(const std::string& text) {
  constexpr const char* kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-:,@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string word = "'";
  for (const char letter : text) word += letter == '\'' ? "'\\''" : std::string(1, letter);
  return word + "'";
}

}  // namespace

std::string SkipCommand(const std::string& given) {
  const bool relative = !given.empty() && given.front() != '/';
  return "KERNODECK_POLICY=skip " + Word(relative ? given : given.substr(given.rfind('/') + 1));
}

std::string SkipCommand() { return SkipCommand(std::string(program_invocation_name)); }

std::vector<std::string> ProgramArguments() {
  std::vector<std::string> arguments = testing::internal::GetArgvs();
  if (arguments.empty()) arguments = KernelsArguments();
  if (!arguments.empty()) arguments.erase(arguments.begin());
  return arguments;
}

std::string ProgramName() { return program_invocation_short_name; }

TestRunInfo CurrentRunInfo(const std::string& name) {
  TestRunInfo run;
  run.name = name;
  run.shard_count = NumberOfVariable("GTEST_TOTAL_SHARDS", 1);
  run.shard_index = NumberOfVariable("GTEST_SHARD_INDEX", 0);
  run.repeats = GTEST_FLAG_GET(repeat);
  run.at = std::chrono::system_clock::now();
  if (!GTEST_FLAG_GET(shuffle)) return run;
  if (GTEST_FLAG_GET(random_seed) == 0) GTEST_FLAG_SET(random_seed, ChosenSeed());
  run.seed = static_cast<std::uint64_t>(GTEST_FLAG_GET(random_seed));
  return run;
}

}  // namespace kernodeck
