"""D9: all visible devices at once, with stand-ins for many: a verdict on each, and the whole takes as long as the
slowest of them."""
import json
import shutil
import time
import unittest

from harness import CommandTest
from python_harness import PythonTest

FULL = "fails:allocation:out_of_memory:2"


class DevicesTest(CommandTest):
    def devices(self, *modes, arguments=()):
        """The report on as many devices as there are modes, and the seconds that it took."""
        begin = time.monotonic()
        report, status = self.report("--all-devices", *arguments, standin=",".join(modes))
        self.assertEqual(report["exit_code"], status)
        return report, time.monotonic() - begin

    def codes(self, report):
        return [(device["index"], device["code"]) for device in report["devices"]]

    def test_all_pass(self):
        report, _ = self.devices(*["passes"] * 16)
        self.assertEqual((report["code"], report["stage"]), ("GPU_CHECK_PASSED", "complete"))
        self.assertEqual(self.codes(report), [(index, "GPU_CHECK_PASSED") for index in range(16)])
        for index, device in enumerate(report["devices"]):
            self.assertEqual(device["execution"]["device"], f"cuda:{index}")
            self.assertEqual(device["execution"]["requested"], f"cuda:{index}")
        self.assertEqual(len(report["pytorch"]["devices"]), 16)

    def test_each_has_its_own_verdict_and_the_first_failing_one_is_the_runs(self):
        report, _ = self.devices("passes", FULL, "crashes:product", "wrong_value:loss", "passes")
        self.assertEqual(self.codes(report), [(0, "GPU_CHECK_PASSED"), (1, "OUT_OF_MEMORY"), (2, "WORKER_FAILED"),
                                              (3, "CHECK_FAILED"), (4, "GPU_CHECK_PASSED")])
        self.assertEqual((report["code"], report["stage"]), ("OUT_OF_MEMORY", "allocation"))
        for key in ("code", "exit_code", "stage", "cause", "owner", "message", "next_step", "stages", "execution"):
            self.assertEqual(report[key], report["devices"][1][key], key)

    def test_slow_ones_take_their_time_side_by_side(self):
        report, seconds = self.devices("slow:3", "slow:3", "passes", "slow:3", "slow:3")
        self.assertEqual(report["code"], "GPU_CHECK_PASSED")
        self.assertGreaterEqual(seconds, 3)
        self.assertLess(seconds, 6)

    def test_a_slow_a_hanging_a_failing_and_a_full_one(self):
        report, seconds = self.devices("slow:2", "passes", "hangs:gradient", "fails:product:runtime:700", FULL,
                                       "hangs:import", arguments=["--timeout", "5"])
        self.assertEqual(self.codes(report), [(0, "GPU_CHECK_PASSED"), (1, "GPU_CHECK_PASSED"), (2, "TIMEOUT"),
                                              (3, "RUNTIME_ERROR"), (4, "OUT_OF_MEMORY"), (5, "TIMEOUT")])
        self.assertEqual((report["code"], report["stage"]), ("TIMEOUT", "gradient"))
        self.assertEqual(report["devices"][5]["stage"], "import")
        self.assertLess(seconds, 8)
        passed = report["devices"][1]["stages"]
        self.assertLess(sum(stage["seconds"] for stage in passed), 2)

    def test_one_device(self):
        report, _ = self.devices("passes")
        self.assertEqual(self.codes(report), [(0, "GPU_CHECK_PASSED")])

    def test_without_a_device_the_ordinary_check_gives_the_reason(self):
        report, _ = self.report("--all-devices", standin="none_visible")
        self.assertEqual((report["code"], report["devices"]), ("GPU_UNAVAILABLE", []))
        self.assertEqual(report["execution"]["requested"], "gpu")

    def test_a_driver_that_does_not_answer(self):
        (self.root / "libtorch.so").write_bytes(b"a stand-in, no library\n")
        where = ("--libtorch", self.root)
        report, seconds = self.devices("hangs:driver", arguments=("--timeout", "5", *where))
        self.assertLess(seconds, 6)
        self.assertEqual((report["code"], report["cause"]), ("TIMEOUT", "hang_driver_init"))
        self.assertEqual(report["devices"], [])
        report, _ = self.devices("crashes:driver", arguments=where)
        self.assertEqual((report["code"], report["stage"]), ("WORKER_FAILED", "device"))

    def test_a_driver_that_does_not_answer_where_there_is_no_libtorch(self):
        where = ("--libtorch", "/nonexistent")
        for arguments in (where, ("--all-devices", *where)):
            for standin in ("hangs:driver", "crashes:driver"):
                report, _ = self.report("--timeout", "5", *arguments, standin=standin)
                self.assertEqual((report["code"], report["stage"], report["cause"]),
                                 ("TORCH_MISSING", "import", "not_found"), (arguments, standin))

    def test_the_formats_for_people(self):
        modes = f"passes,{FULL}"
        text = self.diagnose("--all-devices", standin=modes).stdout.decode()
        self.assertIn("FAILED cuda:1", text)
        self.assertTrue(text.startswith("  ok     cuda:0"), text)
        markdown = self.diagnose("--all-devices", "--format", "markdown", standin=modes).stdout.decode()
        self.assertIn("| cuda:1 | ❌", markdown)

    def test_one_device_asked_for_has_no_list(self):
        report, _ = self.report()
        self.assertIsNone(report["devices"])

    def test_what_contradicts_it(self):
        for arguments in (["--device-index", "0"], ["--device", "cpu"], ["--device", "cuda:1"]):
            result = self.diagnose("--all-devices", *arguments)
            self.assertEqual((result.returncode, result.stdout), (2, b""))
            self.assertIn(b"--all-devices contradicts " + " ".join(arguments).encode(), result.stderr)


class PythonDevicesTest(PythonTest):
    def test_each_device_of_an_interpreter(self):
        self.package()
        report = self.python("--all-devices", "--timeout", "5", standin="passes,passes,passes,passes",
                             KERNODECK_STANDIN_TORCH="device=4 product@1=wrong gradient@2=hang allocation@3=oom")
        self.assertEqual([device["code"] for device in report["devices"]],
                         ["GPU_CHECK_PASSED", "CHECK_FAILED", "TIMEOUT", "OUT_OF_MEMORY"])
        self.expect(report, "CHECK_FAILED", "product")
        self.assertEqual(json.dumps(report["devices"][1]["stages"]), json.dumps(report["stages"]))

    def test_a_package_that_is_missing_is_missing_for_each(self):
        report = self.python("--all-devices", standin="passes,passes")
        self.assertEqual([device["cause"] for device in report["devices"]], ["not_found", "not_found"])

    def test_a_driver_that_does_not_count_is_a_layer_below_the_device(self):
        for standin, seen in (("hangs:driver", ("TIMEOUT", "device", "hang_driver_init")),
                              ("crashes:driver", ("WORKER_FAILED", "device", None))):
            with self.subTest(standin=standin):
                arguments = ("--all-devices", "--timeout", "5")
                self.expect(self.python(*arguments, standin=standin), "TORCH_MISSING", "import", "not_found")
                self.package()
                begin = time.monotonic()
                self.expect(self.python(*arguments, standin=standin), *seen)
                self.assertLess(time.monotonic() - begin, 6)
                shutil.rmtree(self.packages / "torch")

    def test_an_interpreter_and_a_driver_that_hang(self):
        interpreter = self.program("python", "#!/bin/sh\nexec sleep 600\n")
        begin = time.monotonic()
        report = self.python("--all-devices", "--timeout", "5", interpreter=interpreter, standin="hangs:driver")
        self.assertLess(time.monotonic() - begin, 6)
        self.expect(report, "TIMEOUT", "import")

    def test_an_unusable_interpreter(self):
        report = self.python("--all-devices", interpreter="/bin/ls", standin="passes,passes")
        self.expect(report, "WORKER_FAILED", "import", "interpreter_unusable")


if __name__ == "__main__":
    unittest.main()
