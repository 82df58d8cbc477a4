// C2: the code follows the number. The table has every public number of CUDA, as its headers have
// them.
#include "plugin/core/cuda_errors.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <string>

#include "kernodeck/cause.h"

namespace kernodeck {
namespace {

std::map<int, std::string> NumbersIn(const std::string& header, const std::string& name_pattern) {
  std::ifstream stream(header);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const std::regex row("\\n\\s*(" + name_pattern + ")\\s*=\\s*([0-9]+)");
  std::map<int, std::string> numbers;
  for (std::sregex_iterator match(text.begin(), text.end(), row), end; match != end; ++match) {
    numbers[std::stoi((*match)[2])] = (*match)[1];
  }
  return numbers;
}

TEST(CudaErrors, AscendAndHaveAMeaning) {
  int last = -1;
  for (const CudaError& row : AllCudaErrors()) {
    EXPECT_GT(row.number, last);
    EXPECT_FALSE(row.name.empty() || row.meaning.empty()) << row.number;
    last = row.number;
  }
}

TEST(CudaErrors, AreFoundByTheirNumber) {
  ASSERT_NE(FindCudaError(802), nullptr);
  EXPECT_EQ(FindCudaError(802)->name, "CUDA_ERROR_SYSTEM_NOT_READY");
  EXPECT_EQ(FindCudaError(35)->name, "cudaErrorInsufficientDriver");
  EXPECT_EQ(FindCudaError(5000), nullptr);
  EXPECT_EQ(FindCudaError(-1), nullptr);
}

TEST(CudaErrors, HaveEveryNumberThatACauseNames) {
  for (const CauseInfo& cause : AllCauses()) {
    for (const int number : cause.numbers) EXPECT_NE(FindCudaError(number), nullptr) << number;
  }
}

TEST(CudaErrors, AreThoseOfTheToolkitsHeaders) {
  const std::string headers = "/usr/local/cuda/include/";
  const std::map<int, std::string> driver =
      NumbersIn(headers + "cuda.h", "CUDA_(?:SUCCESS|ERROR_[A-Z0-9_]+)");
  const std::map<int, std::string> runtime =
      NumbersIn(headers + "driver_types.h", "cudaError[A-Za-z]+");
  if (driver.empty() || runtime.empty()) GTEST_SKIP() << "no CUDA toolkit on this machine";
  std::map<int, std::string> expected = driver;
  expected.insert(runtime.begin(), runtime.end());
  for (const auto& [number, name] : expected) {
    const CudaError* row = FindCudaError(number);
    ASSERT_NE(row, nullptr) << name << " = " << number;
    EXPECT_EQ(row->name, name);
  }
}

}  // namespace
}  // namespace kernodeck
