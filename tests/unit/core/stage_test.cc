// Covers the layers of the specification: their names, and the order in which they are tried.
#include "kernodeck/stage.h"

#include <gtest/gtest.h>

#include <string>

namespace kernodeck {
namespace {

TEST(StageTest, TheLayersAreTriedInTheDocumentedOrder) {
  std::string order;
  for (const Stage stage : kDiagnosisStages) order.append(Name(stage)).append(" ");
  EXPECT_EQ(order, "import backend device allocation product gradient synchronize report ");
}

TEST(StageTest, EachIsFoundByItsName) {
  for (int i = 0; i <= static_cast<int>(Stage::kComplete); ++i) {
    const Stage stage = static_cast<Stage>(i);
    EXPECT_FALSE(Name(stage).empty());
    EXPECT_EQ(FindStage(Name(stage)), stage) << Name(stage);
  }
  EXPECT_EQ(Name(Stage::kApplication), "application");
  EXPECT_EQ(Name(Stage::kComplete), "complete");
}

TEST(StageTest, NothingElseIsAStage) {
  for (const char* name : {"", "Import", "driver", "import "}) {
    EXPECT_EQ(FindStage(name), std::nullopt) << name;
  }
}

}  // namespace
}  // namespace kernodeck
