// Covers the owners of the specification, on which dashboards key.
#include "kernodeck/owner.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(OwnerTest, SpellingsArePublic) {
  EXPECT_EQ(Name(Owner::kNone), "");
  EXPECT_EQ(Name(Owner::kMachine), "machine");
  EXPECT_EQ(Name(Owner::kSetup), "setup");
  EXPECT_EQ(Name(Owner::kRequest), "request");
  EXPECT_EQ(Name(Owner::kCode), "code");
  EXPECT_EQ(Name(Owner::kUnknown), "unknown");
}

}  // namespace
}  // namespace kernodeck
