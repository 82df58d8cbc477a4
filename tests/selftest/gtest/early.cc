// A requirement that is asked for before main, and so before GoogleTest knows of any flag.
#include "kernodeck/kernodeck.h"
#include "tests/selftest/gtest/reached.h"

namespace {

const bool kReady = kernodeck::GpuReady();

TEST(Gpu, One) {
  std::printf("ready: %d\n", kReady ? 1 : 0);
  KERNODECK_REQUIRE_GPU();
  Reached();
}

TEST(Plain, Two) { Reached(); }

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (std::getenv("OTHER_FLAGS") == nullptr) return kernodeck::RunAllTests(argc, argv);
  char flag[] = "--kernodeck_policy=skip";
  char* others[] = {argv[0], flag, nullptr};
  int count = 2;
  return kernodeck::RunAllTests(count, others);
}
