#!/usr/bin/env python3
"""Where kernodeck_find_libtorch looks, in which order, and what it says of what it does not take (S2, T5)."""

import unittest

from standin_libtorch import (CPU, CUDA, ROCM, StandinTest, put_headers, put_libraries, put_package, put_prefix,
                              shared_object)


class Forms(StandinTest):
    def test_each_form_of_a_folder_is_accepted(self):
        forms = {
            "prefix": ("", "lib"),
            "prefix64": ("", "lib64"),
            "debian": ("", "lib/x86_64-linux-gnu"),
            "package": ("torch", "torch/lib"),
            "site-packages": ("", "torch/lib"),
            "environment": ("", "lib/python3.12/site-packages/torch/lib"),
            "libraries": ("lib", "lib"),
        }
        for form, (named, libraries) in forms.items():
            with self.subTest(form=form):
                top = self.folder / form
                if "torch" in libraries:
                    put_package(top / libraries.rsplit("/", 2)[0] if libraries != "torch/lib" else top)
                else:
                    put_prefix(top, libraries=libraries)
                self.definitions["KERNODECK_LIBTORCH"] = top / named
                succeeded, results, said = self.locate()
                self.assertTrue(succeeded, said)
                self.assertEqual(results["FOUND"], "TRUE", said)
                self.assertEqual(results["DIR"], str(top / libraries))
                self.assertIn("9.8.7", results["VERSION"])

    def test_backend_and_versions_come_from_the_files(self):
        cases = {
            "cuda": (CUDA, {"version": "2.4.0+cu121", "cuda": "12.1"}, ("cuda", "2.4.0+cu121", "12.1", "")),
            "rocm": (ROCM, {"version": "2.4.0+rocm6.1", "hip": "6.1.40091"},
                     ("rocm", "2.4.0+rocm6.1", "", "6.1.40091")),
            "cpu": (CPU, {"version": "2.4.0+cpu"}, ("cpu", "2.4.0+cpu", "", "")),
        }
        for name, (libraries, version, wanted) in cases.items():
            with self.subTest(name=name):
                put_package(self.folder / name, libraries, **version)
                results = self.locate("PREFIX", self.folder / name)[1]
                self.assertEqual(tuple(results[key] for key in ("BACKEND", "VERSION", "CUDA_VERSION", "HIP_VERSION")),
                                 wanted)

    def test_zip_package_says_its_version_in_build_version(self):
        put_prefix(self.folder / "zip", CUDA)
        (self.folder / "zip/build-version").write_text("2.4.0+cu121\n")
        results = self.locate("PREFIX", self.folder / "zip")[1]
        self.assertEqual((results["VERSION"], results["CUDA_VERSION"]), ("2.4.0+cu121", "12.1"))

    def test_abi_comes_from_the_symbols(self):
        for symbol, abi in (("_ZN3c106detail14torchCheckFailEPKcS2_jRKSs", "0"),
                            ("_ZN3c106detail14torchCheckFailEPKcS2_jRKNSt7__cxx1112basic_stringIcEE", "1")):
            with self.subTest(abi=abi):
                put_prefix(self.folder / abi)
                (self.folder / abi / "lib/libc10.so").write_bytes(shared_object(symbol))
                _, results, said = self.locate("PREFIX", self.folder / abi)
                self.assertEqual(results["CXX11_ABI"], abi)
                self.assertEqual("_GLIBCXX_USE_CXX11_ABI=0 too" in said, abi == "0")


class Order(StandinTest):
    def test_first_place_of_the_order_that_has_one_is_taken(self):
        put_prefix(self.folder / "variable")
        put_prefix(self.folder / "environment")
        put_prefix(self.folder / "path")
        put_package(self.folder / "python")
        put_prefix(self.folder / "system")
        put_package(self.folder / "pinned")
        self.definitions = {"KERNODECK_LIBTORCH_SYSTEM_PREFIXES": self.folder / "system",
                            "CMAKE_PREFIX_PATH": self.folder / "path",
                            "KERNODECK_LIBTORCH": self.folder / "variable"}
        self.environment["KERNODECK_LIBTORCH"] = str(self.folder / "environment")
        self.use_python(f"echo '{self.folder}/python/torch'")
        pinned = ("PINNED", self.folder / "pinned")

        def rule():
            return self.locate(*pinned)[1]["RULE"]

        self.assertEqual(rule(), "the variable KERNODECK_LIBTORCH")
        del self.definitions["KERNODECK_LIBTORCH"]
        self.assertEqual(rule(), "the environment variable KERNODECK_LIBTORCH")
        del self.environment["KERNODECK_LIBTORCH"]
        self.assertEqual(rule(), "CMAKE_PREFIX_PATH")
        del self.definitions["CMAKE_PREFIX_PATH"]
        self.environment["CMAKE_PREFIX_PATH"] = f"{self.folder}/nothing:{self.folder}/path"
        self.assertEqual(rule(), "CMAKE_PREFIX_PATH")
        del self.environment["CMAKE_PREFIX_PATH"]
        self.assertEqual(rule(), "the active Python's torch")
        self.use_python("exit 1")
        self.assertEqual(rule(), "the system's")
        self.definitions["KERNODECK_LIBTORCH_SYSTEM_PREFIXES"] = self.folder / "nothing"
        self.assertEqual(rule(), "the pinned wheel")
        pinned = ()
        self.assertEqual(rule(), "")

    def test_torch_of_python_is_found_without_importing_it(self):
        put_package(self.folder / "site-packages")
        (self.folder / "bin/python3").unlink()
        self.environment["PYTHONPATH"] = str(self.folder / "site-packages")
        results = self.locate()[1]
        self.assertEqual(results["RULE"], "the active Python's torch")
        self.assertEqual(results["DIR"], str(self.folder / "site-packages/torch/lib"))

    def test_what_was_named_is_not_replaced_by_another(self):
        put_prefix(self.folder / "system")
        self.definitions = {"KERNODECK_LIBTORCH_SYSTEM_PREFIXES": self.folder / "system",
                            "KERNODECK_LIBTORCH": self.folder / "no such folder"}
        succeeded, results, said = self.locate()
        self.assertTrue(succeeded, said)
        self.assertEqual(results["FOUND"], "FALSE")
        self.assertIn("The LibTorch that was named cannot be used", said)
        self.assertIn("there is no such folder", said)
        self.assertIn("The build goes on without LibTorch", said)

    def test_off_builds_without_libtorch(self):
        self.definitions["KERNODECK_LIBTORCH"] = "OFF"
        succeeded, results, said = self.locate("PINNED", put_prefix(self.folder / "pinned"))
        self.assertTrue(succeeded, said)
        self.assertEqual(results["FOUND"], "FALSE")
        self.assertNotIn("Warning", said)


class Refusals(StandinTest):
    """Each thing that is wrong with a folder is said in one line, and the search goes on."""

    def reason_for(self, folder):
        self.environment["CMAKE_PREFIX_PATH"] = str(folder)
        _, results, said = self.locate("PINNED", put_prefix(self.folder / "good"))
        self.assertEqual(results["RULE"], "the pinned wheel", said)
        self.assertIn(str(folder), results["REASONS"])
        return results["REASONS"]

    def test_folder_that_is_not_there(self):
        self.assertIn("there is no such folder", self.reason_for(self.folder / "nowhere"))

    def test_file_in_place_of_a_folder(self):
        file = self.folder / "file"
        file.write_text("")
        self.assertIn("it is not a folder", self.reason_for(file))

    def test_empty_folder(self):
        empty = self.folder / "empty"
        empty.mkdir()
        self.assertIn("it holds no libtorch.so", self.reason_for(empty))

    def test_text_files(self):
        put_libraries(self.folder / "text/lib", content=b"this is no library\n")
        put_headers(self.folder / "text/include")
        self.assertIn("libtorch.so is not an ELF file", self.reason_for(self.folder / "text"))

    def test_truncated_library(self):
        put_prefix(self.folder / "cut")
        for kept in (len(shared_object()) // 2, 10, 4):
            with self.subTest(kept=kept):
                (self.folder / "cut/lib/libtorch_cpu.so").write_bytes(shared_object()[:kept])
                self.assertIn("libtorch_cpu.so is truncated", self.reason_for(self.folder / "cut"))

    def test_library_for_another_machine(self):
        content = bytearray(shared_object())
        content[18:20] = (22).to_bytes(2, "little")  # e_machine: S390
        put_prefix(self.folder / "foreign")
        (self.folder / "foreign/lib/libc10.so").write_bytes(content)
        self.assertIn("libc10.so is for another machine (S390;", self.reason_for(self.folder / "foreign"))

    def test_libraries_without_headers(self):
        put_libraries(self.folder / "bare/lib")
        self.assertIn("its headers are missing", self.reason_for(self.folder / "bare"))

    def test_library_that_is_missing(self):
        put_prefix(self.folder / "part", names=("torch", "torch_cpu"))
        self.assertIn("libc10.so is missing", self.reason_for(self.folder / "part"))


class MustFail(StandinTest):
    """Configurations that must end in our own sentence."""

    def assert_fails(self, sentence, *arguments):
        succeeded, _, said = self.locate(*arguments)
        self.assertFalse(succeeded)
        self.assertIn(sentence, said)

    def test_unknown_argument(self):
        self.assert_fails("kernodeck_locate_libtorch: what is 'REQUIERD'? The arguments are", "REQUIERD")

    def test_argument_without_its_value(self):
        self.assert_fails("kernodeck_locate_libtorch: what is 'PREFIX'? The arguments are", "PREFIX")

    def test_required_and_nothing_found(self):
        self.assert_fails("No LibTorch can be used: the active Python's torch: there is none", "REQUIRED")

    def test_required_and_named_one_is_unusable(self):
        self.definitions["KERNODECK_LIBTORCH"] = self.folder
        self.assert_fails(f"the variable KERNODECK_LIBTORCH: {self.folder}: it holds no libtorch.so", "REQUIRED")


if __name__ == "__main__":
    unittest.main()
