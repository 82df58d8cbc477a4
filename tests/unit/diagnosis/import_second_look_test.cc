// Covers C2, C8: why a Python's torch does not load is found out from the files, not from the text
// of the exception. The worker is a stand-in that answers by the library that it is told to load.
#include "plugin/diagnosis/import_second_look.h"

#include <gtest/gtest.h>

#include "tests/unit/diagnosis/event_script.h"
#include "tests/unit/diagnosis/temporary_folder.h"

namespace kernodeck {
namespace {

constexpr const char* kFindArguments =
    "#!/bin/bash\nall=\"$*\"\nwhile [ \"$1\" != --channel ]; do shift; done\nCHANNEL=$2\n"
    "fails() { printf "
    "\"hello\\tprotocol=1\\nbegin\\twhat=import\\nfailure\\twhat=import\\tkind=$1\\tdetail=$2\\n"
    "done\\n\" >&$CHANNEL; exit 0; }\n"
    "case \"$all\" in *'--mode load '*) ;; *) exit 64;; esac\n";

class ImportSecondLookTest : public testing::Test {
 protected:
  // What `load_failed` becomes, with a worker that runs `script`.
  Failure Explain(const std::string& script, const std::string& kind = "load_failed",
                  std::chrono::seconds time = std::chrono::seconds(20)) {
    Installation installation;
    installation.worker = folder_.WriteProgram("standin_worker", kFindArguments + script);
    EventScript events;
    events.Begin("import").Send("package", {{"directory", (folder_.Path() / "torch").string()}});
    events.Send("trace", {{"text", raised_}});
    Facts facts = ReadFacts(events.Fail("import", kind).Exited().events);
    HelperRunner helpers;
    TakeSecondLookAtImport(installation, std::chrono::steady_clock::now() + time, helpers, facts);
    return *facts.failure;
  }

  void WritePackage() {
    folder_.Write("torch/_C.cpython-311-x86_64-linux-gnu.so");
    folder_.Write("torch/lib/libtorch.so");
  }

  TemporaryFolder folder_;
  std::string raised_ = "ImportError: libcudnn.so.9: some words in some language";
};

TEST_F(ImportSecondLookTest, TakesWhatTheExtensionLacks) {
  WritePackage();
  const Failure failure = Explain("fails missing_dependency libcudnn.so.9\n");
  EXPECT_EQ(failure.kind, "missing_dependency");
  EXPECT_EQ(failure.detail, "libcudnn.so.9");
}

// The interpreter may have surroundings in which another library is the one that is missing.
TEST_F(ImportSecondLookTest, ALibraryThatTheInterpreterDidNotComplainOfIsNotBlamed) {
  WritePackage();
  raised_ = "ImportError: libcusparse.so.12: some words in some language";
  const Failure failure = Explain("fails missing_dependency libcudnn.so.9\n");
  EXPECT_EQ(failure.kind, "load_failed");
  EXPECT_EQ(failure.detail, "");
}

// Outside of an interpreter the extension never loads; LibTorch by itself may say why it does not.
TEST_F(ImportSecondLookTest, WhereTheExtensionSaysNothingLibTorchIsLookedAt) {
  WritePackage();
  const char* const script =
      "case \"$all\" in *_C.*) fails load_failed;; *) fails undefined_symbol;; esac\n";
  EXPECT_EQ(Explain(script).kind, "undefined_symbol");
}

TEST_F(ImportSecondLookTest, WhatSaysNothingChangesNothing) {
  WritePackage();
  for (const char* script :
       {"fails load_failed\n", "fails not_found\n", "exit 1\n", "kill -9 $$\n"}) {
    EXPECT_EQ(Explain(script).kind, "load_failed") << script;
  }
}

TEST_F(ImportSecondLookTest, IsTakenOnlyAtAFailedLoadAndInTime) {
  WritePackage();
  const char* const script = "fails missing_dependency libx.so\n";
  EXPECT_EQ(Explain(script, "shadowed_module").kind, "shadowed_module");
  EXPECT_EQ(Explain(script, "load_failed", std::chrono::seconds(-1)).kind, "load_failed");
}

TEST_F(ImportSecondLookTest, APackageWithoutLibrariesHasNothingToLookAt) {
  EXPECT_EQ(Explain("fails missing_dependency libx.so\n").kind, "load_failed");
}

}  // namespace
}  // namespace kernodeck
