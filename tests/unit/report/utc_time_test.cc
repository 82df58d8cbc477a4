// Covers rule G8: times in reports are UTC and say so.
#include "plugin/report/utc_time.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::system_clock;

TEST(UtcTimeTest, IsWrittenInFull) {
  const system_clock::time_point at(seconds(1'767'323'045) + milliseconds(7));
  EXPECT_EQ(UtcTime(at), "2026-01-02T03:04:05Z");
  EXPECT_EQ(UtcTimeInMilliseconds(at), "2026-01-02T03:04:05.007Z");
}

TEST(UtcTimeTest, KnowsTheEdges) {
  EXPECT_EQ(UtcTimeInMilliseconds(system_clock::time_point()), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(UtcTimeInMilliseconds(system_clock::time_point(milliseconds(-1))),
            "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(UtcTime(system_clock::time_point(seconds(1'709'251'199))), "2024-02-29T23:59:59Z");
}

}  // namespace
}  // namespace kernodeck
