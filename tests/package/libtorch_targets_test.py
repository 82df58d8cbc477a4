#!/usr/bin/env python3
"""What the targets of kernodeck_find_libtorch do when they are linked (T5, D2: the GPU library is not dropped)."""

import subprocess
import unittest

from standin_libtorch import CMAKE, CUDA, CXX, HERE, SOURCE, StandinTest, put_prefix, shared_object


class Targets(StandinTest):
    def configure(self, *arguments):
        self.build = self.folder / "build here"
        self.definitions.update({"SOURCE": SOURCE, "CMAKE_CXX_COMPILER": CXX})
        return self.run_cmake("-G", "Ninja", *arguments, "-S", HERE / "libtorch_targets", "-B", self.build)

    def needed_by(self, program):
        subprocess.run([CMAKE, "--build", self.build, "--target", program], check=True, stdout=subprocess.DEVNULL)
        done = subprocess.run(["readelf", "-d", self.build / program], check=True, text=True, stdout=subprocess.PIPE)
        return [line.split("[")[1].rstrip("]") for line in done.stdout.splitlines() if "(NEEDED)" in line]

    def put_cuda_package(self):
        prefix = put_prefix(self.folder / "a package", CUDA)
        runtime = self.folder / "nvidia/cu99/include/cuda_runtime_api.h"
        runtime.parent.mkdir(parents=True)
        runtime.write_text("")
        # As in a wheel: nvidia/ lies beside torch/.
        package = self.folder / "torch"
        prefix.rename(package)
        return package

    def test_gpu_library_is_kept_where_the_linker_drops_what_is_not_used(self):
        self.definitions["KERNODECK_LIBTORCH"] = self.put_cuda_package()
        succeeded, said = self.configure()
        self.assertTrue(succeeded, said)
        for target in ("c10", "torch_cpu", "torch_cuda", "c10_cuda", "cuda_headers"):
            self.assertIn(f"target {target} ", said)
        self.assertNotIn("target torch_hip", said)
        for program in ("program", "through_middle"):
            with self.subTest(program=program):
                needed = " ".join(self.needed_by(program))
                self.assertIn("libtorch_cuda.so", needed)
                self.assertNotIn("libtorch_cpu.so", needed)  # dropped: so the linker did what this test is about

    def test_library_that_does_not_link_is_not_taken(self):
        prefix = put_prefix(self.folder / "prefix")
        content = bytearray(shared_object())
        content[16:18] = (2).to_bytes(2, "little")  # e_type: a program, which the linker refuses
        (prefix / "lib/libtorch_cpu.so").write_bytes(content)
        self.definitions["KERNODECK_LIBTORCH"] = prefix
        succeeded, said = self.configure()
        self.assertTrue(succeeded, said)
        self.assertIn("a program does not link with it: ", said)
        self.assertIn("The build goes on without LibTorch", said)

    def test_target_of_the_caller_is_wrapped_and_nothing_is_searched(self):
        self.definitions.update({"KERNODECK_LIBTORCH": self.folder / "nowhere", "OWN_TORCH": "ON"})
        self.use_python(f"echo asked >'{self.folder}/python3-was-asked'")
        succeeded, said = self.configure()
        self.assertTrue(succeeded, said)
        self.assertIn("rule the target torch of the calling project", said)
        self.assertNotIn("not taken", said)
        self.assertNotIn("cannot be used", said)
        self.assertFalse((self.folder / "python3-was-asked").exists())
        self.needed_by("program")

    def test_unknown_argument_fails_with_our_sentence(self):
        self.definitions["ARGUMENTS"] = "COMPONENTS;torch"
        succeeded, said = self.configure()
        self.assertFalse(succeeded)
        self.assertIn("kernodeck_find_libtorch: what is 'COMPONENTS;torch'? The arguments are", said)


if __name__ == "__main__":
    unittest.main()
