// Covers C2, C8 and fault 19: cuDNN's own status, and which of its parts is bad. A diagnosis meets
// it only where what it runs uses cuDNN, which the fixed computation does not.
#include "plugin/worker/cudnn_status.h"

#include <gtest/gtest.h>

#include "tests/unit/worker/test_support.h"

extern "C" const char* cudnnGetErrorString(int status);

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

TEST(CudnnStatusTest, RemembersTheStatusThatWasAskedFor) {
  ForgetCudnnStatus();
  EXPECT_NE(cudnnGetErrorString(0), nullptr);
  EXPECT_EQ(RememberedCudnnStatus(), 0) << "success is no status to remember";
  EXPECT_NE(cudnnGetErrorString(1008), nullptr) << "without a cuDNN too";
  EXPECT_EQ(RememberedCudnnStatus(), 1008);
  ForgetCudnnStatus();
  EXPECT_EQ(RememberedCudnnStatus(), 0);
}

TEST(CudnnStatusTest, NoCudnnIsMappedHere) { EXPECT_TRUE(MappedCudnnFolder().empty()); }

TEST(CudnnStatusTest, NamesThePartThatIsMissingOrDamaged) {
  const TemporaryFolder folder;
  const fs::path whole = Standins() / "libtorch_whole/libtorch.so";
  for (const char* const part : {"graph", "ops", "cnn", "adv", "heuristic", "engines_precompiled",
                                 "engines_runtime_compiled"}) {
    fs::copy_file(whole, folder.path() / ("libcudnn_" + std::string(part) + ".so.9"));
  }
  EXPECT_EQ(FindBadCudnnPart(folder.path()), "");
  fs::resize_file(folder.path() / "libcudnn_cnn.so.9", 100);
  EXPECT_EQ(FindBadCudnnPart(folder.path()), "libcudnn_cnn.so.9");
  fs::remove(folder.path() / "libcudnn_ops.so.9");
  EXPECT_EQ(FindBadCudnnPart(folder.path()), "libcudnn_ops.so.9");
  EXPECT_EQ(FindBadCudnnPart(folder.path() / "nowhere"), "libcudnn_graph.so.9");
}

}  // namespace
}  // namespace kernodeck
