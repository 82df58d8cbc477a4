#include "plugin/probe/caught_failure.h"

#include <c10/util/Exception.h>

#include <exception>
#include <new>
#include <optional>
#include <type_traits>

namespace c10 {
class AcceleratorError;  // defined by newer LibTorch only
}  // namespace c10

namespace kernodeck {
namespace {

constexpr std::int64_t kRuntimeOutOfMemory = 2;

template <typename T, typename = void>
struct IsDefined : std::false_type {};
template <typename T>
struct IsDefined<T, std::void_t<decltype(sizeof(T))>> : std::true_type {};

// Nothing where this LibTorch has no such exception, or another one is being handled.
template <typename AcceleratorError>
std::optional<CaughtFailure> DescribeAcceleratorError() {
  if constexpr (IsDefined<AcceleratorError>::value) {
    try {
      throw;
    } catch (const AcceleratorError& error) {
      const std::int64_t number = error.get_error_code();
      return CaughtFailure{number == kRuntimeOutOfMemory ? KERNODECK_FAILURE_OUT_OF_MEMORY
                                                         : KERNODECK_FAILURE_RUNTIME,
                           number, error.what()};
    } catch (...) {
      return std::nullopt;
    }
  }
  return std::nullopt;
}

}  // namespace

CaughtFailure DescribeCurrentException() {
  if (auto failure = DescribeAcceleratorError<c10::AcceleratorError>()) return *std::move(failure);
  try {
    throw;
  } catch (const c10::OutOfMemoryError& error) {
    return {KERNODECK_FAILURE_OUT_OF_MEMORY, 0, error.what()};
  } catch (const c10::Error& error) {
    return {KERNODECK_FAILURE_TORCH, 0, error.what()};
  } catch (const std::bad_alloc& error) {
    return {KERNODECK_FAILURE_OUT_OF_MEMORY, 0, error.what()};
  } catch (const std::exception& error) {
    return {KERNODECK_FAILURE_EXCEPTION, 0, error.what()};
  } catch (...) {
    return {KERNODECK_FAILURE_EXCEPTION, 0, "an exception of an unknown type"};
  }
}

}  // namespace kernodeck
