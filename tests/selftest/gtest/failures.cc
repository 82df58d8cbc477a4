// Failures of GPU tests, each of another kind. The exceptions bear LibTorch's names.
#include <stdexcept>

#include "kernodeck/kernodeck.h"
#include "tests/selftest/gtest/reached.h"

namespace c10 {
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct OutOfMemoryError : Error {
  using Error::Error;
};
}  // namespace c10

namespace {

TEST(Failures, Good) {
  KERNODECK_REQUIRE_GPU();
  RecordProperty("speed", "42");
  Reached();
}

TEST(Failures, Value) {
  KERNODECK_REQUIRE_GPU();
  EXPECT_EQ(1, 2) << "\n\n[ looks like GoogleTest ]";
}

TEST(Failures, Memory) {
  KERNODECK_REQUIRE_GPU();
  throw c10::OutOfMemoryError("no words are read");
}

TEST(Failures, Skipped) {
  KERNODECK_REQUIRE_GPU();
  GTEST_SKIP() << "not today";
}

TEST(Failures, Plain) { FAIL() << "without a GPU"; }

}  // namespace
