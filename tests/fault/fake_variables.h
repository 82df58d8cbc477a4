#ifndef KERNODECK_TESTS_FAULT_FAKE_VARIABLES_H_
#define KERNODECK_TESTS_FAULT_FAKE_VARIABLES_H_

#include <cstdint>
#include <cstdlib>
#include <cstring>

namespace kernodeck::fake {

inline const char* Variable(const char* name, const char* otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : otherwise;
}

inline std::int64_t Number(const char* name, std::int64_t otherwise) {
  const char* const value = std::getenv(name);
  return value != nullptr ? std::atol(value) : otherwise;
}

inline int Result(const char* name) { return static_cast<int>(Number(name, 0)); }

inline bool Behaves(const char* behaviour) {
  return std::strcmp(Variable("KERNODECK_FAKE_BEHAVIOUR", ""), behaviour) == 0;
}

}  // namespace kernodeck::fake

#endif  // KERNODECK_TESTS_FAULT_FAKE_VARIABLES_H_
