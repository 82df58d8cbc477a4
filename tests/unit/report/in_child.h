#ifndef KERNODECK_TESTS_UNIT_REPORT_IN_CHILD_H_
#define KERNODECK_TESTS_UNIT_REPORT_IN_CHILD_H_

#include <functional>
#include <string>

namespace kernodeck {

// Runs `body` in a child process, so that it may change limits, users, mounts and signals, and
// returns what it returned: empty where all was well, else what was wrong. How a child that did not
// get that far ended is told in the same way.
[[nodiscard]] std::string InChild(const std::function<std::string()>& body);

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_UNIT_REPORT_IN_CHILD_H_
