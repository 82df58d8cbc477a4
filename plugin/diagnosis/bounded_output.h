#ifndef KERNODECK_PLUGIN_DIAGNOSIS_BOUNDED_OUTPUT_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_BOUNDED_OUTPUT_H_

#include <cstddef>
#include <string>
#include <string_view>

namespace kernodeck {

// Keeps the beginning and the end of a stream of any length: what a program says first and what it
// says last are both worth reading, and the middle of a flood is not.
class BoundedOutput {
 public:
  explicit BoundedOutput(std::size_t max_bytes);

  void Append(std::string_view bytes);

  // What was kept, with a line that says how much was left out where something was. At most
  // `max_bytes` and that line.
  [[nodiscard]] std::string Text() const;

 private:
  std::size_t head_bytes_;
  std::size_t tail_bytes_;
  std::size_t total_bytes_ = 0;
  std::string head_;
  std::string tail_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_BOUNDED_OUTPUT_H_
