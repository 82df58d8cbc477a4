// API of this header
//   KERNODECK_REQUIRE_GPU(requirements...)  ends the test unless a working GPU is there
//   KERNODECK_REQUIRE_CPU()                 ends the test unless LibTorch works on the CPU
//   GpuReady({requirements...}), CpuReady() the same as AssertionResult, for ASSERT_TRUE
//   RequireGpu({...}), RequireCpu()         the same as a question, for a test that has another way
//   RequireGpuOrEnd({...}), RequireCpuOrEnd()  what the macros ask
//   Readiness                               what they answer
#ifndef KERNODECK_REQUIRE_H_
#define KERNODECK_REQUIRE_H_

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

#include "kernodeck/requirement.h"

namespace kernodeck {

/// The answer to a requirement: true where it is met, else what to record for the test.
struct [[nodiscard]] Readiness {
  bool met = true;
  /// A fatal failure, or a skip: by policy, or because another test was charged with the fault.
  testing::TestPartResult::Type type = testing::TestPartResult::kSuccess;
  std::string text;  ///< why; the code stands in its first line

  explicit operator bool() const { return met; }
};

/// Whether this process has a GPU that computed and verified the fixed computation, and whether it
/// meets `requirements`. The first call in a process runs the diagnosis (`kernodeck diagnose`, in a
/// process of its own; seconds); later ones take its verdict (below 1 µs where no requirement asks
/// the device). Records nothing and charges nobody: a test that asks may go another way. It is a
/// GPU test from now on, though, and one that records the answer's `text` as its failure is charged
/// with it. A failed diagnosis makes the run red, whoever asked for it. What a thread asks counts
/// for the test that runs then. Thread-safe.
Readiness RequireGpu(std::initializer_list<Requirement> requirements = {});

/// Whether LibTorch computed and verified the fixed computation on the CPU. Says nothing about any
/// GPU, and never stands in for one. Thread-safe.
Readiness RequireCpu();

/// What the macros ask: the same for a caller that records the answer and ends the test. A failed
/// diagnosis is charged to the first test that is told so; later ones are not run. Thread-safe.
Readiness RequireGpuOrEnd(std::initializer_list<Requirement> requirements = {});
Readiness RequireCpuOrEnd();

/// RequireGpu() for those who want an assertion: `ASSERT_TRUE(kernodeck::GpuReady())`. An assertion
/// cannot skip: it fails under the policy `skip` too. Thread-safe.
[[nodiscard]] testing::AssertionResult GpuReady(
    std::initializer_list<Requirement> requirements = {});

/// RequireCpu() for those who want an assertion. Thread-safe.
[[nodiscard]] testing::AssertionResult CpuReady();

}  // namespace kernodeck

/// Returns from the function that it stands in unless this process has a working GPU that meets the
/// requirements (kernodeck/requirement.h): the test fails, or is skipped where that was asked for.
/// For test bodies, SetUp and SetUpTestSuite; in a thread, a lambda or a helper it returns from
/// that function only. More may be streamed into it.
///
///   TEST(Product, OnTwoGpus) {
///     KERNODECK_REQUIRE_GPU(kernodeck::Gpus(2));
///     ...
///
/// On a machine with one GPU:
///
///   DEVICE_INDEX_INVALID: this test wants at least 2 GPUs, and 1 is visible.
#define KERNODECK_REQUIRE_GPU(...) \
  KERNODECK_RETURN_UNLESS_MET_(::kernodeck::RequireGpuOrEnd({__VA_ARGS__}))

/// The same for an explicit CPU branch: LibTorch computes on the CPU.
#define KERNODECK_REQUIRE_CPU() KERNODECK_RETURN_UNLESS_MET_(::kernodeck::RequireCpuOrEnd())

// Not for use by itself. The `switch` keeps an `else` behind the macro from becoming its own.
#define KERNODECK_RETURN_UNLESS_MET_(answer)                                               \
  GTEST_AMBIGUOUS_ELSE_BLOCKER_                                                            \
  if (const ::kernodeck::Readiness kernodeck_readiness = (answer))                         \
    ;                                                                                      \
  else                                                                                     \
    return ::testing::internal::AssertHelper(kernodeck_readiness.type, __FILE__, __LINE__, \
                                             kernodeck_readiness.text.c_str()) =           \
               ::testing::Message()

#endif  // KERNODECK_REQUIRE_H_
