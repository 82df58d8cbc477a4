// Ways in which a failure, or a GPU that is not there, could stay quiet: other people's listeners,
// forks, exits, requirements that are only asked for, and such that stand in set-ups and children.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string_view>

#include "kernodeck/kernodeck.h"
#include "tests/selftest/gtest/reached.h"

namespace {

class OtherPeoples : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo& test) override {
    if (std::string_view(test.name()) == "Flaky") GTEST_SKIP() << "quarantined";
    if (std::string_view(test.name()) == "Early") ADD_FAILURE() << "failed before its body";
  }
  void OnTestEnd(const testing::TestInfo& test) override {
    if (std::string_view(test.name()) == "Leaks") ADD_FAILURE() << "3 bytes leaked";
  }
};

TEST(Quarantine, Flaky) { Reached(); }
TEST(Quarantine, Early) { Reached(); }
TEST(Quarantine, Bug) {
  Reached();
  FAIL() << "a real bug";
}

struct Leaking : testing::Test {
  static void TearDownTestSuite() { ADD_FAILURE() << "still open"; }
};
TEST_F(Leaking, Leaks) { Reached(); }
TEST_F(Leaking, NotMe) { Reached(); }
TEST(Last, Leaks) { Reached(); }

TEST(Question, Asks) {
  if (!kernodeck::GpuReady()) return;
  Reached();
}
TEST(Question, Skips) {
  if (!kernodeck::GpuReady()) GTEST_SKIP() << "no GPU here";
  Reached();
}
TEST(Question, Requires) {
  KERNODECK_REQUIRE_GPU();
  Reached();
}

struct SmallSuite : testing::Test {
  static void SetUpTestSuite() {
    if (!kernodeck::GpuReady({kernodeck::Gpus(64)})) std::printf("the small variant\n");
  }
};
TEST_F(SmallSuite, Runs) { Reached(); }

TEST(Fallback, Asks) {
  KERNODECK_REQUIRE_GPU();
  if (!kernodeck::GpuReady({kernodeck::Gpus(64)})) Reached();
}

struct SetUpRequires : testing::Test {
  static void SetUpTestSuite() { KERNODECK_REQUIRE_GPU(); }
};
TEST_F(SetUpRequires, Runs) { Reached(); }

struct SkipsItself : kernodeck::GpuTest {
  void SetUp() override { GTEST_SKIP() << "no model"; }
};
TEST_F(SkipsItself, Model) { Reached(); }

TEST(Exits, InTheTest) { std::exit(0); }
TEST(Exits, Quickly) { std::quick_exit(0); }

TEST(Forks, ComesBack) {
  const pid_t child = fork();
  if (child == 0) return;
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 1);
}
TEST(Forks, Fails) { FAIL() << "the parent's own"; }

TEST(Caught, OnPurpose) {
  try {
    throw std::bad_alloc();
  } catch (const std::bad_alloc&) {
    EXPECT_EQ(1, 2) << "the other way is wrong, too";
  }
}
TEST(Caught, Escaped) { throw std::bad_alloc(); }

TEST(Paths, Trace) {
  SCOPED_TRACE("here");
  EXPECT_EQ(1, 2);
}
TEST(Paths, Frames) {
  throw std::runtime_error("no kernel\nframe #0: f (0x7f in /home/me/libc10.so)\n");
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  testing::UnitTest::GetInstance()->listeners().Append(new OtherPeoples);
  if (std::getenv("STOCK") == nullptr) return kernodeck::RunAllTests(argc, argv);
  testing::AddGlobalTestEnvironment(new kernodeck::Environment);
  return RUN_ALL_TESTS();
}
