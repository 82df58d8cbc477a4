#include "tests/fuzz/event_properties.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "plugin/core/event.h"

namespace kernodeck {
namespace {

struct Reading {
  std::vector<Event> events;
  bool valid = true;
};

// The reader's contract in its plainest form: all bytes at hand, one line after the other.
Reading ReadPlainly(std::string_view stream, std::size_t max_total_bytes) {
  Reading reading;
  std::size_t taken = 0;
  while (taken < stream.size()) {
    const std::size_t newline = stream.find('\n', taken);
    const bool complete = newline != std::string_view::npos;
    const std::string_view line = stream.substr(taken, complete ? newline - taken : newline);
    taken = complete ? newline + 1 : stream.size();
    if (taken > max_total_bytes || line.size() >= kMaxEventBytes) {
      reading.valid = false;
    } else if (complete) {
      std::optional<Event> event = DecodeEvent(line);
      reading.valid = event.has_value();
      if (event) reading.events.push_back(*std::move(event));
    }
    if (!reading.valid) break;
  }
  return reading;
}

}  // namespace

std::string WrongWithLine(std::string_view line) {
  const std::optional<Event> event = DecodeEvent(line);
  if (!event) return {};
  if (event->name.empty() || event->fields.size() > kMaxEventFields) return "out of bounds";
  const std::string again = EncodeEvent(*event);
  // An encoder escapes more than a decoder asks for, so a line at the limit may be cut.
  if (again.size() >= kMaxEventBytes) return {};
  if (again.back() != '\n') return "no newline";
  const std::optional<Event> decoded = DecodeEvent(again.substr(0, again.size() - 1));
  if (!decoded) return "encoded again, it does not decode";
  return *decoded == *event ? "" : "encoded again, it is another event";
}

std::string WrongWithStream(std::string_view stream, std::size_t piece,
                            std::size_t max_total_bytes) {
  const Reading expected = ReadPlainly(stream, max_total_bytes);
  EventReader reader(max_total_bytes);
  std::vector<Event> events;
  bool valid = true;
  if (piece == 0) piece = std::max<std::size_t>(stream.size(), 1);
  // Fed to the end, also after it failed: nothing more may be accepted then.
  for (std::size_t at = 0; at < stream.size(); at += piece) {
    valid = reader.Feed(stream.substr(at, piece), events) && valid;
  }
  if (valid != expected.valid) return valid ? "a bad line passed" : "a good line was refused";
  if (events != expected.events) return "other events than the good lines before the first bad one";
  return {};
}

}  // namespace kernodeck
