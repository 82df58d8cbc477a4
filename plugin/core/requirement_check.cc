#include "plugin/core/requirement_check.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdio>
#include <thread>

#include "plugin/core/requirement_content.h"

namespace kernodeck {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kPollInterval{250};
constexpr std::size_t kMaxHoldersNamed = 8;
// Longer ones do not fit the clock.
constexpr milliseconds kLongestWait = std::chrono::hours(24);

FailureCharge ChargeOf(Cause cause) {
  const CauseInfo& row = Info(cause);
  return {row.code, cause, Stage::kApplication, row.owner};
}

RequirementFailure Mistake(std::string wanted, std::string found) {
  return {std::move(wanted), std::move(found), true, ChargeOf(Cause::kContradictingRequirements)};
}

bool Exclude(const Requirement::Content& a, const Requirement::Content& b) {
  const bool one_value = Info(a.kind).values == PossibleValues::kOne;
  if (a.kind == b.kind && one_value && a.value != b.value) return true;
  return a.only_on && b.only_on && *a.only_on != *b.only_on;
}

// What no device can be asked about before it is there.
bool IsOfPresence(const Requirement& requirement) {
  const RequirementKind kind = requirement.content().kind;
  return kind == RequirementKind::kGpus || kind == RequirementKind::kDeviceIndex;
}

std::string Seconds(milliseconds time) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%g s", static_cast<double>(time.count()) / 1000);
  return text.data();
}

void TellHolders(const Gpu& gpu, const Waiting& waiting) {
  const std::vector<MemoryHolder> holders = gpu.MemoryHolders();
  const std::string device = "GPU " + std::to_string(gpu.Index());
  for (std::size_t i = 0; i < std::min(holders.size(), kMaxHoldersNamed); ++i) {
    const MemoryHolder& holder = holders[i];
    const std::string amount =
        holder.bytes ? std::to_string(holder.bytes->count() >> 20U) + " MiB" : "memory";
    std::string line = "kernodeck:   process ";
    line.append(std::to_string(holder.pid)).append(" holds ").append(amount);
    waiting.tell(line.append(" of ").append(device));
  }
  if (holders.size() > kMaxHoldersNamed) {
    waiting.tell("kernodeck:   and " + std::to_string(holders.size() - kMaxHoldersNamed) +
                 " more processes");
  }
}

void Tell(const std::string& opening, const Requirement& requirement, const Finding& finding,
          const Gpu& gpu, const Waiting& waiting) {
  waiting.tell("kernodeck: " + opening + ": a test wants " + requirement.wanted() + ", and " +
               finding.found + ".");
  TellHolders(gpu, waiting);
}

Finding AskWithin(const Requirement& requirement, const Gpu& gpu, const Waiting& waiting) {
  Finding finding = requirement.Ask(gpu);
  const milliseconds wait = std::min(requirement.wait(), kLongestWait);
  if (finding.met || wait == milliseconds::zero()) return finding;
  Tell("waiting for " + Seconds(wait) + " at most", requirement, finding, gpu, waiting);
  const auto deadline = waiting.now() + wait;
  while (!finding.met) {
    const auto left = std::chrono::ceil<milliseconds>(deadline - waiting.now());
    if (left <= milliseconds::zero()) break;
    waiting.sleep(std::min(left, kPollInterval));
    finding = requirement.Ask(gpu);
  }
  if (!finding.met) Tell("waited for " + Seconds(wait), requirement, finding, gpu, waiting);
  return finding;
}

}  // namespace

std::string MessageOf(const RequirementFailure& failure) {
  return std::string(Info(failure.charge.code).name) + ": this test wants " + failure.wanted +
         ", and " + failure.found + ".";
}

Waiting SystemWaiting() {
  return {[] { return std::chrono::steady_clock::now(); },
          [](milliseconds time) { std::this_thread::sleep_for(time); },
          [](const std::string& line) { std::fprintf(stderr, "%s\n", line.c_str()); }};
}

std::optional<RequirementFailure> Contradiction(const std::vector<Requirement>& requirements) {
  for (const Requirement& requirement : requirements) {
    const std::string& nonsense = requirement.content().nonsense;
    if (!nonsense.empty()) return Mistake(requirement.wanted(), nonsense);
  }
  for (std::size_t i = 0; i < requirements.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!Exclude(requirements[j].content(), requirements[i].content())) continue;
      return Mistake(requirements[j].wanted() + " and " + requirements[i].wanted(),
                     "these exclude each other");
    }
  }
  return std::nullopt;
}

std::optional<int> RequestedIndex(const std::vector<Requirement>& requirements) {
  for (const Requirement& requirement : requirements) {
    if (requirement.content().kind == RequirementKind::kDeviceIndex) {
      return requirement.content().index;
    }
  }
  return std::nullopt;
}

std::optional<RequirementFailure> FirstUnmet(const std::vector<Requirement>& requirements,
                                             const Gpu& gpu, const Waiting& waiting) {
  if (auto mistake = Contradiction(requirements)) return mistake;
  for (const bool of_presence : {true, false}) {
    for (const Requirement& requirement : requirements) {
      if (IsOfPresence(requirement) != of_presence) continue;
      Finding finding = AskWithin(requirement, gpu, waiting);
      if (finding.met) continue;
      const Cause cause = Info(requirement.content().kind).cause;
      return RequirementFailure{requirement.wanted(), std::move(finding.found), false,
                                ChargeOf(cause)};
    }
  }
  return std::nullopt;
}

}  // namespace kernodeck
