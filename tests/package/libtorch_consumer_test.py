#!/usr/bin/env python3
"""A project that links the real LibTorch of this build, on a machine without a CUDA toolkit (T5, faults.md 22).

Reads from the environment: LIBTORCH (the folder of its libraries), BACKEND, and LAUNCHER (of the compiler, its words
parted by |; may be empty)."""

import os
import subprocess
import unittest

from standin_libtorch import CMAKE, CXX, HERE, SOURCE, StandinTest

LIBTORCH = os.environ["LIBTORCH"]
BACKEND = os.environ["BACKEND"]


class Consumer(StandinTest):
    def hide_toolkit(self):
        """Neither nvcc in PATH nor a variable that leads to a toolkit."""
        folders = [folder for folder in self.environment["PATH"].split(":") if "cuda" not in folder.lower()]
        self.environment["PATH"] = ":".join(folders)
        for name in [name for name in self.environment if "CUDA" in name]:
            del self.environment[name]

    def test_product_is_right_and_the_gpu_library_is_mapped(self):
        self.hide_toolkit()
        build = self.folder / "build here"
        self.definitions.update({"SOURCE": SOURCE, "CMAKE_CXX_COMPILER": CXX, "KERNODECK_LIBTORCH": LIBTORCH})
        if os.environ.get("LAUNCHER"):
            self.definitions["CMAKE_CXX_COMPILER_LAUNCHER"] = os.environ["LAUNCHER"].replace("|", ";")
        succeeded, said = self.run_cmake("-G", "Ninja", "-S", HERE / "libtorch_consumer", "-B", build)
        self.assertTrue(succeeded, said)
        self.assertIn("LibTorch taken: ", said)
        self.assertIn(f"in {LIBTORCH} ", said)
        self.assertNotIn("/usr/local/cuda", (build / "build.ninja").read_text())
        subprocess.run([CMAKE, "--build", build], check=True, stdout=subprocess.DEVNULL)
        done = subprocess.run([build / "product"], check=True, text=True, stdout=subprocess.PIPE)
        mapped = "no gpu library mapped" if BACKEND == "cpu" else "gpu library mapped"
        self.assertEqual(done.stdout, f"4 4 10 8 {mapped}\n")


if __name__ == "__main__":
    unittest.main()
