#ifndef KERNODECK_PLUGIN_RUN_SHARD_H_
#define KERNODECK_PLUGIN_RUN_SHARD_H_

#include <string>
#include <variant>
#include <vector>

#include "plugin/run/google_test_flags.h"
#include "plugin/run/test_list.h"

namespace kernodeck {

// GoogleTest's sharding: this run has those tests whose number among those that would run is
// `index`, counted modulo `count`. Not every list of tests honours it, so it is applied here,
// and the tests' processes do not get its variables.
struct Shard {
  int index = 0;
  int count = 1;
};

inline constexpr const char* kShardCountVariable = "GTEST_TOTAL_SHARDS";
inline constexpr const char* kShardIndexVariable = "GTEST_SHARD_INDEX";

// The shard that the variables name, or what is wrong with them, one sentence.
[[nodiscard]] std::variant<Shard, std::string> ReadShard(const VariableReader& variable);

// The places of the tests that this run is to run, in their order.
[[nodiscard]] std::vector<TestIndex> SelectTests(const std::vector<ListedTest>& tests,
                                                 bool also_disabled, const Shard& shard);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_SHARD_H_
