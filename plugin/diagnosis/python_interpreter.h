#ifndef KERNODECK_PLUGIN_DIAGNOSIS_PYTHON_INTERPRETER_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_PYTHON_INTERPRETER_H_

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "plugin/diagnosis/diagnose.h"
#include "plugin/diagnosis/helper_runner.h"

namespace kernodeck {

// The file to start for what `--python` was given: a path, a name on PATH, or the folder of an
// environment (venv, conda), whose bin/python3 or bin/python is taken. Links are not followed: an
// interpreter knows its environment by the name that it is started under. What is not there is
// returned as it was given, so that starting it says why.
[[nodiscard]] std::filesystem::path ResolveInterpreter(const std::filesystem::path& given,
                                                       const Environment& environment);

// Looks at what starting `program` makes the kernel look at: the file, its first bytes, and where
// these are a script's `#!` line the program that it names. Where a file system on the way does not
// answer this does not return, and neither would starting it. What it sees does not matter here.
void LookAtProgram(std::filesystem::path program);

// What an interpreter says where its torch lies; torch itself is not imported.
struct PythonTorch {
  std::filesystem::path interpreter;
  std::optional<std::string> version;            // of the interpreter; nothing: it did not answer
  std::optional<std::filesystem::path> package;  // what it finds under the name torch
  bool shadowed = false;                         // `package` is something else of that name
  bool rocm = false;
};

// Asks the interpreter, which ResolveInterpreter() found, in a child of its own.
[[nodiscard]] PythonTorch LocatePythonTorch(const std::filesystem::path& interpreter,
                                            std::chrono::milliseconds limit, HelperRunner& helpers);

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_PYTHON_INTERPRETER_H_
