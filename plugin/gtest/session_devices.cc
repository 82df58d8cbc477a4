// What a session does with the devices: it makes one current, and looks at them at a test's end.
#include <string>
#include <utility>

#include "kernodeck/bytes.h"
#include "plugin/gtest/failure_mapping.h"
#include "plugin/gtest/fault_text.h"
#include "plugin/gtest/session.h"

namespace kernodeck {
namespace {

std::string Devices(const std::vector<int>& indices) {
  std::string text = indices.size() == 1 ? "device " : "devices ";
  for (std::size_t i = 0; i < indices.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(indices[i]);
  }
  return text;
}

std::string LeftText(std::uint64_t left) {
  return OneBlock("CHECK_FAILED: this test left " + std::to_string(left) + " bytes (" +
                  ToString(Bytes(left)) + ") of device memory allocated.");
}

std::string UnstatedText(const std::vector<int>& contexts) {
  return "this test used " + Devices(contexts) +
         " and states no requirement; with KERNODECK_REQUIRE_GPU() it says why it cannot run "
         "where no GPU is ready.";
}

}  // namespace

std::optional<Fault> Session::MakeCurrent(std::optional<int> device) {
  // A driver that cannot be loaded here is for the test's own use of it to report.
  if (!device || parts_.in_child() || !parts_.driver->Load()) return std::nullopt;
  current_.moved = current_.moved || *device != parts_.settings.device.value_or(0);
  const int number = parts_.driver->SetDevice(*device);
  if (number == 0) return std::nullopt;
  FailureEvidence evidence;
  evidence.gpu_test = true;
  evidence.device_error = number;
  Fault fault;
  fault.charge = ChargeOf(evidence);
  fault.text = DeviceError(fault.charge, number, *device, "when it was made the current one");
  fault.gpu = true;
  return fault;
}

Answer Session::UseDevice(const Place& place, const std::vector<Requirement>& requirements,
                          int& device) {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  device = AskedDevice(requirements).value_or(0);
  std::optional<Fault> fault = MakeCurrent(device);
  return fault ? Settle(place, *std::move(fault), Asking::kToEnd) : Answer();
}

std::optional<Fault> Session::Reach(TestFacts& facts, std::optional<int> device) {
  if (std::optional<Fault> fault = MakeCurrent(device)) return fault;
  if (std::exchange(facts.reached, true)) return std::nullopt;
  if (!parts_.settings.memory_check_bytes || parts_.in_child() || !parts_.driver->Load()) {
    return std::nullopt;
  }
  devices_.BeginMemoryCheck(device.value_or(0), memory_reader_);
  return std::nullopt;
}

std::optional<std::uint64_t> Session::FreeDeviceMemory() {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  if (!current_.gpu || parts_.in_child()) return std::nullopt;
  return devices_.Free(parts_.settings.device.value_or(0));
}

void Session::SetMemoryReader(MemoryReader reader) {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  memory_reader_ = std::move(reader);
}

std::vector<TestFinding> Session::LookAtDevices() {
  const std::lock_guard<std::recursive_mutex> lock(mutex_);
  if (std::exchange(current_.looked, true) || parts_.in_child()) return {};
  return current_.gpu ? LookAfterGpuTest() : LookForUnstatedUse();
}

std::vector<TestFinding> Session::LookAfterGpuTest() {
  std::vector<TestFinding> findings;
  if (!current_.reached) {
    devices_.TakeContextsAsKnown();  // a requirement may have asked the device
    return findings;
  }
  const SyncResult sync = devices_.Synchronize();
  const std::optional<std::uint64_t> left = devices_.LeftAllocated(memory_reader_);
  devices_.TakeContextsAsKnown();
  if (sync.number != 0) {
    findings.push_back(TakeDeviceError(sync));
  } else if (left && *left > parts_.settings.memory_check_bytes.value_or(*left)) {
    findings.push_back({LeftText(*left), true});
  }
  if (current_.moved && !broken_device_)
    (void)parts_.driver->SetDevice(parts_.settings.device.value_or(0));
  return findings;
}

std::vector<TestFinding> Session::LookForUnstatedUse() {
  if (parts_.settings.unstated_gpu_use == UnstatedUse::kOff) return {};
  const std::vector<int> contexts = devices_.NewContexts();
  if (contexts.empty()) return {};
  if (parts_.settings.unstated_gpu_use == UnstatedUse::kWarn) {
    return {
        {"kernodeck: warning: " + FullName(current_.id) + ": " + UnstatedText(contexts), false}};
  }
  return {{OneBlock("CHECK_FAILED: " + UnstatedText(contexts)), true}};
}

TestFinding Session::TakeDeviceError(const SyncResult& sync) {
  FailureEvidence evidence;
  evidence.gpu_test = true;
  evidence.device_error = sync.number;
  const FailureCharge charge = ChargeOf(evidence);
  current_.device_error = sync.number;
  current_.sticky = sync.sticky;
  std::string text =
      DeviceError(charge, sync.number, sync.device, "when it was waited for at this test's end");
  if (sync.sticky) {
    text += "\nthe device is of no use any more to this process: its later GPU tests are not run";
    broken_device_ = Fault{kDeviceFault, charge, text, false, true};
    book_.Charge(kDeviceFault, current_.id);
  }
  return {std::move(text), true};
}

}  // namespace kernodeck
