// Bad arguments end in a clear sentence: unknown, repeated, and valueless options.
#include "plugin/cli/option_parser.h"

#include <gtest/gtest.h>

namespace kernodeck {
namespace {

CommandSpec Spec() {
  CommandSpec spec;
  spec.name = "tool";
  spec.summary = "Does things.";
  spec.options = {{"--size", "N", "A size.\nOf something."},
                  {"--quick", "", "Quickly."},
                  {"--tag", "TEXT", "A tag.", true}};
  spec.footer = "Last line.\n";
  return spec;
}

ParsedArguments Parse(const std::vector<std::string>& arguments) {
  return std::get<ParsedArguments>(ParseArguments(Spec(), arguments));
}

std::string Refusal(const std::vector<std::string>& arguments) {
  const auto parsed = ParseArguments(Spec(), arguments);
  const auto* error = std::get_if<UsageError>(&parsed);
  return error == nullptr ? "taken" : error->message;
}

TEST(ParseArguments, TakesValuesInBothSpellings) {
  EXPECT_EQ(Parse({"--size", "3"}).Value("--size"), "3");
  EXPECT_EQ(Parse({"--size=3"}).Value("--size"), "3");
  EXPECT_EQ(Parse({"--size", "-1"}).Value("--size"), "-1");
  EXPECT_EQ(Parse({"--size", "a=b"}).Value("--size"), "a=b");
  EXPECT_EQ(Parse({"--size", ""}).Value("--size"), "");
  EXPECT_EQ(Parse({"--size", "[1,2]"}).Value("--size"), "[1,2]");
  EXPECT_EQ(Parse({"--size", "\xff\xfe"}).Value("--size"), "\xff\xfe");
}

TEST(ParseArguments, TellsWhatWasGivenFromWhatWasNot) {
  const ParsedArguments parsed = Parse({"--quick"});
  EXPECT_TRUE(parsed.Has("--quick"));
  EXPECT_FALSE(parsed.Has("--size"));
  EXPECT_EQ(parsed.Value("--size"), std::nullopt);
  EXPECT_TRUE(parsed.Values("--tag").empty());
}

TEST(ParseArguments, KeepsTheOrderOfARepeatableOption) {
  EXPECT_EQ(Parse({"--tag", "b", "--quick", "--tag", "a", "--tag", "b"}).Values("--tag"),
            (std::vector<std::string>{"b", "a", "b"}));
}

TEST(ParseArguments, RefusesARepeatedOption) {
  EXPECT_EQ(Refusal({"--size", "1", "--size", "1"}),
            "--size was given 2 times; it may be given once.");
  EXPECT_EQ(Refusal({"--quick", "--quick"}), "--quick was given 2 times; it may be given once.");
}

TEST(ParseArguments, RefusesAnUnknownOptionAndNamesANearOne) {
  EXPECT_EQ(Refusal({"--sise", "1"}), "there is no option \"--sise\". Did you mean --size?");
  EXPECT_EQ(Refusal({"--sise=1"}), "there is no option \"--sise\". Did you mean --size?");
  EXPECT_EQ(Refusal({"-x"}), "there is no option \"-x\".");
  EXPECT_EQ(Refusal({"--\xff"}), "there is no option \"--\\xff\".");
}

TEST(ParseArguments, RefusesExtraArguments) {
  EXPECT_EQ(Refusal({"one"}), "the argument \"one\" is one too many.");
  EXPECT_EQ(Refusal({""}), "the argument \"\" is one too many.");
  EXPECT_EQ(Refusal({"--", "--size"}), "there is no option \"--size\". Did you mean --size?");
}

TEST(ParseArguments, RefusesAMissingValue) {
  EXPECT_EQ(Refusal({"--size"}), "--size needs a value (N), and none was given.");
  EXPECT_EQ(Refusal({"--size="}), "--size needs a value (N), and none was given.");
  EXPECT_EQ(Refusal({"--size=", "3"}), "--size needs a value (N), and none was given.");
  EXPECT_EQ(Refusal({"--size", "--quick"}),
            "--size needs a value (N), and \"--quick\" follows it.");
  EXPECT_EQ(Refusal({"--size", "--tag", "x"}),
            "--size needs a value (N), and \"--tag\" follows it.");
}

TEST(ParseArguments, RefusesAValueForAFlag) {
  EXPECT_EQ(Refusal({"--quick=no"}), "--quick takes no value, and \"no\" was given.");
  EXPECT_EQ(Refusal({"--quick="}), "--quick takes no value, and \"\" was given.");
}

TEST(ParseArguments, HelpWinsOverUnknownArguments) {
  EXPECT_TRUE(Parse({"--help"}).Has("--help"));
  EXPECT_TRUE(Parse({"-h"}).Has("--help"));
  EXPECT_TRUE(Parse({"--nonsense", "x", "--help"}).Has("--help"));
}

TEST(ParseArguments, TakesOnePositionalWhereThereIsOne) {
  CommandSpec spec = Spec();
  spec.positional = "NAME";
  EXPECT_EQ(std::get<ParsedArguments>(ParseArguments(spec, {"x"})).positional, "x");
  EXPECT_EQ(std::get<ParsedArguments>(ParseArguments(spec, {})).positional, std::nullopt);
  EXPECT_EQ(std::get<ParsedArguments>(ParseArguments(spec, {"--", "-x"})).positional, "-x");
  EXPECT_TRUE(std::holds_alternative<UsageError>(ParseArguments(spec, {"x", "y"})));
}

TEST(HelpText, ShowsEveryOptionAndTheFooter) {
  const std::string help = HelpText(Spec());
  for (const char* text : {"Does things.", "Usage: tool", "--size N", "Of something.", "--quick",
                           "--tag TEXT", "-h,--help", "Last line.\n"}) {
    EXPECT_NE(help.find(text), std::string::npos) << text << "\n" << help;
  }
  EXPECT_EQ(help.find("\n\n\n"), std::string::npos);
}

}  // namespace
}  // namespace kernodeck
