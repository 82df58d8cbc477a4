#include "plugin/report/json_report.h"

#include <optional>
#include <utility>
#include <vector>

#include "plugin/report/json_values.h"
#include "plugin/report/plain_text.h"
#include "plugin/report/report_phrases.h"
#include "plugin/report/utc_time.h"

namespace kernodeck {
namespace {

Json Stages(const std::vector<StageReport>& reported) {
  Json stages = Json::array();
  for (const StageReport& stage : reported) {
    stages.push_back({{"name", Value(Name(stage.stage))},
                      {"result", Value(Name(stage.result))},
                      {"seconds", OrNull(stage.seconds)}});
  }
  return stages;
}

Json Labels(const DiagnosticReport& report) {
  Json labels = Json::object();
  for (const auto& [key, value] : report.labels) labels[ValidUtf8(key)] = Value(value);
  return labels;
}

Json Runtime(const RuntimeReport& runtime) {
  return {{"system", Value(runtime.system)},
          {"machine", Value(runtime.machine)},
          {"kernodeck_version", Value(runtime.kernodeck_version)},
          {"compiler", Value(runtime.compiler)},
          {"python_version", OrNull(runtime.python_version)}};
}

Json Devices(const std::optional<std::vector<DeviceReport>>& devices) {
  if (!devices) return nullptr;
  Json list = Json::array();
  for (const DeviceReport& device : *devices) {
    list.push_back({{"index", device.index},
                    {"name", Value(device.name)},
                    {"total_memory_bytes", OrNull(device.total_memory_bytes)},
                    {"compute_capability", OrNull(device.compute_capability)},
                    {"arch", OrNull(device.arch)}});
  }
  return list;
}

Json Torch(const TorchReport& torch) {
  return {{"version", OrNull(torch.version)},
          {"cuda_build", OrNull(torch.cuda_build)},
          {"hip_build", OrNull(torch.hip_build)},
          {"backend", OrNull(torch.backend)},
          {"gpu_available", OrNull(torch.gpu_available)},
          {"visible_device_count", OrNull(torch.visible_device_count)},
          {"devices", Devices(torch.devices)},
          {"same_as_caller", OrNull(torch.same_as_caller)}};
}

Json Driver(const std::optional<DriverReport>& driver) {
  if (!driver) return nullptr;
  return {{"library_found", OrNull(driver->library_found)},
          {"error", OrNull(driver->error)},
          {"error_name", OrNull(driver->error_name)},
          {"version", OrNull(driver->version)}};
}

Json Mismatches(const std::vector<Mismatch>& mismatches) {
  if (mismatches.empty()) return nullptr;
  Json list = Json::array();
  for (const Mismatch& mismatch : mismatches) {
    list.push_back({{"tensor", Value(mismatch.tensor)},
                    {"index", mismatch.index},
                    {"got", Value(mismatch.got)},
                    {"want", Value(mismatch.want)},
                    {"device", Value(mismatch.device)}});
  }
  return list;
}

Json Execution(const ExecutionReport& execution) {
  return {{"requested", Value(execution.requested)},
          {"device", OrNull(execution.device)},
          {"product_verified", OrNull(execution.product_verified)},
          {"gradient_verified", OrNull(execution.gradient_verified)},
          {"synchronized", OrNull(execution.synchronized)},
          {"loss", OrNull(execution.loss)},
          {"mismatch", Mismatches(execution.mismatch)}};
}

Json DeviceVerdicts(const std::optional<std::vector<DeviceVerdict>>& devices) {
  if (!devices) return nullptr;
  Json list = Json::array();
  for (const DeviceVerdict& device : *devices) {
    Json entry;
    entry["index"] = device.index;
    AddVerdict(device.verdict, entry);
    entry["stages"] = Stages(device.stages);
    entry["execution"] = Execution(device.execution);
    list.push_back(std::move(entry));
  }
  return list;
}

Json Host(const std::optional<HostReport>& host) {
  if (!host) return nullptr;
  Json gpus = Json::array();
  for (const auto& memory : host->total_memory_mib) {
    gpus.push_back(Json::object({{"total_memory_mib", OrNull(memory)}}));
  }
  return {{"tool", Value(host->tool)},
          {"result", Value(host->result)},
          {"driver_version", OrNull(host->driver_version)},
          {"gpus", gpus}};
}

}  // namespace

std::string ToJson(const DiagnosticReport& report) {
  const Verdict& verdict = report.verdict;
  Json json;
  json["schema"] = kDiagnosticSchema;
  json["status"] = Passed(verdict.code) ? "passed" : "failed";
  AddVerdict(verdict, json);
  json["labels"] = Labels(report);
  json["stages"] = Stages(report.stages);
  json["runtime"] = Runtime(report.runtime);
  json["pytorch"] = Torch(report.torch);
  json["driver"] = Driver(report.driver);
  json["execution"] = Execution(report.execution);
  json["devices"] = DeviceVerdicts(report.devices);
  json["host"] = Host(report.host);
  json["timings"] = Json::object({{"total_seconds", Value(report.total)}});
  json["created_at"] = UtcTime(report.created_at);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace kernodeck
