// Covers D5 and D6: a command that was started with 0, 1 or 2 closed.
#include "plugin/diagnosis/standard_descriptors.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/unit/diagnosis/process_census.h"

namespace kernodeck {
namespace {

bool IsOpen(int fd) { return ::fcntl(fd, F_GETFD) != -1; }

TEST(StandardDescriptorsTest, WhereAllAreOpenNothingIsOpened) {
  const std::size_t before = CountDescriptors();
  const StandardDescriptors descriptors;
  EXPECT_EQ(CountDescriptors(), before);
}

// In a process of its own, whose exit status says what was wrong.
int CloseAndLook() {
  ::close(STDIN_FILENO);
  ::close(STDERR_FILENO);
  {
    const StandardDescriptors descriptors;
    if (!IsOpen(STDIN_FILENO) || !IsOpen(STDOUT_FILENO) || !IsOpen(STDERR_FILENO)) return 1;
  }
  if (IsOpen(STDIN_FILENO) || !IsOpen(STDOUT_FILENO) || IsOpen(STDERR_FILENO)) return 2;
  return 0;
}

TEST(StandardDescriptorsTest, WhatIsClosedIsOpenMeanwhile) {
  EXPECT_EXIT(::_exit(CloseAndLook()), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace kernodeck
