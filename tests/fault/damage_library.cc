// damage_library KIND INPUT OUTPUT: a copy of a library that is damaged in one way.
//   truncated      cut in the middle of what is loaded
//   tail           cut before its section table: it still loads
//   machine        built for another processor, by its header
//   word_size      of another word size, by its header
//   empty          no bytes
//   text           a text file, as a failed download leaves it
#include <elf.h>

#include <fstream>
#include <iterator>
#include <string>

namespace {

bool Damage(const std::string& kind, std::string& bytes) {
  if (bytes.size() < sizeof(Elf64_Ehdr)) return false;
  if (kind == "truncated") {
    bytes.resize(bytes.size() / 4);
  } else if (kind == "tail") {
    bytes.resize(bytes.size() - 64);
  } else if (kind == "machine") {
    bytes[offsetof(Elf64_Ehdr, e_machine)] = static_cast<char>(EM_S390);
    bytes[offsetof(Elf64_Ehdr, e_machine) + 1] = 0;
  } else if (kind == "word_size") {
    char& word_size = bytes[EI_CLASS];
    word_size = word_size == ELFCLASS64 ? ELFCLASS32 : ELFCLASS64;
  } else if (kind == "empty") {
    bytes.clear();
  } else if (kind == "text") {
    bytes = "<html><body>404 Not Found</body></html>\n";
  } else {
    return false;
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 64;
  std::ifstream input(argv[2], std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(input)), std::istreambuf_iterator<char>());
  if (!Damage(argv[1], bytes)) return 64;
  std::ofstream output(argv[3], std::ios::binary | std::ios::trunc);
  output << bytes;
  return output.flush() ? 0 : 74;
}
