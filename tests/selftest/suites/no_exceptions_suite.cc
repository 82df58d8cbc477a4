// A suite that is built with -fno-exceptions, as some are.
#include <gtest/gtest.h>

#include "kernodeck/kernodeck.h"

namespace {

TEST(NoExceptions, Macro) { KERNODECK_REQUIRE_GPU(); }

class Fixture : public kernodeck::GpuTest {};
TEST_F(Fixture, First) { SUCCEED(); }

}  // namespace
