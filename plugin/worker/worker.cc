#include "plugin/worker/worker.h"

#include <dlfcn.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "plugin/core/driver_function.h"
#include "plugin/worker/cuda_driver_probe.h"
#include "plugin/worker/hip_driver_probe.h"
#include "plugin/worker/library_loader.h"
#include "plugin/worker/library_search.h"
#include "plugin/worker/load_fault.h"
#include "plugin/worker/load_plan.h"
#include "plugin/worker/machine_state.h"
#include "plugin/worker/primary_context.h"
#include "plugin/worker/probe_host.h"
#include "plugin/worker/probe_interface.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

// One run, in the order of the layers.
class WorkerRun {
 public:
  WorkerRun(const WorkerArguments& arguments, const DriverSurroundings& surroundings,
            EventChannel& channel, const LeaveProcess& leave)
      : arguments_(arguments),
        surroundings_(surroundings),
        channel_(channel),
        leave_([&channel, leave] {
          channel.SendDone();
          leave();
        }),
        places_(SystemSearchPlaces()) {}

  void Run();

 private:
  void AskDriver();
  // Each returns whether it passed; if not, the failure has been sent (or the driver's finding says
  // it all).
  [[nodiscard]] bool LoadTorch();
  [[nodiscard]] bool LoadTorchLibrary(const fs::path& file);
  [[nodiscard]] KernodeckProbeRun LoadProbe();
  void FailImport(std::string_view kind, const std::string& detail = {});
  void Trace(const std::string& text);

  const WorkerArguments& arguments_;
  const DriverSurroundings& surroundings_;
  EventChannel& channel_;
  const std::function<void()> leave_;
  const SearchPlaces places_;
  std::optional<DriverFindings> driver_;
  std::optional<PrimaryContext> context_;
};

void WorkerRun::Trace(const std::string& text) {
  if (!text.empty()) channel_.Send({"trace", {{"text", text}}});
}

void WorkerRun::FailImport(std::string_view kind, const std::string& detail) {
  Event failure{"failure", {{"what", "import"}, {"kind", std::string(kind)}}};
  if (!detail.empty()) failure.fields.emplace_back("detail", detail);
  channel_.Send(failure);
}

// Before LibTorch: the driver's initialization would wait for the loader's lock beside it.
void WorkerRun::AskDriver() {
  const WorkerMode mode = arguments_.mode;
  const bool counting = mode == WorkerMode::kCount;
  const DriverQuestion question = counting ? DriverQuestion::kCount : DriverQuestion::kDevices;
  const bool cuda = arguments_.platform == WorkerPlatform::kCuda;
  channel_.Begin("driver");
  driver_ = cuda ? ProbeCudaDriver(surroundings_, places_, question)
                 : ProbeHipDriver(surroundings_, places_, question);
  channel_.Send(DriverEvent(*driver_));
  if (cuda && !driver_->usable()) {
    channel_.Send(MachineEvent(LookAtMachine(surroundings_.machine_root, driver_->handle)));
  }
  channel_.End("driver");
  for (const DriverDevice& device : driver_->devices) channel_.Send(DeviceEvent(device));
  Trace(driver_->loader_text);
  // HIP has no such context to prepare.
  if (mode != WorkerMode::kGpu || !cuda ||
      arguments_.device_index >= driver_->device_count.value_or(0))
    return;
  context_.emplace(driver_->handle, arguments_.device_index, channel_);
}

bool WorkerRun::LoadTorchLibrary(const fs::path& file) {
  if (const auto truncated = FindTruncatedLibrary(file, places_)) {
    FailImport(Name(truncated->kind), truncated->detail);
    return false;
  }
  // A GPU build's libraries load the driver's by themselves: this process would die with them, and
  // nothing more is learned from that.
  const bool deadly = driver_ && driver_->truncated && HoldsGpuLibrary(file.parent_path());
  if (deadly) return false;
  const LoadResult loaded = LoadLibrary(file, SymbolScope::kGlobal);
  if (loaded.handle != nullptr) return true;
  const LoadFault fault = ExplainLoadFailure(file, places_);
  FailImport(Name(fault.kind), fault.detail);
  Trace(loaded.loader_text);
  return false;
}

bool WorkerRun::LoadTorch() {
  if (!arguments_.libtorch_dir || arguments_.load.empty()) {
    FailImport("not_found");
    return false;
  }
  const fs::path folder = *arguments_.libtorch_dir;
  channel_.Send({"torch", {{"gpu_library_beside", HoldsGpuLibrary(folder) ? "1" : "0"}}});
  for (const std::string& name : PlanLoads(arguments_.load, folder, arguments_.mode)) {
    if (!LoadTorchLibrary(folder / name)) return false;
  }
  for (const MappedLibrary& library : MappedTorchLibraries()) {
    channel_.Send({"library",
                   {{"name", library.name},
                    {"device", std::to_string(library.device)},
                    {"inode", std::to_string(library.inode)}}});
    Trace("mapped: " + library.file);
  }
  return true;
}

KernodeckProbeRun WorkerRun::LoadProbe() {
  if (!arguments_.probe) {
    FailImport("probe_missing");
    return nullptr;
  }
  const fs::path file = *arguments_.probe;
  const LoadResult loaded = LoadLibrary(file, SymbolScope::kLocal);
  if (loaded.handle == nullptr) {
    const LoadFault fault = ExplainLoadFailure(file, places_);
    // LibTorch is loaded and whole, so a symbol that the probe misses is one of another LibTorch.
    if (fault.kind == LoadFault::Kind::kUndefinedSymbol) {
      FailImport("abi_mismatch");
    } else if (fault.kind == LoadFault::Kind::kNotFound) {
      FailImport("probe_missing");
    } else {
      FailImport("probe_invalid");
    }
    Trace(loaded.loader_text);
    return nullptr;
  }
  auto* const run =
      FindFunction<std::remove_pointer_t<KernodeckProbeRun>>(loaded.handle, KERNODECK_PROBE_SYMBOL);
  if (run == nullptr) FailImport("probe_invalid");
  return run;
}

void WorkerRun::Run() {
  channel_.Send({"hello", {{"protocol", "1"}}});
  const WorkerMode mode = arguments_.mode;
  if (mode != WorkerMode::kCpu && mode != WorkerMode::kLoad) AskDriver();
  if (mode == WorkerMode::kCount || mode == WorkerMode::kDriver) {
    leave_();
    return;
  }
  // From here on the context comes up beside the loading of LibTorch.
  if (context_) context_->Start();
  channel_.Begin("import");
  if (mode == WorkerMode::kLoad) {
    if (LoadTorch()) channel_.End("import");
    leave_();
    return;
  }
  const KernodeckProbeRun probe = LoadTorch() ? LoadProbe() : nullptr;
  GpuEvidence evidence;
  if (driver_) evidence.driver = &*driver_;
  if (context_) evidence.context = &*context_;
  ProbeHost host(channel_, evidence, leave_);
  if (probe == nullptr || !host.Run(probe, arguments_)) {
    leave_();
    return;
  }
  channel_.Begin("report");
  channel_.End("report");
  if (!arguments_.check_exit) {
    leave_();
    return;
  }
  channel_.SendDone();
}

}  // namespace

void RunWorker(const WorkerArguments& arguments, const DriverSurroundings& surroundings,
               EventChannel& channel, const LeaveProcess& leave) {
  WorkerRun(arguments, surroundings, channel, leave).Run();
}

}  // namespace kernodeck
