// Covers D6 (the channel's content is validated), D11 (no prose or path comes through), C9.
#include "plugin/diagnosis/facts.h"

#include <gtest/gtest.h>

#include "tests/unit/diagnosis/event_script.h"

namespace kernodeck {
namespace {

Facts Read(const EventScript& script) { return ReadFacts(script.Exited().events); }

TEST(FactsTest, ReadsAWholePass) {
  const Facts facts = Read(EventScript().PassAll());
  EXPECT_FALSE(facts.contradiction) << *facts.contradiction;
  EXPECT_TRUE(facts.done);
  for (const Stage stage : kDiagnosisStages) EXPECT_TRUE(facts.At(stage).ended) << Name(stage);
  EXPECT_EQ(facts.torch.version, "2.11.0");
  EXPECT_EQ(facts.torch.visible_device_count, 1);
  EXPECT_EQ(facts.values.at("gradient_b").data, (std::vector<float>{68, 56, 96, 80}));
}

TEST(FactsTest, ReadsTheDriver) {
  const Facts facts = Read(EventScript().Begin("driver").Send("driver", {{"library", "found"},
                                                                         {"call", "cuInit"},
                                                                         {"error", "802"},
                                                                         {"error_name", "CUDA_X"},
                                                                         {"version", "13020"}}));
  ASSERT_TRUE(facts.driver);
  EXPECT_EQ(facts.driver->report.error, 802);
  EXPECT_EQ(facts.driver->report.version, "13.2");
  EXPECT_TRUE(facts.driver_check.Open());
}

TEST(FactsTest, ReadsTheVersionsOfBothPlatforms) {
  const auto version_of = [](const char* number) {
    return Read(EventScript().Send("driver", {{"library", "found"}, {"version", number}}))
        .driver->report.version;
  };
  EXPECT_EQ(version_of("12040"), "12.4");
  EXPECT_EQ(version_of("60240092"), "6.2");
}

// D11: a product's name is free text, but no path fits in.
TEST(FactsTest, AProductsNameHoldsNoPath) {
  const Facts facts = Read(EventScript().Send(
      "device", {{"index", "0"}, {"name", "/home/secret " + std::string(500, 'x')}}));
  const std::string& name = facts.torch.devices->front().name;
  EXPECT_EQ(name.find('/'), std::string::npos);
  EXPECT_LE(name.size(), 128U);
}

TEST(FactsTest, KeepsWhatCameBeforeAContradiction) {
  const Facts facts =
      Read(EventScript().Begin("import").End("import").End("import").Begin("backend"));
  EXPECT_EQ(facts.contradiction, "a stage is ended that is not under way");
  EXPECT_TRUE(facts.At(Stage::kImport).ended);
  EXPECT_FALSE(facts.At(Stage::kBackend).begun);
}

struct Impossible {
  const char* what;
  EventScript script;
};

TEST(FactsTest, RefusesWhatCannotBe) {
  const EventScript begun = EventScript().Begin("import");
  auto after = [](EventScript script) { return script; };
  const std::vector<Impossible> cases = {
      {"unknown event", EventScript().Send("surprise")},
      {"unknown protocol", EventScript().Send("hello", {{"protocol", "2"}})},
      {"unknown stage", EventScript().Begin("coffee")},
      {"stage of the workload", EventScript().Begin("application")},
      {"end without begin", EventScript().End("import")},
      {"begin twice", after(begun).Begin("import")},
      {"out of order", EventScript().Begin("product")},
      {"begin before the last ended", after(begun).Begin("backend")},
      {"failure of a stage not under way", EventScript().Fail("import", "not_found")},
      {"two failures", after(begun).Fail("import", "x").Fail("import", "y")},
      {"begin after a failure", after(begun).Fail("import", "x").Begin("context")},
      {"something after done", EventScript().Send("done").Send("trace", {{"text", ""}})},
      {"number with a tail", after(begun).Fail("import", "runtime", {{"number", "2x"}})},
      {"number too large", after(begun).Fail("import", "runtime", {{"number", "99999999999"}})},
      {"path as detail", after(begun).Fail("import", "x", {{"detail", "/secret/lib.so"}})},
      {"prose as kind", after(begun).Fail("import", "it went wrong")},
      {"empty value", EventScript().Values("product", "4,,1", "cpu")},
      {"value that is no number", EventScript().Values("product", "four", "cpu")},
      {"values twice", EventScript().Values("loss", "1", "cpu").Values("loss", "1", "cpu")},
      {"flag that is none", EventScript().Send("torch", {{"gpu_available", "yes"}})},
      {"unknown backend", EventScript().Send("torch", {{"backend", "tpu"}})},
      {"path as version", EventScript().Send("torch", {{"version", "/opt/x"}})},
      {"unknown driver state", EventScript().Send("driver", {{"library", "perhaps"}})},
      {"driver twice",
       EventScript().Send("driver", {{"library", "found"}}).Send("driver", {{"library", "found"}})},
      {"device without index", EventScript().Send("device", {{"name", "X"}})},
      {"path as the values' device", EventScript().Values("loss", "1", "/home/secret")},
      {"device that is none", EventScript().Values("loss", "1", "cuda:x")},
      {"values of an unknown tensor", EventScript().Values("secret", "1", "cpu")},
      {"negative index", EventScript().Send("device", {{"index", "-7"}})},
      {"negative count", EventScript().Send("torch", {{"device_count", "-3"}})},
      {"impossible count", EventScript().Send("torch", {{"device_count", "2147483647"}})},
      {"negative version", EventScript().Send("driver", {{"library", "found"}, {"version", "-1"}})},
      {"library without inode", EventScript().Send("library", {{"name", "libc10.so"}})},
  };
  for (const Impossible& impossible : cases) {
    EXPECT_TRUE(Read(impossible.script).contradiction) << impossible.what;
  }
}

TEST(FactsTest, AWorkerSaysFirstWhichProtocolItSpeaks) {
  std::vector<TimedEvent> events = EventScript().PassAll().Exited().events;
  events.erase(events.begin());
  EXPECT_EQ(ReadFacts(events).contradiction, "it does not say which protocol it speaks");
}

TEST(FactsTest, ReadsNumbersThatAreNone) {
  const Facts facts = Read(EventScript().Values("product", "nan,inf,-inf,8", "cuda:0"));
  ASSERT_FALSE(facts.contradiction);
  EXPECT_NE(facts.values.at("product").data[0], facts.values.at("product").data[0]);
}

TEST(FactsTest, ReadsAPython) {
  const Facts facts = Read(EventScript()
                               .Send("hello", {{"protocol", "1"}})
                               .Send("python", {{"version", "3.11.7"}})
                               .Send("package", {{"directory", "/opt/env/torch"}}));
  EXPECT_FALSE(facts.contradiction);
  EXPECT_TRUE(facts.greeted);
  EXPECT_EQ(facts.python_version, "3.11.7");
  EXPECT_EQ(facts.package, "/opt/env/torch");
  EXPECT_TRUE(Read(EventScript().Send("python", {{"version", "/opt/x"}})).contradiction);
  EXPECT_FALSE(Read(EventScript().Send("hello", {{"protocol", "2"}})).greeted);
}

}  // namespace
}  // namespace kernodeck
