#ifndef KERNODECK_PLUGIN_DIAGNOSIS_IMPORT_SECOND_LOOK_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_IMPORT_SECOND_LOOK_H_

#include <chrono>

#include "plugin/diagnosis/facts.h"
#include "plugin/diagnosis/helper_runner.h"
#include "plugin/diagnosis/installation.h"

namespace kernodeck {

// Where Python says only that importing torch failed, its text is no evidence. The worker loads
// torch's own libraries by itself and looks at the files; what it finds becomes the failure's kind
// and detail in `facts`. Anything else is left as it is. Nothing is started after `deadline`.
void TakeSecondLookAtImport(const Installation& installation,
                            std::chrono::steady_clock::time_point deadline, HelperRunner& helpers,
                            Facts& facts);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_IMPORT_SECOND_LOOK_H_
