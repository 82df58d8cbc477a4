// Covers G6: exceptions are told apart by their types, those of LibTorch without linking it.
#include "plugin/gtest/caught_exception.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

// Types of LibTorch's names, as a test binary has them that links it.
namespace c10 {
class Error : public std::exception {};
class OutOfMemoryError : public Error {};
}  // namespace c10

namespace kernodeck {
namespace {

using Types = std::vector<std::string>;

struct Mixin {
  virtual ~Mixin() = default;
};
struct Both : Mixin, std::bad_alloc {};
struct Virtually : virtual std::runtime_error {
  Virtually() : std::runtime_error("virtual") {}
};

template <typename Thrown>
Types TypesOf(Thrown thrown) {
  try {
    throw thrown;
  } catch (...) {
    return DescribeCurrentException().value().types;
  }
}

TEST(CaughtExceptionTest, IsNothingOutsideOfAHandler) {
  EXPECT_FALSE(DescribeCurrentException().has_value());
  static_cast<void>(TypesOf(1));
  EXPECT_FALSE(DescribeCurrentException().has_value());
}

TEST(CaughtExceptionTest, NamesItsTypeAndEachBase) {
  EXPECT_EQ(TypesOf(c10::OutOfMemoryError()),
            (Types{"c10::OutOfMemoryError", "c10::Error", "std::exception"}));
  EXPECT_EQ(TypesOf(std::out_of_range("far")),
            (Types{"std::out_of_range", "std::logic_error", "std::exception"}));
  EXPECT_EQ(TypesOf(std::bad_alloc()), (Types{"std::bad_alloc", "std::exception"}));
}

TEST(CaughtExceptionTest, FindsEveryBaseOfSeveral) {
  EXPECT_EQ(TypesOf(Both()),
            (Types{"kernodeck::(anonymous namespace)::Both",
                   "kernodeck::(anonymous namespace)::Mixin", "std::bad_alloc", "std::exception"}));
  EXPECT_EQ(TypesOf(Virtually()), (Types{"kernodeck::(anonymous namespace)::Virtually",
                                         "std::runtime_error", "std::exception"}));
}

TEST(CaughtExceptionTest, KnowsWhatIsNoClass) {
  EXPECT_EQ(TypesOf(7), Types{"int"});
  EXPECT_EQ(TypesOf("text"), Types{"char const*"});
}

TEST(CaughtExceptionTest, IsThatOfTheInnermostHandlerOfThisThread) {
  try {
    throw std::runtime_error("outer");
  } catch (const std::exception&) {
    EXPECT_EQ(TypesOf(1), Types{"int"});
    EXPECT_EQ(DescribeCurrentException().value().types.front(), "std::runtime_error");
    std::thread([] { EXPECT_FALSE(DescribeCurrentException().has_value()); }).join();
  }
}

}  // namespace
}  // namespace kernodeck
