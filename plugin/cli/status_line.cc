#include "plugin/cli/status_line.h"

namespace kernodeck {

// Spaces and carriage returns, which every terminal knows.
void StatusLine::Show(const std::string& text) {
  if (!write_ || (text.empty() && columns_ == 0)) return;
  std::string line = "\r" + text;
  if (text.size() < columns_) line.append(columns_ - text.size(), ' ').append("\r" + text);
  columns_ = text.size();
  write_(line);
}

}  // namespace kernodeck
