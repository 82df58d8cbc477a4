#ifndef KERNODECK_PLUGIN_RUN_LINE_SPLITTER_H_
#define KERNODECK_PLUGIN_RUN_LINE_SPLITTER_H_

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace kernodeck {

// Cuts a stream of bytes into lines. Of a line without an end no more than a bounded part is kept:
// what is beyond is handed over as a line of its own.
class LineSplitter {
 public:
  static constexpr std::size_t kMaxLine = std::size_t{1} << 16U;
  static constexpr std::size_t kKeptTail = std::size_t{1} << 13U;
  using Taker = std::function<void(std::string_view line)>;

  // Calls `take` for each line that `bytes` completes, without its newline.
  void Feed(std::string_view bytes, const Taker& take);

  // The unfinished line, if any, once nothing comes any more.
  void Finish(const Taker& take);

 private:
  std::string partial_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_RUN_LINE_SPLITTER_H_
