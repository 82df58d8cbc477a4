#ifndef KERNODECK_PLUGIN_DIAGNOSIS_STANDARD_DESCRIPTORS_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_STANDARD_DESCRIPTORS_H_

#include <vector>

#include "plugin/diagnosis/unique_fd.h"

namespace kernodeck {

// While it lives, descriptors 0, 1 and 2 are open: a command may have been started with any of them
// closed, and a pipe that took such a number would be overwritten in the child. What was closed is
// closed again at the end.
class StandardDescriptors {
 public:
  StandardDescriptors();

 private:
  std::vector<UniqueFd> opened_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_STANDARD_DESCRIPTORS_H_
