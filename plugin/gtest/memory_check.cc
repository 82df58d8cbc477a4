#include "kernodeck/memory_check.h"

#include <utility>

#include "plugin/gtest/plugin.h"

namespace kernodeck {

void SetAllocatedMemory(std::function<Bytes(int device)> reader) {
  Plugin::Get().session().SetMemoryReader(std::move(reader));
}

}  // namespace kernodeck
