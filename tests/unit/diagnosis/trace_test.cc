// Covers D11 (local evidence is apart from the report), D17.
#include "plugin/diagnosis/trace.h"

#include <gtest/gtest.h>

#include <csignal>

#include "tests/unit/diagnosis/event_script.h"

namespace kernodeck {
namespace {

TEST(TraceTest, HoldsPlacesEventsRawTextsAndOutput) {
  LibTorchSearch search;
  search.skipped.push_back({LocationRule::kBuiltWith, "/gone/lib", "holds no libtorch library"});
  search.found.emplace();
  search.found->directory = "/opt/torch/lib";
  EventScript script = EventScript().Begin("import");
  WorkerRun run = script.Send("trace", {{"text", "dlopen said no"}}).Signaled(SIGSEGV);
  run.output = "library noise";
  const std::string text = TraceSearch(search) + TraceRun("the worker", ReadFacts(run.events), run);
  for (const char* part : {"/gone/lib", "/opt/torch/lib", "what=import", "dlopen said no",
                           "library noise", "ended by SIGSEGV"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
  }
}

TEST(TraceTest, SaysWhyAReportWasNotReadOn) {
  const WorkerRun run = EventScript().Begin("coffee").Exited();
  EXPECT_NE(TraceRun("the worker", ReadFacts(run.events), run).find("not read on"),
            std::string::npos);
}

}  // namespace
}  // namespace kernodeck
