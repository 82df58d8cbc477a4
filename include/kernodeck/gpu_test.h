// API of this header
//   GpuTest       fixture whose tests run on a GPU that is ready, or not at all
//   GpuTestSuite  the same, found out once for the whole suite
#ifndef KERNODECK_GPU_TEST_H_
#define KERNODECK_GPU_TEST_H_

#include <gtest/gtest.h>

#include <initializer_list>

#include "kernodeck/requirement.h"

namespace kernodeck {

/// Fixture of a GPU test. Its constructor asks for a GPU as KERNODECK_REQUIRE_GPU does. Where none
/// is ready it records why and throws testing::AssertionException, so that neither the members of a
/// fixture that derives from it are constructed nor SetUp or the body runs. Else it makes the
/// device that `--kernodeck_device` names (0 without it) the current one. At its end the devices
/// are synchronized, and a device error fails this test.
///
///   class Product : public kernodeck::GpuTest {
///    protected:
///     Product() : GpuTest({kernodeck::FreeMemory(8_GiB)}) {}
///     torch::Tensor weights_ = torch::rand({4096, 4096}, torch::kCUDA);  // not without a GPU
///   };
///
/// Under `--gtest_catch_exceptions=0`, and where GoogleTest was built without exceptions, nothing
/// is thrown: the members are constructed, and SetUp and the body do not run.
class GpuTest : public testing::Test {
 public:
  GpuTest(const GpuTest&) = delete;
  GpuTest& operator=(const GpuTest&) = delete;

 protected:
  GpuTest();
  GpuTest(std::initializer_list<Requirement> requirements);
  ~GpuTest() override;

  /// The index of the device in use, among the visible ones.
  [[nodiscard]] int device() const { return device_; }

 private:
  int device_ = 0;
};

/// A GpuTest whose suite is set up only where a GPU is ready. A fixture that has a SetUpTestSuite
/// of its own calls this one first, and returns where Ready() says no.
class GpuTestSuite : public GpuTest {
 public:
  static void SetUpTestSuite();

 protected:
  using GpuTest::GpuTest;

  /// Whether SetUpTestSuite() found a GPU ready for the suite that is running.
  [[nodiscard]] static bool Ready();
};

}  // namespace kernodeck

#endif  // KERNODECK_GPU_TEST_H_
