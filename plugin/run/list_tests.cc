#include "plugin/run/list_tests.h"

#include <algorithm>
#include <csignal>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

#include "plugin/diagnosis/process_pool.h"
#include "plugin/diagnosis/signal_scope.h"
#include "plugin/diagnosis/standard_descriptors.h"
#include "plugin/run/flag_file.h"
#include "plugin/run/shard.h"

namespace kernodeck {
namespace {

// More than a list of a million tests.
constexpr std::size_t kMaxListBytes = std::size_t{1} << 28U;
constexpr std::size_t kMaxErrorBytes = std::size_t{1} << 14U;

void AppendBounded(std::string& text, std::string_view bytes, std::size_t max_bytes) {
  text.append(bytes.substr(0, max_bytes - std::min(max_bytes, text.size())));
}

}  // namespace

Listing ListTests(const std::filesystem::path& executable,
                  const std::vector<std::string>& arguments, std::chrono::milliseconds limit) {
  Listing listing;
  const PrivateFile json;
  const StandardDescriptors standard_descriptors;
  SignalScope signals;
  ProcessPool pool(::kill, signals, {-1, -1});
  WorkerCommand command{executable, arguments, {}};
  command.arguments.insert(command.arguments.end(),
                           {"--gtest_list_tests", "--gtest_output=json:" + json.Path()});
  // The printed list is of all shards, the written one is not.
  command.unset_variables = {kShardCountVariable, kShardIndexVariable};
  command.event_channel = false;
  command.separate_errors = true;
  command.adopts_orphans = false;
  WorkerLimits limits;
  limits.computation = limit;
  ProcessPool::Hooks hooks;
  hooks.on_output = [&](std::string_view bytes) {
    AppendBounded(listing.output, bytes, kMaxListBytes);
  };
  hooks.on_errors = [&](std::string_view bytes) {
    AppendBounded(listing.errors, bytes, kMaxErrorBytes);
  };
  hooks.on_end = [&](const WorkerRun& run) { listing.end = run.end; };
  ProcessPool::Id id = 0;
  listing.end.start_error = pool.Start(command, limits, std::move(hooks), id);
  pool.Run();
  // A whole file counts whatever the program did at its exit; what that is will show again.
  const bool ended = listing.end.kind == ProcessEnd::Kind::kExited ||
                     listing.end.kind == ProcessEnd::Kind::kSignaled;
  auto tests = ParseTestListJson(json.Read(kMaxListBytes));
  listing.is_list = ended && tests.has_value();
  // Older or patched versions that write no file.
  listing.tests = tests ? *std::move(tests) : ParseTestList(listing.output);
  const bool in_order =
      listing.end.kind == ProcessEnd::Kind::kExited && listing.end.exit_status == 0;
  listing.is_list = listing.is_list || (in_order && !listing.tests.empty());
  return listing;
}

}  // namespace kernodeck
