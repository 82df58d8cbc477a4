// D17: the version of a LibTorch is told without loading it.
#include "plugin/cli/libtorch_version.h"

#include <gtest/gtest.h>

#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

TEST(LibTorchVersion, ComesFromAWheel) {
  TemporaryFolder folder;
  folder.Write("torch/version.py", "import x\n__version__ = '2.11.0+cu130'\ncuda = '13.0'\n");
  EXPECT_EQ(LibTorchVersion(folder.Path() / "torch/lib"), "2.11.0+cu130");
}

TEST(LibTorchVersion, ComesFromAZipDistribution) {
  TemporaryFolder folder;
  folder.Write("build-version", "2.4.1+cpu\n");
  EXPECT_EQ(LibTorchVersion(folder.Path() / "lib"), "2.4.1+cpu");
}

TEST(LibTorchVersion, ComesFromTheNameOfTheFile) {
  TemporaryFolder folder;
  folder.Write("lib/libtorch.so.1.13.0");
  std::filesystem::create_symlink("libtorch.so.1.13.0", folder.Path() / "lib/libtorch.so");
  EXPECT_EQ(LibTorchVersion(folder.Path() / "lib"), "1.13.0");
}

TEST(LibTorchVersion, IsNotKnownOtherwise) {
  TemporaryFolder folder;
  folder.Write("lib/libtorch.so");
  folder.Write("version.py", "__version__ = oops\n__version__ = 'open\n");
  EXPECT_EQ(LibTorchVersion(folder.Path() / "lib"), std::nullopt);
  EXPECT_EQ(LibTorchVersion(folder.Path() / "missing"), std::nullopt);
}

TEST(LibTorchVersion, CannotSteerATerminal) {
  TemporaryFolder folder;
  folder.Write("version.py", "__version__ = '1\x1b[31m'\n");
  EXPECT_EQ(LibTorchVersion(folder.Path() / "lib"), "1 [31m");
}

}  // namespace
}  // namespace kernodeck
