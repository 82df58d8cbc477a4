// API of this header
//   Environment  the plugin as a GoogleTest environment, for a main that calls RUN_ALL_TESTS()
#ifndef KERNODECK_ENVIRONMENT_H_
#define KERNODECK_ENVIRONMENT_H_

#include <gtest/gtest.h>

namespace kernodeck {

/// The plugin as a GoogleTest environment. RunAllTests() adds one by itself; a suite whose main
/// calls RUN_ALL_TESTS(), or that is linked with GoogleTest's own main, adds it by hand:
///
///   const auto* const kKernodeck = testing::AddGlobalTestEnvironment(new kernodeck::Environment);
///
/// Its constructor puts a Listener in place, which judges the run at its end. It refuses wrong
/// flags and variables before any test. It never runs the diagnosis: that waits for the first
/// requirement. The exit status stays GoogleTest's 0 or 1.
class Environment : public testing::Environment {
 public:
  Environment();
  void SetUp() override;
};

}  // namespace kernodeck

#endif  // KERNODECK_ENVIRONMENT_H_
