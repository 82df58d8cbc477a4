// D17: where the loader would find the driver library, without loading it.
#include "plugin/cli/shared_library.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "tests/unit/cli/fake_console.h"
#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

std::string Bytes(std::uint32_t number) {
  std::string bytes(sizeof number, '\0');
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

// A loader's cache of these libraries, as ldconfig writes it.
std::string FakeCache(const std::vector<std::pair<std::string, std::string>>& libraries) {
  std::string entries;
  std::string texts;
  const std::size_t texts_begin = 48 + 24 * libraries.size();
  const auto add = [&](const std::string& text) {
    const std::size_t offset = texts_begin + texts.size();
    texts += text + '\0';
    return Bytes(static_cast<std::uint32_t>(offset));
  };
  for (const auto& [name, path] : libraries) {
    const std::string key = add(name);
    const std::string value = add(path);
    entries += Bytes(0x303) + key + value + std::string(12, '\0');
  }
  const auto count = static_cast<std::uint32_t>(libraries.size());
  return "glibc-ld.so.cache1.1" + Bytes(count) + Bytes(static_cast<std::uint32_t>(texts.size())) +
         std::string(20, '\0') + entries + texts;
}

TEST(CachedPaths, GivesThePathsOfAName) {
  const std::string cache =
      FakeCache({{"liba.so.1", "/a/liba.so.1"}, {"libb.so", "/b"}, {"liba.so.1", "/c"}});
  EXPECT_EQ(CachedPaths(cache, "liba.so.1"), (std::vector<std::string>{"/a/liba.so.1", "/c"}));
  EXPECT_EQ(CachedPaths("ld.so-1.7.0" + std::string(37, '\0') + cache, "libb.so"),
            std::vector<std::string>{"/b"});
  EXPECT_TRUE(CachedPaths(cache, "liba.so").empty());
}

TEST(CachedPaths, NeverReadsBeyondTheEnd) {
  const std::string cache = FakeCache({{"liba.so.1", "/a/liba.so.1"}, {"libb.so", "/b"}});
  for (std::size_t size = 0; size < cache.size(); ++size) {
    (void)CachedPaths(std::string_view(cache).substr(0, size), "libb.so");
  }
  std::string lying = cache;
  lying.replace(20, 4, "\xff\xff\xff\xff");
  lying.replace(52, 4, "\xff\xff\xff\xff");
  EXPECT_EQ(CachedPaths(lying, "libb.so"), std::vector<std::string>{"/b"});
  EXPECT_TRUE(CachedPaths("no cache", "libb.so").empty());
}

TEST(CachedPaths, ReadsThisMachinesCache) {
  const std::string cache = ReadFile("/etc/ld.so.cache");
  if (cache.empty()) GTEST_SKIP() << "no loader cache on this machine";
  EXPECT_FALSE(CachedPaths(cache, "libc.so.6").empty());
}

class FindSharedLibraryTest : public testing::Test {
 protected:
  FindSharedLibraryTest() {
    folder_.Write("real/liba.so", ReadFile("/proc/self/exe").substr(0, 4096));
    folder_.Write("text/liba.so", std::string(100, 'x'));
  }
  std::string At(const char* name) { return (folder_.Path() / name).string(); }
  TemporaryFolder folder_;
};

TEST_F(FindSharedLibraryTest, LooksInTheOrderOfTheLoader) {
  const std::filesystem::path real = At("real") + "/liba.so";
  const std::filesystem::path cache =
      folder_.Write("cache", FakeCache({{"liba.so", real.string()}}));
  EXPECT_EQ(FindSharedLibrary("liba.so", {At("none") + ":" + At("real"), "/none", {}}), real);
  EXPECT_EQ(FindSharedLibrary("liba.so", {"", cache, {}}), real);
  EXPECT_EQ(FindSharedLibrary("liba.so", {"", "/none", {At("none"), At("real")}}), real);
  EXPECT_EQ(FindSharedLibrary("libb.so", {At("real"), cache, {At("real")}}), std::nullopt);
}

TEST_F(FindSharedLibraryTest, PassesOverWhatIsNoLibraryOfThisMachine) {
  const std::filesystem::path other =
      folder_.Write("other/liba.so", ReadFile(At("real") + "/liba.so"));
  std::fstream file(other, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(18).put('\x7f').put('\x7f');  // e_machine
  file.close();
  EXPECT_EQ(FindSharedLibrary("liba.so", {At("text") + ":" + At("other"), "/none", {}}),
            std::nullopt);
  EXPECT_EQ(FindSharedLibrary("liba.so", {At("text") + ":" + At("real"), "/none", {}}),
            At("real") + "/liba.so");
}

}  // namespace
}  // namespace kernodeck
