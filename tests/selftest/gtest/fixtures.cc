// Fixtures over GpuTest and GpuTestSuite, with members that say that they were constructed.
#include "kernodeck/kernodeck.h"
#include "tests/selftest/gtest/reached.h"

namespace {

struct Member {
  Member() { std::printf("constructed\n"); }
};

class OnGpu : public kernodeck::GpuTest {
 protected:
  void SetUp() override { std::printf("set up\n"); }
  Member member_;
};

TEST_F(OnGpu, One) { Reached(); }
TEST_F(OnGpu, Two) { Reached(); }

class OnManyGpus : public kernodeck::GpuTest {
 protected:
  OnManyGpus() : GpuTest({kernodeck::Gpus(64)}) {}
  Member member_;
};

TEST_F(OnManyGpus, Three) { Reached(); }

class SuiteOnGpu : public kernodeck::GpuTestSuite {
 protected:
  static void SetUpTestSuite() {
    GpuTestSuite::SetUpTestSuite();
    if (!Ready()) return;
    std::printf("suite set up\n");
  }
  Member member_;
};

TEST_F(SuiteOnGpu, Four) {
  EXPECT_EQ(device(), 0);
  Reached();
}
TEST_F(SuiteOnGpu, Five) { Reached(); }

}  // namespace
