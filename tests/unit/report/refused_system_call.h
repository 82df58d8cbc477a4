#ifndef KERNODECK_TESTS_UNIT_REPORT_REFUSED_SYSTEM_CALL_H_
#define KERNODECK_TESTS_UNIT_REPORT_REFUSED_SYSTEM_CALL_H_

#include <cstdint>

namespace kernodeck {

// Makes a system call of this process fail with `error` from now on, as another kernel or file
// system would: `number` is its SYS_ constant. With a `mask` other than 0 only the calls are
// refused in whose argument `argument` (counted from 0) all bits of `mask` are set. There is no way
// back: use it in a child process. Returns false where the kernel has no such filters.
[[nodiscard]] bool RefuseSystemCall(int number, int error, std::uint32_t argument = 0,
                                    std::uint32_t mask = 0);

}  // namespace kernodeck

#endif  // KERNODECK_TESTS_UNIT_REPORT_REFUSED_SYSTEM_CALL_H_
