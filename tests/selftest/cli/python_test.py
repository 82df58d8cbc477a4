"""D13: the torch of an interpreter is checked by a script that the command hands to it. Covers C2, C3, C7, C9, D5, D6
and D11 for Python targets, with stand-ins for the package and real interpreters."""
import sys
import time
import unittest

import harness
from python_harness import PythonTest, interpreters, real_torch

CPU = ("--device", "cpu")
NEW = {version: executable for version, executable in interpreters().items()
       if tuple(map(int, version.split("."))) >= (3, 8)}
OLD = {version: executable for version, executable in interpreters().items() if version not in NEW}


class ImportTest(PythonTest):
    def test_no_torch(self):
        report = self.python()
        self.expect(report, "TORCH_MISSING", "import", "not_found")
        self.assertEqual(report["runtime"]["python_version"], "%d.%d.%d" % sys.version_info[:3])
        self.assertTrue(report["driver"]["library_found"])
        self.assertNotIn("LibTorch", report["message"] + report["next_step"])

    def test_a_module_or_folder_that_shadows_it_is_named_and_not_run(self):
        ran = self.root / "ran"
        for place in (self.packages, self.work):
            for name in ("torch.py", "torch/__init__.py"):
                file = place / name
                file.parent.mkdir(exist_ok=True)
                file.write_text(f"open({str(ran)!r}, 'w')\n", encoding="utf-8")
                report = self.python(*CPU)
                self.expect(report, "TORCH_IMPORT_FAILED", "import", "shadowed_module")
                self.assertIn(name.split("/")[0], report["message"])
                self.assertFalse(ran.exists())
                file.unlink()
                if file.parent != place:
                    file.parent.rmdir()

    def test_a_sources_folder_without_the_built_extension(self):
        folder = self.packages / "torch"
        (folder / "_C").mkdir(parents=True)
        (folder / "__init__.py").write_text("", encoding="utf-8")
        self.expect(self.python(*CPU), "TORCH_IMPORT_FAILED", "import", "shadowed_module")

    def test_a_missing_module_is_named(self):
        self.package("import surely_not_installed.deeper\n")
        report = self.python(*CPU)
        self.expect(report, "TORCH_IMPORT_FAILED", "import", "missing_python_module")
        self.assertIn("surely_not_installed.", report["message"] + ".")
        self.assertNotIn("deeper", report["message"])

    def test_what_is_raised_while_importing_is_a_failed_import_without_a_cause(self):
        folder = self.package()
        for statement in ("raise ImportError('/secret: undefined symbol: x')", "raise SystemExit(0)",
                          "raise KeyboardInterrupt", "raise RuntimeError('/secret')", "import torch._C",
                          "this is no Python", "import os; del os.path"):
            with self.subTest(statement=statement):
                (folder / "__init__.py").write_text(statement + "\n", encoding="utf-8")
                self.expect(self.python(*CPU), "TORCH_IMPORT_FAILED", "import")

    def test_a_folder_that_was_left_over_is_no_package(self):
        (self.packages / "torch" / "lib").mkdir(parents=True)
        self.expect(self.python(*CPU), "TORCH_MISSING", "import", "not_found")

    @unittest.skipIf(harness.WORKER is None, "the real worker was not built")
    def test_an_error_of_its_own_code_is_no_librarys(self):
        # Its libraries are damaged too, but that is not what was raised.
        self.use_worker(harness.WORKER)
        folder = self.package("raise RuntimeError('broken by hand')\n")
        (folder / "lib").mkdir(exist_ok=True)
        (folder / "lib" / "libtorch.so").write_text("no library", encoding="utf-8")
        report = self.python(*CPU)
        self.expect(report, "TORCH_IMPORT_FAILED", "import")
        self.assertIsNone(report["cause"])

    def test_an_end_of_the_process_while_importing(self):
        folder = self.package()
        for statement in ("import os; os._exit(0)", "import os; os._exit(5)", "import os; os.kill(os.getpid(), 11)"):
            with self.subTest(statement=statement):
                (folder / "__init__.py").write_text(statement + "\n", encoding="utf-8")
                self.expect(self.python(*CPU), "WORKER_FAILED", "import")

    def test_a_hang_while_importing_is_that_stages_even_beside_a_driver_that_hangs(self):
        self.package("import time; time.sleep(600)\n")
        for standin in ("passes", "hangs:driver"):
            begin = time.monotonic()
            self.expect(self.python("--timeout", "5", standin=standin), "TIMEOUT", "import")
            self.assertLess(time.monotonic() - begin, 8)

    def test_chatter_and_warnings_are_no_fault(self):
        folder = self.package()
        noise = ("import os, sys, warnings\nprint('x' * 500000)\n"
                 "os.write(1, b'\\xff\\x00begin\\twhat=import\\n' * 100)\nsys.stderr.write('noise\\n')\n"
                 "warnings.warn('A module that was compiled using NumPy 1.x cannot run')\n")
        (folder / "__init__.py").write_text(noise + (folder / "__init__.py").read_text(encoding="utf-8"),
                                            encoding="utf-8")
        self.expect(self.python(*CPU), "CPU_CHECK_PASSED", "complete")

    def test_an_extension_for_another_python(self):
        folder = self.package("raise ImportError('no _C')\n")
        (folder / "_C.cpython-30-x86_64-linux-gnu.so").write_bytes(b"")
        self.expect(self.python(*CPU), "TORCH_IMPORT_FAILED", "import", "torch_for_other_python")

    @unittest.skipIf(harness.WORKER is None, "the real worker was not built")
    def test_a_library_that_does_not_load_is_found_out_from_the_files(self):
        self.use_worker(harness.WORKER)
        standins = harness.STANDIN.parent
        load = "import ctypes, os\nctypes.CDLL(os.path.join(os.path.dirname(__file__), 'lib', 'libtorch.so'))\n"
        folder = self.package(load, libraries=())
        for kind, cause, detail in (("missing_dependency", "missing_dependency", "libkernodeck_absent.so.9"),
                                    ("undefined_symbol", "undefined_symbol", None),
                                    ("text", "invalid_library", "libtorch.so"),
                                    ("machine", "wrong_architecture", "libtorch.so")):
            library = standins / f"libtorch_{kind}" / "libtorch.so"
            if not library.exists():
                self.skipTest("the stand-in libraries were not built")
            with self.subTest(kind=kind):
                (folder / "lib" / "libtorch.so").write_bytes(library.read_bytes())
                report = self.python(*CPU)
                self.expect(report, "TORCH_IMPORT_FAILED", "import", cause)
                self.assertIn(detail or "torch", report["message"])


class ComputationTest(PythonTest):
    def test_it_passes_on_both(self):
        self.package()
        report = self.python()
        self.expect(report, "GPU_CHECK_PASSED", "complete")
        self.assertEqual((report["execution"]["device"], report["execution"]["loss"]), ("cuda:0", 196))
        self.assertEqual(report["pytorch"]["version"], "9.9.9+standin")
        self.assertEqual(report["pytorch"]["devices"][0]["name"], "Stand-in GPU")
        report = self.python(*CPU)
        self.expect(report, "CPU_CHECK_PASSED", "complete")
        self.assertEqual((report["driver"], report["pytorch"]["gpu_available"]), (None, None))

    def test_each_failure_has_its_code_by_type_and_number(self):
        self.package()
        for told, code, stage, cause in (
                ("product=wrong", "CHECK_FAILED", "product", None),
                ("product=nan", "CHECK_FAILED", "product", None),
                ("gradient=wrong", "CHECK_FAILED", "gradient", None),
                ("product=other_device", "WORKER_FAILED", "report", "invalid_worker_report"),
                ("product=accelerator:209", "RUNTIME_ERROR", "product", "arch_not_in_binary"),
                ("synchronize=accelerator:700", "RUNTIME_ERROR", "synchronize", "sticky_context_error"),
                ("gradient=accelerator:214", "RUNTIME_ERROR", "gradient", "ecc_uncorrectable"),
                ("allocation=accelerator:46", "GPU_UNAVAILABLE", "allocation", "device_busy"),
                ("allocation=accelerator:2", "OUT_OF_MEMORY", "allocation", None),
                ("product=oom", "OUT_OF_MEMORY", "product", None),
                ("product=memory", "OUT_OF_MEMORY", "product", None),
                ("product=runtime", "RUNTIME_ERROR", "product", None),
                ("gradient=value", "RUNTIME_ERROR", "gradient", None),
                ("product=exit", "RUNTIME_ERROR", "product", None),
                ("product=interrupt", "RUNTIME_ERROR", "product", None),
                ("product=segv", "WORKER_FAILED", "product", None),
                ("build=cpu", "GPU_BACKEND_ABSENT", "backend", None),
                ("device=none", "GPU_UNAVAILABLE", "device", None)):
            with self.subTest(told=told):
                self.expect(self.python(KERNODECK_STANDIN_TORCH=told), code, stage, cause)

    def test_a_cpu_build_and_a_rocm_build(self):
        folder = self.package()
        self.expect(self.python(*CPU, KERNODECK_STANDIN_TORCH="build=cpu"), "CPU_CHECK_PASSED", "complete")
        report = self.python(KERNODECK_STANDIN_TORCH="build=rocm")
        self.expect(report, "GPU_CHECK_PASSED", "complete")
        self.assertEqual((report["pytorch"]["backend"], report["pytorch"]["cuda_build"]), ("rocm", None))
        (folder / "lib" / "libtorch_cuda.so").unlink()
        self.expect(self.python(KERNODECK_STANDIN_TORCH="build=cpu"), "GPU_BACKEND_ABSENT", "backend", "cpu_only_build")

    def test_an_index_that_is_not_there_and_a_promise_that_is_not_kept(self):
        self.package()
        self.expect(self.python("--device-index", "3"), "DEVICE_INDEX_INVALID", "device", "index_out_of_range")
        self.expect(self.python("--expect-devices", "2"), "DEVICE_INDEX_INVALID", "device", "fewer_than_expected")

    def test_a_hang_is_that_stages(self):
        self.package()
        report = self.python("--timeout", "5", KERNODECK_STANDIN_TORCH="gradient=hang")
        self.expect(report, "TIMEOUT", "gradient")

    def test_the_driver_check_is_a_layer_below_the_device(self):
        self.expect(self.python("--timeout", "5", standin="hangs:driver"), "TORCH_MISSING", "import", "not_found")
        self.package()
        self.expect(self.python("--timeout", "5", standin="hangs:driver"), "TIMEOUT", "device", "hang_driver_init")
        self.expect(self.python(standin="crashes:driver"), "WORKER_FAILED", "device")
        self.expect(self.python(standin="garbage", *("--timeout", "5")), "WORKER_FAILED", "device",
                    "invalid_worker_report")

    def test_the_end_of_the_process_is_judged_on_request(self):
        folder = self.package()
        with (folder / "__init__.py").open("a", encoding="utf-8") as init:
            init.write("import atexit\natexit.register(lambda: os.kill(os.getpid(), 6))\n")
        self.expect(self.python(*CPU), "CPU_CHECK_PASSED", "complete")
        self.expect(self.python(*CPU, "--check-exit"), "WORKER_FAILED", "report", "crashed_after_report")

    def test_nothing_is_written_into_the_installation(self):
        self.package()
        self.python(*CPU)
        self.assertEqual([str(file) for file in self.packages.rglob("*.pyc")], [])
        self.assertEqual(self.names_in_work(), [])


class InterpreterTest(PythonTest):
    def expect_unusable(self, interpreter, **variables):
        report = self.python(*CPU, interpreter=interpreter, **variables)
        self.expect(report, "WORKER_FAILED", "import", "interpreter_unusable")
        self.assertEqual(report["owner"], "request")

    def test_what_is_no_interpreter(self):
        not_executable = self.root / "not-executable"
        not_executable.write_text("", encoding="utf-8")
        gone = self.program("gone", "#!/nowhere/python3\n")
        other = self.program("other", "no program at all\n")
        for interpreter in ("/bin/ls", "/bin/true", "/bin/sh", self.root / "missing", "no-such-name", self.root,
                            not_executable, gone, other, "/dev/null"):
            with self.subTest(interpreter=interpreter):
                self.expect_unusable(interpreter)

    def test_an_environment_whose_base_is_gone(self):
        (self.root / "venv" / "bin").mkdir(parents=True)
        (self.root / "venv" / "bin" / "python3").symlink_to("/nowhere/bin/python3")
        self.expect_unusable(self.root / "venv")
        self.expect_unusable(sys.executable, PYTHONHOME="/nowhere")

    def test_a_wrapper_and_one_that_prints(self):
        self.package()
        for body in (f"exec '{sys.executable}' \"$@\"", f"'{sys.executable}' \"$@\"",
                     f"echo hello; echo hello >&2; exec '{sys.executable}' \"$@\""):
            with self.subTest(body=body):
                wrapper = self.program("wrapper", f"#!/bin/sh\n{body}\n")
                self.expect(self.python(*CPU, interpreter=wrapper), "CPU_CHECK_PASSED", "complete")

    def test_a_sitecustomize_that_prints_raises_or_leaves(self):
        self.package()
        file = self.packages / "sitecustomize.py"
        for statement in ("print('started')", "raise ValueError('broken')", "import surely_not_installed"):
            with self.subTest(statement=statement):
                file.write_text(statement + "\n", encoding="utf-8")
                self.expect(self.python(*CPU), "CPU_CHECK_PASSED", "complete")
        file.write_text("import os; os._exit(0)\n", encoding="utf-8")
        self.expect_unusable(sys.executable)

    def test_modules_in_the_current_folder_do_not_disturb_the_script(self):
        self.package()
        for name in ("ctypes", "threading", "traceback", "importlib"):
            (self.work / f"{name}.py").write_text("raise SystemExit('shadowed')\n", encoding="utf-8")
        self.expect(self.python(*CPU), "CPU_CHECK_PASSED", "complete")

    def test_names_and_folders(self):
        self.package()
        bin_folder = self.root / "env" / "bin"
        bin_folder.mkdir(parents=True)
        wrapper = f"#!/bin/sh\nexec '{sys.executable}' \"$@\"\n"
        for name, given in (("python", str(self.root / "env")), ("python3", str(self.root / "env")),
                            ("my-python", "my-python"), ("python3", "../env")):
            with self.subTest(name=name, given=given):
                (bin_folder / name).write_text(wrapper, encoding="utf-8")
                (bin_folder / name).chmod(0o755)
                report = self.python(*CPU, interpreter=given, PATH=f"/usr/bin:/bin:{bin_folder}")
                self.expect(report, "CPU_CHECK_PASSED", "complete")

    def test_it_needs_no_probe_and_heeds_no_variable_that_names_a_libtorch(self):
        self.package()
        self.expect(self.python(*CPU, KERNODECK_LIBTORCH="/nowhere"), "CPU_CHECK_PASSED", "complete")
        for other in (["--libtorch", "/x"], ["--caller", "1"]):
            self.assertEqual(self.diagnose("--python", sys.executable, *other).returncode, 2)

    def test_every_version_here(self):
        self.package()
        for version, executable in NEW.items():
            with self.subTest(version=version):
                report = self.python(*CPU, interpreter=executable)
                self.expect(report, "CPU_CHECK_PASSED", "complete")
                self.assertTrue(report["runtime"]["python_version"].startswith(version + "."))

    @unittest.skipUnless(OLD, "no Python before 3.8 here; KERNODECK_TEST_PYTHONS names folders of some")
    def test_an_old_one_says_how_old_it_is(self):
        for version, executable in OLD.items():
            with self.subTest(version=version):
                report = self.python(*CPU, interpreter=executable)
                self.expect(report, "WORKER_FAILED", "import", "python_too_old")
                self.assertIn(version, report["message"])

    @unittest.skipUnless("3.8" in NEW, "no Python 3.8 here; KERNODECK_TEST_PYTHONS names folders of some")
    def test_the_oldest_that_is_supported(self):
        self.expect(self.python(*CPU, interpreter=NEW["3.8"]), "TORCH_MISSING", "import", "not_found")

    def test_where_shows_it(self):
        folder = self.package()
        env = {**self.environment(), "PYTHONPATH": str(self.packages)}
        shown = self.run_command("where", "--python", sys.executable, env=env).stdout.decode()
        for path in (sys.executable, str(folder)):
            self.assertIn(path + "  (present)", shown)


class RealTorchTest(PythonTest):
    def setUp(self):
        super().setUp()
        self.packages, why_not = real_torch()
        if self.packages is None or harness.WORKER is None:
            self.skipTest(why_not or "the real worker was not built")
        self.use_worker(harness.WORKER)
        (self.root / "lib").symlink_to(harness.COMMAND.parent.parent / "lib")

    def test_the_cpu(self):
        report = self.python(*CPU)
        self.expect(report, "CPU_CHECK_PASSED", "complete")
        self.assertEqual(report["execution"]["loss"], 196)

    def test_the_gpu_gets_the_code_of_the_cxx_diagnosis(self):
        report = self.python("--timeout", "60")
        cxx, _ = self.report("--timeout", "60")
        for key in ("code", "stage", "cause", "owner", "message", "next_step", "driver"):
            self.assertEqual(report[key], cxx[key], key)


if __name__ == "__main__":
    unittest.main()
