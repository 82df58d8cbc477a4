// Sample 04: a suite with a test that crashes and one that never ends, run under supervision.
//
//   cmake --build build/default --target sample_04_supervised_run kernodeck
//   cd build/default/bin
//   ./kernodeck run --test-timeout 5 --output junit:report.xml -- samples/sample_04_supervised_run
//
// Run by itself the suite ends in the crash, and what stands behind it is never seen. Under
// `kernodeck run` each of the two costs one red test, WORKER_FAILED and TIMEOUT, and the tests that
// are left go on in a fresh process. It needs no GPU, and a suite without the plugin is supervised
// just so.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <thread>

TEST(Supervised, GoesWell) { SUCCEED(); }

TEST(Supervised, Crashes) { std::abort(); }

TEST(Supervised, GoesOnInAFreshProcess) { SUCCEED(); }

TEST(Supervised, NeverEnds) {
  for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
}

TEST(Supervised, IsReachedAllTheSame) { SUCCEED(); }
