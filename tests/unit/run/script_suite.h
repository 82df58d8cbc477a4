#ifndef KERNODECK_TESTS_UNIT_RUN_SCRIPT_SUITE_H_
#define KERNODECK_TESTS_UNIT_RUN_SCRIPT_SUITE_H_

#include <filesystem>
#include <string>
#include <vector>

#include "plugin/run/run_request.h"
#include "plugin/run/test_list.h"
#include "plugin/run/test_supervision.h"
#include "tests/unit/diagnosis/process_census.h"
#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {

// Runs a shell script that stands in for a GoogleTest binary: for each test that its flag file
// selects it prints what GoogleTest prints, and what `bodies`, cases of `case "$test"`, do. No
// process, descriptor or file may be left.
class ScriptSuiteFixture : public SupervisionFixture {
 protected:
  ScriptSuiteFixture();

  // The request for a script whose tests, `A.b` each, behave as `bodies` say.
  RunRequest Request(const std::vector<std::string>& tests, const std::string& bodies);
  RunOutcome Run(const RunRequest& request);

  // "A.a passed, A.b failed TIMEOUT", by the JSON report of the last run.
  [[nodiscard]] std::string Results() const;
  // What the tests printed.
  [[nodiscard]] std::string Report() const;  // the JSON of the last run
  [[nodiscard]] std::string Printed() const;

  TemporaryFolder folder_;
  std::vector<ListedTest> tests_;

 private:
  std::filesystem::path report_;
  int runs_ = 0;
};

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_UNIT_RUN_SCRIPT_SUITE_H_
