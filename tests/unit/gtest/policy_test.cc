// Covers G3: the public spellings of the policies.
#include "kernodeck/policy.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(Policy, HasItsPublicSpelling) {
  EXPECT_EQ(Name(Policy::kRequire), "require");
  EXPECT_EQ(Name(Policy::kSkip), "skip");
}

}  // namespace
}  // namespace kernodeck
