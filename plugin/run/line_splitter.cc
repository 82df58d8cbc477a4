#include "plugin/run/line_splitter.h"

namespace kernodeck {

void LineSplitter::Feed(std::string_view bytes, const Taker& take) {
  for (std::size_t end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
    const std::string_view line = bytes.substr(0, end);
    if (partial_.empty()) {
      take(line);
    } else {
      partial_.append(line);
      take(partial_);
      partial_.clear();
    }
    bytes.remove_prefix(end + 1);
  }
  partial_.append(bytes);
  if (partial_.size() <= kMaxLine) return;
  // The end stays: a marker of GoogleTest may follow on this line.
  take({partial_.data(), partial_.size() - kKeptTail});
  partial_.erase(0, partial_.size() - kKeptTail);
}

void LineSplitter::Finish(const Taker& take) {
  if (partial_.empty()) return;
  take(partial_);
  partial_.clear();
}

}  // namespace kernodeck
