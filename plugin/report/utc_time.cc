#include "plugin/report/utc_time.h"

#include <cstddef>

namespace kernodeck {
namespace {

using std::chrono::floor;

// Two digits at `place`. By hand, for a time stands in the record of every test.
void Put(std::string& text, std::size_t place, unsigned number) {
  text[place] = static_cast<char>('0' + number / 10 % 10);
  text[place + 1] = static_cast<char>('0' + number % 10);
}

std::string Text(std::chrono::system_clock::time_point at, std::size_t length) {
  const auto day = floor<std::chrono::days>(at);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss time{floor<std::chrono::milliseconds>(at - day)};
  const auto year = static_cast<unsigned>(static_cast<int>(date.year()));
  const auto milliseconds = static_cast<unsigned>(time.subseconds().count());
  std::string text = "0000-00-00T00:00:00.000";
  Put(text, 0, year / 100);
  Put(text, 2, year);
  Put(text, 5, static_cast<unsigned>(date.month()));
  Put(text, 8, static_cast<unsigned>(date.day()));
  Put(text, 11, static_cast<unsigned>(time.hours().count()));
  Put(text, 14, static_cast<unsigned>(time.minutes().count()));
  Put(text, 17, static_cast<unsigned>(time.seconds().count()));
  Put(text, 20, milliseconds / 10);
  Put(text, 21, milliseconds);
  text.resize(length);
  text.push_back('Z');
  return text;
}

}  // namespace

std::string UtcTime(std::chrono::system_clock::time_point at) { return Text(at, 19); }

std::string UtcTimeInMilliseconds(std::chrono::system_clock::time_point at) { return Text(at, 23); }

}  // namespace kernodeck
