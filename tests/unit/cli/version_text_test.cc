#include "plugin/cli/version_text.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(VersionText, SaysWhichLibTorchItWasBuiltFor) {
  EXPECT_EQ(BuiltForText(BuiltFor{"2.11.0", "cuda", "13.0", {}}),
            "2.11.0, backend cuda, CUDA 13.0");
  EXPECT_EQ(BuiltForText(BuiltFor{"1.13.0", "cpu", "", {}}), "1.13.0, backend cpu");
  EXPECT_EQ(BuiltForText(std::nullopt), "none");
}

TEST(VersionText, NeverHoldsAPath) {
  EXPECT_EQ(VersionText(BuiltFor{"2.11.0", "cuda", "13.0", "/secret"}).find("secret"),
            std::string::npos);
}

}  // namespace
}  // namespace kernodeck
