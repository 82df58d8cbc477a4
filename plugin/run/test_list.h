#ifndef KERNODECK_PLUGIN_RUN_TEST_LIST_H_
#define KERNODECK_PLUGIN_RUN_TEST_LIST_H_

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "plugin/core/test_result.h"

namespace kernodeck {

// One test as its binary lists it.
struct ListedTest {
  TestId id;
  std::string file;  // as it was compiled
  int line = 0;
  std::vector<std::pair<std::string, std::string>> properties;  // value_param, type_param
};

// A test's place in the list of its binary.
using TestIndex = std::size_t;

// What `--gtest_list_tests` prints. Whatever else the program prints among it is left out as far as
// it does not look like a test.
[[nodiscard]] std::vector<ListedTest> ParseTestList(std::string_view text);

// What `--gtest_list_tests --gtest_output=json:FILE` writes; nothing where it is not that.
[[nodiscard]] std::optional<std::vector<ListedTest>> ParseTestListJson(std::string_view json);

// GoogleTest writes each byte above 127 into its JSON as a character of its own: the bytes again.
[[nodiscard]] std::string BytesOf(const std::string& text);

// Whether GoogleTest leaves the test out unless it is told to run disabled ones too.
[[nodiscard]] bool IsDisabled(const TestId& test);

// The file as a report may name it: relative to `folder` where it lies below, else its bare name.
[[nodiscard]] std::string ReportedFile(const std::string& file,
                                       const std::filesystem::path& folder);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_TEST_LIST_H_
