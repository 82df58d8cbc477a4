#ifndef KERNODECK_TESTS_SELFTEST_APPROVED_REPORTS_H_
#define KERNODECK_TESTS_SELFTEST_APPROVED_REPORTS_H_

#include <string>
#include <vector>

namespace kernodeck {

struct SampleFile {
  std::string name;
  std::string text;
};

// One report a code in every format, e.g. GPU_UNAVAILABLE.json: what tests/approved/report holds.
[[nodiscard]] std::vector<SampleFile> ApprovedReports();

// One JSON report a code (code-TIMEOUT.json) and one a cause (cause-driver_missing.json).
[[nodiscard]] std::vector<SampleFile> JsonSamples();

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_SELFTEST_APPROVED_REPORTS_H_
