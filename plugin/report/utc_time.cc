#include "plugin/report/utc_time.h"

#include <cstdio>
#include <string_view>

namespace kernodeck {
namespace {

using std::chrono::floor;

std::string Text(std::chrono::system_clock::time_point at, bool milliseconds) {
  const auto day = floor<std::chrono::days>(at);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss time{floor<std::chrono::milliseconds>(at - day)};
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
                static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                static_cast<unsigned>(date.day()), static_cast<int>(time.hours().count()),
                static_cast<int>(time.minutes().count()), static_cast<int>(time.seconds().count()),
                static_cast<int>(time.subseconds().count()));
  const std::string_view whole = text;
  if (milliseconds) return std::string(whole);
  return std::string(whole.substr(0, whole.size() - 5)).append("Z");
}

}  // namespace

std::string UtcTime(std::chrono::system_clock::time_point at) { return Text(at, false); }

std::string UtcTimeInMilliseconds(std::chrono::system_clock::time_point at) {
  return Text(at, true);
}

}  // namespace kernodeck
