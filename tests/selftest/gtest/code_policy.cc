// A program whose code asks for skips.
#include "kernodeck/kernodeck.h"
#include "tests/selftest/gtest/reached.h"

TEST(Gpu, One) {
  KERNODECK_REQUIRE_GPU();
  Reached();
}

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  kernodeck::SetDefaultPolicy(kernodeck::Policy::kSkip);
  const int status = kernodeck::RunAllTests(argc, argv);
  std::printf("%d arguments are left\n", argc);
  return status;
}
