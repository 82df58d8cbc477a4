#include "plugin/gtest/record.h"

namespace kernodeck {

void Record(testing::TestPartResult::Type type, const char* file, int line,
            const std::string& text) {
  testing::internal::AssertHelper(type, file, line, text.c_str()) = testing::Message();
}

}  // namespace kernodeck
