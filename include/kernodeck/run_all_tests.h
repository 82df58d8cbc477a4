// API of this header
//   RunAllTests(argc, argv)  RUN_ALL_TESTS() with the plugin, its summary and its exit status
//   RunAllTests()            the same, for a main that has no arguments at hand
#ifndef KERNODECK_RUN_ALL_TESTS_H_
#define KERNODECK_RUN_ALL_TESTS_H_

namespace kernodeck {

/// Runs all tests with Listener and Environment in place, prints the run's summary, and returns the
/// exit status: the code's own where the machine was not ready, else 1 where a test failed, 12
/// where only a report could not be written, 2 for a usage error (then nothing was run), else 0.
/// Call it once, after testing::InitGoogleTest(). Takes the plugin's own `--kernodeck_*` flags out
/// of `argv`.
///
///   int main(int argc, char** argv) {
///     testing::InitGoogleTest(&argc, argv);
///     return kernodeck::RunAllTests(argc, argv);
///   }
[[nodiscard]] int RunAllTests(int& argc, char** argv);

/// The same with the arguments that testing::InitGoogleTest() was given. Nothing is taken out of
/// them.
[[nodiscard]] int RunAllTests();

}  // namespace kernodeck

#endif  // KERNODECK_RUN_ALL_TESTS_H_
