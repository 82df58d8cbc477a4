#ifndef KERNODECK_PLUGIN_DIAGNOSIS_PYTHON_WORDING_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_PYTHON_WORDING_H_

#include "kernodeck/verdict.h"

namespace kernodeck {

// The verdict on a Python target in the words of one: the tables speak of LibTorch, its folder and
// the options that name it; there it is torch and an interpreter. Code, cause, stage and owner stay
// as they are. Pure.
[[nodiscard]] Verdict InWordsForPython(Verdict verdict);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_PYTHON_WORDING_H_
