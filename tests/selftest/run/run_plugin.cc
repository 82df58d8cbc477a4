// A suite with the plugin that fails outside of its tests. Run by run_plugin_test.py.
#include "kernodeck/kernodeck.h"

namespace {

class TearDownFails : public testing::Test {
 protected:
  static void TearDownTestSuite() { ADD_FAILURE() << "of nobody"; }
};
TEST_F(TearDownFails, Passes) {}

TEST(Plain, Fails) { FAIL() << "of its own"; }

}  // namespace
