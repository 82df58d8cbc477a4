#ifndef KERNODECK_PLUGIN_WORKER_ELF_FILE_H_
#define KERNODECK_PLUGIN_WORKER_ELF_FILE_H_

#include <filesystem>
#include <string>
#include <vector>

namespace kernodeck {

// What can be seen of a library's file without loading it.
enum class FileCondition {
  kWhole,         // an ELF file for this machine, as long as its own tables say
  kMissing,       // no such file, or a link to none
  kNotPermitted,  // opening it is refused
  kUnreadable,    // opening or reading it fails otherwise, or it is no regular file
  kNotElf,        // no ELF header
  kOtherMachine,  // an ELF file for another processor, word size or byte order
  kTruncated,     // a segment lies beyond the end of the file: loading it would be a bus error
  kTailMissing,   // all segments are there, and the section table lies beyond the end
};

// A version of a symbol that the file wants another library to have.
struct NeededVersion {
  std::string library;  // DT_NEEDED name
  std::string version;  // e.g. GLIBC_2.34
  bool weak = false;
};

struct ElfDescription {
  FileCondition condition = FileCondition::kMissing;
  std::string soname;
  std::vector<std::string> needed;
  std::string rpath;    // as it stands in the file; empty for none
  std::string runpath;  // likewise
  std::vector<NeededVersion> needed_versions;
  std::vector<std::string> defined_versions;
};

struct ElfSymbols {
  bool known = false;  // the file was whole and has a table of dynamic symbols
  std::vector<std::string> defined;
  std::vector<std::string> undefined;  // weak ones left out: they may stay undefined
};

// Reads headers and the dynamic section. Whatever the file holds, reads are bounded by its size.
[[nodiscard]] ElfDescription DescribeElf(const std::filesystem::path& path);

// Only whether the file is whole: a few reads.
[[nodiscard]] FileCondition CheckElf(const std::filesystem::path& path);

// Reads the dynamic symbols (large: a LibTorch has hundreds of thousands).
[[nodiscard]] ElfSymbols ReadElfSymbols(const std::filesystem::path& path);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_ELF_FILE_H_
