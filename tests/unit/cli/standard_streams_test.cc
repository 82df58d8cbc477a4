// A closed descriptor 0, 1 or 2 must not be taken by a file of ours. Each case runs in a child of
// its own.
#include "plugin/cli/standard_streams.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <vector>

namespace kernodeck {
namespace {

bool IsDevNull(int descriptor) {
  struct stat here = {};
  struct stat null = {};
  return fstat(descriptor, &here) == 0 && stat("/dev/null", &null) == 0 &&
         here.st_rdev == null.st_rdev;
}

// Ends with 0 where all descriptors are open, those in `closed` are /dev/null and are remembered.
[[noreturn]] void CheckIn(std::vector<int> closed) {
  for (const int descriptor : closed) close(descriptor);
  const StandardStreams streams = PrepareStandardStreams();
  const bool remembered[] = {streams.input_open, streams.output_open, streams.error_open};
  for (int descriptor = 0; descriptor < 3; ++descriptor) {
    const bool was_closed = std::find(closed.begin(), closed.end(), descriptor) != closed.end();
    if (remembered[descriptor] == was_closed) _exit(10 + descriptor);
    if (was_closed && !IsDevNull(descriptor)) _exit(20 + descriptor);
  }
  _exit(open("/dev/null", O_RDONLY) > 2 ? 0 : 30);
}

TEST(PrepareStandardStreamsDeathTest, LeavesOpenDescriptorsAlone) {
  EXPECT_EXIT(CheckIn({}), testing::ExitedWithCode(0), "");
}

TEST(PrepareStandardStreamsDeathTest, FillsClosedOnesAndRemembersThem) {
  EXPECT_EXIT(CheckIn({0}), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(CheckIn({1}), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(CheckIn({2}), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(CheckIn({0, 2}), testing::ExitedWithCode(0), "");
  EXPECT_EXIT(CheckIn({0, 1, 2}), testing::ExitedWithCode(0), "");
}

TEST(PrepareStandardStreamsDeathTest, IgnoresSigpipe) {
  const auto raise_it = [] {
    (void)PrepareStandardStreams();
    std::raise(SIGPIPE);
    _exit(0);
  };
  EXPECT_EXIT(raise_it(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace kernodeck
