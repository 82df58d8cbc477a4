// Covers C3: the signal is named in the verdict.
#include "plugin/diagnosis/signal_name.h"

#include <gtest/gtest.h>

#include <csignal>

namespace kernodeck {
namespace {

TEST(SignalNameTest, NamesSignals) {
  EXPECT_EQ(SignalName(SIGSEGV), "SIGSEGV");
  EXPECT_EQ(SignalName(SIGTERM), "SIGTERM");
  EXPECT_EQ(SignalName(1000), "signal 1000");
}

}  // namespace
}  // namespace kernodeck
