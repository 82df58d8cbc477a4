#ifndef KERNODECK_PLUGIN_RUN_ERROR_TEXT_H_
#define KERNODECK_PLUGIN_RUN_ERROR_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>

#include "plugin/diagnosis/bounded_output.h"
#include "plugin/run/line_splitter.h"

namespace kernodeck {

// What a process of tests wrote to its standard error, for the text of a test. It comes by another
// way than the marks, so it is not known on which side of a mark the last of it was written: that
// is kept for both.
class ErrorText {
 public:
  void Take(std::string_view bytes);
  // Marks or messages came, behind what was taken.
  void MarksCame() { marks_came_ = true; }
  // One of them ended a test.
  void TestEnded();
  // Nothing comes any more.
  void Finish();

  // Since a test ended last.
  [[nodiscard]] std::string Text() const { return said_.Text(); }
  // The same for who died: with what may have been written before the last mark was read.
  [[nodiscard]] std::string LastWords() const { return unsure_ + said_.Text(); }

 private:
  static constexpr std::size_t kMaxSaid = std::size_t{1} << 18U;
  static constexpr std::size_t kMaxFresh = std::size_t{1} << 16U;

  void TakeLine(std::string_view line);

  LineSplitter lines_;
  BoundedOutput said_{kMaxSaid};
  std::string fresh_;   // since marks came last
  std::string unsure_;  // of that, when a test ended
  bool marks_came_ = false;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_ERROR_TEXT_H_
