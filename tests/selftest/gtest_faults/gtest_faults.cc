// GoogleTest's own faults, which the plugin has to make good, on every version of GoogleTest.
// Chosen by --gtest_filter and, for what is an environment, by GTEST_FAULT; gtest_faults_test.py
// says what is to come out.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <iostream>
#include <stdexcept>

namespace {

// A body that was reached says so: what a report claims is compared with it.
void Reached(const char* name) { std::cout << "reached " << name << std::endl; }

TEST(Plain, Passes) { Reached("Plain.Passes"); }

// Stock GoogleTest is green with this one where an environment skips.
TEST(Plain, Fails) {
  Reached("Plain.Fails");
  FAIL() << "a real failure";
}

class FailingSuite : public testing::Test {
 protected:
  static void SetUpTestSuite() { FAIL() << "the suite cannot be set up"; }
};
TEST_F(FailingSuite, First) { Reached("FailingSuite.First"); }
TEST_F(FailingSuite, Second) { Reached("FailingSuite.Second"); }

class SkippingSuite : public testing::Test {
 protected:
  static void SetUpTestSuite() { GTEST_SKIP() << "the suite is of no use here"; }
};
TEST_F(SkippingSuite, First) { Reached("SkippingSuite.First"); }
TEST_F(SkippingSuite, Second) { Reached("SkippingSuite.Second"); }

class ThrowingSuite : public testing::Test {
 protected:
  static void SetUpTestSuite() { throw std::runtime_error("the suite cannot be set up"); }
};
TEST_F(ThrowingSuite, First) { Reached("ThrowingSuite.First"); }

class FailingTeardown : public testing::Test {
 protected:
  static void TearDownTestSuite() { FAIL() << "the suite cannot be taken down"; }
};
TEST_F(FailingTeardown, First) { Reached("FailingTeardown.First"); }

// Bytes that no XML may hold, and a text that ends a CDATA section.
TEST(Bytes, NoUtf8) { FAIL() << "before \xff\xc0 after"; }
TEST(Bytes, NoncharacterFffe) { FAIL() << "before \xef\xbf\xbe after"; }
TEST(Bytes, Control) { FAIL() << "before \x01\x08\x1b after"; }
TEST(Bytes, EndOfCdata) { FAIL() << "before ]]> <after/> &amp;"; }
TEST(Bytes, ValidUtf8) { FAIL() << "Gr\xc3\xbc\xc3\x9f Gott"; }

TEST(SeveralFailures, AreOne) {
  ADD_FAILURE() << "the first";
  ADD_FAILURE() << "the second";
}

class Misbehaving : public testing::Environment {
 public:
  void SetUp() override {
    if (Is("environment_skips")) GTEST_SKIP() << "the environment is of no use here";
    if (Is("environment_fails")) FAIL() << "the environment cannot be set up";
    if (Is("environment_throws")) throw std::runtime_error("the environment cannot be set up");
  }
  void TearDown() override {
    if (Is("environment_fails_late")) FAIL() << "the environment cannot be taken down";
  }

 private:
  static bool Is(const char* fault) {
    const char* const chosen = std::getenv("GTEST_FAULT");
    return chosen != nullptr && std::strcmp(chosen, fault) == 0;
  }
};

[[maybe_unused]] const testing::Environment* const kMisbehaving =
    testing::AddGlobalTestEnvironment(new Misbehaving);

}  // namespace
