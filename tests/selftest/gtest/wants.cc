// Tests with requirements of their own.
#include "kernodeck/kernodeck.h"
#include "tests/selftest/gtest/reached.h"

namespace {

using namespace kernodeck::literals;

TEST(Wants, Nothing) {
  KERNODECK_REQUIRE_GPU();
  Reached();
}

TEST(Wants, ManyGpus) {
  KERNODECK_REQUIRE_GPU(kernodeck::Gpus(64));
  Reached();
}

TEST(Wants, ItsOwn) {
  KERNODECK_REQUIRE_GPU(
      kernodeck::Requirement("a GPU made of gold", [](const kernodeck::Gpu& /*gpu*/) {
        return kernodeck::Finding{false, "this one is made of silicon"};
      }));
  Reached();
}

TEST(Wants, Contradictions) {
  KERNODECK_REQUIRE_GPU(kernodeck::DeviceIndex(0), kernodeck::DeviceIndex(1));
  Reached();
}

TEST(Wants, Some) {
  KERNODECK_REQUIRE_GPU(kernodeck::Gpus(1), kernodeck::TotalMemory(1_MiB));
  Reached();
}

TEST(Wants, Cpu) {
  KERNODECK_REQUIRE_CPU();
  Reached();
}

TEST(Wants, Assertion) {
  ASSERT_TRUE(kernodeck::GpuReady({kernodeck::Gpus(1)}));
  Reached();
}

TEST(Wants, CpuAssertion) {
  ASSERT_TRUE(kernodeck::CpuReady());
  Reached();
}

}  // namespace
