#include "plugin/run/schedule.h"

#include <algorithm>

namespace kernodeck {
namespace {

// The nearest place to `ideal` at which a suite begins, `reach` away at most; else `ideal`.
std::size_t Boundary(const std::vector<ListedTest>& tests, const std::vector<TestIndex>& selected,
                     std::size_t ideal, std::size_t reach) {
  const auto begins_suite = [&](std::size_t at) {
    return at == 0 || at >= selected.size() ||
           tests[selected[at]].id.suite != tests[selected[at - 1]].id.suite;
  };
  for (std::size_t away = 0; away <= reach; ++away) {
    if (away <= ideal && begins_suite(ideal - away)) return ideal - away;
    if (begins_suite(ideal + away)) return std::min(ideal + away, selected.size());
  }
  return ideal;
}

}  // namespace

std::vector<std::vector<TestIndex>> SplitAmongJobs(const std::vector<ListedTest>& tests,
                                                   const std::vector<TestIndex>& selected,
                                                   std::size_t jobs) {
  std::vector<std::vector<TestIndex>> parts;
  jobs = std::max<std::size_t>(1, std::min(jobs, selected.size()));
  const std::size_t reach = selected.size() / jobs / 3;
  std::size_t begin = 0;
  for (std::size_t job = 1; job <= jobs; ++job) {
    const std::size_t ideal = selected.size() * job / jobs;
    const std::size_t end =
        job == jobs ? selected.size() : std::max(begin, Boundary(tests, selected, ideal, reach));
    if (end == begin) continue;
    parts.emplace_back(selected.begin() + static_cast<std::ptrdiff_t>(begin),
                       selected.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  }
  return parts;
}

}  // namespace kernodeck
