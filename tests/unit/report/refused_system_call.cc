#include "tests/unit/report/refused_system_call.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>

#include <cstddef>
#include <iterator>

namespace kernodeck {

bool RefuseSystemCall(int number, int error, std::uint32_t argument, std::uint32_t mask) {
  // The low half of an argument; kernodeck is built for little-endian machines only.
  const auto place =
      static_cast<std::uint32_t>(offsetof(seccomp_data, args) + std::size_t{8} * argument);
  const auto refuse = SECCOMP_RET_ERRNO | (static_cast<std::uint32_t>(error) & SECCOMP_RET_DATA);
  sock_filter program[] = {
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(seccomp_data, nr)},
      {BPF_JMP | BPF_JEQ | BPF_K, 0, 4, static_cast<std::uint32_t>(number)},
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, place},
      {BPF_ALU | BPF_AND | BPF_K, 0, 0, mask},
      {BPF_JMP | BPF_JEQ | BPF_K, 0, 1, mask},
      {BPF_RET | BPF_K, 0, 0, refuse},
      {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
  };
  const sock_fprog filter{static_cast<std::uint16_t>(std::size(program)), program};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

}  // namespace kernodeck
