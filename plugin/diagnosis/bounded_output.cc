#include "plugin/diagnosis/bounded_output.h"

#include <algorithm>

namespace kernodeck {

BoundedOutput::BoundedOutput(std::size_t max_bytes)
    : head_bytes_(max_bytes / 2), tail_bytes_(max_bytes - max_bytes / 2) {}

void BoundedOutput::Append(std::string_view bytes) {
  total_bytes_ += bytes.size();
  const std::size_t for_head = std::min(head_bytes_ - head_.size(), bytes.size());
  head_.append(bytes.substr(0, for_head));
  bytes.remove_prefix(for_head);
  tail_.append(bytes);
  // Cut seldom, so that a flood costs one move for many reads.
  if (tail_.size() > 2 * tail_bytes_) tail_.erase(0, tail_.size() - tail_bytes_);
}

std::string BoundedOutput::Text() const {
  std::string_view end = tail_;
  end.remove_prefix(end.size() - std::min(end.size(), tail_bytes_));
  const std::size_t left_out = total_bytes_ - head_.size() - end.size();
  std::string text = head_;
  if (left_out > 0) text += "\n[... " + std::to_string(left_out) + " bytes left out ...]\n";
  return text.append(end);
}

}  // namespace kernodeck
