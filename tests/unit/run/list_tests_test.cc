// Covers G9 and D5: a binary is asked for its tests under a time limit; what is no GoogleTest
// binary gives no list. The binaries here are scripts that stand in for one.
#include "plugin/run/list_tests.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>

#include "tests/unit/diagnosis/process_census.h"
#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

using Kind = ProcessEnd::Kind;

class ListTestsTest : public SupervisionFixture {
 protected:
  Listing List(const std::string& script) {
    return ListTests(folder_.WriteProgram("tests", "#!/bin/sh\n" + script), {"--own", "argument"},
                     std::chrono::milliseconds(500));
  }

  TemporaryFolder folder_;
};

TEST_F(ListTestsTest, TakesTheWrittenListBeforeThePrintedOne) {
  const Listing listing = List(R"(
for each; do case "$each" in --gtest_output=json:*) file=${each#*json:};; esac; done
echo '{"testsuites": [{"name": "A", "testsuite": [{"name": "b"}]}]}' > "$file"
echo "$1 $2 $3"; printf 'B.\n  c\n'; echo noise >&2)");
  EXPECT_TRUE(listing.is_list);
  ASSERT_EQ(listing.tests.size(), 1U);
  EXPECT_EQ(FullName(listing.tests[0].id), "A.b");
  EXPECT_EQ(listing.output, "--own argument --gtest_list_tests\nB.\n  c\n");
  EXPECT_EQ(listing.errors, "noise\n");
}

TEST_F(ListTestsTest, ThePrintedListDoesWhereNoneIsWritten) {
  const Listing listing = List("printf 'B.\\n  c\\n'");
  EXPECT_TRUE(listing.is_list);
  ASSERT_EQ(listing.tests.size(), 1U);
  EXPECT_FALSE(List("printf 'B.\\n  c\\n'; exit 3").is_list);
}

TEST_F(ListTestsTest, AWholeListCountsWhateverTheExitDid) {
  const Listing listing = List(R"(
for each; do case "$each" in --gtest_output=json:*) file=${each#*json:};; esac; done
echo '{"testsuites": []}' > "$file"; kill -SEGV $$)");
  EXPECT_TRUE(listing.is_list);
  EXPECT_EQ(listing.end.kind, Kind::kSignaled);
}

TEST_F(ListTestsTest, WhatIsNoListIsNone) {
  EXPECT_FALSE(List("echo hello").is_list);
  EXPECT_FALSE(List("exit 2").is_list);
  const Listing absent = ListTests(folder_.Path() / "absent", {}, std::chrono::milliseconds(500));
  EXPECT_FALSE(absent.is_list);
  EXPECT_EQ(absent.end.start_error, ENOENT);
}

TEST_F(ListTestsTest, AHangEndsAtTheLimit) {
  const Listing listing = List("printf 'B.\\n  c\\n'; trap '' TERM; sleep 60 & wait; sleep 60");
  EXPECT_FALSE(listing.is_list);
  EXPECT_EQ(listing.end.kind, Kind::kTimedOut);
}

TEST_F(ListTestsTest, TheListIsOfAllShards) {
  ::setenv("GTEST_TOTAL_SHARDS", "3", 1);
  ::setenv("GTEST_SHARD_INDEX", "1", 1);
  const Listing listing = List("echo shards:$GTEST_TOTAL_SHARDS:$GTEST_SHARD_INDEX");
  ::unsetenv("GTEST_TOTAL_SHARDS");
  ::unsetenv("GTEST_SHARD_INDEX");
  EXPECT_EQ(listing.output, "shards::\n");
}

}  // namespace
}  // namespace kernodeck
