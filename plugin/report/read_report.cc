#include "plugin/report/read_report.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "plugin/core/to_number.h"
#include "plugin/report/json_report.h"
#include "plugin/report/report_phrases.h"

namespace kernodeck {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMaxEntries = 4096;  // of any list in a report

// Thrown inside of this file only: the phrase says what is wrong.
struct Refused {
  std::string why;
};

[[noreturn]] void Refuse(const std::string& field, const char* why) {
  throw Refused{"its field " + field + " " + why};
}

// The field `name` of an object; `path` is the object's own name, for the phrase.
class Field {
 public:
  Field(const Json& value, std::string name) : value_(value), name_(std::move(name)) {}

  [[nodiscard]] Field operator[](const char* name) const {
    if (!value_.is_object()) Refuse(name_, "is no object");
    const auto found = value_.find(name);
    if (found == value_.end()) Refuse(Path(name), "is not there");
    return {*found, Path(name)};
  }

  [[nodiscard]] bool is_null() const { return value_.is_null(); }
  [[nodiscard]] const Json& json() const { return value_; }
  [[nodiscard]] const std::string& name() const { return name_; }

  [[nodiscard]] std::string Text() const {
    if (!value_.is_string()) Refuse(name_, "is no text");
    return value_.get<std::string>();
  }

  [[nodiscard]] bool Bool() const {
    if (!value_.is_boolean()) Refuse(name_, "is neither true nor false");
    return value_.get<bool>();
  }

  [[nodiscard]] std::uint64_t Unsigned() const {
    if (!value_.is_number_unsigned()) Refuse(name_, "is no whole number from 0 on");
    return value_.get<std::uint64_t>();
  }

  [[nodiscard]] int Int() const {
    const std::uint64_t number = Unsigned();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<int>::max())) {
      Refuse(name_, "is too large");
    }
    return static_cast<int>(number);
  }

  [[nodiscard]] std::chrono::duration<double> Seconds() const {
    if (!value_.is_number()) Refuse(name_, "is no number");
    const double seconds = value_.get<double>();
    if (seconds < 0) Refuse(name_, "is below 0");
    return std::chrono::duration<double>(seconds);
  }

  // Numbers that are not finite are spelled.
  [[nodiscard]] float Float() const {
    if (value_.is_number()) return static_cast<float>(value_.get<double>());
    const std::optional<float> number = ToNumber<float>(Text());
    if (!number || std::isfinite(*number)) Refuse(name_, "is no number");
    return *number;
  }

  template <typename Read>
  void ForEach(Read read) const {
    if (!value_.is_array()) Refuse(name_, "is no list");
    if (value_.size() > kMaxEntries) Refuse(name_, "is too long");
    for (const Json& entry : value_) read(Field(entry, name_ + "[]"));
  }

 private:
  [[nodiscard]] std::string Path(const char* name) const {
    return name_.empty() ? name : name_ + "." + name;
  }

  const Json& value_;
  std::string name_;
};

// What `read` makes of the field, or nothing where it is null.
template <typename Value>
std::optional<Value> OrNothing(const Field& field, Value (Field::*read)() const) {
  if (field.is_null()) return std::nullopt;
  return (field.*read)();
}

template <typename Words>
void Limit(const Field& field, const std::optional<std::string>& text, const Words& words) {
  const bool listed = !text || std::find(words.begin(), words.end(), *text) != words.end();
  if (!listed) Refuse(field.name(), "has a word that is not known");
}

template <typename Value>
Value Known(const Field& field, const std::optional<Value>& found) {
  if (!found) Refuse(field.name(), "has a word that is not known");
  return *found;
}

Owner ReadOwner(const Field& field) {
  if (field.is_null()) return Owner::kNone;
  const std::string text = field.Text();
  for (const Owner owner :
       {Owner::kMachine, Owner::kSetup, Owner::kRequest, Owner::kCode, Owner::kUnknown}) {
    if (Name(owner) == text) return owner;
  }
  Refuse(field.name(), "has a word that is not known");
}

Verdict ReadVerdict(const Field& json) {
  Verdict verdict;
  verdict.code = Known(json["code"], FindCode(json["code"].Text()));
  if (json["exit_code"].Int() != Info(verdict.code).exit_status) {
    Refuse(json["exit_code"].name(), "is not that of its code");
  }
  verdict.stage = Known(json["stage"], FindStage(json["stage"].Text()));
  const Field cause = json["cause"];
  if (!cause.is_null()) {
    verdict.cause = Known(cause, FindCause(cause.Text()));
    if (Info(*verdict.cause).code != verdict.code) Refuse(cause.name(), "is not of its code");
  }
  verdict.owner = ReadOwner(json["owner"]);
  if (Passed(verdict.code) != (verdict.owner == Owner::kNone)) {
    Refuse(json["owner"].name(), "does not go with its code");
  }
  verdict.message = json["message"].Text();
  verdict.next_step = json["next_step"].Text();
  return verdict;
}

StageResult ReadResult(const Field& field) {
  const std::string text = field.Text();
  for (const StageResult result :
       {StageResult::kPassed, StageResult::kFailed, StageResult::kNotReached}) {
    if (Name(result) == text) return result;
  }
  Refuse(field.name(), "has a word that is not known");
}

// A report has no stages or all of them.
std::vector<StageReport> ReadStages(const Field& list) {
  std::vector<StageReport> stages;
  list.ForEach([&stages](const Field& entry) {
    const Stage stage = Known(entry["name"], FindStage(entry["name"].Text()));
    stages.push_back(
        {stage, ReadResult(entry["result"]), OrNothing(entry["seconds"], &Field::Seconds)});
  });
  const bool in_order =
      std::equal(stages.begin(), stages.end(), kDiagnosisStages.begin(), kDiagnosisStages.end(),
                 [](const StageReport& report, Stage stage) { return report.stage == stage; });
  if (!in_order && !stages.empty()) Refuse(list.name(), "does not have the stages in their order");
  return stages;
}

std::vector<std::pair<std::string, std::string>> ReadLabels(const Field& field) {
  std::vector<std::pair<std::string, std::string>> labels;
  if (!field.json().is_object()) Refuse(field.name(), "is no object");
  if (field.json().size() > kMaxEntries) Refuse(field.name(), "is too long");
  for (const auto& [key, value] : field.json().items()) {
    labels.emplace_back(key, Field(value, field.name() + "[]").Text());
  }
  return labels;
}

RuntimeReport ReadRuntime(const Field& json) {
  return {json["system"].Text(), json["machine"].Text(), json["kernodeck_version"].Text(),
          json["compiler"].Text(), OrNothing(json["python_version"], &Field::Text)};
}

TorchReport ReadTorch(const Field& json) {
  TorchReport torch;
  torch.version = OrNothing(json["version"], &Field::Text);
  torch.cuda_build = OrNothing(json["cuda_build"], &Field::Text);
  torch.hip_build = OrNothing(json["hip_build"], &Field::Text);
  torch.backend = OrNothing(json["backend"], &Field::Text);
  Limit(json["backend"], torch.backend, kBackends);
  torch.gpu_available = OrNothing(json["gpu_available"], &Field::Bool);
  torch.visible_device_count = OrNothing(json["visible_device_count"], &Field::Int);
  torch.same_as_caller = OrNothing(json["same_as_caller"], &Field::Bool);
  if (json["devices"].is_null()) return torch;
  torch.devices.emplace();
  json["devices"].ForEach([&torch](const Field& entry) {
    torch.devices->push_back({entry["index"].Int(), entry["name"].Text(),
                              OrNothing(entry["total_memory_bytes"], &Field::Unsigned),
                              OrNothing(entry["compute_capability"], &Field::Text),
                              OrNothing(entry["arch"], &Field::Text)});
  });
  return torch;
}

std::optional<DriverReport> ReadDriver(const Field& json) {
  if (json.is_null()) return std::nullopt;
  return DriverReport{
      OrNothing(json["library_found"], &Field::Bool), OrNothing(json["error"], &Field::Int),
      OrNothing(json["error_name"], &Field::Text), OrNothing(json["version"], &Field::Text)};
}

ExecutionReport ReadExecution(const Field& json) {
  ExecutionReport execution;
  execution.requested = json["requested"].Text();
  execution.device = OrNothing(json["device"], &Field::Text);
  execution.product_verified = OrNothing(json["product_verified"], &Field::Bool);
  execution.gradient_verified = OrNothing(json["gradient_verified"], &Field::Bool);
  execution.synchronized = OrNothing(json["synchronized"], &Field::Bool);
  execution.loss = OrNothing(json["loss"], &Field::Float);
  if (json["mismatch"].is_null()) return execution;
  json["mismatch"].ForEach([&execution](const Field& entry) {
    Mismatch mismatch{entry["tensor"].Text(),
                      {},
                      entry["got"].Float(),
                      entry["want"].Float(),
                      entry["device"].Text()};
    Limit(entry["tensor"], mismatch.tensor, kTensors);
    entry["index"].ForEach(
        [&mismatch](const Field& index) { mismatch.index.push_back(index.Int()); });
    execution.mismatch.push_back(std::move(mismatch));
  });
  return execution;
}

std::optional<std::vector<DeviceVerdict>> ReadDevices(const Field& json) {
  if (json.is_null()) return std::nullopt;
  std::vector<DeviceVerdict> devices;
  json.ForEach([&devices](const Field& entry) {
    devices.push_back({entry["index"].Int(),
                       ReadVerdict(entry),
                       ReadStages(entry["stages"]),
                       ReadExecution(entry["execution"]),
                       {}});
  });
  return devices;
}

std::optional<HostReport> ReadHost(const Field& json) {
  if (json.is_null()) return std::nullopt;
  HostReport host{json["tool"].Text(),
                  json["result"].Text(),
                  OrNothing(json["driver_version"], &Field::Text),
                  {}};
  Limit(json["result"], host.result, kHostResults);
  json["gpus"].ForEach([&host](const Field& gpu) {
    host.total_memory_mib.push_back(OrNothing(gpu["total_memory_mib"], &Field::Unsigned));
  });
  return host;
}

// "2026-01-02T03:04:05Z"
std::chrono::system_clock::time_point ReadTime(const Field& field) {
  const std::string text = field.Text();
  constexpr std::string_view kForm = "0000-00-00T00:00:00Z";
  const auto fits = [](char form, char letter) {
    return form == '0' ? letter >= '0' && letter <= '9' : form == letter;
  };
  if (!std::equal(kForm.begin(), kForm.end(), text.begin(), text.end(), fits)) {
    Refuse(field.name(), "is no time");
  }
  const auto part = [&text](std::size_t begin, std::size_t size) {
    return ToNumber<int>(std::string_view{text}.substr(begin, size)).value_or(0);
  };
  const std::chrono::year_month_day date{std::chrono::year{part(0, 4)},
                                         std::chrono::month(static_cast<unsigned int>(part(5, 2))),
                                         std::chrono::day(static_cast<unsigned int>(part(8, 2)))};
  if (!date.ok() || part(11, 2) > 23 || part(14, 2) > 59 || part(17, 2) > 60) {
    Refuse(field.name(), "is no time");
  }
  return std::chrono::sys_days{date} + std::chrono::hours(part(11, 2)) +
         std::chrono::minutes(part(14, 2)) + std::chrono::seconds(part(17, 2));
}

DiagnosticReport Read(const Field& json) {
  if (json["schema"].Text() != kDiagnosticSchema) {
    throw Refused{std::string("its schema is not ") + kDiagnosticSchema};
  }
  DiagnosticReport report;
  report.verdict = ReadVerdict(json);
  if (json["status"].Text() != (Passed(report.verdict.code) ? "passed" : "failed")) {
    Refuse("status", "is not that of its code");
  }
  report.labels = ReadLabels(json["labels"]);
  report.stages = ReadStages(json["stages"]);
  report.runtime = ReadRuntime(json["runtime"]);
  report.torch = ReadTorch(json["pytorch"]);
  report.driver = ReadDriver(json["driver"]);
  report.execution = ReadExecution(json["execution"]);
  report.devices = ReadDevices(json["devices"]);
  report.host = ReadHost(json["host"]);
  report.total = json["timings"]["total_seconds"].Seconds();
  report.created_at = ReadTime(json["created_at"]);
  return report;
}

}  // namespace

std::variant<DiagnosticReport, std::string> ReadReport(std::string_view json) {
  if (json.size() > kMaxReportBytes) return std::string("it is longer than a report can be");
  const Json parsed = Json::parse(json, nullptr, /*allow_exceptions=*/false);
  if (!parsed.is_object()) return std::string("it is no JSON object");
  try {
    return Read(Field(parsed, ""));
  } catch (const Refused& refused) {
    return refused.why;
  }
}

}  // namespace kernodeck
