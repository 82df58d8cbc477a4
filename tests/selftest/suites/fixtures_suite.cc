// Fixtures of the plugin: what of them is reached is said. fixtures_test.py runs them on a machine
// that is ready and on one that is not.
#include <gtest/gtest.h>

#include <iostream>

#include "kernodeck/gpu_test.h"
#include "kernodeck/require.h"

namespace {

void Reached(const char* name) { std::cout << "reached " << name << std::endl; }

// A member that would be on the GPU.
struct Member {
  explicit Member(const char* name) { Reached(name); }
};

class WithMember : public kernodeck::GpuTest {
 protected:
  void SetUp() override { Reached("WithMember.SetUp"); }
  Member member_{"WithMember.member"};
};
TEST_F(WithMember, First) { Reached("WithMember.First"); }
TEST_F(WithMember, Second) { Reached("WithMember.Second"); }

class WithSuite : public kernodeck::GpuTestSuite {
 protected:
  static void SetUpTestSuite() {
    GpuTestSuite::SetUpTestSuite();
    if (Ready()) Reached("WithSuite.SetUpTestSuite");
  }
  void SetUp() override { Reached("WithSuite.SetUp"); }
};
TEST_F(WithSuite, First) { Reached("WithSuite.First"); }
TEST_F(WithSuite, Second) { Reached("WithSuite.Second"); }

class Demanding : public kernodeck::GpuTest {
 protected:
  Demanding() : GpuTest({kernodeck::Gpus(1000)}) {}
  Member member_{"Demanding.member"};
};
TEST_F(Demanding, First) { Reached("Demanding.First"); }
TEST_F(Demanding, Second) { Reached("Demanding.Second"); }

class Numbered : public kernodeck::GpuTest, public testing::WithParamInterface<int> {};
TEST_P(Numbered, Test) { Reached("Numbered.Test"); }
INSTANTIATE_TEST_SUITE_P(Few, Numbered, testing::Values(1, 2));

template <typename T>
class Typed : public kernodeck::GpuTest {};
using Types = testing::Types<int, float>;
TYPED_TEST_SUITE(Typed, Types);
TYPED_TEST(Typed, Test) { Reached("Typed.Test"); }

}  // namespace
