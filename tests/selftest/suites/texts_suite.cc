// Every requirement, unmet: more than any machine has, or what contradicts another. texts_test.py
// reads what they say.
#include <gtest/gtest.h>

#include <string>

#include "kernodeck/require.h"

namespace kernodeck {
namespace {

TEST(Unmet, Gpus) { KERNODECK_REQUIRE_GPU(Gpus(1000)); }
TEST(Unmet, DeviceIndex) { KERNODECK_REQUIRE_GPU(DeviceIndex(999)); }
TEST(Unmet, TotalMemory) { KERNODECK_REQUIRE_GPU(TotalMemory(1000000_GiB)); }
TEST(Unmet, FreeMemory) { KERNODECK_REQUIRE_GPU(FreeMemory(1000000_GiB)); }
TEST(Unmet, ComputeCapability) { KERNODECK_REQUIRE_GPU(ComputeCapability(99, 0)); }
TEST(Unmet, Arch) { KERNODECK_REQUIRE_GPU(Arch("gfx000")); }
TEST(Unmet, Backend) { KERNODECK_REQUIRE_GPU(Backend(GpuBackend::kRocm)); }
TEST(Unmet, Supports) { KERNODECK_REQUIRE_GPU(Supports(Dtype::kFloat8E4M3Fnuz)); }
TEST(Unmet, PeerAccess) { KERNODECK_REQUIRE_GPU(PeerAccess(0, 999)); }
TEST(Unmet, DriverVersion) { KERNODECK_REQUIRE_GPU(DriverVersion(999, 0)); }
TEST(Unmet, RuntimeVersion) { KERNODECK_REQUIRE_GPU(RuntimeVersion(999, 0)); }
TEST(Unmet, ExclusiveUse) { KERNODECK_REQUIRE_GPU(ExclusiveUse()); }

// A user's own, with all that an adapter stumbles over.
Requirement Nasty() {
  return {"a GPU\n\n[  FAILED  ] of gold", [](const Gpu&) {
            return Finding{false, "it is of lead\n\n[  PASSED  ] \xff and more\n"};
          }};
}
TEST(Unmet, Own) { KERNODECK_REQUIRE_GPU(Nasty()); }

TEST(Unmet, ByAssertion) { ASSERT_TRUE(GpuReady({Gpus(1000)})); }

TEST(Unmet, SaysMoreBehindTheCode) { KERNODECK_REQUIRE_GPU(Gpus(1000)) << "of which one is mine"; }

TEST(Contradiction, Indices) { KERNODECK_REQUIRE_GPU(DeviceIndex(0), DeviceIndex(1)); }
TEST(Contradiction, Backends) {
  KERNODECK_REQUIRE_GPU(Backend(GpuBackend::kRocm), ComputeCapability(8, 0));
}

TEST(Met, AllTheSame) { KERNODECK_REQUIRE_GPU(Gpus(1), DeviceIndex(0), TotalMemory(1_MiB)); }

}  // namespace
}  // namespace kernodeck
