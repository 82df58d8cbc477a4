#ifndef KERNODECK_TESTS_SELFTEST_SAMPLE_REPORTS_H_
#define KERNODECK_TESTS_SELFTEST_SAMPLE_REPORTS_H_

#include "kernodeck/cause.h"
#include "kernodeck/code.h"
#include "plugin/report/diagnostic_report.h"

namespace kernodeck {

// Made-up reports for the tests of the formats: one for every code and every cause, as a diagnosis
// that ended so would fill it in. Times, versions and sizes are fixed, so that what is written from
// them can be compared byte by byte. No real machine is described.
[[nodiscard]] DiagnosticReport SampleReport(Code code);
[[nodiscard]] DiagnosticReport SampleReport(Cause cause);

// A report on all devices of three: the first passed, the second is full, the third hung.
[[nodiscard]] DiagnosticReport SampleReportOfAllDevices();

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_SELFTEST_SAMPLE_REPORTS_H_
