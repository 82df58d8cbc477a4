#include "tests/selftest/gpu/device.h"

#include <dlfcn.h>

#include <array>
#include <stdexcept>
#include <string>

namespace kernodeck::selftest {
namespace {

// As old a PTX as every GPU in use takes; the driver compiles it for the one that is there.
constexpr const char* kKernels = R"(
.version 6.0
.target sm_50
.address_size 64

.visible .entry fill(.param .u64 block, .param .u32 value)
{
  .reg .b64 %at;
  .reg .b32 %what;
  ld.param.u64 %at, [block];
  ld.param.u32 %what, [value];
  st.global.u32 [%at], %what;
  ret;
}

.visible .entry wild_write()
{
  .reg .b64 %at;
  .reg .b32 %what;
  mov.u64 %at, 0x123456789000;
  mov.u32 %what, 1;
  st.global.u32 [%at], %what;
  ret;
}

.visible .entry trap_itself()
{
  trap;
  ret;
}

.visible .entry endless(.param .u64 block)
{
  .reg .b64 %at;
  .reg .b32 %what;
  .reg .pred %again;
  ld.param.u64 %at, [block];
LOOK:
  ld.volatile.global.u32 %what, [%at];
  setp.eq.u32 %again, %what, 0;
  @%again bra LOOK;
  ret;
}
)";

template <typename... Arguments>
int Call(void* library, const char* name, Arguments... arguments) {
  void* const found = dlsym(library, name);
  if (found == nullptr) throw std::runtime_error(std::string("the driver has no ") + name);
  return reinterpret_cast<int (*)(Arguments...)>(found)(arguments...);
}

void Check(const char* what, int error) {
  if (error != 0) throw std::runtime_error(std::string(what) + ": " + std::to_string(error));
}

}  // namespace

Device& Device::Get() {
  static Device device;
  return device;
}

Device::Device() : library_(dlopen("libcuda.so.1", RTLD_NOW)) {
  if (library_ == nullptr) throw std::runtime_error("there is no libcuda.so.1");
  int device = 0;
  void* context = nullptr;
  Check("cuInit", Call(library_, "cuInit", 0U));
  Check("cuDeviceGet", Call(library_, "cuDeviceGet", &device, 0));
  Check("cuDevicePrimaryCtxRetain", Call(library_, "cuDevicePrimaryCtxRetain", &context, device));
  Check("cuCtxSetCurrent", Call(library_, "cuCtxSetCurrent", context));
  Check("cuModuleLoadData",
        Call(library_, "cuModuleLoadData", &module_, static_cast<const void*>(kKernels)));
}

int Device::Allocate(std::size_t bytes, std::uint64_t& block) const {
  return Call(library_, "cuMemAlloc_v2", &block, bytes);
}

int Device::Free(std::uint64_t block) const { return Call(library_, "cuMemFree_v2", block); }

int Device::Read(std::uint64_t block, std::uint32_t& value) const {
  return Call(library_, "cuMemcpyDtoH_v2", static_cast<void*>(&value), block, sizeof value);
}

int Device::StartFill(std::uint64_t block, std::uint32_t value) const {
  std::array<void*, 2> arguments = {&block, &value};
  return Start("fill", arguments.data());
}

int Device::StartWildWrite() const { return Start("wild_write", nullptr); }

int Device::StartTrap() const { return Start("trap_itself", nullptr); }

int Device::StartEndless(std::uint64_t block) const {
  std::array<void*, 1> arguments = {&block};
  return Start("endless", arguments.data());
}

int Device::Start(const char* kernel, void** arguments) const {
  void* function = nullptr;
  if (const int error = Call(library_, "cuModuleGetFunction", &function, module_, kernel)) {
    return error;
  }
  void* const no_stream = nullptr;
  void** const no_more = nullptr;
  return Call(library_, "cuLaunchKernel", function, 1U, 1U, 1U, 1U, 1U, 1U, 0U, no_stream,
              arguments, no_more);
}

}  // namespace kernodeck::selftest
