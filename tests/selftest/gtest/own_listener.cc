// A program whose main appends the listener by hand, and one of its own that counts.
#include "kernodeck/kernodeck.h"
#include "tests/selftest/gtest/reached.h"

namespace {

class Counter : public testing::EmptyTestEventListener {
  void OnTestEnd(const testing::TestInfo& test) override {
    std::printf("told %s %s\n", test.name(),
                test.result()->Failed()    ? "failed"
                : test.result()->Skipped() ? "skipped"
                                           : "passed");
  }
};

TEST(Gpu, One) {
  KERNODECK_REQUIRE_GPU();
  Reached();
}

TEST(Gpu, Two) {
  KERNODECK_REQUIRE_GPU();
  Reached();
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  testing::UnitTest::GetInstance()->listeners().Append(new Counter);
  testing::UnitTest::GetInstance()->listeners().Append(new kernodeck::Listener);
  return RUN_ALL_TESTS();
}
