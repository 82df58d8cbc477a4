#ifndef KERNODECK_PLUGIN_REPORT_TABLES_MARKDOWN_H_
#define KERNODECK_PLUGIN_REPORT_TABLES_MARKDOWN_H_

#include <string>

namespace kernodeck {

// The whole text of docs/codes.md and of docs/causes.md, from the tables of codes and causes. The
// target kernodeck_docs writes both files; a test compares them. Thread-safe.
[[nodiscard]] std::string CodesMarkdown();
[[nodiscard]] std::string CausesMarkdown();

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_TABLES_MARKDOWN_H_
