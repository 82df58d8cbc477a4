// A program with a main of its own.
#include "kernodeck/kernodeck.h"
#include "tests/selftest/gtest/reached.h"

namespace {

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
  return kernodeck::RunAllTests();
}
