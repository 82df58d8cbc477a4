// A stand-in for a test program whose linker dropped libtorch_cuda: it is linked against LibTorch
// with --as-needed, uses the CPU part alone, says that it is ready, and waits for the end of its
// standard input.
#include <cstdio>
#include <map>
#include <string>

namespace caffe2 {
const std::map<std::string, std::string>& GetBuildOptions();
}  // namespace caffe2

int main() {
  std::printf("%s\n", caffe2::GetBuildOptions().empty() ? "not ready" : "ready");
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
  return 0;
}
