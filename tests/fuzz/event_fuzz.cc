// libFuzzer target of the event decoder. Covers D6.
//   cmake -S . -B build/fuzz -DCMAKE_CXX_COMPILER=clang++ -DKERNODECK_BUILD_FUZZERS=ON
//   build/fuzz/bin/tests/kernodeck_event_fuzz -max_total_time=60
#include <cstdint>
#include <cstdlib>
#include <iostream>

#include "tests/fuzz/event_properties.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // The first byte chooses the pieces, so that the fuzzer can cut lines anywhere.
  const std::size_t piece = size == 0 ? 0 : data[0];
  const std::string_view stream = bytes.substr(size == 0 ? 0 : 1);
  for (const std::string& wrong :
       {kernodeck::WrongWithLine(stream), kernodeck::WrongWithStream(stream, piece, 1U << 16U)}) {
    if (wrong.empty()) continue;
    std::cerr << wrong << '\n';
    std::abort();
  }
  return 0;
}
