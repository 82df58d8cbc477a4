#ifndef KERNODECK_PLUGIN_DIAGNOSIS_PYTHON_WORKER_SCRIPT_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_PYTHON_WORKER_SCRIPT_H_

#include <string_view>

namespace kernodeck {

// The worker of a Python target: python_runtime.py and python_worker.py, put into the command when
// it is configured, so that nothing is written at run time and nothing has to be found.
[[nodiscard]] std::string_view PythonWorkerScript();

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_PYTHON_WORKER_SCRIPT_H_
