#include "plugin/worker/loader_cache.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>

#include "tests/unit/worker/test_support.h"

namespace kernodeck {
namespace {

template <typename T>
std::string Bytes(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};
}

// A cache of the current format with one entry.
std::string MakeCache(const std::string& name, const std::string& place, std::uint32_t count = 1) {
  const std::uint32_t strings = 48 + 24;
  return "glibc-ld.so.cache1.1" + Bytes(count) + Bytes(std::uint32_t{0}) + std::string(20, '\0') +
         Bytes(std::int32_t{0x303}) + Bytes(strings) +
         Bytes(static_cast<std::uint32_t>(strings + name.size() + 1)) + Bytes(std::uint32_t{0}) +
         Bytes(std::uint64_t{0}) + name + '\0' + place + '\0';
}

TEST(LoaderCacheTest, FindsWhatIsListed) {
  const TemporaryFolder folder;
  const LoaderCache cache(folder.Write("cache", MakeCache("libcuda.so.1", "/a/libcuda.so.1")));
  EXPECT_EQ(cache.Find("libcuda.so.1"), std::vector<std::filesystem::path>{"/a/libcuda.so.1"});
  EXPECT_TRUE(cache.Find("libcuda.so").empty());
}

TEST(LoaderCacheTest, ReadsBehindTheOlderFormat) {
  const TemporaryFolder folder;
  // The older header and one of its entries, filled up to a multiple of eight.
  const std::string older = std::string("ld.so-1.7.0\0", 12) + Bytes(std::uint32_t{1}) +
                            std::string(12, '\0') + std::string(4, '\0');
  const LoaderCache cache(folder.Write("cache", older + MakeCache("liba.so", "/b/liba.so")));
  EXPECT_EQ(cache.Find("liba.so"), std::vector<std::filesystem::path>{"/b/liba.so"});
}

TEST(LoaderCacheTest, IsEmptyForAnythingElse) {
  const TemporaryFolder folder;
  EXPECT_TRUE(LoaderCache(folder.path() / "none").Find("liba.so").empty());
  EXPECT_TRUE(LoaderCache(folder.Write("text", "no cache")).Find("liba.so").empty());
  const std::string whole = MakeCache("liba.so", "/b/liba.so");
  EXPECT_TRUE(LoaderCache(folder.Write("cut", whole.substr(0, 60))).Find("liba.so").empty());
  const std::string many = MakeCache("liba.so", "/b/liba.so", 0xFFFFFFFFU);
  EXPECT_TRUE(LoaderCache(folder.Write("many", many)).Find("liba.so").empty());
}

TEST(LoaderCacheTest, ReadsThisSystemsOwn) {
  if (!std::filesystem::exists("/etc/ld.so.cache")) GTEST_SKIP() << "no cache on this system";
  EXPECT_FALSE(LoaderCache().Find("libc.so.6").empty());
}

}  // namespace
}  // namespace kernodeck
