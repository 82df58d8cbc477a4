// Covers D13: what is handed to the interpreter is one argument that every Python can read.
#include "plugin/diagnosis/python_worker_script.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

#include "plugin/core/fixed_computation.h"

namespace kernodeck {
namespace {

std::string Source(const char* name) {
  std::ostringstream text;
  text << std::ifstream(std::string(KERNODECK_TEST_SOURCE_FOLDER "/plugin/diagnosis/") + name)
              .rdbuf();
  return text.str();
}

TEST(PythonWorkerScriptTest, IsTheTextOfItsSources) {
  EXPECT_EQ(PythonWorkerScript(), Source("python_runtime.py") + Source("python_worker.py"));
}

// Linux takes 128 KiB as one argument, and an old Python in the C locale reads ASCII only.
TEST(PythonWorkerScriptTest, IsShortAscii) {
  const std::string_view script = PythonWorkerScript();
  EXPECT_LT(script.size(), std::size_t{64} << 10U);
  EXPECT_TRUE(std::all_of(script.begin(), script.end(), [](char letter) {
    return letter == '\n' || (letter >= ' ' && letter <= '~');
  }));
}

std::string Rows(const Matrix2x2& matrix, const char* between) {
  std::ostringstream text;
  text << std::fixed;
  text.precision(1);
  text << matrix[0] << ", " << matrix[1] << between << matrix[2] << ", " << matrix[3];
  return text.str();
}

TEST(PythonWorkerScriptTest, HasTheFixedComputationOfTheTable) {
  const std::string script(PythonWorkerScript());
  for (const std::string& rows :
       {Rows(kInputA, "], ["), Rows(kInputB, "], ["), Rows(kExpectedProduct, ", "),
        Rows(kExpectedGradientA, ", "), Rows(kExpectedGradientB, ", ")}) {
    EXPECT_NE(script.find("[" + rows + "]"), std::string::npos) << rows;
  }
}

}  // namespace
}  // namespace kernodeck
