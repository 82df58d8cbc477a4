#include "plugin/run/shard.h"

#include <cstddef>
#include <optional>

#include "plugin/core/to_number.h"

namespace kernodeck {

std::variant<Shard, std::string> ReadShard(const VariableReader& variable) {
  const std::optional<std::string> count = variable(kShardCountVariable);
  const std::optional<std::string> index = variable(kShardIndexVariable);
  if (!count && !index) return Shard();
  if (!count || !index) {
    return std::string(kShardCountVariable) + " and " + kShardIndexVariable +
           " are to be set together, and only one of them is.";
  }
  const std::optional<int> shards = ToNumber<int>(*count);
  const std::optional<int> place = ToNumber<int>(*index);
  if (!shards || *shards < 1 || !place || *place < 0 || *place >= *shards) {
    return std::string(kShardCountVariable) + " is to be at least 1 and " + kShardIndexVariable +
           " from 0 to one less.";
  }
  return Shard{*place, *shards};
}

std::vector<TestIndex> SelectTests(const std::vector<ListedTest>& tests, bool also_disabled,
                                   const Shard& shard) {
  std::vector<TestIndex> selected;
  std::size_t number = 0;
  for (TestIndex i = 0; i < tests.size(); ++i) {
    if (!also_disabled && IsDisabled(tests[i].id)) continue;
    const std::size_t of_shard = number++ % static_cast<std::size_t>(shard.count);
    if (of_shard == static_cast<std::size_t>(shard.index)) selected.push_back(i);
  }
  return selected;
}

}  // namespace kernodeck
