// The fake driver's contexts: memory that is the host's, and kernels that are known by their names:
//   fill         writes its second argument to its first
//   wild_write   breaks the context with 700, trap_itself with 719, both seen by the next call and
//                not by the launch, as the real ones
//   endless      keeps every call waiting that waits for the device
#include "tests/fault/fake_cuda_context.h"

#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>

#include "tests/fault/fake_variables.h"

namespace kernodeck::fake {
namespace {

constexpr int kInvalidValue = 1;
constexpr int kOutOfMemory = 2;
constexpr int kNotInitialized = 3;
constexpr int kInvalidDevice = 101;
constexpr int kInvalidContext = 201;
constexpr int kNotFound = 500;
constexpr int kIllegalAddress = 700;
constexpr int kLaunchFailed = 719;

struct Context {
  int device = 0;
  int holders = 0;
  int error = 0;
  bool endless = false;
};

struct State {
  std::array<Context, 64> contexts;
  std::vector<Context*> current;
  std::map<std::uint64_t, std::size_t> blocks;
  std::size_t allocated = 0;
};

State& TheState() {
  static State state;
  return state;
}

Context* Current() {
  State& state = TheState();
  return state.current.empty() ? nullptr : state.current.back();
}

bool IsForked() { return InitializingProcess() != 0 && InitializingProcess() != getpid(); }

// What stands in the way of any call that needs the current context.
int Obstacle() {
  if (IsForked()) return kNotInitialized;
  const Context* const context = Current();
  return context == nullptr ? kInvalidContext : context->error;
}

int Wait() {
  if (const int error = Obstacle(); error != 0) return error;
  if (Current()->endless) Hang();
  return Result("KERNODECK_FAKE_SYNCHRONIZE");
}

std::size_t FreeBytes() {
  const auto all = static_cast<std::size_t>(Number("KERNODECK_FAKE_FREE", std::int64_t{1} << 33U));
  const std::size_t taken = TheState().allocated;
  return all > taken ? all - taken : 0;
}

using Kernel = void (*)(Context& context, void** arguments);

void Fill(Context& /*context*/, void** arguments) {
  std::uint64_t block = 0;
  std::memcpy(&block, arguments[0], sizeof block);
  std::memcpy(reinterpret_cast<void*>(block), arguments[1], sizeof(std::uint32_t));
}
void WildWrite(Context& context, void** /*arguments*/) { context.error = kIllegalAddress; }
void Trap(Context& context, void** /*arguments*/) { context.error = kLaunchFailed; }
void Endless(Context& context, void** /*arguments*/) { context.endless = true; }

struct NamedKernel {
  const char* name;
  Kernel kernel;
};
constexpr std::array<NamedKernel, 4> kKernels = {
    {{"fill", Fill}, {"wild_write", WildWrite}, {"trap_itself", Trap}, {"endless", Endless}}};

}  // namespace

int InitializingProcess(int process) {
  static int initialized_in = 0;
  if (process != 0) initialized_in = process;
  return initialized_in;
}

void Hang() {
  for (;;) pause();
}

extern "C" {

int cuDeviceTotalMem_v2(std::size_t* bytes, int device);

int cuDevicePrimaryCtxRetain(void** context, int device) {
  if (Behaves("hang_context")) Hang();
  if (const int error = Result("KERNODECK_FAKE_CONTEXT"); error != 0) return error;
  if (!IsDevice(device)) return kInvalidDevice;
  Context& kept = TheState().contexts.at(static_cast<std::size_t>(device));
  kept.device = device;
  ++kept.holders;
  *context = &kept;
  return 0;
}

int cuDevicePrimaryCtxRelease_v2(int device) {
  if (!IsDevice(device)) return kInvalidDevice;
  --TheState().contexts.at(static_cast<std::size_t>(device)).holders;
  return 0;
}

int cuDevicePrimaryCtxGetState(int device, unsigned int* flags, int* active) {
  if (!IsDevice(device)) return kInvalidDevice;
  *flags = 0;
  *active = TheState().contexts.at(static_cast<std::size_t>(device)).holders > 0 ? 1 : 0;
  return 0;
}

int cuCtxSetCurrent(void* context) {
  if (IsForked()) return kNotInitialized;
  std::vector<Context*>& current = TheState().current;
  if (!current.empty()) current.pop_back();
  if (context != nullptr) current.push_back(static_cast<Context*>(context));
  return 0;
}

int cuCtxGetCurrent(void** context) {
  *context = Current();
  return 0;
}

int cuCtxPushCurrent_v2(void* context) {
  if (IsForked()) return kNotInitialized;
  if (context == nullptr) return kInvalidValue;
  TheState().current.push_back(static_cast<Context*>(context));
  return 0;
}

int cuCtxPopCurrent_v2(void** context) {
  *context = Current();
  if (*context == nullptr) return kInvalidContext;
  TheState().current.pop_back();
  return 0;
}

int cuCtxGetDevice(int* device) {
  if (const int error = Obstacle(); error != 0) return error;
  *device = Current()->device;
  return 0;
}

int cuCtxSynchronize() { return Wait(); }

int cuMemGetInfo_v2(std::size_t* free_bytes, std::size_t* total_bytes) {
  if (const int error = Obstacle(); error != 0) return error;
  *free_bytes = FreeBytes();
  return cuDeviceTotalMem_v2(total_bytes, Current()->device);
}

int cuMemAlloc_v2(std::uint64_t* block, std::size_t bytes) {
  if (const int error = Result("KERNODECK_FAKE_ALLOCATE"); error != 0) return error;
  if (const int error = Obstacle(); error != 0) return error;
  if (bytes > FreeBytes()) return kOutOfMemory;
  *block = reinterpret_cast<std::uint64_t>(std::calloc(1, 4096));  // enough for what is written
  TheState().blocks[*block] = bytes;
  TheState().allocated += bytes;
  return 0;
}

int cuMemFree_v2(std::uint64_t block) {
  if (const int error = Obstacle(); error != 0) return error;
  State& state = TheState();
  const auto found = state.blocks.find(block);
  if (found == state.blocks.end()) return kInvalidValue;
  state.allocated -= found->second;
  state.blocks.erase(found);
  std::free(reinterpret_cast<void*>(block));
  return 0;
}

int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t bytes) {
  if (const int error = Wait(); error != 0) return error;
  std::memcpy(to, reinterpret_cast<const void*>(from), bytes);
  return 0;
}

int cuModuleLoadData(void** module, const void* image) {
  if (const int error = Obstacle(); error != 0) return error;
  *module = const_cast<void*>(image);
  return 0;
}

int cuModuleGetFunction(const void** function, void* /*module*/, const char* name) {
  for (const NamedKernel& row : kKernels) {
    if (std::strcmp(row.name, name) == 0) {
      *function = &row;
      return 0;
    }
  }
  return kNotFound;
}

int cuLaunchKernel(const void* function, unsigned int, unsigned int, unsigned int, unsigned int,
                   unsigned int, unsigned int, unsigned int, void*, void** arguments, void**) {
  if (const int error = Obstacle(); error != 0) return error;
  static_cast<const NamedKernel*>(function)->kernel(*Current(), arguments);
  return 0;
}

}  // extern "C"

}  // namespace kernodeck::fake
