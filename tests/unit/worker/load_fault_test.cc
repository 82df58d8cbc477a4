// Covers C7, C8, C9 and faults 4, 8, 27: why a library does not load, from its files alone.
#include "plugin/worker/load_fault.h"

#include <gtest/gtest.h>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

using Kind = LoadFault::Kind;

struct Case {
  const char* folder;
  Kind kind;
  const char* detail;
};

class LoadFaultTest : public testing::TestWithParam<Case> {};

TEST_P(LoadFaultTest, IsNamedFromTheFiles) {
  const auto file = Standins() / GetParam().folder / "libtorch.so";
  const LoadFault fault = ExplainLoadFailure(file, SystemSearchPlaces());
  EXPECT_EQ(Name(fault.kind), Name(GetParam().kind));
  EXPECT_EQ(fault.detail, GetParam().detail);
}

INSTANTIATE_TEST_SUITE_P(
    All, LoadFaultTest,
    testing::Values(Case{"libtorch_missing_dependency", Kind::kMissingDependency,
                         "libkernodeck_absent.so.9"},
                    Case{"libtorch_version_not_found", Kind::kVersionNotFound, "KERNODECK_2.99"},
                    Case{"libtorch_undefined_symbol", Kind::kUndefinedSymbol, "libtorch.so"},
                    Case{"libtorch_machine", Kind::kWrongArchitecture, "libtorch.so"},
                    Case{"libtorch_word_size", Kind::kWrongArchitecture, "libtorch.so"},
                    Case{"libtorch_truncated", Kind::kInvalidLibrary, "libtorch.so"},
                    Case{"libtorch_tail", Kind::kInvalidLibrary, "libtorch.so"},
                    Case{"libtorch_empty", Kind::kInvalidLibrary, "libtorch.so"},
                    Case{"libtorch_text", Kind::kInvalidLibrary, "libtorch.so"},
                    Case{"no_such_folder", Kind::kNotFound, "libtorch.so"},
                    // It does not load here, and nothing is wrong with it.
                    Case{"libtorch_extension", Kind::kUnknown, ""},
                    // All its files are sound: nothing is claimed.
                    Case{"libtorch_whole", Kind::kUnknown, ""}),
    [](const auto& test) { return std::string(test.param.folder); });

TEST(LoadFaultFilesTest, NamesTheDependencyThatIsDamagedAndNotTheLibraryThatNeedsIt) {
  const TemporaryFolder folder;
  std::filesystem::copy(Standins() / "libtorch_whole/libtorch.so", folder.path() / "libtorch.so");
  const auto explain = [&folder] {
    return ExplainLoadFailure(folder.path() / "libtorch.so", SystemSearchPlaces());
  };
  EXPECT_EQ(Name(explain().kind), "missing_dependency");
  EXPECT_EQ(explain().detail, "libkernodeck_cudart.so.13");
  folder.Write("libkernodeck_cudart.so.13", "not a library");
  EXPECT_EQ(Name(explain().kind), "invalid_library");
  EXPECT_EQ(explain().detail, "libkernodeck_cudart.so.13");
  // The loader says "No such file" of this one, though it is there.
  std::filesystem::remove(folder.path() / "libkernodeck_cudart.so.13");
  std::filesystem::copy(Standins() / "libtorch_machine/libtorch.so",
                        folder.path() / "libkernodeck_cudart.so.13");
  EXPECT_EQ(Name(explain().kind), "wrong_architecture");
  EXPECT_EQ(explain().detail, "libkernodeck_cudart.so.13");
}

TEST(LoadFaultFilesTest, NamesALibraryThatMayNotBeRead) {
  const TemporaryFolder folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
  const auto file = folder.path() / "libtorch.so";
  std::filesystem::copy(Standins() / "libtorch_whole/libtorch.so", file);
  std::filesystem::permissions(file, std::filesystem::perms::none);
  const auto explain = [](const std::filesystem::path& library) {
    const LoadFault fault = ExplainLoadFailure(library, SystemSearchPlaces());
    EXPECT_EQ(Name(fault.kind), "library_permission");
    EXPECT_EQ(fault.detail, "libtorch.so");
  };
  EXPECT_TRUE(RunUnprivileged(explain, file));
}

TEST(LoadFaultFilesTest, FindsBeforeLoadingWhatWouldBeABusError) {
  const SearchPlaces places = SystemSearchPlaces();
  EXPECT_FALSE(FindTruncatedLibrary(Standins() / "libtorch_whole/libtorch.so", places));
  EXPECT_FALSE(FindTruncatedLibrary(Standins() / "libtorch_text/libtorch.so", places));
  const TemporaryFolder folder;
  std::filesystem::copy(Standins() / "libtorch_whole/libtorch.so", folder.path() / "libtorch.so");
  std::filesystem::copy(Standins() / "libtorch_truncated/libtorch.so",
                        folder.path() / "libkernodeck_cudart.so.13");
  const auto truncated = FindTruncatedLibrary(folder.path() / "libtorch.so", places);
  ASSERT_TRUE(truncated.has_value());
  EXPECT_EQ(truncated->detail, "libkernodeck_cudart.so.13");
}

// D11: what goes into a report is a bare name.
TEST(LoadFaultFilesTest, LeavesNothingButABareNameInTheDetail) {
  EXPECT_EQ(SafeName("/home/someone/lib/libtorch_cpu.so.1.13"), "libtorch_cpu.so.1.13");
  EXPECT_EQ(SafeName("lib a\tb\xff.so"), "lib_a_b_.so");
  EXPECT_EQ(SafeName(std::string(100, 'a')), std::string(64, 'a'));
  EXPECT_EQ(SafeName(""), "");
}

}  // namespace
}  // namespace kernodeck
