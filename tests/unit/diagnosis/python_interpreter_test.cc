// Covers D13 and D17: which interpreter `--python` means, and what it says of its torch.
#include "plugin/diagnosis/python_interpreter.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "plugin/diagnosis/python_torch.h"
#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

Environment WithPath(const std::string& path) {
  return [path](const std::string& name) -> std::optional<std::string> {
    if (name == "PATH") return path;
    return std::nullopt;
  };
}

TEST(PythonInterpreterTest, ANameIsLookedForOnPath) {
  TemporaryFolder folder;
  const fs::path program = folder.WriteProgram("bin/my-python", "#!/bin/sh\n");
  const Environment environment = WithPath((folder.Path() / "bin").string());
  EXPECT_EQ(ResolveInterpreter("my-python", environment), program);
  EXPECT_EQ(ResolveInterpreter("no-python", environment), "./no-python");
}

TEST(PythonInterpreterTest, APathIsTakenAsItIsAndALinkIsNotFollowed) {
  TemporaryFolder folder;
  const fs::path program = folder.WriteProgram("real", "#!/bin/sh\n");
  fs::create_symlink(program, folder.Path() / "link");
  EXPECT_EQ(ResolveInterpreter(folder.Path() / "link", WithPath("")), folder.Path() / "link");
  EXPECT_EQ(ResolveInterpreter(folder.Path() / "none", WithPath("")), folder.Path() / "none");
}

TEST(PythonInterpreterTest, AnEnvironmentsFolderHasItInBin) {
  TemporaryFolder folder;
  EXPECT_EQ(ResolveInterpreter(folder.Path(), WithPath("")), folder.Path());
  folder.Write("bin/python");
  EXPECT_EQ(ResolveInterpreter(folder.Path(), WithPath("")), folder.Path() / "bin/python");
  // Its base is gone: it is the interpreter all the same, and starting it will say so.
  fs::create_symlink("/nowhere/python3", folder.Path() / "bin/python3");
  EXPECT_EQ(ResolveInterpreter(folder.Path(), WithPath("")), folder.Path() / "bin/python3");
}

// What does not answer is for the rows fault.python_dead_*; nothing else may hold or end it.
TEST(PythonInterpreterTest, LooksAtWhateverThereIs) {
  TemporaryFolder folder;
  LookAtProgram(folder.Path() / "none");
  LookAtProgram(folder.Path());
  LookAtProgram(folder.Write("empty"));
  LookAtProgram(folder.WriteProgram("nothing named", "#! \t\n"));
  LookAtProgram(folder.WriteProgram("to none", "#!/none x\n"));
  const fs::path pipe = folder.Path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  LookAtProgram(pipe);
  const fs::path itself = folder.Path() / "itself";
  folder.WriteProgram("itself", "#!" + itself.string() + "\n");
  LookAtProgram(itself);
}

class LocatePythonTorchTest : public testing::Test {
 protected:
  void SetUp() override {
    const char* const path = ::getenv("PATH");
    environment_ = WithPath(path == nullptr ? "" : path);
    if (!FindProgram("python3", environment_)) GTEST_SKIP() << "there is no python3 on PATH";
    ::setenv("PYTHONPATH", folder_.Path().c_str(), 1);
  }
  void TearDown() override { ::unsetenv("PYTHONPATH"); }

  PythonTorch Locate(const std::string& given = "python3") {
    return LocatePythonTorch(ResolveInterpreter(given, environment_), std::chrono::seconds(20),
                             helpers_);
  }

  TemporaryFolder folder_;
  Environment environment_;
  HelperRunner helpers_;
};

TEST_F(LocatePythonTorchTest, FindsThePackageWithoutImportingIt) {
  folder_.Write("torch/__init__.py", "raise SystemExit('imported')\n");
  folder_.Write("torch/lib/libtorch.so");
  PythonTorch found = Locate();
  EXPECT_TRUE(found.version);
  EXPECT_EQ(found.package, folder_.Path() / "torch");
  EXPECT_FALSE(found.shadowed || found.rocm);
  folder_.Write("torch/lib/libtorch_hip.so");
  EXPECT_TRUE(Locate().rocm);
}

TEST_F(LocatePythonTorchTest, NamesWhatShadowsIt) {
  folder_.Write("torch.py", "raise SystemExit('imported')\n");
  const PythonTorch found = Locate();
  EXPECT_EQ(found.package, folder_.Path() / "torch.py");
  EXPECT_TRUE(found.shadowed);
}

TEST_F(LocatePythonTorchTest, WhatIsNoPythonDoesNotAnswer) {
  const PythonTorch found = Locate("/bin/ls");
  EXPECT_EQ(found.interpreter, "/bin/ls");
  EXPECT_FALSE(found.version || found.package);
}

}  // namespace
}  // namespace kernodeck
