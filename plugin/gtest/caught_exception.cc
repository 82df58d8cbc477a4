#include "plugin/gtest/caught_exception.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <typeinfo>

namespace kernodeck {
namespace {

// More levels than any exception has; the ABI's records are not trusted beyond.
constexpr int kMaxDepth = 16;

std::string Demangled(const std::type_info& type) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
  return status == 0 && name ? name.get() : type.name();
}

void AddBases(const std::type_info& type, int depth, std::vector<std::string>& types) {
  if (depth == kMaxDepth) return;
  types.push_back(Demangled(type));
  if (const auto* const single = dynamic_cast<const abi::__si_class_type_info*>(&type)) {
    AddBases(*single->__base_type, depth + 1, types);
  } else if (const auto* const several = dynamic_cast<const abi::__vmi_class_type_info*>(&type)) {
    for (unsigned int i = 0; i < several->__base_count; ++i) {
      AddBases(*several->__base_info[i].__base_type, depth + 1, types);
    }
  }
}

}  // namespace

std::optional<CaughtException> DescribeCurrentException() {
  const std::type_info* const type = abi::__cxa_current_exception_type();
  if (type == nullptr) return std::nullopt;
  CaughtException caught;
  AddBases(*type, 0, caught.types);
  return caught;
}

}  // namespace kernodeck
