// Covers C6, C7 and fault 1: a driver library that is missing, broken or there.
#include "plugin/worker/driver_findings.h"

#include <gtest/gtest.h>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

using Library = DriverFindings::Library;

// A folder that the search knows. The loader itself does not look there, as after a change of
// LD_LIBRARY_PATH within a process, so nothing in it is ever loaded.
SearchPlaces PlacesWith(const std::filesystem::path& folder) {
  return {{folder}, LoaderCache("/dev/null"), {}};
}

constexpr const char* kName = "libkernodeck_no_driver.so.1";

TEST(DriverFindingsTest, MissingMeansThatNoFileIsThere) {
  const TemporaryFolder folder;
  const DriverFindings findings = OpenDriverLibrary({kName}, PlacesWith(folder.path()));
  EXPECT_EQ(findings.library, Library::kMissing);
  EXPECT_EQ(findings.handle, nullptr);
  EXPECT_NE(findings.loader_text.find(kName), std::string::npos);
}

TEST(DriverFindingsTest, BrokenMeansThatAFileIsThereWhateverItHolds) {
  const TemporaryFolder folder;
  for (const char* const damage : {"empty", "text", "truncated", "machine", "word_size"}) {
    const auto file = folder.path() / kName;
    std::filesystem::copy(Standins() / ("libtorch_" + std::string(damage)) / "libtorch.so", file);
    const DriverFindings findings = OpenDriverLibrary({kName}, PlacesWith(folder.path()));
    EXPECT_EQ(findings.library, Library::kBroken) << damage;
    std::filesystem::remove(file);
  }
}

// Loading it would be a bus error, and so it is not even tried.
TEST(DriverFindingsTest, ATruncatedLibraryIsSeenBeforeItIsLoaded) {
  const TemporaryFolder folder;
  const auto whole = Standins() / "fake_driver/libcuda.so.1";
  const auto file = folder.path() / kName;
  std::filesystem::copy(whole, file);
  std::filesystem::resize_file(file, 2000);
  const DriverFindings findings = OpenDriverLibrary({kName}, PlacesWith(folder.path()));
  EXPECT_EQ(findings.library, Library::kBroken);
  EXPECT_TRUE(findings.truncated);
  EXPECT_EQ(DriverEvent(findings), (Event{"driver", {{"library", "broken"}, {"truncated", "1"}}}));
}

TEST(DriverFindingsTest, AnotherWordSizesLibraryOnTheSystemIsNone) {
  const TemporaryFolder folder;
  std::filesystem::copy(Standins() / "libtorch_word_size/libtorch.so", folder.path() / kName);
  const SearchPlaces places{{}, LoaderCache("/dev/null"), {folder.path()}};
  EXPECT_EQ(OpenDriverLibrary({kName}, places).library, Library::kMissing);
}

TEST(DriverFindingsTest, TakesTheFirstNameThatLoads) {
  const DriverFindings findings = OpenDriverLibrary({kName, "libc.so.6"}, PlacesWith("/nowhere"));
  EXPECT_EQ(findings.library, Library::kFound);
  EXPECT_NE(findings.handle, nullptr);
}

TEST(DriverFindingsTest, EventsHoldWhatIsKnownOnly) {
  DriverFindings findings;
  EXPECT_EQ(DriverEvent(findings), (Event{"driver", {{"library", "missing"}}}));
  findings.library = Library::kFound;
  findings.call = "cuInit";
  findings.error = 802;
  findings.error_name = "CUDA_ERROR_SYSTEM_NOT_READY";
  findings.version = 13000;
  findings.device_count = 0;
  findings.node = "EPERM";
  EXPECT_EQ(DriverEvent(findings), (Event{"driver",
                                          {{"library", "found"},
                                           {"call", "cuInit"},
                                           {"error", "802"},
                                           {"error_name", "CUDA_ERROR_SYSTEM_NOT_READY"},
                                           {"version", "13000"},
                                           {"device_count", "0"},
                                           {"node", "EPERM"}}}));
  EXPECT_EQ(DeviceEvent({1, "A GPU", 42, "9.0", ""}), (Event{"device",
                                                             {{"index", "1"},
                                                              {"name", "A GPU"},
                                                              {"total_memory_bytes", "42"},
                                                              {"compute_capability", "9.0"}}}));
}

TEST(DriverFindingsTest, AnErrorsNameIsAPlainWord) {
  EXPECT_EQ(SafeErrorName("CUDA_ERROR_UNKNOWN"), "CUDA_ERROR_UNKNOWN");
  EXPECT_EQ(SafeErrorName("see /home/someone"), "");
  EXPECT_EQ(SafeErrorName(std::string(65, 'A')), "");
}

}  // namespace
}  // namespace kernodeck
