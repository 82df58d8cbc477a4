#include "kernodeck/requirement.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "plugin/core/dtype_support.h"
#include "plugin/core/requirement_content.h"

namespace kernodeck {
namespace {

using Content = Requirement::Content;
using Kind = RequirementKind;

Requirement Make(Content content) {
  return Requirement(std::make_shared<const Content>(std::move(content)));
}

std::string Counted(int count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

std::string VisibleGpus(int count) {
  return Counted(count, "GPU") + (count == 1 ? " is" : " are") + " visible";
}

// For a judge whose fact is not known. Not known is not met: a test must not run on a hope.
Finding NotKnown(const std::string& what) { return {false, what + " is not known"}; }

Finding AtLeast(std::optional<VersionNumber> found, VersionNumber wanted, const std::string& what) {
  if (!found) return NotKnown(what);
  return {!(*found < wanted), what + " is " + ToString(*found)};
}

std::string NonsenseOf(VersionNumber version) {
  return version.major < 1 || version.minor < 0 ? "there is no such version" : "";
}

// "its architecture is gfx90a", "its compute capability is 9.0"
std::string DescribeChip(const Gpu& gpu) {
  if (const auto arch = gpu.Arch()) return "its architecture is " + *arch;
  const auto capability = gpu.ComputeCapability();
  return capability ? "its compute capability is " + ToString(*capability)
                    : "what chip it has is not known";
}

bool IsArch(std::string_view text) {
  constexpr std::string_view kStem = "gfx";
  constexpr std::string_view kLetters = "0123456789abcdef";
  return text.size() > kStem.size() + 2 && text.starts_with(kStem) &&
         text.find_first_not_of(kLetters, kStem.size()) == std::string_view::npos;
}

Finding JudgePeers(const Gpu& gpu, int from, int to) {
  const std::string pair = "GPU " + std::to_string(from) + " to GPU " + std::to_string(to);
  if (std::max(from, to) >= gpu.Count()) {
    return {false, VisibleGpus(gpu.Count())};
  }
  const std::optional<bool> can = gpu.CanAccessPeer(from, to);
  if (!can) return NotKnown("access from " + pair);
  return {*can, (*can ? "there is from " : "there is none from ") + pair};
}

Finding JudgeAllPeers(const Gpu& gpu) {
  if (gpu.Count() < 2) return JudgePeers(gpu, 0, 1);
  for (int from = 0; from < gpu.Count(); ++from) {
    for (int to = 0; to < gpu.Count(); ++to) {
      if (from == to) continue;
      if (Finding finding = JudgePeers(gpu, from, to); !finding.met) return finding;
    }
  }
  return {true, "there is between all"};
}

}  // namespace

Requirement::Requirement(std::string wanted, Judge judge) {
  const bool mute = wanted.empty();
  Content content{Kind::kOwn, mute ? "what it does not say" : std::move(wanted), std::move(judge)};
  if (mute) content.nonsense = "a requirement has to say what it wants";
  if (!content.judge) content.nonsense = "this requirement has no function to judge it";
  content_ = std::make_shared<const Content>(std::move(content));
}

Requirement::Requirement(std::shared_ptr<const Content> content) : content_(std::move(content)) {}

Requirement Requirement::Within(std::chrono::milliseconds wait) const {
  Content content = *content_;
  content.wait = std::max(wait, std::chrono::milliseconds::zero());
  return Make(std::move(content));
}

const std::string& Requirement::wanted() const { return content_->wanted; }
std::chrono::milliseconds Requirement::wait() const { return content_->wait; }
Finding Requirement::Ask(const Gpu& gpu) const { return content_->judge(gpu); }
const Content& Requirement::content() const { return *content_; }

Requirement Gpus(int count) {
  const auto judge = [count](const Gpu& gpu) {
    return Finding{gpu.Count() >= count, VisibleGpus(gpu.Count())};
  };
  return Make(
      {Kind::kGpus, Counted(count, "GPU"), judge, count < 1 ? "a GPU test wants at least 1" : ""});
}

Requirement DeviceIndex(int index) {
  const auto judge = [index](const Gpu& gpu) {
    const int last = gpu.Count() - 1;
    return Finding{index <= last, last == 0 ? "GPU 0 is the only one that is visible"
                                            : "the visible GPUs are 0 to " + std::to_string(last)};
  };
  return Make({Kind::kDeviceIndex, std::to_string(index), judge,
               index < 0 ? "indices begin at 0" : "", std::nullopt, index});
}

Requirement TotalMemory(Bytes bytes) {
  const auto judge = [bytes](const Gpu& gpu) {
    const std::optional<Bytes> total = gpu.TotalMemory();
    if (!total) return NotKnown("how much it has");
    return Finding{*total >= bytes, "this one has " + ToString(*total)};
  };
  return Make({Kind::kTotalMemory, ToString(bytes), judge});
}

Requirement FreeMemory(Bytes bytes) {
  const auto judge = [bytes](const Gpu& gpu) {
    const std::optional<Bytes> free = gpu.FreeMemory();
    if (!free) return NotKnown("how much is free");
    return Finding{*free >= bytes, ToString(*free) + " are free"};
  };
  return Make({Kind::kFreeMemory, ToString(bytes), judge});
}

Requirement ComputeCapability(int major, int minor) {
  const VersionNumber wanted{major, minor};
  const auto judge = [wanted](const Gpu& gpu) {
    const std::optional<VersionNumber> found = gpu.ComputeCapability();
    return Finding{found && !(*found < wanted), DescribeChip(gpu)};
  };
  return Make(
      {Kind::kComputeCapability, ToString(wanted), judge, NonsenseOf(wanted), GpuBackend::kCuda});
}

Requirement Arch(const std::string& arch) {
  const auto judge = [arch](const Gpu& gpu) {
    return Finding{gpu.Arch() == arch, DescribeChip(gpu)};
  };
  const char* const nonsense =
      IsArch(arch) ? "" : "architectures are written as in gfx90a, without features";
  return Make({Kind::kArch, arch, judge, nonsense, GpuBackend::kRocm});
}

Requirement Backend(GpuBackend backend) {
  const auto judge = [backend](const Gpu& gpu) {
    const std::optional<GpuBackend> found = gpu.Backend();
    if (!found) return NotKnown("which one is here");
    return Finding{*found == backend, "the one here is " + Name(*found)};
  };
  return Make({Kind::kBackend, Name(backend), judge, "", backend});
}

Requirement Supports(Dtype dtype) {
  const auto judge = [dtype](const Gpu& gpu) {
    const std::optional<std::string> arch = gpu.Arch();
    const std::optional<VersionNumber> capability = gpu.ComputeCapability();
    const bool met =
        arch ? RocmComputesWith(dtype, *arch) : capability && CudaComputesWith(dtype, *capability);
    return Finding{met, DescribeChip(gpu)};
  };
  return Make({Kind::kSupports, Name(dtype), judge});
}

Requirement PeerAccess() { return Make({Kind::kPeerAccess, "between all GPUs", JudgeAllPeers}); }

Requirement PeerAccess(int from, int to) {
  const auto judge = [from, to](const Gpu& gpu) { return JudgePeers(gpu, from, to); };
  const bool possible = from >= 0 && to >= 0 && from != to;
  return Make({Kind::kPeerAccess,
               "from GPU " + std::to_string(from) + " to GPU " + std::to_string(to), judge,
               possible ? "" : "it takes two different indices, from 0 on"});
}

Requirement DriverVersion(int major, int minor) {
  const VersionNumber wanted{major, minor};
  const auto judge = [wanted](const Gpu& gpu) {
    return AtLeast(gpu.DriverVersion(), wanted, "this driver's version");
  };
  return Make({Kind::kDriverVersion, ToString(wanted), judge, NonsenseOf(wanted)});
}

Requirement RuntimeVersion(int major, int minor) {
  const VersionNumber wanted{major, minor};
  const auto judge = [wanted](const Gpu& gpu) {
    return AtLeast(gpu.RuntimeVersion(), wanted, "this one's version");
  };
  return Make({Kind::kRuntimeVersion, ToString(wanted), judge, NonsenseOf(wanted)});
}

Requirement ExclusiveUse() {
  const auto judge = [](const Gpu& gpu) {
    if (gpu.IsExclusive().value_or(false)) return Finding{true, "its compute mode is exclusive"};
    const std::optional<int> others = gpu.OtherProcesses();
    if (!others) return NotKnown("who else uses it");
    return Finding{*others == 0,
                   std::to_string(*others) +
                       (*others == 1 ? " other process uses it" : " other processes use it")};
  };
  return Make({Kind::kExclusiveUse, "", judge});
}

}  // namespace kernodeck
