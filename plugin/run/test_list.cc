#include "plugin/run/test_list.h"

#include <nlohmann/json.hpp>

namespace kernodeck {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kIndent = "  ";

// What stands before a comment of GoogleTest: `Suite.  # TypeParam = int`.
std::pair<std::string_view, std::string_view> SplitComment(std::string_view line,
                                                           std::string_view mark) {
  const std::size_t at = line.find(mark);
  if (at == std::string_view::npos) return {line, {}};
  return {line.substr(0, at), line.substr(at + mark.size())};
}

bool HasSpace(std::string_view text) { return text.find_first_of(" \t") != std::string_view::npos; }

std::string TextOf(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? BytesOf(found->get<std::string>()) : "";
}

ListedTest TestOf(const std::string& suite, const Json& object) {
  ListedTest test;
  test.id = {suite, TextOf(object, "name")};
  test.file = TextOf(object, "file");
  if (const auto line = object.find("line"); line != object.end() && line->is_number_integer()) {
    test.line = line->get<int>();
  }
  for (const char* const key : {"value_param", "type_param"}) {
    if (std::string value = TextOf(object, key); !value.empty()) {
      test.properties.emplace_back(key, std::move(value));
    }
  }
  return test;
}

const Json* ArrayIn(const Json& object, const char* key) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  return found != object.end() && found->is_array() ? &*found : nullptr;
}

bool BeginsWithDisabled(std::string_view name) {
  constexpr std::string_view kDisabled = "DISABLED_";
  return name.substr(0, kDisabled.size()) == kDisabled ||
         name.find("/DISABLED_") != std::string_view::npos;
}

}  // namespace

std::vector<ListedTest> ParseTestList(std::string_view text) {
  std::vector<ListedTest> tests;
  std::string suite;
  std::string type;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.substr(0, kIndent.size()) != kIndent) {
      const auto [name, type_param] = SplitComment(line, "  # TypeParam = ");
      const bool is_suite = name.size() > 1 && name.back() == '.' && !HasSpace(name);
      suite = is_suite ? name.substr(0, name.size() - 1) : "";
      type = is_suite ? type_param : "";
      continue;
    }
    const auto [name, value] = SplitComment(line.substr(kIndent.size()), "  # GetParam() = ");
    if (suite.empty() || name.empty() || HasSpace(name)) continue;
    ListedTest test;
    test.id = {suite, std::string(name)};
    if (!value.empty()) test.properties.emplace_back("value_param", value);
    if (!type.empty()) test.properties.emplace_back("type_param", type);
    tests.push_back(std::move(test));
  }
  return tests;
}

std::optional<std::vector<ListedTest>> ParseTestListJson(std::string_view json) {
  const Json document = Json::parse(json, nullptr, false);
  const Json* const suites = ArrayIn(document, "testsuites");
  if (suites == nullptr) return std::nullopt;
  std::vector<ListedTest> tests;
  for (const Json& suite : *suites) {
    const Json* const of_suite = ArrayIn(suite, "testsuite");
    if (of_suite == nullptr) return std::nullopt;
    const std::string name = TextOf(suite, "name");
    for (const Json& test : *of_suite) {
      if (!test.is_object()) return std::nullopt;
      tests.push_back(TestOf(name, test));
    }
  }
  return tests;
}

std::string BytesOf(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) {
      bytes.push_back(text[i]);
    } else if ((byte == 0xC2 || byte == 0xC3) && i + 1 < text.size()) {
      const auto next = static_cast<unsigned char>(text[++i]);
      bytes.push_back(static_cast<char>(((byte & 0x03U) << 6U) | (next & 0x3FU)));
    } else {
      return text;  // a character beyond: this version of GoogleTest writes UTF-8
    }
  }
  return bytes;
}

bool IsDisabled(const TestId& test) {
  return BeginsWithDisabled(test.suite) || BeginsWithDisabled(test.name);
}

std::string ReportedFile(const std::string& file, const std::filesystem::path& folder) {
  const std::filesystem::path path(file);
  if (!path.is_absolute()) return file;
  const std::filesystem::path relative = path.lexically_relative(folder);
  if (relative.empty() || *relative.begin() == "..") return path.filename().string();
  return relative.string();
}

}  // namespace kernodeck
