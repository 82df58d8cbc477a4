// The examples of docs/gtest.md and docs/policy.md: documents_test.py finds each of them here.
#include <vector>

#include "kernodeck/kernodeck.h"
#include "tests/selftest/gtest/reached.h"

using namespace kernodeck::literals;
using namespace std::chrono_literals;

TEST(Product, OnTheGpu) {
  KERNODECK_REQUIRE_GPU();
  Reached();
}

TEST(Product, OnALargeGpu) {
  KERNODECK_REQUIRE_GPU(kernodeck::TotalMemory(100_GiB),
                        kernodeck::Supports(kernodeck::Dtype::kBFloat16));
  Reached();
}

TEST(Product, WaitsForMemory) {
  KERNODECK_REQUIRE_GPU(kernodeck::FreeMemory(1_MiB).Within(10ms));
  Reached();
}

TEST(Product, OnTheCpu) {
  KERNODECK_REQUIRE_CPU();
  Reached();
}

kernodeck::Requirement EvenNumberOfGpus() {
  return {"an even number of GPUs", [](const kernodeck::Gpu& gpu) {
            return kernodeck::Finding{gpu.Count() % 2 == 0,
                                      std::to_string(gpu.Count()) + " are visible"};
          }};
}

TEST(Product, OnPairs) {
  KERNODECK_REQUIRE_GPU(EvenNumberOfGpus());
  Reached();
}

TEST(Product, AsAnAssertion) {
  ASSERT_TRUE(kernodeck::GpuReady({kernodeck::Gpus(1)}));
  Reached();
}

class Layer : public kernodeck::GpuTest {
 protected:
  Layer() : GpuTest({kernodeck::Gpus(1)}) {}
  std::vector<float> weights_ = std::vector<float>(1024);  // constructed on a ready GPU only
};

TEST_F(Layer, Forward) {
  EXPECT_EQ(weights_.size(), 1024U);
  Reached();
}

class Model : public kernodeck::GpuTestSuite {
 protected:
  static void SetUpTestSuite() {
    GpuTestSuite::SetUpTestSuite();
    if (!Ready()) return;
    weights_ = new std::vector<float>(1024);
  }
  static void TearDownTestSuite() { delete weights_; }
  static inline std::vector<float>* weights_ = nullptr;
};

TEST_F(Model, Forward) { Reached(); }
