#include "plugin/diagnosis/worker_command.h"

#include "plugin/diagnosis/python_worker_script.h"

namespace kernodeck {

const std::vector<std::string>& HidingVariables(bool rocm) {
  static const std::vector<std::string> cuda = {"CUDA_VISIBLE_DEVICES"};
  static const std::vector<std::string> hip = {"HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES",
                                               "CUDA_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL"};
  return rocm ? hip : cuda;
}

WorkerCommand DiagnosisWorker(const DiagnosisRequest& request, const Installation& installation,
                              const std::optional<LibTorchLocation>& found) {
  WorkerCommand command;
  command.executable = installation.worker;
  command.arguments = {"--mode", request.target == Target::kGpu ? "gpu" : "cpu", "--device-index",
                       std::to_string(request.device_index)};
  const auto add = [&](const char* name, std::string value) {
    command.arguments.emplace_back(name);
    command.arguments.push_back(std::move(value));
  };
  if (found) {
    add("--libtorch-dir", found->directory.string());
    for (const std::string& library : found->load) add("--load", library);
    add("--platform", found->rocm ? "rocm" : "cuda");
  }
  if (request.expect_devices) add("--expect-devices", std::to_string(*request.expect_devices));
  if (installation.built_for) add("--probe", installation.probe.string());
  if (request.check_exit) command.arguments.emplace_back("--check-exit");
  return command;
}

WorkerCommand PythonWorker(const DiagnosisRequest& request,
                           const std::filesystem::path& interpreter) {
  WorkerCommand command;
  command.executable = interpreter;
  // Without -B the interpreter would write what it compiles into its own installation.
  command.arguments = {"-B",
                       "-c",
                       std::string(PythonWorkerScript()),
                       "--mode",
                       request.target == Target::kGpu ? "gpu" : "cpu",
                       "--device-index",
                       std::to_string(request.device_index)};
  if (request.expect_devices) {
    command.arguments.emplace_back("--expect-devices");
    command.arguments.push_back(std::to_string(*request.expect_devices));
  }
  if (request.check_exit) command.arguments.emplace_back("--check-exit");
  return command;
}

WorkerCommand LocatingWorker(const std::filesystem::path& interpreter) {
  return {interpreter, {"-B", "-c", std::string(PythonWorkerScript()), "--mode", "locate"}, {}};
}

WorkerCommand CountingWorker(const Installation& installation, bool rocm,
                             const std::vector<std::string>& unset) {
  return {installation.worker, {"--mode", "count", "--platform", rocm ? "rocm" : "cuda"}, unset};
}

WorkerCommand DriverWorker(const Installation& installation, bool rocm) {
  return {installation.worker, {"--mode", "driver", "--platform", rocm ? "rocm" : "cuda"}, {}};
}

WorkerCommand LoadingWorker(const Installation& installation,
                            const std::filesystem::path& directory, const std::string& library) {
  return {installation.worker,
          {"--mode", "load", "--libtorch-dir", directory.string(), "--load", library},
          {}};
}

}  // namespace kernodeck
