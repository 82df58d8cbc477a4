// Libraries that do not load, each for one reason. The build defines which.
#include <csignal>
#include <cstdlib>

#if defined(KERNODECK_BROKEN_SYMBOL)
extern "C" int kernodeck_symbol_that_no_library_has();
extern "C" int kernodeck_broken() { return kernodeck_symbol_that_no_library_has(); }
#elif defined(KERNODECK_PYTHON_SYMBOL)
// What every extension of Python misses outside of an interpreter.
extern "C" int PyErr_Occurred();
extern "C" int kernodeck_extension() { return PyErr_Occurred(); }
#elif defined(KERNODECK_BROKEN_USER)
extern "C" int kernodeck_dependency();
extern "C" int kernodeck_broken() { return kernodeck_dependency(); }
#elif defined(KERNODECK_BROKEN_DEPENDENCY)
extern "C" int kernodeck_dependency() { return 1; }
#elif defined(KERNODECK_BROKEN_SIGNAL)
__attribute__((constructor)) static void Crash() {
  std::signal(KERNODECK_BROKEN_SIGNAL, SIG_DFL);
  std::raise(KERNODECK_BROKEN_SIGNAL);
}
#elif defined(KERNODECK_BROKEN_EXIT)
__attribute__((constructor)) static void Leave() { std::exit(0); }
#elif defined(KERNODECK_BROKEN_NOISE)
#include <cstdio>
// Writes what looks like a report to wherever a library may write.
__attribute__((constructor)) static void Talk() {
  std::printf("done\n");
  std::fprintf(stderr, "end\twhat=import\n");
  std::fflush(nullptr);
}
#endif
