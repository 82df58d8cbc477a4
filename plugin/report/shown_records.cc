#include "plugin/report/shown_records.h"

namespace kernodeck {

void ShownRecords::Take(std::string_view piece) {
  while (!piece.empty()) {
    // Two bytes make a mark; the first may have come with the piece before.
    const std::string_view mark = hidden_ ? "?>" : "<?";
    std::size_t at = 0;
    std::size_t length = mark.size();
    if (before_ == mark.front() && piece.front() == mark.back()) {
      length = 1;
    } else {
      if (before_ == '<' && !hidden_) show_("<");
      at = piece.find(mark);
    }
    before_ = '\0';
    std::string_view content = piece.substr(0, at);
    if (at == std::string_view::npos && content.back() == mark.front()) {
      before_ = mark.front();
      content.remove_suffix(1);
    }
    if (!hidden_ && !content.empty()) {
      show_(content);
      any_ = true;
    }
    if (at == std::string_view::npos) return;
    if (!hidden_ && any_) show_("\n");
    any_ = false;
    hidden_ = !hidden_;
    piece.remove_prefix(at + length);
  }
}

}  // namespace kernodeck
