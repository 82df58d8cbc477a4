#ifndef KERNODECK_PLUGIN_REPORT_SHOWN_RECORDS_H_
#define KERNODECK_PLUGIN_REPORT_SHOWN_RECORDS_H_

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace kernodeck {

// What stands before a hidden record; its last byte, made a `>`, shows the record.
inline constexpr std::string_view kHiddenOpener = "<?k ? ";

// Hands on what an incremental JUnit file shows, without the processing instructions that hide the
// rest; each record on a line of its own. Takes the file in pieces that may be cut anywhere. Not
// thread-safe.
class ShownRecords {
 public:
  explicit ShownRecords(std::function<void(std::string_view)> show) : show_(std::move(show)) {}

  void Take(std::string_view piece);

 private:
  std::function<void(std::string_view)> show_;
  bool hidden_ = false;
  bool any_ = false;    // whether something of the current record was shown
  char before_ = '\0';  // the `<` or `?` that ended the last piece, which may begin a mark
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_SHOWN_RECORDS_H_
