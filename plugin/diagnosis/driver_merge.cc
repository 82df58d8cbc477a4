#include "plugin/diagnosis/driver_merge.h"

#include <algorithm>

namespace kernodeck {
namespace {

bool CameToItsEnd(const Facts& driver, const WorkerRun& driver_run) {
  return driver.done && !driver.contradiction && !driver_run.channel_invalid &&
         driver_run.end.kind == ProcessEnd::Kind::kExited && driver_run.end.exit_status == 0;
}

// Without a driver that counts devices the runtime above it only guesses at a number.
void ForgetGuessedNumber(Facts& facts) {
  if (!facts.failure || facts.failure->kind != "no_device") return;
  const bool usable = facts.driver && facts.driver->report.library_found == true &&
                      facts.driver->device_count.value_or(0) > 0;
  if (usable) return;
  facts.failure->number.reset();
  facts.failure->call.clear();
}

void EndAtDriverCheck(const Facts& driver, const WorkerRun& driver_run, Facts& facts,
                      WorkerRun& run) {
  for (const Stage stage : kDiagnosisStages) {
    if (stage >= Stage::kDevice) facts.stages.at(static_cast<std::size_t>(stage)) = {};
  }
  facts.values.clear();
  facts.failure.reset();
  facts.done = false;
  facts.contradiction = driver.contradiction;
  run.end = driver_run.end;
  run.channel_invalid = driver_run.channel_invalid;
  run.total = std::max(run.total, driver_run.total);
}

}  // namespace

void MergeDriverCheck(const Facts& driver, const WorkerRun& driver_run, Facts& facts,
                      WorkerRun& run) {
  facts.driver = driver.driver;
  facts.driver_check = driver.driver_check;
  facts.torch.devices = driver.torch.devices;
  facts.trace.insert(facts.trace.end(), driver.trace.begin(), driver.trace.end());
  ForgetGuessedNumber(facts);
  if (!CameToItsEnd(driver, driver_run) && facts.At(Stage::kBackend).ended) {
    EndAtDriverCheck(driver, driver_run, facts, run);
  }
}

}  // namespace kernodeck
