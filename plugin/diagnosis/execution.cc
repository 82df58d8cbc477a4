#include "plugin/diagnosis/execution.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "plugin/core/fixed_computation.h"

namespace kernodeck {
namespace {

struct Expectation {
  std::string_view tensor;
  Stage stage;
  std::vector<float> values;
};

const std::array<Expectation, 4>& Expectations() {
  const auto list = [](const Matrix2x2& matrix) {
    return std::vector<float>(matrix.begin(), matrix.end());
  };
  static const std::array<Expectation, 4> expectations = {{
      {"product", Stage::kProduct, list(kExpectedProduct)},
      {"loss", Stage::kGradient, {kExpectedLoss}},
      {"gradient_a", Stage::kGradient, list(kExpectedGradientA)},
      {"gradient_b", Stage::kGradient, list(kExpectedGradientB)},
  }};
  return expectations;
}

std::vector<int> IndexOf(std::size_t element, std::size_t elements) {
  if (elements == 1) return {};
  return {static_cast<int>(element / 2), static_cast<int>(element % 2)};
}

}  // namespace

std::vector<Mismatch> MismatchesOf(const Facts& facts, Stage stage) {
  std::vector<Mismatch> mismatches;
  for (const Expectation& expected : Expectations()) {
    const auto found = facts.values.find(std::string(expected.tensor));
    if (expected.stage != stage || found == facts.values.end()) continue;
    const Values& got = found->second;
    for (std::size_t i = 0; i < std::min(got.data.size(), expected.values.size()); ++i) {
      if (got.data[i] == expected.values[i]) continue;
      mismatches.push_back({std::string(expected.tensor), IndexOf(i, expected.values.size()),
                            got.data[i], expected.values[i], got.device});
    }
  }
  return mismatches;
}

bool HasAllValues(const Facts& facts, Stage stage) {
  return std::all_of(
      Expectations().begin(), Expectations().end(), [&](const Expectation& expected) {
        if (expected.stage != stage) return true;
        const auto found = facts.values.find(std::string(expected.tensor));
        return found != facts.values.end() && found->second.data.size() == expected.values.size();
      });
}

bool ComputedOn(const Facts& facts, std::string_view device) {
  return std::all_of(facts.values.begin(), facts.values.end(),
                     [&](const auto& entry) { return entry.second.device == device; });
}

namespace {

// True or false once the stage's values came, nothing before.
std::optional<bool> Verified(const Facts& facts, Stage stage) {
  if (!MismatchesOf(facts, stage).empty()) return false;
  if (!facts.At(stage).ended || !HasAllValues(facts, stage)) return std::nullopt;
  return true;
}

}  // namespace

ExecutionReport ReportExecution(const Facts& facts, const std::string& requested) {
  ExecutionReport execution;
  execution.requested = requested;
  if (!facts.values.empty()) execution.device = facts.values.begin()->second.device;
  execution.product_verified = Verified(facts, Stage::kProduct);
  execution.gradient_verified = Verified(facts, Stage::kGradient);
  if (facts.At(Stage::kSynchronize).ended) execution.synchronized = true;
  const auto loss = facts.values.find("loss");
  if (loss != facts.values.end() && loss->second.data.size() == 1) {
    execution.loss = loss->second.data.front();
  }
  for (const Stage stage : {Stage::kProduct, Stage::kGradient}) {
    std::vector<Mismatch> mismatches = MismatchesOf(facts, stage);
    std::move(mismatches.begin(), mismatches.end(), std::back_inserter(execution.mismatch));
  }
  return execution;
}

}  // namespace kernodeck
