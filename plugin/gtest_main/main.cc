#include <gtest/gtest.h>

#include "kernodeck/run_all_tests.h"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  return kernodeck::RunAllTests(argc, argv);
}
