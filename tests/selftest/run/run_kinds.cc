// A plain GoogleTest suite with every kind of test: parameterized, typed, disabled, skipped; and
// many. Run by run_kinds_test.py under `kernodeck run`.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

TEST(Plain, Passes) { RecordProperty("key", "value"); }
TEST(Plain, Fails) { EXPECT_EQ(1, 2) << "[a line that begins so]\n\nand one behind a blank one"; }
TEST(Plain, Skips) { GTEST_SKIP() << "the reason"; }
TEST(Plain, DISABLED_Fails) { FAIL(); }
TEST(Plain, CrashesWhereAsked) {
  static int runs = 0;
  ++runs;
  const char* at = std::getenv("KINDS_CRASH_AT");
  if (at != nullptr && std::atoi(at) == runs) std::abort();
}

class Values : public testing::TestWithParam<std::string> {};
TEST_P(Values, Passes) {}
TEST_P(Values, FailsForOne) { EXPECT_NE(GetParam(), "two\nlines"); }
INSTANTIATE_TEST_SUITE_P(Some, Values,
                         testing::Values("a", "two\nlines", "[ RUN      ] A.b", "\xc3\xbc"));

template <typename T>
class Types : public testing::Test {};
using TwoTypes = testing::Types<int, std::vector<std::string>>;
TYPED_TEST_SUITE(Types, TwoTypes);
TYPED_TEST(Types, Passes) {}

struct Colons {
  template <typename T>
  static std::string GetName(int index) {
    return "std::pair-" + std::to_string(index);
  }
};
template <typename T>
class NamedTypes : public testing::Test {};
TYPED_TEST_SUITE(NamedTypes, TwoTypes, Colons);
TYPED_TEST(NamedTypes, Passes) {}

class AVeryLongNameOfASuiteSoThatAllItsTestsFitNoArgument : public testing::TestWithParam<int> {};
TEST_P(AVeryLongNameOfASuiteSoThatAllItsTestsFitNoArgument, IsOneOfManyThousandTestsWithLongNames) {
  const char* at = std::getenv("KINDS_CRASH_IN");
  if (at != nullptr && std::atoi(at) == GetParam()) std::abort();
}
INSTANTIATE_TEST_SUITE_P(Many, AVeryLongNameOfASuiteSoThatAllItsTestsFitNoArgument,
                         testing::Range(0, 6000));
