// Covers D5, C9 and D2: the search for LibTorch or an interpreter in a process of its own, which a
// file system that does not answer can hold without holding the command.
#include "plugin/diagnosis/search_process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

namespace fs = std::filesystem;

const Environment kNoVariables = [](const std::string&) { return std::nullopt; };

std::vector<TimedEvent> Timed(const std::vector<Event>& events) {
  std::vector<TimedEvent> timed;
  for (const Event& event : events) timed.push_back({event, {}});
  return timed;
}

SearchOutcome Example() {
  SearchOutcome outcome;
  outcome.search.found = LibTorchLocation{
      LocationRule::kSystem, "/a b/\xff\n", {"libtorch.so"}, {"libtorch_hip.so"}, true};
  outcome.search.skipped = {{LocationRule::kActivePython, "python3", "has no torch package"}};
  return outcome;
}

TEST(SearchProcessTest, AnOutcomeComesBackAsItWas) {
  const auto back = DecodeSearch(Timed(EncodeSearch(Example())));
  ASSERT_TRUE(back && back->search.found);
  EXPECT_EQ(back->search.found->directory, "/a b/\xff\n");
  EXPECT_EQ(back->search.found->rule, LocationRule::kSystem);
  EXPECT_EQ(back->search.found->load, std::vector<std::string>{"libtorch.so"});
  EXPECT_EQ(back->search.found->gpu_libraries, std::vector<std::string>{"libtorch_hip.so"});
  EXPECT_TRUE(back->search.found->rocm);
  ASSERT_EQ(back->search.skipped.size(), 1U);
  EXPECT_EQ(back->search.skipped[0].why, "has no torch package");
  EXPECT_FALSE(back->caller);
}

TEST(SearchProcessTest, ACallersLibrariesComeBack) {
  SearchOutcome outcome = Example();
  outcome.caller.emplace();
  outcome.caller->location = *outcome.search.found;
  outcome.caller->gpu_library_mapped = true;
  outcome.caller->libraries["libc10"] = {7, 18446744073709551615U};
  const auto back = DecodeSearch(Timed(EncodeSearch(outcome)));
  ASSERT_TRUE(back && back->caller);
  EXPECT_TRUE(back->caller->gpu_library_mapped);
  EXPECT_EQ(back->caller->libraries, outcome.caller->libraries);
  EXPECT_EQ(back->caller->location.load, outcome.search.found->load);
}

TEST(SearchProcessTest, AnInterpreterComesBackAsItWas) {
  SearchOutcome outcome;
  outcome.interpreter = "/a b/\xff\n/python3";
  const auto back = DecodeSearch(Timed(EncodeSearch(outcome)));
  ASSERT_TRUE(back && back->interpreter);
  EXPECT_EQ(*back->interpreter, *outcome.interpreter);
  EXPECT_FALSE(back->search.found || back->caller || back->out_of_time);
  EXPECT_FALSE(DecodeSearch(Timed(EncodeSearch(Example())))->interpreter);
}

TEST(SearchProcessTest, WhatIsNotWholeIsNoOutcome) {
  std::vector<Event> events = EncodeSearch(Example());
  events.pop_back();
  EXPECT_FALSE(DecodeSearch(Timed(events))) << "without its end";
  EXPECT_FALSE(DecodeSearch({}));
  EXPECT_FALSE(DecodeSearch(Timed({{"surprise", {}}, {"done", {}}})));
  EXPECT_FALSE(DecodeSearch(Timed({{"load", {{"name", "x"}}}, {"done", {}}})));
  EXPECT_FALSE(DecodeSearch(Timed({{"found", {{"rule", "99"}}}, {"done", {}}})));
  EXPECT_FALSE(DecodeSearch(Timed({{"done", {}}, {"done", {}}})));
  EXPECT_FALSE(DecodeSearch(Timed({{"interpreter", {}}, {"done", {}}})));
  const Event interpreter{"interpreter", {{"path", "/p"}}};
  EXPECT_FALSE(DecodeSearch(Timed({interpreter, interpreter, {"done", {}}})));
  EXPECT_TRUE(DecodeSearch(Timed({{"done", {}}}))) << "nothing was found";
}

TEST(SearchProcessTest, TheProcessWritesWhatTheSearchFinds) {
  TemporaryFolder folder;
  folder.Write("torch/libtorch.so");
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  const std::string torch = (folder.Path() / "torch").string();
  EXPECT_EQ(RunSearchProcess({"--libtorch", torch, "--channel", std::to_string(pipe[1])}, {},
                             kNoVariables),
            0);
  std::array<char, 4096> bytes{};
  const ssize_t count = ::read(pipe[0], bytes.data(), bytes.size());
  ASSERT_GT(count, 0);
  ::close(pipe[0]);
  ::close(pipe[1]);
  std::vector<Event> events;
  EventReader reader(4096);
  ASSERT_TRUE(reader.Feed({bytes.data(), static_cast<std::size_t>(count)}, events));
  const auto outcome = DecodeSearch(Timed(events));
  ASSERT_TRUE(outcome && outcome->search.found);
  EXPECT_EQ(outcome->search.found->directory, torch);
  EXPECT_EQ(RunSearchProcess({"--libtorch", torch}, {}, kNoVariables), 64) << "no channel";
}

TEST(SearchProcessTest, ASearchThatHangsEndsAtItsLimit) {
  TemporaryFolder folder;
  Installation installation;
  installation.command = folder.WriteProgram("kernodeck", "#!/bin/sh\nexec sleep 60\n");
  HelperRunner helpers;
  const auto begin = std::chrono::steady_clock::now();
  const SearchOutcome outcome =
      SearchApart({}, installation, kNoVariables, helpers, std::chrono::milliseconds(300));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  ASSERT_TRUE(outcome.out_of_time);
  EXPECT_EQ(outcome.out_of_time->kind, ProcessEnd::Kind::kTimedOut);
  EXPECT_FALSE(outcome.search.found);
}

TEST(SearchProcessTest, AnInterpreterThatHangsIsNotAnswered) {
  TemporaryFolder folder;
  Installation installation;
  // Answers only where it was not handed the interpreter.
  installation.command = folder.WriteProgram(
      "kernodeck", "#!/bin/sh\n[ \"$2 $3\" = '--python /p' ] || exit 0\nexec sleep 60\n");
  DiagnosisRequest request;
  request.python = "/p";
  HelperRunner helpers;
  const SearchOutcome outcome =
      SearchApart(request, installation, kNoVariables, helpers, std::chrono::milliseconds(300));
  ASSERT_TRUE(outcome.out_of_time);
  EXPECT_EQ(outcome.out_of_time->kind, ProcessEnd::Kind::kTimedOut);
  EXPECT_FALSE(outcome.interpreter);
}

// Searched for here, what ended that process would end the command, or hold it without a limit.
TEST(SearchProcessTest, ASearchThatCrashesIsNotDoneHereAgain) {
  TemporaryFolder folder;
  folder.Write("torch/libtorch.so");
  DiagnosisRequest request;
  request.libtorch = folder.Path() / "torch";
  for (const char* script : {"#!/bin/sh\nkill -SEGV $$\n", "#!/bin/sh\necho rubbish\n"}) {
    Installation installation;
    installation.command = folder.WriteProgram("kernodeck", script);
    HelperRunner helpers;
    const SearchOutcome outcome =
        SearchApart(request, installation, kNoVariables, helpers, std::chrono::seconds(5));
    EXPECT_TRUE(outcome.out_of_time) << script;
    EXPECT_FALSE(outcome.search.found) << script;
  }
}

TEST(SearchProcessTest, SearchesHereWhereTheCommandCannotBeStartedAnew) {
  TemporaryFolder folder;
  folder.Write("torch/libtorch.so");
  Installation installation;
  installation.command = folder.Path() / "not there";
  DiagnosisRequest request;
  request.libtorch = folder.Path() / "torch";
  HelperRunner helpers;
  const SearchOutcome outcome =
      SearchApart(request, installation, kNoVariables, helpers, std::chrono::seconds(5));
  ASSERT_TRUE(outcome.search.found);
  EXPECT_EQ(outcome.search.found->rule, LocationRule::kGiven);
  EXPECT_FALSE(outcome.out_of_time);
}

}  // namespace
}  // namespace kernodeck
