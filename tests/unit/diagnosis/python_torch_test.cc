// Covers S2 (the active Python's torch) with real interpreters over stand-in packages.
#include "plugin/diagnosis/python_torch.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

Environment WithPath(const std::string& path) {
  return [path](const std::string& name) -> std::optional<std::string> {
    if (name == "PATH") return path;
    return std::nullopt;
  };
}

class PythonTorchTest : public testing::Test {
 protected:
  HelperRunner helpers_;
};

TEST_F(PythonTorchTest, FindsAProgramThatCanRun) {
  TemporaryFolder folder;
  folder.Write("first/tool", "not executable");
  const auto program = folder.WriteProgram("second/tool", "#!/bin/sh\n");
  const std::string path =
      (folder.Path() / "first").string() + "::" + (folder.Path() / "second").string();
  EXPECT_EQ(FindProgram("tool", WithPath(path)), program);
  EXPECT_FALSE(FindProgram("other", WithPath(path)));
  EXPECT_FALSE(FindProgram("tool", [](const std::string&) { return std::nullopt; }));
}

TEST_F(PythonTorchTest, FindsThePackageWithoutImportingIt) {
  TemporaryFolder folder;
  folder.Write("50%\ttab/torch/__init__.py", "raise SystemExit('imported')\n");
  const std::string packages = (folder.Path() / "50%\ttab").string();
  ASSERT_EQ(::setenv("PYTHONPATH", packages.c_str(), 1), 0);
  const auto found = FindPythonTorch(WithPath(::getenv("PATH")), helpers_);
  ::unsetenv("PYTHONPATH");
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, folder.Path() / "50%\ttab" / "torch");
}

TEST_F(PythonTorchTest, NoInterpreterOrARefusingOneHasNone) {
  EXPECT_FALSE(FindPythonTorch(WithPath("/nowhere"), helpers_));
  TemporaryFolder folder;
  folder.WriteProgram("python3", "#!/bin/sh\necho /not/torch\nexit 1\n");
  EXPECT_FALSE(FindPythonTorch(WithPath(folder.Path().string()), helpers_));
}

}  // namespace
}  // namespace kernodeck
