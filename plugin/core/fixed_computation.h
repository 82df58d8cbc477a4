#ifndef KERNODECK_PLUGIN_CORE_FIXED_COMPUTATION_H_
#define KERNODECK_PLUGIN_CORE_FIXED_COMPUTATION_H_

#include <array>

namespace kernodeck {

// The fixed computation: C = A·B, loss = sum of C², and the gradients of the loss by A and B.
// Row-major 2×2, float32. Every value is a small integer, exact in float32 and in TF32 alike, so
// the results are compared for equality.
using Matrix2x2 = std::array<float, 4>;

inline constexpr Matrix2x2 kInputA = {1, 2, 3, 4};
inline constexpr Matrix2x2 kInputB = {2, 0, 1, 2};
inline constexpr Matrix2x2 kExpectedProduct = {4, 4, 10, 8};
inline constexpr float kExpectedLoss = 196;
inline constexpr Matrix2x2 kExpectedGradientA = {16, 24, 40, 52};
inline constexpr Matrix2x2 kExpectedGradientB = {68, 56, 96, 80};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CORE_FIXED_COMPUTATION_H_
