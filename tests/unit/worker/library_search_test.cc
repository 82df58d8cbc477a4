// Covers C8: libraries are looked for as the loader looks for them.
#include "plugin/worker/library_search.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

SearchPlaces NoPlaces() { return {{}, LoaderCache("/dev/null"), {}}; }

TEST(LibrarySearchTest, ExpandsTheFolderOfTheLibraryItself) {
  EXPECT_EQ(ExpandSearchPath("$ORIGIN:${ORIGIN}/../nvidia:/opt/lib", "/a/libtorch.so"),
            (std::vector<fs::path>{"/a", "/a/../nvidia", "/opt/lib"}));
  EXPECT_EQ(ExpandSearchPath("/b/$PLATFORM:/c", "/a/libtorch.so"), std::vector<fs::path>{"/c"});
  EXPECT_TRUE(ExpandSearchPath("", "/a/libtorch.so").empty());
}

TEST(LibrarySearchTest, KeepsTheLoadersOrder) {
  const TemporaryFolder folder;
  std::vector<fs::path> files;
  for (const char* const name : {"rpath", "variable", "runpath", "default"}) {
    fs::create_directory(folder.path() / name);
    files.push_back(folder.Write(std::string(name) + "/liba.so", "x"));
  }
  SearchPlaces places = NoPlaces();
  places.variable = {folder.path() / "nothing", folder.path() / "variable"};
  places.defaults = {folder.path() / "default"};
  const Requester requester{{folder.path() / "rpath"}, {folder.path() / "runpath"}};
  EXPECT_EQ(FindCandidates("liba.so", requester, places), files);
  EXPECT_EQ(FindCandidates(files[2].string(), {}, NoPlaces()), std::vector<fs::path>{files[2]});
}

TEST(LibrarySearchTest, PassesOverOtherMachinesButStopsAtADamagedFile) {
  SearchPlaces places = NoPlaces();
  places.variable = {Standins() / "libtorch_machine", Standins() / "libtorch_whole"};
  EXPECT_EQ(FindLibrary("libtorch.so", {}, places).file, Standins() / "libtorch_whole/libtorch.so");
  places.variable = {Standins() / "libtorch_text", Standins() / "libtorch_whole"};
  EXPECT_EQ(FindLibrary("libtorch.so", {}, places).condition, FileCondition::kNotElf);
  places.variable = {Standins() / "libtorch_machine"};
  const FoundLibrary none = FindLibrary("libtorch.so", {}, places);
  EXPECT_TRUE(none.file.empty());
  EXPECT_EQ(none.condition, FileCondition::kOtherMachine);
  EXPECT_EQ(FindLibrary("libnowhere.so", {}, places).condition, FileCondition::kMissing);
}

TEST(LibrarySearchTest, TakesALinkToNothingForNoFile) {
  const TemporaryFolder folder;
  fs::create_symlink("nothing", folder.path() / "liba.so");
  SearchPlaces places = NoPlaces();
  places.variable = {folder.path()};
  EXPECT_TRUE(FindCandidates("liba.so", {}, places).empty());
}

TEST(LibrarySearchTest, KnowsThisSystemsPlaces) {
  const SearchPlaces places = SystemSearchPlaces();
  EXPECT_FALSE(places.defaults.empty());
  EXPECT_EQ(FindLibrary("libc.so.6", {}, places).condition, FileCondition::kWhole);
}

}  // namespace
}  // namespace kernodeck
