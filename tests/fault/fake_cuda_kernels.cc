// The fake driver's memory, which is the host's, and its kernels, which are known by their names:
//   fill         writes its second argument to its first
//   wild_write   breaks the context with 700, trap_itself with 719, both seen by the next call and
//                not by the launch, as the real ones
//   endless      keeps every call waiting that waits for the device
#include "tests/fault/fake_cuda_kernels.h"

#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>

namespace kernodeck::fake {
namespace {

constexpr int kInvalidValue = 1;
constexpr int kOutOfMemory = 2;
constexpr int kNotFound = 500;
constexpr int kIllegalAddress = 700;
constexpr int kLaunchFailed = 719;
constexpr std::size_t kWritable = 4096;  // what is really there of each allocation

struct Context {
  int error = 0;
  bool endless = false;
};

Context& ContextOf(int device) {
  static std::array<Context, 64> contexts;
  return contexts.at(static_cast<std::size_t>(device));
}

std::map<std::uint64_t, std::size_t>& Blocks() {
  static std::map<std::uint64_t, std::size_t> blocks;
  return blocks;
}

// The device's addresses are the host's.
void* Memory(std::uint64_t block) {
  return reinterpret_cast<void*>(block);  // NOLINT(performance-no-int-to-ptr)
}

using Kernel = void (*)(Context& context, void** arguments);

void Fill(Context& /*context*/, void** arguments) {
  std::uint64_t block = 0;
  std::memcpy(&block, arguments[0], sizeof block);
  std::memcpy(Memory(block), arguments[1], sizeof(std::uint32_t));
}
void WildWrite(Context& context, void** /*arguments*/) { context.error = kIllegalAddress; }
void Trap(Context& context, void** /*arguments*/) { context.error = kLaunchFailed; }
void Endless(Context& context, void** /*arguments*/) { context.endless = true; }

struct NamedKernel {
  const char* name;
  Kernel kernel;
};
constexpr std::array<NamedKernel, 4> kKernels = {{
    {"fill", Fill},
    {"wild_write", WildWrite},
    {"trap_itself", Trap},
    {"endless", Endless},
}};

}  // namespace

int ContextError(int device) { return ContextOf(device).error; }

int WaitForKernels(int device) {
  while (ContextOf(device).endless) pause();
  return ContextError(device);
}

std::size_t AllocatedBytes() {
  std::size_t bytes = 0;
  for (const auto& [block, size] : Blocks()) bytes += size;
  return bytes;
}

extern "C" {

int cuMemGetInfo_v2(std::size_t* free_bytes, std::size_t* total_bytes);

int cuMemAlloc_v2(std::uint64_t* block, std::size_t bytes) {
  if (const char* const error = std::getenv("KERNODECK_FAKE_ALLOCATE")) {
    if (std::atoi(error) != 0) return std::atoi(error);
  }
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  if (const int error = cuMemGetInfo_v2(&free_bytes, &total_bytes); error != 0) return error;
  if (bytes > free_bytes) return kOutOfMemory;
  *block = reinterpret_cast<std::uint64_t>(std::calloc(1, kWritable));
  Blocks()[*block] = bytes;
  return 0;
}

int cuMemFree_v2(std::uint64_t block) {
  if (const int error = ContextError(CurrentDevice()); error != 0) return error;
  if (Blocks().erase(block) == 0) return kInvalidValue;
  std::free(Memory(block));
  return 0;
}

int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t bytes) {
  if (const int error = WaitForKernels(CurrentDevice()); error != 0) return error;
  std::memcpy(to, Memory(from), bytes);
  return 0;
}

int cuModuleLoadData(const void** module, const void* image) {
  *module = image;
  return ContextError(CurrentDevice());
}

int cuModuleGetFunction(const void** function, void* /*module*/, const char* name) {
  for (const NamedKernel& row : kKernels) {
    if (std::strcmp(row.name, name) != 0) continue;
    *function = &row;
    return 0;
  }
  return kNotFound;
}

int cuLaunchKernel(const void* function, unsigned int /*grid_x*/, unsigned int /*grid_y*/,
                   unsigned int /*grid_z*/, unsigned int /*block_x*/, unsigned int /*block_y*/,
                   unsigned int /*block_z*/, unsigned int /*shared_bytes*/, void* /*stream*/,
                   void** arguments, void** /*extra*/) {
  if (const int error = ContextError(CurrentDevice()); error != 0) return error;
  static_cast<const NamedKernel*>(function)->kernel(ContextOf(CurrentDevice()), arguments);
  return 0;
}

}  // extern "C"

}  // namespace kernodeck::fake
