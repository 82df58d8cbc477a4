#ifndef KERNODECK_PLUGIN_CORE_DRIVER_FUNCTION_H_
#define KERNODECK_PLUGIN_CORE_DRIVER_FUNCTION_H_

#include <dlfcn.h>

namespace kernodeck {

// The function `name` of a loaded library, or nullptr. The library's own headers are not needed:
// the drivers' interfaces are C, documented, and never change under one name.
template <typename Function>
[[nodiscard]] Function* FindFunction(void* library, const char* name) {
  return reinterpret_cast<Function*>(dlsym(library, name));
}

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CORE_DRIVER_FUNCTION_H_
