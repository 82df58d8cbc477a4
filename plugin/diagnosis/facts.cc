#include "plugin/diagnosis/facts.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string_view>

#include "plugin/core/driver_version.h"
#include "plugin/core/to_number.h"

namespace kernodeck {
namespace {

using Clock = std::chrono::steady_clock;

// Copies a field of the event into `target` where it stands; false where it is no number.
template <typename Number>
bool Copy(const Event& event, std::string_view key, std::optional<Number>& target) {
  const std::optional<std::string_view> text = event.Find(key);
  if (!text) return true;
  target = ToNumber<Number>(*text);
  return target.has_value();
}

bool CopyFlag(const Event& event, std::string_view key, std::optional<bool>& target) {
  const std::optional<std::string_view> text = event.Find(key);
  if (!text) return true;
  if (*text != "0" && *text != "1") return false;
  target = *text == "1";
  return true;
}

bool CopyFlag(const Event& event, std::string_view key, bool& target) {
  std::optional<bool> flag = target;
  if (!CopyFlag(event, key, flag)) return false;
  target = *flag;
  return true;
}

void CopyText(const Event& event, std::string_view key, std::optional<std::string>& target) {
  const std::optional<std::string_view> text = event.Find(key);
  if (text) target = std::string(*text);
}

// Words that may stand in a report: no spaces, no slashes, so no path and no prose of a library can
// come along.
bool IsPublicWord(std::string_view text) {
  constexpr std::size_t kLongest = 64;
  return text.size() <= kLongest && std::all_of(text.begin(), text.end(), [](unsigned char letter) {
           return std::isalnum(letter) != 0 || letter == '.' || letter == '_' || letter == '+' ||
                  letter == ':' || letter == '-';
         });
}

bool HoldsPublicWords(const Event& event, std::initializer_list<std::string_view> keys) {
  return std::all_of(keys.begin(), keys.end(), [&](std::string_view key) {
    return IsPublicWord(event.Find(key).value_or(std::string_view()));
  });
}

std::string TextOf(const Event& event, std::string_view key) {
  return std::string(event.Find(key).value_or(std::string_view()));
}

std::optional<Stage> DiagnosisStage(std::string_view name) {
  const std::optional<Stage> stage = FindStage(name);
  if (!stage || *stage > Stage::kReport) return std::nullopt;
  return stage;
}

// Counts and indices: never negative, never more than any machine has.
bool CopyCount(const Event& event, std::string_view key, std::optional<int>& target) {
  constexpr int kMost = 65'536;
  return Copy(event, key, target) && (!target || (*target >= 0 && *target <= kMost));
}

// "cpu", "cuda:0": where values may come from.
bool IsDeviceName(std::string_view name) {
  constexpr std::string_view kGpu = "cuda:";
  if (name == "cpu") return true;
  if (name.substr(0, kGpu.size()) != kGpu) return false;
  const std::optional<std::uint16_t> index = ToNumber<std::uint16_t>(name.substr(kGpu.size()));
  return index.has_value();
}

// A product's name as the driver gives it: bounded, and with no slash, so that no path fits in.
std::string ProductName(std::string_view text) {
  constexpr std::size_t kLongest = 128;
  std::string name(text.substr(0, kLongest));
  std::replace(name.begin(), name.end(), '/', '-');
  return name;
}

class FactReader {
 public:
  void Read(const TimedEvent& timed) {
    if (facts_.contradiction) return;
    if (facts_.done) {
      facts_.contradiction = "something follows the end of the report";
    } else if (!facts_.greeted && timed.event.name != "hello") {
      facts_.contradiction = "it does not say which protocol it speaks";
    } else if (!Dispatch(timed.event, timed.at)) {
      if (!facts_.contradiction) facts_.contradiction = "an event of an unknown form";
    }
  }
  Facts Take() { return std::move(facts_); }

 private:
  bool Dispatch(const Event& event, Clock::duration at) {
    const std::string_view name = event.name;
    if (name == "hello") return facts_.greeted = event.Find("protocol") == "1";
    if (name == "begin") return Begin(event, at);
    if (name == "end") return End(event, at);
    if (name == "driver") return Driver(event);
    if (name == "machine") return Machine(event);
    if (name == "device") return Device(event);
    if (name == "torch") return Torch(event);
    if (name == "python") return Python(event);
    if (name == "package") return Package(event);
    if (name == "library") return Library(event);
    if (name == "values") return ReadValues(event);
    if (name == "failure") return ReadFailure(event);
    if (name == "trace") return Trace(event);
    if (name == "done") return facts_.done = true;
    return false;
  }

  bool Contradiction(const char* why) {
    facts_.contradiction = why;
    return false;
  }

  Span* SpanOf(std::string_view what) {
    if (what == "driver") return &facts_.driver_check;
    if (what == "context") return &facts_.context;
    const std::optional<Stage> stage = DiagnosisStage(what);
    return stage ? &facts_.stages[static_cast<std::size_t>(*stage)] : nullptr;
  }

  bool Begin(const Event& event, Clock::duration at) {
    const std::string what = TextOf(event, "what");
    Span* const span = SpanOf(what);
    if (span == nullptr) return false;
    if (span->begun) return Contradiction("a stage is begun twice");
    if (facts_.failure) return Contradiction("a stage is begun after one failed");
    const std::optional<Stage> stage = DiagnosisStage(what);
    if (stage && *stage != Stage::kImport) {
      const auto before = static_cast<std::size_t>(*stage) - 1;
      if (!facts_.stages[before].ended) return Contradiction("a stage is begun out of order");
    }
    span->begun = at;
    return true;
  }

  bool End(const Event& event, Clock::duration at) {
    Span* const span = SpanOf(TextOf(event, "what"));
    if (span == nullptr) return false;
    if (!span->Open()) return Contradiction("a stage is ended that is not under way");
    span->ended = at;
    return true;
  }

  bool Driver(const Event& event) {
    if (facts_.driver) return Contradiction("the driver is reported twice");
    DriverFacts driver;
    const std::string library = TextOf(event, "library");
    if (library != "found" && library != "missing" && library != "broken") return false;
    driver.report.library_found = library == "found";
    driver.broken = library == "broken";
    driver.call = TextOf(event, "call");
    driver.refused_node = TextOf(event, "node");
    if (!HoldsPublicWords(event, {"call", "node", "error_name"})) return false;
    CopyText(event, "error_name", driver.report.error_name);
    std::optional<int> version;
    if (!CopyFlag(event, "truncated", driver.truncated) ||
        !Copy(event, "error", driver.report.error) || !Copy(event, "version", version) ||
        !CopyCount(event, "device_count", driver.device_count) || version.value_or(0) < 0) {
      return false;
    }
    if (version) driver.report.version = ToString(UnpackDriverVersion(*version));
    facts_.driver = std::move(driver);
    return true;
  }

  bool Machine(const Event& event) {
    if (facts_.machine) return Contradiction("the machine is reported twice");
    if (!HoldsPublicWords(event, {"kernel_version", "library_version"})) return false;
    MachineFacts machine;
    CopyText(event, "kernel_version", machine.kernel_version);
    CopyText(event, "library_version", machine.library_version);
    if (!CopyFlag(event, "kernel_module", machine.kernel_module) ||
        !CopyFlag(event, "nodes", machine.device_nodes) ||
        !CopyFlag(event, "container", machine.container) || !CopyFlag(event, "wsl", machine.wsl)) {
      return false;
    }
    facts_.machine = std::move(machine);
    return true;
  }

  bool Device(const Event& event) {
    DeviceReport device;
    std::optional<int> index;
    if (!CopyCount(event, "index", index) || !index) return false;
    if (!Copy(event, "total_memory_bytes", device.total_memory_bytes)) return false;
    if (!HoldsPublicWords(event, {"compute_capability", "arch"})) return false;
    device.index = *index;
    device.name = ProductName(TextOf(event, "name"));
    CopyText(event, "compute_capability", device.compute_capability);
    CopyText(event, "arch", device.arch);
    if (!facts_.torch.devices) facts_.torch.devices.emplace();
    facts_.torch.devices->push_back(std::move(device));
    return true;
  }

  bool Torch(const Event& event) {
    if (!HoldsPublicWords(event, {"version", "cuda_build", "hip_build", "backend"})) return false;
    TorchReport& torch = facts_.torch;
    CopyText(event, "version", torch.version);
    CopyText(event, "cuda_build", torch.cuda_build);
    CopyText(event, "hip_build", torch.hip_build);
    CopyText(event, "backend", torch.backend);
    if (torch.backend && *torch.backend != "cuda" && *torch.backend != "rocm" &&
        *torch.backend != "cpu") {
      return false;
    }
    return CopyFlag(event, "gpu_available", torch.gpu_available) &&
           CopyFlag(event, "gpu_library_beside", facts_.gpu_library_beside) &&
           CopyCount(event, "device_count", torch.visible_device_count);
  }

  bool Python(const Event& event) {
    if (!HoldsPublicWords(event, {"version"})) return false;
    CopyText(event, "version", facts_.python_version);
    return true;
  }

  bool Package(const Event& event) {
    CopyText(event, "directory", facts_.package);
    facts_.package_is_rocm = event.Find("rocm") == "1";
    return true;
  }

  bool Library(const Event& event) {
    std::optional<std::uint64_t> device;
    std::optional<std::uint64_t> inode;
    if (!Copy(event, "device", device) || !Copy(event, "inode", inode)) return false;
    if (!device || !inode) return false;
    const std::string name = TextOf(event, "name");
    facts_.libraries[name.substr(0, name.find(".so"))] = {*device, *inode};
    return true;
  }

  bool ReadValues(const Event& event) {
    Values values;
    values.device = TextOf(event, "device");
    if (!IsDeviceName(values.device)) return false;
    const std::string_view data = event.Find("data").value_or(std::string_view());
    for (std::size_t begin = 0; begin <= data.size();) {
      const std::size_t end = std::min(data.find(',', begin), data.size());
      // Knows nan and inf, and is of no locale.
      const std::optional<float> number = ToNumber<float>(data.substr(begin, end - begin));
      if (!number) return false;
      values.data.push_back(*number);
      begin = end + 1;
    }
    const std::string name = TextOf(event, "name");
    if (std::find(kTensors.begin(), kTensors.end(), name) == kTensors.end()) return false;
    if (!facts_.values.emplace(name, std::move(values)).second) {
      return Contradiction("values are reported twice");
    }
    return true;
  }

  bool ReadFailure(const Event& event) {
    if (facts_.failure) return Contradiction("two stages failed");
    const std::optional<Stage> stage = DiagnosisStage(TextOf(event, "what"));
    if (!stage || !HoldsPublicWords(event, {"kind", "call", "detail"})) return false;
    if (!facts_.At(*stage).Open()) return Contradiction("a stage failed that is not under way");
    Failure failure;
    failure.stage = *stage;
    failure.kind = TextOf(event, "kind");
    failure.call = TextOf(event, "call");
    failure.detail = TextOf(event, "detail");
    if (!Copy(event, "number", failure.number) || !Copy(event, "free_bytes", failure.free_bytes) ||
        !Copy(event, "retry_number", failure.retry_number) ||
        !Copy(event, "cudnn_status", failure.cudnn_status) ||
        !CopyFlag(event, "forked", failure.forked)) {
      return false;
    }
    facts_.failure = std::move(failure);
    return true;
  }

  bool Trace(const Event& event) {
    facts_.trace.push_back(TextOf(event, "text"));
    return true;
  }

  Facts facts_;
};

}  // namespace

Facts ReadFacts(const std::vector<TimedEvent>& events) {
  FactReader reader;
  for (const TimedEvent& event : events) reader.Read(event);
  return reader.Take();
}

}  // namespace kernodeck
