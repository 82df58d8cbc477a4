// What is common to all commands: usage errors end with 2 and go to standard error alone, help goes
// to standard output.
#include "plugin/cli/command.h"

#include <gtest/gtest.h>

#include "tests/unit/cli/fake_console.h"

namespace kernodeck {
namespace {

CommandSpec Spec() {
  CommandSpec spec;
  spec.name = "tool";
  spec.summary = "Does things.";
  spec.options = {{"--size", "N", "A size."}};
  return spec;
}

TEST(BeginCommand, GivesTheArguments) {
  FakeConsole console;
  const auto begun = BeginCommand(console.Make(), Spec(), {"--size", "3"});
  EXPECT_EQ(std::get<ParsedArguments>(begun).Value("--size"), "3");
  EXPECT_EQ(console.out + console.err, "");
}

TEST(BeginCommand, RefusesOnStandardErrorWithStatus2) {
  FakeConsole console;
  const auto begun = BeginCommand(console.Make(), Spec(), {"--sise"});
  EXPECT_EQ(std::get<int>(begun), 2);
  EXPECT_EQ(console.out, "");
  EXPECT_EQ(console.err,
            "tool: there is no option \"--sise\". Did you mean --size?\n"
            "Nothing was run. Type `tool --help` for the arguments and their ranges.\n");
}

TEST(BeginCommand, ShowsTheHelp) {
  FakeConsole console;
  EXPECT_EQ(std::get<int>(BeginCommand(console.Make(), Spec(), {"--help"})), 0);
  EXPECT_EQ(console.out, HelpText(Spec()));
  EXPECT_EQ(console.err, "");
}

TEST(ShowText, SaysWhenStandardOutputFails) {
  FakeConsole console;
  console.out_works = false;
  EXPECT_EQ(ShowText(console.Make(), "tool", "text"), 12);
  EXPECT_EQ(console.err, "tool: standard output could not be written.\n");
}

TEST(ShowText, WritesNothingToAStandardOutputThatWasClosed) {
  FakeConsole fake;
  Console console = fake.Make();
  console.out_usable = false;
  EXPECT_EQ(ShowText(console, "tool", "text"), 12);
  EXPECT_EQ(fake.out, "");
}

}  // namespace
}  // namespace kernodeck
