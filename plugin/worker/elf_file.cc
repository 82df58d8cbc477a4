#include "plugin/worker/elf_file.h"

#include <elf.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <optional>

#include "plugin/worker/bounded_file.h"

namespace kernodeck {
namespace {

using Header = ElfW(Ehdr);
using ProgramHeader = ElfW(Phdr);
using SectionHeader = ElfW(Shdr);
using DynamicEntry = ElfW(Dyn);
using Symbol = ElfW(Sym);
using VersionNeed = ElfW(Verneed);
using VersionNeedAux = ElfW(Vernaux);
using VersionDefinition = ElfW(Verdef);
using VersionDefinitionAux = ElfW(Verdaux);

// Of lists that the file itself counts or chains.
constexpr int kMaxListed = 4096;

// The header of this very process: whatever it says of the machine is what libraries must say.
Header OwnHeader() {
  const BoundedFile self("/proc/self/exe");
  return self.Read<Header>(0).value_or(Header{});
}

FileCondition ConditionOfError(int error) {
  if (error == ENOENT || error == ENOTDIR) return FileCondition::kMissing;
  if (error == EACCES || error == EPERM) return FileCondition::kNotPermitted;
  return FileCondition::kUnreadable;
}

// An opened ELF file of this machine.
class Reader {
 public:
  explicit Reader(const std::filesystem::path& path) : file_(path), condition_(Open()) {}

  [[nodiscard]] FileCondition condition() const { return condition_; }
  [[nodiscard]] bool readable() const {
    return condition_ == FileCondition::kWhole || condition_ == FileCondition::kTailMissing;
  }
  void Describe(ElfDescription& description) const;
  [[nodiscard]] ElfSymbols Symbols() const;

 private:
  FileCondition Open();
  [[nodiscard]] std::optional<std::uint64_t> OffsetOf(std::uint64_t address) const;
  [[nodiscard]] std::optional<std::uint64_t> Dynamic(std::int64_t tag) const;
  [[nodiscard]] std::string DynamicString(std::uint64_t index) const;
  void ReadNeededVersions(ElfDescription& description) const;
  void ReadDefinedVersions(ElfDescription& description) const;

  BoundedFile file_;
  Header header_{};
  std::vector<ProgramHeader> segments_;
  std::vector<DynamicEntry> dynamic_;
  std::uint64_t strings_ = 0;
  FileCondition condition_;
};

FileCondition Reader::Open() {
  if (file_.error() != 0) return ConditionOfError(file_.error());
  std::array<unsigned char, EI_NIDENT> ident{};
  if (!file_.ReadBytes(0, ident.data(), ident.size()) ||
      std::memcmp(ident.data(), ELFMAG, SELFMAG) != 0) {
    return FileCondition::kNotElf;
  }
  static const Header own = OwnHeader();
  if (ident[EI_CLASS] != own.e_ident[EI_CLASS] || ident[EI_DATA] != own.e_ident[EI_DATA]) {
    return FileCondition::kOtherMachine;
  }
  const std::optional<Header> header = file_.Read<Header>(0);
  if (!header) return FileCondition::kTruncated;
  header_ = *header;
  if (header_.e_machine != own.e_machine) return FileCondition::kOtherMachine;
  auto segments = file_.ReadArray<ProgramHeader>(header_.e_phoff, header_.e_phnum);
  if (!segments || header_.e_phentsize != sizeof(ProgramHeader)) return FileCondition::kTruncated;
  segments_ = *std::move(segments);
  for (const ProgramHeader& segment : segments_) {
    if (segment.p_type == PT_LOAD && !file_.Holds(segment.p_offset, segment.p_filesz)) {
      return FileCondition::kTruncated;
    }
    if (segment.p_type != PT_DYNAMIC) continue;
    auto entries =
        file_.ReadArray<DynamicEntry>(segment.p_offset, segment.p_filesz / sizeof(DynamicEntry));
    if (!entries) return FileCondition::kTruncated;
    dynamic_ = *std::move(entries);
  }
  if (const auto address = Dynamic(DT_STRTAB)) strings_ = OffsetOf(*address).value_or(0);
  const std::uint64_t sections = std::uint64_t{header_.e_shnum} * header_.e_shentsize;
  return file_.Holds(header_.e_shoff, sections) ? FileCondition::kWhole
                                                : FileCondition::kTailMissing;
}

std::optional<std::uint64_t> Reader::OffsetOf(std::uint64_t address) const {
  for (const ProgramHeader& segment : segments_) {
    if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
        address - segment.p_vaddr < segment.p_filesz) {
      return segment.p_offset + (address - segment.p_vaddr);
    }
  }
  return std::nullopt;
}

std::optional<std::uint64_t> Reader::Dynamic(std::int64_t tag) const {
  for (const DynamicEntry& entry : dynamic_) {
    if (entry.d_tag == DT_NULL) break;
    if (entry.d_tag == tag) return entry.d_un.d_val;
  }
  return std::nullopt;
}

std::string Reader::DynamicString(std::uint64_t index) const {
  if (strings_ == 0 || index > file_.size()) return {};
  return file_.ReadString(strings_ + index).value_or(std::string());
}

void Reader::ReadNeededVersions(ElfDescription& description) const {
  const auto address = Dynamic(DT_VERNEED);
  std::optional<std::uint64_t> offset = address ? OffsetOf(*address) : std::nullopt;
  for (int i = 0; offset && i < kMaxListed; ++i) {
    const auto need = file_.Read<VersionNeed>(*offset);
    if (!need) return;
    const std::string library = DynamicString(need->vn_file);
    std::uint64_t next = *offset + need->vn_aux;
    for (int j = 0; j < need->vn_cnt && j < kMaxListed; ++j) {
      const auto version = file_.Read<VersionNeedAux>(next);
      if (!version) return;
      description.needed_versions.push_back(
          {library, DynamicString(version->vna_name), (version->vna_flags & VER_FLG_WEAK) != 0});
      if (version->vna_next == 0) break;
      next += version->vna_next;
    }
    if (need->vn_next == 0) return;
    *offset += need->vn_next;
  }
}

void Reader::ReadDefinedVersions(ElfDescription& description) const {
  const auto address = Dynamic(DT_VERDEF);
  std::optional<std::uint64_t> offset = address ? OffsetOf(*address) : std::nullopt;
  for (int i = 0; offset && i < kMaxListed; ++i) {
    const auto definition = file_.Read<VersionDefinition>(*offset);
    if (!definition) return;
    const auto name = file_.Read<VersionDefinitionAux>(*offset + definition->vd_aux);
    if (!name) return;
    description.defined_versions.push_back(DynamicString(name->vda_name));
    if (definition->vd_next == 0) return;
    *offset += definition->vd_next;
  }
}

void Reader::Describe(ElfDescription& description) const {
  for (const DynamicEntry& entry : dynamic_) {
    if (entry.d_tag == DT_NULL) break;
    if (entry.d_tag == DT_NEEDED) description.needed.push_back(DynamicString(entry.d_un.d_val));
    if (entry.d_tag == DT_SONAME) description.soname = DynamicString(entry.d_un.d_val);
    if (entry.d_tag == DT_RPATH) description.rpath = DynamicString(entry.d_un.d_val);
    if (entry.d_tag == DT_RUNPATH) description.runpath = DynamicString(entry.d_un.d_val);
  }
  ReadNeededVersions(description);
  ReadDefinedVersions(description);
}

ElfSymbols Reader::Symbols() const {
  ElfSymbols symbols;
  const auto sections = file_.ReadArray<SectionHeader>(header_.e_shoff, header_.e_shnum);
  if (!sections || header_.e_shentsize != sizeof(SectionHeader)) return symbols;
  const auto table =
      std::find_if(sections->begin(), sections->end(),
                   [](const SectionHeader& section) { return section.sh_type == SHT_DYNSYM; });
  if (table == sections->end() || table->sh_link >= sections->size()) return symbols;
  const SectionHeader& names_section = (*sections)[table->sh_link];
  const auto entries = file_.ReadArray<Symbol>(table->sh_offset, table->sh_size / sizeof(Symbol));
  auto names = file_.ReadArray<char>(names_section.sh_offset, names_section.sh_size);
  if (!entries || !names || names->empty()) return symbols;
  names->back() = '\0';
  symbols.known = true;
  for (const Symbol& symbol : *entries) {
    if (symbol.st_name == 0 || symbol.st_name >= names->size()) continue;
    // The layout of st_info is the same in both word sizes.
    const unsigned char binding = ELF64_ST_BIND(symbol.st_info);
    if (binding == STB_LOCAL) continue;
    if (symbol.st_shndx != SHN_UNDEF) {
      symbols.defined.emplace_back(&(*names)[symbol.st_name]);
    } else if (binding != STB_WEAK) {
      symbols.undefined.emplace_back(&(*names)[symbol.st_name]);
    }
  }
  return symbols;
}

}  // namespace

ElfDescription DescribeElf(const std::filesystem::path& path) {
  const Reader reader(path);
  ElfDescription description;
  description.condition = reader.condition();
  if (reader.readable()) reader.Describe(description);
  return description;
}

FileCondition CheckElf(const std::filesystem::path& path) { return Reader(path).condition(); }

ElfSymbols ReadElfSymbols(const std::filesystem::path& path) {
  const Reader reader(path);
  return reader.readable() ? reader.Symbols() : ElfSymbols{};
}

}  // namespace kernodeck
