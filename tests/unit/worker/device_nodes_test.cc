// Covers fault 13: a device node that is there, and whose opening is refused.
#include "plugin/worker/device_nodes.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <string>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

// Refuses one node with `error` and finds the others open.
DeviceNodes FakeNodes(const TemporaryFolder& folder, const std::string& refused, int error) {
  DeviceNodes nodes;
  nodes.root = folder.path();
  nodes.try_open = [refused, error](const std::filesystem::path& node) {
    return node.filename() == refused ? error : 0;
  };
  return nodes;
}

TEST(DeviceNodesTest, TellModeAndCgroupApart) {
  const TemporaryFolder folder;
  folder.Write("nvidiactl", "");
  folder.Write("nvidia0", "");
  folder.Write("nvidia-modeset", "");
  EXPECT_EQ(RefusedNvidiaNode(FakeNodes(folder, "nvidiactl", EACCES)), "EACCES");
  EXPECT_EQ(RefusedNvidiaNode(FakeNodes(folder, "nvidia0", EPERM)), "EPERM");
  EXPECT_EQ(RefusedNvidiaNode(FakeNodes(folder, "nvidia0", EIO)), "");
  EXPECT_EQ(RefusedNvidiaNode(FakeNodes(folder, "nvidia1", EPERM)), "") << "no such card here";
  EXPECT_EQ(RefusedNvidiaNode(FakeNodes(folder, "nvidia-modeset", EPERM)), "") << "not a card's";
  EXPECT_EQ(RefusedKfdNode(FakeNodes(folder, "kfd", EACCES)), "EACCES");
}

// A scheduler refuses the cards of other jobs; one that can be opened is enough.
TEST(DeviceNodesTest, OneCardThatOpensIsEnough) {
  const TemporaryFolder folder;
  for (const char* name : {"nvidiactl", "nvidia0", "nvidia1"}) folder.Write(name, "");
  EXPECT_EQ(RefusedNvidiaNode(FakeNodes(folder, "nvidia1", EACCES)), "");
  EXPECT_EQ(RefusedNvidiaNode(FakeNodes(folder, "nvidiactl", EACCES)), "EACCES");
  DeviceNodes all_cards;
  all_cards.root = folder.path();
  all_cards.try_open = [](const std::filesystem::path& node) {
    if (node.filename() == "nvidiactl") return 0;
    return node.filename() == "nvidia0" ? EACCES : EPERM;
  };
  EXPECT_EQ(RefusedNvidiaNode(all_cards), "EPERM");
}

TEST(DeviceNodesTest, OpenRealFiles) {
  const TemporaryFolder folder;
  std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
  DeviceNodes nodes;
  nodes.root = folder.path();
  EXPECT_EQ(RefusedNvidiaNode(nodes), "") << "none is there";
  const auto node = folder.Write("nvidia0", "");
  EXPECT_EQ(RefusedNvidiaNode(nodes), "");
  std::filesystem::permissions(node, std::filesystem::perms::none);
  const auto check = [](const std::filesystem::path& root) {
    DeviceNodes refused;
    refused.root = root;
    EXPECT_EQ(RefusedNvidiaNode(refused), "EACCES");
  };
  EXPECT_TRUE(RunUnprivileged(check, folder.path()));
}

}  // namespace
}  // namespace kernodeck
