#include "plugin/worker/driver_findings.h"

#include <dlfcn.h>

#include <algorithm>

namespace kernodeck {
namespace {

std::string_view Name(DriverFindings::Library library) {
  switch (library) {
    case DriverFindings::Library::kFound:
      return "found";
    case DriverFindings::Library::kMissing:
      return "missing";
    case DriverFindings::Library::kBroken:
      return "broken";
  }
  return "missing";
}

void AddNonEmpty(Event& event, const char* key, const std::string& value) {
  if (!value.empty()) event.fields.emplace_back(key, value);
}

// A library for another word size that the system lists beside the others (32-bit packages) says
// nothing about this process; one that a variable points to does.
bool IsMeantForThisProcess(const std::filesystem::path& file, const SearchPlaces& places) {
  const bool by_variable = std::find(places.variable.begin(), places.variable.end(),
                                     file.parent_path()) != places.variable.end();
  return by_variable || CheckElf(file) != FileCondition::kOtherMachine;
}

bool IsOnPath(const std::string& name, const SearchPlaces& places) {
  const std::vector<std::filesystem::path> files = FindCandidates(name, {}, places);
  return std::any_of(files.begin(), files.end(), [&places](const std::filesystem::path& file) {
    return IsMeantForThisProcess(file, places);
  });
}

}  // namespace

std::string SafeErrorName(std::string_view name) {
  const bool plain = name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char letter) {
                       return (letter >= 'A' && letter <= 'Z') ||
                              (letter >= 'a' && letter <= 'z') ||
                              (letter >= '0' && letter <= '9') || letter == '_';
                     });
  return plain ? std::string(name) : std::string();
}

Event DriverEvent(const DriverFindings& findings) {
  Event event{"driver", {{"library", std::string(Name(findings.library))}}};
  if (findings.truncated) event.fields.emplace_back("truncated", "1");
  AddNonEmpty(event, "call", findings.call);
  if (findings.error) event.fields.emplace_back("error", std::to_string(*findings.error));
  AddNonEmpty(event, "error_name", findings.error_name);
  if (findings.version) event.fields.emplace_back("version", std::to_string(*findings.version));
  if (findings.device_count) {
    event.fields.emplace_back("device_count", std::to_string(*findings.device_count));
  }
  AddNonEmpty(event, "node", findings.node);
  return event;
}

Event DeviceEvent(const DriverDevice& device) {
  Event event{"device", {{"index", std::to_string(device.index)}, {"name", device.name}}};
  if (device.total_memory_bytes) {
    event.fields.emplace_back("total_memory_bytes", std::to_string(*device.total_memory_bytes));
  }
  AddNonEmpty(event, "compute_capability", device.compute_capability);
  AddNonEmpty(event, "arch", device.arch);
  return event;
}

DriverFindings OpenDriverLibrary(const std::vector<std::string>& names,
                                 const SearchPlaces& places) {
  DriverFindings findings;
  for (const std::string& name : names) {
    // Loading a file that ends too early is a bus error.
    if (FindLibrary(name, {}, places).condition == FileCondition::kTruncated) {
      findings.library = DriverFindings::Library::kBroken;
      findings.truncated = true;
      findings.loader_text.append(name).append(" ends too early to be loaded\n");
      continue;
    }
    findings.handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (findings.handle != nullptr) {
      findings.library = DriverFindings::Library::kFound;
      return findings;
    }
    const char* const text = dlerror();
    if (text != nullptr) findings.loader_text.append(text).append("\n");
    if (IsOnPath(name, places)) findings.library = DriverFindings::Library::kBroken;
  }
  return findings;
}

}  // namespace kernodeck
