#ifndef KERNODECK_TESTS_UNIT_GTEST_TEST_SUPPORT_H_
#define KERNODECK_TESTS_UNIT_GTEST_TEST_SUPPORT_H_

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "plugin/gtest/device_driver.h"

namespace kernodeck {

using Variables = std::vector<std::pair<std::string, std::string>>;

// The folder of the stand-ins that tests/fault builds.
[[nodiscard]] std::filesystem::path Standins();

// The stand-ins of the driver's libraries, the others nowhere.
[[nodiscard]] DriverLibraries FakeCuda();
[[nodiscard]] DriverLibraries FakeHip();

// What `body` returned in a child process with these variables: a library that it loads stays
// there, and so does whatever it breaks.
[[nodiscard]] std::string InFreshProcess(const Variables& variables,
                                         const std::function<std::string()>& body);

// "[0,2]"
[[nodiscard]] std::string Text(const std::vector<int>& numbers);
// "700 on 1, sticky"
[[nodiscard]] std::string Text(const SyncResult& result);

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_UNIT_GTEST_TEST_SUPPORT_H_
