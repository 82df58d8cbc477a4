#ifndef KERNODECK_PLUGIN_RUN_TEST_SUPERVISION_H_
#define KERNODECK_PLUGIN_RUN_TEST_SUPERVISION_H_

#include <vector>

#include "plugin/run/report_set.h"
#include "plugin/run/run_request.h"
#include "plugin/run/test_list.h"

namespace kernodeck {

// Runs the tests of `request` that `tests` lists, supervised: one process a job, and a fresh one
// after each crash, hang or broken device. What they print goes to standard output and error as it
// comes. `reports` are open; they are brought to their end. Must be called from a process that is
// the command's own, like RunWorkers().
[[nodiscard]] RunOutcome SuperviseTests(const RunRequest& request,
                                        const std::vector<ListedTest>& tests, ReportSet& reports);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_TEST_SUPERVISION_H_
