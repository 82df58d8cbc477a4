#include "plugin/worker/library_closure.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

const ClosureEntry* FindEntry(const std::vector<ClosureEntry>& closure, const std::string& name) {
  const auto found =
      std::find_if(closure.begin(), closure.end(),
                   [&name](const ClosureEntry& entry) { return entry.name == name; });
  return found == closure.end() ? nullptr : &*found;
}

TEST(LibraryClosureTest, HoldsTheLibraryAndWhatItNeedsWithoutLoadingIt) {
  const auto folder = Standins() / "libtorch_whole";
  const auto closure = WalkClosure(folder / "libtorch.so", SystemSearchPlaces());
  ASSERT_FALSE(closure.empty());
  EXPECT_EQ(closure.front().file, folder / "libtorch.so");
  const ClosureEntry* const runtime = FindEntry(closure, "libkernodeck_cudart.so.13");
  ASSERT_NE(runtime, nullptr);
  EXPECT_EQ(runtime->file, folder / "libkernodeck_cudart.so.13") << "found by $ORIGIN";
  EXPECT_FALSE(runtime->loaded);
}

TEST(LibraryClosureTest, MarksWhatThisProcessHasAlready) {
  const auto closure = WalkClosure(Standins() / "fake_driver/libcuda.so.1", SystemSearchPlaces());
  const ClosureEntry* const libc = FindEntry(closure, "libc.so.6");
  ASSERT_NE(libc, nullptr);
  EXPECT_TRUE(libc->loaded);
  EXPECT_FALSE(libc->elf.defined_versions.empty());
}

TEST(LibraryClosureTest, KeepsWhatIsNowhere) {
  const auto closure =
      WalkClosure(Standins() / "libtorch_missing_dependency/libtorch.so", SystemSearchPlaces());
  const ClosureEntry* const absent = FindEntry(closure, "libkernodeck_absent.so.9");
  ASSERT_NE(absent, nullptr);
  EXPECT_TRUE(absent->file.empty());
  EXPECT_EQ(absent->elf.condition, FileCondition::kMissing);
}

}  // namespace
}  // namespace kernodeck
