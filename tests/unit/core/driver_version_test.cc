// Covers G1 and D3: versions of drivers and runtimes, as numbers and as texts.
#include "plugin/core/driver_version.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

TEST(DriverVersionTest, UnpacksCudasAndHips) {
  EXPECT_EQ(UnpackDriverVersion(13000), (VersionNumber{13, 0}));
  EXPECT_EQ(UnpackDriverVersion(13020), (VersionNumber{13, 2}));
  EXPECT_EQ(UnpackDriverVersion(11080), (VersionNumber{11, 8}));
  EXPECT_EQ(UnpackDriverVersion(60240092), (VersionNumber{6, 2}));
  EXPECT_EQ(UnpackDriverVersion(0), (VersionNumber{0, 0}));
}

TEST(DriverVersionTest, ParsesWhatReportsHold) {
  EXPECT_EQ(ParseVersion("13.0"), (VersionNumber{13, 0}));
  EXPECT_EQ(ParseVersion("6.2.41134-65d174c3e"), (VersionNumber{6, 2}));
  EXPECT_EQ(ParseVersion("13"), (VersionNumber{13, 0}));
  for (const char* const text : {"", "x", ".1", "13.", "13.x", "-1.0", "99999999999.0"}) {
    EXPECT_EQ(ParseVersion(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace kernodeck
