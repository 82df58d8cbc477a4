#ifndef KERNODECK_PLUGIN_CLI_CONSOLE_H_
#define KERNODECK_PLUGIN_CLI_CONSOLE_H_

#include <functional>
#include <string_view>

#include "plugin/diagnosis/diagnose.h"
#include "plugin/report/text_report.h"

namespace kernodeck {

// What a command sees of the world beside its arguments; tests pass their own.
struct Console {
  std::function<bool(std::string_view)> out;  // standard output; false where it was not written
  std::function<void(std::string_view)> err;  // standard error
  Environment environment;
  TextOptions out_style;   // what standard output can show
  bool out_usable = true;  // it was open when the command started
  // Shows progress on standard error, where that is a terminal; drops what it cannot take at once.
  std::function<void(std::string_view)> progress;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_CONSOLE_H_
