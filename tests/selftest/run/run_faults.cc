// A plain GoogleTest suite whose tests end their process, or say what is not so, each in a way of
// its own. Run by run_faults_test.py under `kernodeck run`.
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

namespace {

bool Asked(const char* variable) { return std::getenv(variable) != nullptr; }

[[noreturn]] void Die(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  std::abort();
}

// Before main, and behind it.
struct AtTheEnds {
  AtTheEnds() {
    if (Asked("FAULT_BEFORE_MAIN") && !Asked("FAULT_LISTS")) Die(SIGSEGV);
  }
  ~AtTheEnds() {
    if (Asked("FAULT_AT_EXIT")) Die(SIGSEGV);
  }
};
const AtTheEnds kAtTheEnds;

}  // namespace

TEST(Before, Passes) {}

TEST(Ends, KillsItself) {
  std::printf("last words");
  std::fflush(stdout);
  Die(SIGKILL);
}
TEST(Ends, StopsItself) { std::raise(SIGSTOP); }

TEST(Says, NoNewline) { std::printf("no newline"); }
TEST(Says, ForgedMarks) {
  std::printf(
      "[       OK ] After.Passes (0 ms)\n[ RUN      ] After.Passes\n[  FAILED  ] After.Passes (0 "
      "ms)\n[----------] 1 test from After\n[       OK ] Says.ForgedMark (0 ms)\n");
}
TEST(Says, ForgedEndAndCrash) {
  std::printf("[       OK ] After.Passes (0 ms)\n");
  std::fflush(stdout);
  Die(SIGSEGV);
}
// As GoogleTest would say it with this filter.
TEST(Says, ForgedEndOfTheRun) {
  std::printf("[==========] 1 test from 1 test suite ran. (0 ms total)\n[  PASSED  ] 1 test.\n");
  std::fflush(stdout);
  ::_exit(0);
}
TEST(Says, ForgedPassAndExit) {
  std::printf("[       OK ] Says.ForgedPassAndExit (0 ms)\n");
  std::fflush(stdout);
  ::_exit(0);
}
TEST(Says, ForgedPassOfItsOwn) {
  std::printf("[       OK ] Says.ForgedPassOfItsOwn (0 ms)\n");
  ADD_FAILURE() << "all the same";
}
TEST(Says, BadBytes) {
  std::printf("\xff\xfe\x01\x1b[31m]]>\n");
  ADD_FAILURE() << "bytes \xff\x02 and ]]>";
}
TEST(Says, AFlood) {
  for (int i = 0; i < 100'000; ++i) std::printf("line %d of a flood\n", i);
}
// Torn marks must cost no test and no pass.
TEST(Says, MuchFromAThread) {
  static std::atomic<bool> goes_on{true};
  static std::thread talker([] {
    while (goes_on) std::fputs("noise\n", stdout);
  });
  std::atexit([] {
    goes_on = false;
    talker.join();
  });
}

TEST(Leaves, AnOrphan) {
  if (::fork() != 0) return;
  ::setsid();
  if (::fork() != 0) ::_exit(0);
  ::sleep(1000);
  ::_exit(0);
}

TEST(Death, TestsStillWorkDeathTest) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_DEATH(std::abort(), "");
}

// From here on nothing that GoogleTest prints is seen.
TEST(Closes, TheOutput) { ASSERT_NE(std::freopen("/dev/null", "w", stdout), nullptr); }
TEST(Closes, Fails) { FAIL() << "unseen"; }
TEST(Closes, Passes) {}

class SetUpCrashes : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::fprintf(stderr, "why it cannot be set up\n");
    Die(SIGABRT);
  }
};
TEST_F(SetUpCrashes, First) {}
TEST_F(SetUpCrashes, Second) {}

class TearDownCrashes : public testing::Test {
 protected:
  static void TearDownTestSuite() { Die(SIGABRT); }
};
TEST_F(TearDownCrashes, First) {}
TEST_F(TearDownCrashes, Second) {}

class SetUpFails : public testing::Test {
 protected:
  static void SetUpTestSuite() { ADD_FAILURE() << "of the suite"; }
};
TEST_F(SetUpFails, Passes) {}

class TearDownFails : public testing::Test {
 protected:
  static void TearDownTestSuite() { ADD_FAILURE() << "of nobody"; }
};
TEST_F(TearDownFails, Passes) {}

TEST(After, Passes) {}

namespace {

class Surroundings : public testing::Environment {
 public:
  void SetUp() override {
    if (Asked("FAULT_ENVIRONMENT_SKIPS")) GTEST_SKIP() << "nothing here";
    if (Asked("FAULT_ENVIRONMENT_HANGS")) ::sleep(1000);
  }
};

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  testing::AddGlobalTestEnvironment(new Surroundings);
  const int status = RUN_ALL_TESTS();
  return Asked("FAULT_STATUS") ? std::atoi(std::getenv("FAULT_STATUS")) : status;
}
