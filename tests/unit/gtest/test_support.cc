#include "tests/unit/gtest/test_support.h"

#include <cstdlib>

#include "tests/unit/report/in_child.h"

namespace kernodeck {

std::filesystem::path Standins() { return KERNODECK_STANDINS; }

DriverLibraries FakeCuda() {
  return {{Standins() / "fake_driver/libcuda.so.1"},
          {"libkernodeck_none.so"},
          {Standins() / "fake_nvml/libnvidia-ml.so.1"}};
}

DriverLibraries FakeHip() {
  return {{"libkernodeck_none.so"}, {Standins() / "fake_hip/libamdhip64.so.6"}, {}};
}

std::string InFreshProcess(const Variables& variables, const std::function<std::string()>& body) {
  return InChild([&] {
    unsetenv("CUDA_VISIBLE_DEVICES");
    for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
    return body();
  });
}

std::string Text(const std::vector<int>& numbers) {
  std::string text;
  for (const int number : numbers) {
    text.append(text.empty() ? "[" : ",").append(std::to_string(number));
  }
  return text.empty() ? "[]" : text + "]";
}

std::string Text(const SyncResult& result) {
  return std::to_string(result.number) + " on " + std::to_string(result.device) +
         (result.sticky ? ", sticky" : "");
}

}  // namespace kernodeck
