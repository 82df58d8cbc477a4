// Covers C9 and faults 12, 20: the context comes up beside the loading, and its number is kept.
#include "plugin/worker/primary_context.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

class PrimaryContextTest : public testing::Test {
 protected:
  PrimaryContextTest() {
    if (pipe2(pipe_.data(), O_CLOEXEC) != 0) std::abort();
    driver_ = dlopen((Standins() / "fake_driver/libcuda.so.1").c_str(), RTLD_NOW | RTLD_LOCAL);
    const auto init = reinterpret_cast<int (*)(unsigned int)>(dlsym(driver_, "cuInit"));
    if (init == nullptr || init(0) != 0) std::abort();
  }
  ~PrimaryContextTest() override {
    close(pipe_[0]);
    close(pipe_[1]);
  }
  PrimaryContextTest(const PrimaryContextTest&) = delete;
  PrimaryContextTest& operator=(const PrimaryContextTest&) = delete;

  std::array<int, 2> pipe_{};
  void* driver_ = nullptr;
};

TEST_F(PrimaryContextTest, IsRetained) {
  EventChannel channel(pipe_[1], [] { FAIL(); });
  PrimaryContext context(driver_, 0, channel);
  context.Start();
  EXPECT_EQ(context.Wait(), 0);
  EXPECT_EQ(context.Synchronize(), 0);
}

TEST_F(PrimaryContextTest, KeepsTheNumberOfARefusal) {
  const ScopedVariable busy("KERNODECK_FAKE_CONTEXT", "46");
  EventChannel channel(pipe_[1], [] { FAIL(); });
  PrimaryContext context(driver_, 0, channel);
  context.Start();
  EXPECT_EQ(context.Wait(), 46);
  EXPECT_EQ(context.AskMemory().retry_number, 46) << "asked a second time";
  EXPECT_EQ(context.Synchronize(), 0) << "no context, so no error of one";
}

TEST_F(PrimaryContextTest, KeepsTheNumberOfAnIndexThatIsNotThere) {
  EventChannel channel(pipe_[1], [] { FAIL(); });
  PrimaryContext context(driver_, 5, channel);
  context.Start();
  EXPECT_EQ(context.Wait(), 101);
}

TEST_F(PrimaryContextTest, AsksForMemoryAfterAFailure) {
  const ScopedVariable free_bytes("KERNODECK_FAKE_FREE", "1048576");
  const ScopedVariable allocate("KERNODECK_FAKE_ALLOCATE", "2");
  const ScopedVariable synchronize("KERNODECK_FAKE_SYNCHRONIZE", "700");
  EventChannel channel(pipe_[1], [] { FAIL(); });
  PrimaryContext context(driver_, 0, channel);
  context.Start();
  ASSERT_EQ(context.Wait(), 0);
  const MemoryEvidence memory = context.AskMemory();
  EXPECT_EQ(memory.free_bytes, 1048576U);
  EXPECT_EQ(memory.retry_number, 2);
  EXPECT_EQ(context.Synchronize(), 700);
}

}  // namespace
}  // namespace kernodeck
