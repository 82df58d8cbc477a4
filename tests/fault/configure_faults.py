"""Faults that show when a project is configured (rows 22 and 23): what kernodeck's search for LibTorch says of them.

Beside stand-in packages, with the helpers of tests/package."""
import pathlib
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "package"))

from standin_libtorch import CUDA, StandinTest, put_package, put_prefix, shared_object  # noqa: E402

OLD_ABI = "_ZN3c106detail14torchCheckFailEPKcS2_jRKSs"


class ToolkitMissing(StandinTest):
    """Row 22: with LibTorch's own CMake files, a build of CUDA ends without the toolkit in an error of find_package(CUDA)
    or nvToolsExt. Nothing of the toolkit is asked for here."""

    def hide_toolkit(self):
        self.environment["PATH"] = "/usr/bin:/bin"
        if shutil.which("nvcc", path=self.environment["PATH"]):
            self.skipTest("the toolkit lies among the system's programs")
        for name in ("CUDA_HOME", "CUDA_PATH", "CUDACXX"):
            self.environment.pop(name, None)
        for name in ("CUDA", "CUDAToolkit", "nvToolsExt", "Torch", "Caffe2"):
            self.definitions[f"CMAKE_DISABLE_FIND_PACKAGE_{name}"] = "ON"

    def test_a_cuda_build_is_taken_without_the_toolkit(self):
        put_package(self.folder / "site-packages", CUDA, "2.4.0+cu121", cuda="12.1")
        self.hide_toolkit()
        succeeded, results, said = self.locate("PREFIX", self.folder / "site-packages")
        self.assertTrue(succeeded, said)
        self.assertEqual((results["FOUND"], results["BACKEND"], results["CUDA_VERSION"]), ("TRUE", "cuda", "12.1"), said)
        self.assertNotIn("nvToolsExt", said)


class OtherAbi(StandinTest):
    """Row 23: GoogleTest beside a LibTorch of the C++ ABI from before C++11 does not link; said before it is tried."""

    def test_the_old_abi_is_said_with_what_to_do(self):
        put_prefix(self.folder / "old", CUDA)
        (self.folder / "old/lib/libc10.so").write_bytes(shared_object(OLD_ABI))
        succeeded, results, said = self.locate("PREFIX", self.folder / "old")
        self.assertTrue(succeeded, said)
        self.assertEqual(results["CXX11_ABI"], "0")
        self.assertIn("must be compiled with _GLIBCXX_USE_CXX11_ABI=0 too", said)


if __name__ == "__main__":
    unittest.main()
