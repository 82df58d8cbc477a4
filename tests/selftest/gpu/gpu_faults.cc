// Suites that break a GPU's context, keep it busy for ever, use up its memory or use it unasked.
// Each fault is started and left: the test itself sees success, and what is wrong shows in a later
// call, as with every asynchronous error. gpu_faults_test.py runs them and says what is to come
// out.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <string>

#include "kernodeck/require.h"
#include "tests/selftest/gpu/device.h"

namespace kernodeck::selftest {
namespace {

constexpr std::size_t kBlock = 4096;

class OnGpu : public testing::Test {
 protected:
  void SetUp() override { KERNODECK_REQUIRE_GPU(); }
};

// The device is in order: it writes what it is told, and says so.
void UseTheDevice() {
  const Device& device = Device::Get();
  std::uint64_t block = 0;
  std::uint32_t value = 0;
  ASSERT_EQ(device.Allocate(kBlock, block), 0);
  ASSERT_EQ(device.StartFill(block, 42), 0);
  ASSERT_EQ(device.Read(block, value), 0);
  EXPECT_EQ(value, 42U);
  EXPECT_EQ(device.Free(block), 0);
}

std::string Number(const testing::TestParamInfo<int>& test) {
  return "Test" + std::to_string(test.param);
}

class IllegalAddress : public OnGpu, public testing::WithParamInterface<int> {};

TEST_P(IllegalAddress, OfTen) {
  UseTheDevice();
  if (GetParam() == 3) {
    EXPECT_EQ(Device::Get().StartWildWrite(), 0);
  }
}
INSTANTIATE_TEST_SUITE_P(Ten, IllegalAddress, testing::Range(1, 11), Number);

class Trap : public OnGpu, public testing::WithParamInterface<int> {};

TEST_P(Trap, OfThree) {
  UseTheDevice();
  if (GetParam() == 2) {
    EXPECT_EQ(Device::Get().StartTrap(), 0);
  }
}
INSTANTIATE_TEST_SUITE_P(Three, Trap, testing::Range(1, 4), Number);

class Endless : public OnGpu, public testing::WithParamInterface<int> {};

TEST_P(Endless, OfThree) {
  UseTheDevice();
  if (GetParam() == 2) {
    std::uint64_t block = 0;
    ASSERT_EQ(Device::Get().Allocate(kBlock, block), 0);
    EXPECT_EQ(Device::Get().StartEndless(block), 0);
  }
}
INSTANTIATE_TEST_SUITE_P(Three, Endless, testing::Range(1, 4), Number);

class Memory : public OnGpu {
 protected:
  // What a test's own allocator does at its limit.
  static std::uint64_t AllocateOrThrow(std::size_t bytes) {
    std::uint64_t block = 0;
    if (Device::Get().Allocate(bytes, block) != 0) throw std::bad_alloc();
    return block;
  }
};

TEST_F(Memory, GivenBack) { UseTheDevice(); }

TEST_F(Memory, KeptByTheTest) { AllocateOrThrow(std::size_t{64} << 20U); }

TEST_F(Memory, MoreThanThereIs) { AllocateOrThrow(std::size_t{1} << 46U); }

TEST_F(Memory, AfterTheOthers) { UseTheDevice(); }

// States nothing, so that it would fail with no reason on a machine without a GPU.
TEST(Unstated, UsesTheGpu) { UseTheDevice(); }

TEST(Unstated, UsesNothing) { SUCCEED(); }

class OrdinaryFailure : public OnGpu {};

TEST_F(OrdinaryFailure, IsTheCodesOwn) {
  UseTheDevice();
  EXPECT_EQ(2 + 2, 5);
}

}  // namespace
}  // namespace kernodeck::selftest
