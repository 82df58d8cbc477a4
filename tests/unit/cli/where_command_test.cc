// D17: `kernodeck where` shows what would be used, by which rule, and what is absent.
#include "plugin/cli/where_command.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/fake_console.h"
#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

class WhereTest : public testing::Test {
 protected:
  int Run(const std::vector<std::string>& arguments,
          const std::map<std::string, std::string>& variables = {}) {
    const Installation installation = FindInstallation(folder_.Path() / "bin/kernodeck");
    return RunWhere(arguments, console_.Make(variables), installation, {"", "/none", {}});
  }
  void ExpectLine(const std::string& label, const std::string& text) {
    std::string line = label;
    line.resize(16, ' ');
    EXPECT_NE(console_.out.find(line + text + "\n"), std::string::npos) << line << text << "\n"
                                                                        << console_.out;
  }
  std::string At(const char* name) { return (folder_.Path() / name).string(); }
  TemporaryFolder folder_;
  FakeConsole console_;
};

TEST_F(WhereTest, SaysWhatIsPresentAndWhatIsAbsent) {
  folder_.Write("bin/kernodeck");
  folder_.Write("lib/kernodeck/libtorch.txt", "version=2.11.0\nbackend=cuda\ncuda=13.0\n");
  EXPECT_EQ(Run({"--libtorch", At("empty")}), 0);
  ExpectLine("command", At("bin/kernodeck") + "  (present)");
  ExpectLine("worker", At("bin/kernodeck-worker") + "  (absent)");
  ExpectLine("probe", At("lib/kernodeck/kernodeck_probe.so") + "  (absent)");
  ExpectLine("  built for", "LibTorch 2.11.0, backend cuda, CUDA 13.0");
  ExpectLine("LibTorch", "none found  (absent)");
  ExpectLine(
      "  not used",
      At("empty") + " (given by --libtorch or KERNODECK_LIBTORCH): holds no libtorch library");
  ExpectLine("driver library", "libcuda.so.1 is nowhere on the loader's path  (absent)");
  ExpectLine("python3", "none on PATH  (absent)");
}

TEST_F(WhereTest, ShowsALibTorchWithItsCompanions) {
  folder_.Write("site-packages/torch/lib/libtorch.so");
  folder_.Write("site-packages/torch/lib/libtorch_cuda.so");
  folder_.Write("site-packages/torch/version.py", "__version__ = '2.11.0+cu130'\n");
  folder_.Write("site-packages/nvidia/cu13/lib/libcudart.so.13");
  EXPECT_EQ(Run({}, {{"KERNODECK_LIBTORCH", At("site-packages")}}), 0);
  ExpectLine("LibTorch", At("site-packages/torch/lib") + "  (present)");
  ExpectLine("  rule", "given by --libtorch or KERNODECK_LIBTORCH");
  ExpectLine("  version", "2.11.0+cu130");
  ExpectLine("  loads", "libtorch.so");
  ExpectLine("  GPU libraries", "libtorch_cuda.so  (present)");
  ExpectLine("  CUDA packages", At("site-packages/nvidia") + "  (present)");
}

TEST_F(WhereTest, LooksForTheDriverOfItsPlatform) {
  folder_.Write("rocm/lib/libtorch.so");
  folder_.Write("rocm/lib/libtorch_hip.so");
  EXPECT_EQ(Run({"--libtorch", At("rocm")}), 0);
  ExpectLine("driver library", "libamdhip64.so.7 is nowhere on the loader's path  (absent)");
}

TEST_F(WhereTest, MindsNoVariableButTheOneOfLibTorch) {
  EXPECT_EQ(Run({"--libtorch", At("empty")},
                {{"KERNODECK_TIMEOUT", "nan"}, {"KERNODECK_EXPECT_GPUS", "x"}}),
            0);
}

TEST_F(WhereTest, CannotSteerATerminal) {
  EXPECT_EQ(Run({"--libtorch", At("a\x1b[31mb")}), 0);
  EXPECT_EQ(console_.out.find('\x1b'), std::string::npos);
}

TEST_F(WhereTest, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(Run({"--timeout", "30"}), 2);
  EXPECT_EQ(console_.out, "");
}

TEST_F(WhereTest, ShowsAnInterpreterThatDoesNotAnswer) {
  EXPECT_EQ(Run({"--python", At("none")}), 0);
  ExpectLine("interpreter", At("none") + "  (absent)");
  ExpectLine("  rule", "given by --python");
  ExpectLine("  version", "not known: it did not answer as a Python");
  EXPECT_EQ(console_.out.find("LibTorch"), std::string::npos);
  EXPECT_EQ(Run({"--python", "p", "--libtorch", "/x"}), 2);
}

TEST_F(WhereTest, SaysWhatDoesNotAnswer) {
  folder_.WriteProgram("bin/kernodeck", "#!/bin/sh\nexec sleep 60\n");
  EXPECT_EQ(Run({"--python", At("dead")}), 0);
  ExpectLine("interpreter", At("dead") + "  (did not answer within 5 s)");
  EXPECT_EQ(Run({"--libtorch", At("dead")}), 0);
  ExpectLine("LibTorch", At("dead") + "  (did not answer within 5 s)");
  ExpectLine("python3", "not looked for, as the search did not end");
}

}  // namespace
}  // namespace kernodeck
