#ifndef KERNODECK_PLUGIN_REPORT_XML_TEXT_H_
#define KERNODECK_PLUGIN_REPORT_XML_TEXT_H_

#include <string>
#include <string_view>

namespace kernodeck {

// Appends foreign `text` to `xml`, as the content of an element or of an attribute in double
// quotes. What is appended is ASCII, holds none of `<`, `>`, `"` and no `&` but of references, and
// is legal XML 1.0 whatever the bytes were: other characters stand as references, and what XML does
// not allow or nobody should see (bad UTF-8, control characters, noncharacters) as U+FFFD. Tabs and
// line ends survive in both places. Thread-safe.
void AppendXmlText(std::string_view text, std::string& xml);

// ` name="text"`, with its leading space.
void AppendXmlAttribute(std::string_view name, std::string_view text, std::string& xml);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_REPORT_XML_TEXT_H_
