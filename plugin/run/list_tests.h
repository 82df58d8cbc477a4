#ifndef KERNODECK_PLUGIN_RUN_LIST_TESTS_H_
#define KERNODECK_PLUGIN_RUN_LIST_TESTS_H_

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "plugin/diagnosis/supervisor.h"
#include "plugin/run/test_list.h"

namespace kernodeck {

// What a binary said when it was asked for its tests.
struct Listing {
  std::vector<ListedTest> tests;
  bool is_list = false;  // it gave a list, be it an empty one
  ProcessEnd end;
  std::string output;  // as it was printed
  std::string errors;
};

// Asks for the tests that `arguments` select, `limit` at most. Supervises like RunWorkers().
[[nodiscard]] Listing ListTests(const std::filesystem::path& executable,
                                const std::vector<std::string>& arguments,
                                std::chrono::milliseconds limit);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_LIST_TESTS_H_
