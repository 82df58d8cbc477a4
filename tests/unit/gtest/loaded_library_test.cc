// Covers G2, G7 and G11: whether a library is here is known without loading it, and at once.
#include "plugin/gtest/loaded_library.h"

#include <dlfcn.h>
#include <gtest/gtest.h>

#include "tests/unit/gtest/test_support.h"

namespace kernodeck {
namespace {

std::string Word(const void* found) { return found != nullptr ? "found" : "none"; }

TEST(LoadedLibraryTest, IsFoundOnceSomebodyLoadedItAndNotBefore) {
  EXPECT_EQ(InFreshProcess({},
                           [] {
                             LoadedLibrary library({"libcuda.so.1"});
                             std::string seen = Word(library.Find());
                             seen.append(" ").append(Word(library.Find()));
                             const std::string file = Standins() / "fake_driver/libcuda.so.1";
                             if (dlopen(file.c_str(), RTLD_NOW) == nullptr) return std::string();
                             seen.append(" ").append(Word(library.Find()));
                             return seen + " " + Word(library.Load());
                           }),
            "none none found found");
}

TEST(LoadedLibraryTest, FindingDoesNotLoadAFileThatIsThere) {
  EXPECT_EQ(InFreshProcess({},
                           [] {
                             LoadedLibrary library({Standins() / "fake_driver/libcuda.so.1"});
                             std::string seen = Word(library.Find());
                             seen.append(" ").append(Word(library.Load()));
                             return seen.append(" ").append(Word(library.Find()));
                           }),
            "none found found");
}

TEST(LoadedLibraryTest, StaysWhenTheOneWhoLoadedItLetsGo) {
  EXPECT_EQ(InFreshProcess({},
                           [] {
                             LoadedLibrary library({"libcuda.so.1"});
                             const std::string file = Standins() / "fake_driver/libcuda.so.1";
                             void* const other = dlopen(file.c_str(), RTLD_NOW);
                             void* const found = library.Find();
                             dlclose(other);
                             return std::string(dlsym(found, "cuInit") != nullptr ? "usable" : "");
                           }),
            "usable");
}

TEST(LoadedLibraryTest, TakesTheFirstNameThatIsThere) {
  EXPECT_EQ(InFreshProcess({},
                           [] {
                             LoadedLibrary library({"libkernodeck_none.so",
                                                    Standins() / "fake_hip/libamdhip64.so.6"});
                             return Word(library.Load());
                           }),
            "found");
  LoadedLibrary none({"libkernodeck_none.so"});
  EXPECT_EQ(none.Load(), nullptr);
}

}  // namespace
}  // namespace kernodeck
