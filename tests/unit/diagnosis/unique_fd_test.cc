// Covers D5: no descriptor is left.
#include "plugin/diagnosis/unique_fd.h"

#include <fcntl.h>
#include <gtest/gtest.h>

namespace kernodeck {
namespace {

bool IsOpen(int fd) { return ::fcntl(fd, F_GETFD) != -1; }

int OpenNull() { return ::open("/dev/null", O_RDONLY | O_CLOEXEC); }

TEST(UniqueFdTest, ClosesAtItsEnd) {
  const int number = OpenNull();
  {
    const UniqueFd fd(number);
    EXPECT_TRUE(fd.IsOpen());
    EXPECT_EQ(fd.Get(), number);
  }
  EXPECT_FALSE(IsOpen(number));
}

TEST(UniqueFdTest, MovesAndReleases) {
  UniqueFd first(OpenNull());
  const int number = first.Get();
  UniqueFd second(std::move(first));
  EXPECT_EQ(second.Get(), number);
  UniqueFd third;
  third = std::move(second);
  EXPECT_EQ(third.Release(), number);
  EXPECT_FALSE(third.IsOpen());
  EXPECT_TRUE(IsOpen(number));
  ::close(number);
}

}  // namespace
}  // namespace kernodeck
