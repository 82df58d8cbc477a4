// Covers C8: what the files themselves show, whole or damaged in every way.
#include "plugin/worker/elf_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <iterator>
#include <random>
#include <utility>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

std::string Content(const std::filesystem::path& file) {
  std::ifstream input(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
}

class ConditionTest : public testing::TestWithParam<std::pair<const char*, FileCondition>> {};

TEST_P(ConditionTest, IsReadFromTheFile) {
  const auto& [folder, condition] = GetParam();
  const std::filesystem::path file = Standins() / folder / "libtorch.so";
  EXPECT_EQ(CheckElf(file), condition);
  EXPECT_EQ(DescribeElf(file).condition, condition);
}

INSTANTIATE_TEST_SUITE_P(
    All, ConditionTest,
    testing::Values(std::pair("libtorch_whole", FileCondition::kWhole),
                    std::pair("libtorch_truncated", FileCondition::kTruncated),
                    std::pair("libtorch_tail", FileCondition::kTailMissing),
                    std::pair("libtorch_machine", FileCondition::kOtherMachine),
                    std::pair("libtorch_word_size", FileCondition::kOtherMachine),
                    std::pair("libtorch_empty", FileCondition::kNotElf),
                    std::pair("libtorch_text", FileCondition::kNotElf),
                    std::pair("no_such_folder", FileCondition::kMissing)),
    [](const auto& test) { return std::string(test.param.first); });

TEST(ElfFileTest, TellsRefusedAndOddFilesApart) {
  const TemporaryFolder folder;
  EXPECT_EQ(CheckElf(folder.path()), FileCondition::kUnreadable);
  std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
  const auto file =
      folder.Write("libsecret.so", Content(Standins() / "libtorch_whole/libtorch.so"));
  std::filesystem::permissions(file, std::filesystem::perms::none);
  const auto check = [](const std::filesystem::path& path) {
    EXPECT_EQ(CheckElf(path), FileCondition::kNotPermitted);
  };
  EXPECT_TRUE(RunUnprivileged(check, file));
}

TEST(ElfFileTest, ReadsWhatALibraryNeeds) {
  const ElfDescription whole = DescribeElf(Standins() / "libtorch_whole/libtorch.so");
  EXPECT_EQ(whole.soname, "libtorch.so");
  EXPECT_THAT(whole.needed, Contains("libkernodeck_cudart.so.13"));
  EXPECT_EQ(whole.rpath + whole.runpath, "$ORIGIN");
  const ElfDescription versions =
      DescribeElf(Standins() / "libtorch_version_not_found/libtorch.so");
  const auto is_wanted = [](const NeededVersion& needed) {
    return needed.library == "libkernodeck_versioned.so.1" && needed.version == "KERNODECK_2.99" &&
           !needed.weak;
  };
  EXPECT_THAT(versions.needed_versions, Contains(testing::Truly(is_wanted)));
  const ElfDescription old =
      DescribeElf(Standins() / "libtorch_version_not_found/libkernodeck_versioned.so.1");
  EXPECT_THAT(old.defined_versions, ElementsAre("libkernodeck_versioned.so.1", "KERNODECK_1.0"));
}

TEST(ElfFileTest, ReadsSymbols) {
  const ElfSymbols symbols = ReadElfSymbols(Standins() / "libtorch_undefined_symbol/libtorch.so");
  ASSERT_TRUE(symbols.known);
  EXPECT_THAT(symbols.defined, Contains("kernodeck_broken"));
  EXPECT_THAT(symbols.undefined, Contains("kernodeck_symbol_that_no_library_has"));
  EXPECT_THAT(symbols.undefined, Not(Contains("__gmon_start__"))) << "weak: it may stay undefined";
  EXPECT_FALSE(ReadElfSymbols(Standins() / "libtorch_text/libtorch.so").known);
  EXPECT_FALSE(ReadElfSymbols(Standins() / "libtorch_tail/libtorch.so").known);
}

// Files may hold anything: whatever is read, no read leaves the file and none goes on forever.
TEST(ElfFileTest, SurvivesBytesThatWereChangedAtRandom) {
  const TemporaryFolder folder;
  const std::string whole = Content(Standins() / "libtorch_version_not_found/libtorch.so");
  std::mt19937 random(20240607);
  std::uniform_int_distribution<std::size_t> place(0, whole.size() - 1);
  std::uniform_int_distribution<std::size_t> early(0, 1023);
  std::uniform_int_distribution<int> byte(0, 255);
  for (int i = 0; i < 2000; ++i) {
    std::string bytes = whole;
    // Most of what is read stands in the headers.
    for (int j = 0; j < 4; ++j)
      bytes[early(random) % bytes.size()] = static_cast<char>(byte(random));
    for (int j = 0; j < 16; ++j) bytes[place(random)] = static_cast<char>(byte(random));
    if (i % 4 == 0) bytes.resize(place(random));
    const auto file = folder.Write("libtorch.so", bytes);
    const ElfDescription description = DescribeElf(file);
    EXPECT_EQ(description.condition, CheckElf(file));
    static_cast<void>(ReadElfSymbols(file));
    // Writing over a file again and again would wait for the disk each time.
    std::filesystem::remove(file);
  }
}

}  // namespace
}  // namespace kernodeck
