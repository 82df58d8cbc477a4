#include "plugin/diagnosis/standard_descriptors.h"

#include <fcntl.h>
#include <unistd.h>

#include <utility>

namespace kernodeck {

StandardDescriptors::StandardDescriptors() {
  // open() gives the lowest free number.
  for (;;) {
    UniqueFd fd(::open("/dev/null", O_RDWR | O_CLOEXEC));
    if (!fd.IsOpen() || fd.Get() > STDERR_FILENO) return;
    opened_.push_back(std::move(fd));
  }
}

}  // namespace kernodeck
