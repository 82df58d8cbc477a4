#ifndef KERNODECK_PLUGIN_REPORT_UTC_TIME_H_
#define KERNODECK_PLUGIN_REPORT_UTC_TIME_H_

#include <chrono>
#include <string>

namespace kernodeck {

// `2026-01-02T03:04:05Z`. Thread-safe.
[[nodiscard]] std::string UtcTime(std::chrono::system_clock::time_point at);

// The same with milliseconds: `2026-01-02T03:04:05.678Z`. Thread-safe.
[[nodiscard]] std::string UtcTimeInMilliseconds(std::chrono::system_clock::time_point at);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_UTC_TIME_H_
