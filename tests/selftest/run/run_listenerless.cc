// Uses the plugin under a main that knows nothing of it, so that its listener hears of no test. Run
// by run_plugin_test.py.
#include "kernodeck/kernodeck.h"

namespace {

TEST(Before, Passes) {}
TEST(Gpu, First) { KERNODECK_REQUIRE_GPU(); }
TEST(Gpu, Second) { KERNODECK_REQUIRE_GPU(); }
TEST(Behind, Passes) {}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
