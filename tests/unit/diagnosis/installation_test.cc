// Covers T7 (parts are found relative to the command) and D21 (a build without LibTorch).
#include "plugin/diagnosis/installation.h"

#include <gtest/gtest.h>

#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

TEST(InstallationTest, PartsLieRelativeToTheCommand) {
  TemporaryFolder folder;
  folder.Write("lib/kernodeck/libtorch.txt",
               "version=2.11.0\nbackend=cuda\ncuda=13.0\nlibrary_dir=/some where/lib\n");
  const Installation installation = FindInstallation(folder.Path() / "bin/kernodeck");
  EXPECT_EQ(installation.worker, folder.Path() / "bin/kernodeck-worker");
  EXPECT_EQ(installation.probe, folder.Path() / "lib/kernodeck/kernodeck_probe.so");
  ASSERT_TRUE(installation.built_for);
  EXPECT_EQ(installation.built_for->version, "2.11.0");
  EXPECT_EQ(installation.built_for->backend, "cuda");
  EXPECT_EQ(installation.built_for->cuda, "13.0");
  EXPECT_EQ(installation.built_for->library_dir, "/some where/lib");
}

TEST(InstallationTest, AnInstalledTreeNamesNoFolder) {
  TemporaryFolder folder;
  folder.Write("lib/kernodeck/libtorch.txt", "version=1.13.0\nbackend=cpu\n");
  const Installation installation = FindInstallation(folder.Path() / "bin/kernodeck");
  EXPECT_FALSE(installation.built_for->library_dir);
}

TEST(InstallationTest, ABuildWithoutLibTorchHasNoProbe) {
  TemporaryFolder folder;
  EXPECT_FALSE(FindInstallation(folder.Path() / "bin/kernodeck").built_for);
  folder.Write("lib/kernodeck/libtorch.txt", "rubbish");
  EXPECT_FALSE(FindInstallation(folder.Path() / "bin/kernodeck").built_for);
}

TEST(InstallationTest, TheRunningExecutableIsThisTest) {
  EXPECT_EQ(RunningExecutable().filename(), "kernodeck_diagnosis_test");
}

}  // namespace
}  // namespace kernodeck
