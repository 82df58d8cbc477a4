#ifndef KERNODECK_PLUGIN_GTEST_RECORD_H_
#define KERNODECK_PLUGIN_GTEST_RECORD_H_

#include <gtest/gtest.h>

#include <string>

namespace kernodeck {

// Records a failure or a skip as if it stood at that line.
void Record(testing::TestPartResult::Type type, const char* file, int line,
            const std::string& text);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_RECORD_H_
