// API of this header
//   Policy               what becomes of a test whose machine is not ready
//   Name(policy)         its public spelling
//   SetDefaultPolicy(p)  the policy where neither flag nor variable names one
#ifndef KERNODECK_POLICY_H_
#define KERNODECK_POLICY_H_

#include <string_view>

namespace kernodeck {

/// What becomes of a test that requires a GPU where none is ready.
enum class Policy {
  kRequire,  ///< it fails, with the code; a run is never green without its GPU tests having run
  kSkip,     ///< it is skipped, and says the code; only ever on request
};

/// The public spelling: `require` or `skip`. Thread-safe.
[[nodiscard]] std::string_view Name(Policy policy);

/// Sets the policy where neither `--kernodeck_policy` nor KERNODECK_POLICY names one; without it,
/// `require`. A number of GPUs that is promised (`--kernodeck_expect_gpus`) makes it `require`
/// again. Call it before RunAllTests() and before the first requirement: later ones have no effect.
/// Thread-safe.
///
///   int main(int argc, char** argv) {
///     testing::InitGoogleTest(&argc, argv);
///     kernodeck::SetDefaultPolicy(kernodeck::Policy::kSkip);
///     return kernodeck::RunAllTests(argc, argv);
///   }
void SetDefaultPolicy(Policy policy);

}  // namespace kernodeck

#endif  // KERNODECK_POLICY_H_
