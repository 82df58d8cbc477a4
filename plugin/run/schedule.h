#ifndef KERNODECK_PLUGIN_RUN_SCHEDULE_H_
#define KERNODECK_PLUGIN_RUN_SCHEDULE_H_

#include <cstddef>
#include <vector>

#include "plugin/run/test_list.h"

namespace kernodeck {

// Splits `selected` among at most `jobs` processes: consecutive tests, about as many each. A suite
// is kept in one process, so that it is set up once, where that leaves no process with much more
// than the others.
[[nodiscard]] std::vector<std::vector<TestIndex>> SplitAmongJobs(
    const std::vector<ListedTest>& tests, const std::vector<TestIndex>& selected, std::size_t jobs);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_SCHEDULE_H_
