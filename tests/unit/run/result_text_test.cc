// Covers G6, G8 and G16: messages begin with the code; texts have no blank line and none that
// begins with `[`; no path of the machine.
#include "plugin/run/result_text.h"

#include <gtest/gtest.h>

#include <csignal>

namespace kernodeck {
namespace {

TEST(ResultTextTest, TheCodeStandsFirst) {
  EXPECT_EQ(CodeMessage(Code::kTimeout, "it hung."), "TIMEOUT: it hung.");
  EXPECT_EQ(FailureText("TIMEOUT: it hung.", "[ RUN ] x\n\n  \nwords\n"),
            "TIMEOUT: it hung.\n [ RUN ] x\nwords");
  EXPECT_EQ(FailureText("m", ""), "m");
}

TEST(ResultTextTest, FindsWhatWasSaidFirst) {
  EXPECT_EQ(FirstFinding("noise\na.cc:3: Failure\n\nExpected equality\nmore\nb.cc:4: Failure\nx\n"),
            "a.cc:3: Expected equality more");
  EXPECT_EQ(
      FirstFinding("a.cc:3: Failure\nExpected equality of these values:\n  1\n  b\n    Which is: "
                   "2\n[odd]\nmore\n"),
      "a.cc:3: Expected equality of these values: 1 b Which is: 2");
  EXPECT_EQ(FirstFinding("a.cc:3: Failure\nFailed\nwhy\n"), "a.cc:3: why");
  EXPECT_EQ(FirstFinding("a.cc:3: Failure\nFailed\n"), "a.cc:3: Failed");
  EXPECT_EQ(FirstFinding("a.cc:3: Skipped\nwhy\n"), "a.cc:3: why");
  EXPECT_EQ(FirstFinding("unknown file: Failure\nC++ exception\n"), "unknown file: C++ exception");
  EXPECT_EQ(FirstFinding("a.cc:3: Failure\n"), "a.cc:3");
  EXPECT_EQ(FirstFinding("nothing of the kind\n"), "");
  EXPECT_LE(FirstFinding("a.cc:3: Failure\n" + std::string(5000, 'x')).size(), 300U);
}

TEST(ResultTextTest, NamesNoFolderOfTheMachine) {
  EXPECT_EQ(WithReportedPaths("/home/me/p/a.cc:3: Failure\nx\n/o/b.cc:4: Skipped", "/home/me/p"),
            "a.cc:3: Failure\nx\nb.cc:4: Skipped\n");
}

TEST(ResultTextTest, TellsEachEndOfAProcess) {
  ProcessEnd end;
  end.kind = ProcessEnd::Kind::kExited;
  end.exit_status = 3;
  EXPECT_EQ(EndPhrase(end), "exited with status 3");
  end.exit_status = -1;
  EXPECT_EQ(EndPhrase(end), "ended, and its exit status was lost");
  end.kind = ProcessEnd::Kind::kSignaled;
  end.signal = SIGSEGV;
  EXPECT_EQ(EndPhrase(end), "was ended by SIGSEGV");
  end.kind = ProcessEnd::Kind::kTimedOut;
  EXPECT_EQ(EndPhrase(end), "was stopped at its time limit");
  end.kind = ProcessEnd::Kind::kFailedToStart;
  end.start_error = ENOENT;
  EXPECT_EQ(EndPhrase(end), "could not be started (No such file or directory)");
  end.kind = ProcessEnd::Kind::kCouldNotBeKilled;
  end.state = "D (disk sleep)";
  EXPECT_NE(EndPhrase(end).find("D (disk sleep)"), std::string::npos);
  end.kind = ProcessEnd::Kind::kInterrupted;
  end.signal = SIGINT;
  EXPECT_NE(EndPhrase(end).find("SIGINT"), std::string::npos);
}

}  // namespace
}  // namespace kernodeck
