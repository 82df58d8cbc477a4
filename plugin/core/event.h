#ifndef KERNODECK_PLUGIN_CORE_EVENT_H_
#define KERNODECK_PLUGIN_CORE_EVENT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kernodeck {

// The channel between worker and supervisor carries one event a line: a name, then `key=value`
// fields, separated by tabs and ended by a newline. In a value `%`, tab, newline and every other
// control byte stand as %XX. Lines are bounded, so a reader never holds more than one line beside
// what it has accepted.
inline constexpr std::size_t kMaxEventBytes = std::size_t{16} * 1024;
inline constexpr std::size_t kMaxEventFields = 32;

struct Event {
  std::string name;
  std::vector<std::pair<std::string, std::string>> fields;

  // The value of `key`, or nothing.
  [[nodiscard]] std::optional<std::string_view> Find(std::string_view key) const;
  friend bool operator==(const Event& a, const Event& b) {
    return a.name == b.name && a.fields == b.fields;
  }
};

// The line of `event`, newline included. Values that would make the line too long are cut.
[[nodiscard]] std::string EncodeEvent(const Event& event);

// The event of a line without its newline; nothing where the line is malformed (bad name, bad key,
// a repeated key, a control byte, a bad escape, too long).
[[nodiscard]] std::optional<Event> DecodeEvent(std::string_view line);

// Splits a stream of bytes into events. Not thread-safe.
class EventReader {
 public:
  explicit EventReader(std::size_t max_total_bytes) : max_total_bytes_(max_total_bytes) {}

  // Takes `bytes` and appends the complete events to `events`. Returns false once the stream is not
  // to be trusted: a malformed or endless line, or more bytes than allowed. What was accepted
  // before stays accepted.
  [[nodiscard]] bool Feed(std::string_view bytes, std::vector<Event>& events);

  // Whether bytes of an unfinished line are left over.
  [[nodiscard]] bool HasPartialLine() const { return !partial_.empty(); }

 private:
  std::size_t max_total_bytes_;
  std::size_t total_bytes_ = 0;
  std::string partial_;
  bool failed_ = false;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CORE_EVENT_H_
