#include "plugin/cli/terminal.h"

#include <langinfo.h>
#include <poll.h>

#include <clocale>

#include "plugin/core/nearest.h"

namespace kernodeck {

bool UseColor(bool is_terminal, const Environment& environment) {
  if (!is_terminal || !environment("NO_COLOR").value_or("").empty()) return false;
  const std::string terminal = environment("TERM").value_or("");
  return !terminal.empty() && terminal != "dumb";
}

std::string LocaleCharset() {
  const locale_t wanted = newlocale(LC_CTYPE_MASK, "", nullptr);
  if (wanted == nullptr) return "ANSI_X3.4-1968";
  std::string charset = nl_langinfo_l(CODESET, wanted);
  freelocale(wanted);
  return charset;
}

bool IsUtf8(std::string_view charset) {
  const std::string name = Lower(charset);
  return name == "utf-8" || name == "utf8";
}

bool TakesOutputNow(int fd) {
  struct pollfd state = {fd, POLLOUT, 0};
  return ::poll(&state, 1, 0) == 1 && (state.revents & POLLOUT) != 0;
}

}  // namespace kernodeck
