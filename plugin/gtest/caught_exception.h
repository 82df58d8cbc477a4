#ifndef KERNODECK_PLUGIN_GTEST_CAUGHT_EXCEPTION_H_
#define KERNODECK_PLUGIN_GTEST_CAUGHT_EXCEPTION_H_

#include <optional>
#include <string>
#include <vector>

namespace kernodeck {

// An exception by its types: its own first, then its bases, nearest first. LibTorch's types are
// known by these names, so that nothing has to be linked to recognize them.
struct CaughtException {
  std::vector<std::string> types;  // "c10::OutOfMemoryError", "c10::Error", "std::exception"
  // CUDA's or HIP's. Whoever links LibTorch can read it from a c10::AcceleratorError; here its
  // class is known by name only, so it is empty.
  std::optional<int> number;
};

// The exception that is being handled, as in a listener's OnTestPartResult while GoogleTest reports
// one that escaped from a test. Nothing where none is.
[[nodiscard]] std::optional<CaughtException> DescribeCurrentException();

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_CAUGHT_EXCEPTION_H_
