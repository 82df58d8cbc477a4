#include "plugin/report/report_phrases.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>

namespace kernodeck {
namespace {

constexpr std::size_t kMaxListedDevices = 4;

std::string Joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text.append(text.empty() ? "" : ", ").append(part);
  return text;
}

std::string Spaced(std::string word) {
  std::replace(word.begin(), word.end(), '_', ' ');
  return word;
}

std::string Decimals(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

void AddTorch(const DiagnosticReport& report, std::vector<Finding>& findings) {
  const TorchReport& torch = report.torch;
  const std::string_view subject = report.runtime.python_version ? "torch" : "LibTorch";
  std::vector<std::string> parts;
  if (torch.version) parts.push_back(*torch.version);
  if (torch.cuda_build) parts.push_back("CUDA build " + *torch.cuda_build);
  if (torch.hip_build) parts.push_back("HIP build " + *torch.hip_build);
  if (torch.backend) parts.push_back("backend " + *torch.backend);
  if (torch.same_as_caller) {
    parts.emplace_back(*torch.same_as_caller ? "the one that the calling program has loaded"
                                             : "not the one that the calling program has loaded");
  }
  if (!parts.empty()) findings.push_back({subject, Joined(parts)});
}

std::string DevicePhrase(const DeviceReport& device) {
  std::vector<std::string> parts = {std::to_string(device.index) + ": " + device.name};
  if (device.total_memory_bytes) parts.push_back(FormatGibibytes(*device.total_memory_bytes));
  if (device.compute_capability)
    parts.push_back("compute capability " + *device.compute_capability);
  if (device.arch) parts.push_back(*device.arch);
  return Joined(parts);
}

// The device that was used or asked for, where it is named ("cuda:1"); else the first few.
void AddDevices(const DiagnosticReport& report, std::vector<Finding>& findings) {
  const std::string name = report.execution.device.value_or(report.execution.requested);
  const auto devices = report.torch.devices.value_or(std::vector<DeviceReport>{});
  const auto used = std::find_if(devices.begin(), devices.end(), [&](const DeviceReport& device) {
    return name == "cuda:" + std::to_string(device.index);
  });
  if (used != devices.end()) {
    const std::string total = std::to_string(devices.size());
    const std::string of = devices.size() > 1 ? " (one of " + total + ")" : "";
    findings.push_back({"Device", DevicePhrase(*used) + of});
    return;
  }
  const std::size_t listed = std::min(devices.size(), kMaxListedDevices);
  for (std::size_t i = 0; i < listed; ++i) {
    const std::size_t left = i + 1 == listed ? devices.size() - listed : 0;
    const std::string more = left > 0 ? " (and " + std::to_string(left) + " more)" : "";
    findings.push_back({"Device", DevicePhrase(devices[i]) + more});
  }
  if (devices.empty() && report.torch.visible_device_count)
    findings.push_back(
        {"Devices", std::to_string(*report.torch.visible_device_count) + " visible"});
}

void AddDriver(const std::optional<DriverReport>& driver, std::vector<Finding>& findings) {
  if (!driver) return;
  std::vector<std::string> parts;
  if (driver->library_found == false) parts.emplace_back("its library was not found");
  if (driver->version) parts.push_back("for CUDA up to " + *driver->version);
  if (driver->error && *driver->error != 0) {
    const std::string name = driver->error_name ? " (" + *driver->error_name + ")" : "";
    parts.push_back("error " + std::to_string(*driver->error) + name);
  }
  if (!parts.empty()) findings.push_back({"Driver", Joined(parts)});
}

void AddHost(const std::optional<HostReport>& host, std::vector<Finding>& findings) {
  if (!host) return;
  std::vector<std::string> parts;
  if (host->driver_version) parts.push_back("driver " + *host->driver_version);
  for (const std::optional<std::uint64_t>& memory : host->total_memory_mib) {
    if (parts.size() > kMaxListedDevices) break;
    parts.push_back(memory ? std::to_string(*memory) + " MiB" : "memory not known");
  }
  if (parts.empty()) parts.push_back(Spaced(host->result));
  const std::size_t cards = host->total_memory_mib.size();
  if (cards > 1) parts.push_back(std::to_string(cards) + " cards");
  findings.push_back({"Host", host->tool + ": " + Joined(parts) + " (says nothing about ROCm)"});
}

}  // namespace

std::string_view Name(StageResult result) {
  switch (result) {
    case StageResult::kPassed:
      return "passed";
    case StageResult::kFailed:
      return "failed";
    case StageResult::kNotReached:
      return "not_reached";
  }
  return "not_reached";
}

std::string_view Phrase(Certainty certainty) {
  switch (certainty) {
    case Certainty::kFault:
      return "is bad";
    case Certainty::kCouldNotCheck:
      return "could not check";
  }
  return "could not check";
}

std::string FormatSeconds(std::chrono::duration<double> seconds) {
  const double value = std::max(seconds.count(), 0.0);
  return value < 0.9995 ? Decimals("%.1f ms", value * 1e3) : Decimals("%.2f s", value);
}

std::string FormatGibibytes(std::uint64_t bytes) {
  return Decimals("%.1f GiB", static_cast<double>(bytes) / (1024.0 * 1024.0 * 1024.0));
}

std::string FormatNumber(float number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  char text[64];
  const std::to_chars_result end = std::to_chars(text, text + sizeof text, number);
  return {text, end.ptr};
}

std::string MismatchPhrase(const Mismatch& mismatch) {
  std::string text = mismatch.tensor;
  for (const int index : mismatch.index) text.append("[").append(std::to_string(index)).append("]");
  return text + " on " + mismatch.device + ": got " + FormatNumber(mismatch.got) + ", want " +
         FormatNumber(mismatch.want);
}

std::vector<Finding> Findings(const DiagnosticReport& report) {
  std::vector<Finding> findings;
  AddTorch(report, findings);
  AddDevices(report, findings);
  AddDriver(report.driver, findings);
  AddHost(report.host, findings);
  if (report.runtime.python_version) findings.push_back({"Python", *report.runtime.python_version});
  return findings;
}

}  // namespace kernodeck
