"""G9, G14, G17, D20: the processes of a run share one diagnosis. A sick machine is one red test however many processes
there are, and a device that breaks in between is looked at again."""
import unittest

from run_harness import RunTest
from suite_harness import STANDINS

THOUSAND = "Of/Thousand.NeedsTheGpu/"


class SickMachine(RunTest):
    suite = "thousand_suite"

    def check(self, status, code, *modes, options=(), jobs="4"):
        arguments = self.standin_command(*modes)
        run = self.supervise(*arguments, command=self.command, options=("--jobs", jobs, *options))
        self.assertEqual(run.status, status, run.out[-3000:] + run.err)
        results = list(run.results().values())
        self.assertEqual(results.count(f"failed {code}"), 1)
        self.assertEqual(results.count(f"not_run {code}"), 999)
        self.assertEqual(run.report["summary"]["readiness"]["code"], code)
        self.assert_says(run, "GPU tests that ran: 0")
        self.assertEqual(self.starts(), 1)
        (self.root / "standin").rename(self.root / f"standin of {code} and {jobs}")

    def test_one_red_test_and_one_diagnosis(self):
        for jobs in ("1", "4"):
            self.check(6, "GPU_UNAVAILABLE", "fails:device:no_device", jobs=jobs)

    def test_a_diagnosis_that_hangs(self):
        self.check(10, "TIMEOUT", "hangs:allocation", options=("--check-timeout", "5"))

    def test_skipped_where_asked_for(self):
        arguments = self.standin_command("fails:device:no_device")
        run = self.supervise(*arguments, "--kernodeck_policy=skip", command=self.command, options=("--jobs", "2"))
        self.assertEqual(run.status, 0, run.out[-3000:])
        self.assertEqual(set(run.results().values()), {"skipped GPU_UNAVAILABLE"})
        self.assert_says(run, "GPU tests that ran: 0")

    def test_too_few_gpu_tests(self):
        arguments = self.standin_command("fails:device:no_device")
        for options, more in ((("--min-gpu-tests", "1"), ()), ((), ("--kernodeck_min_gpu_tests=1",))):
            run = self.supervise(*arguments, "--kernodeck_policy=skip", *more, command=self.command, options=options)
            self.assertEqual(run.status, 1, run.out[-3000:])
            self.assert_says(run, "problem: 0 GPU tests ran, and at least 1 had to")
        self.assertEqual(run.report["summary"]["problems"], ["0 GPU tests ran, and at least 1 had to"])

    def test_a_gpu_that_works_runs_all(self):
        arguments = self.standin_command("passes")
        run = self.supervise(*arguments, command=self.command, options=("--jobs", "3"),
                             LD_LIBRARY_PATH=str(STANDINS / "fake_driver"))
        self.assertEqual(run.status, 0, run.out[-3000:])
        self.assertEqual(run.report["summary"]["gpu_ran"], 1000)
        self.assertEqual(self.starts(), 1)


class DeviceThatBreaks(RunTest):
    suite = "gpu_faults"

    def break_one(self, *modes, options=(), filter="*IllegalAddress*", more=()):
        arguments = self.standin_command(*modes)
        return self.supervise(f"--gtest_filter={filter}", *arguments, *more, command=self.command, options=options,
                              LD_LIBRARY_PATH=str(STANDINS / "fake_driver"))

    def test_the_rest_goes_to_a_fresh_process_and_is_checked_anew(self):
        run = self.break_one("passes")
        self.assertEqual(run.status, 1, run.out)
        results = list(run.results().values())
        self.assertEqual((results.count("passed"), results.count("failed RUNTIME_ERROR")), (9, 1))
        self.assertEqual(self.starts(), 2)
        self.assertEqual(run.report["summary"]["after_check"]["code"], "GPU_CHECK_PASSED")
        self.assert_says(run, "the machine is fine")

    def test_what_the_machine_breaks_is_charged_to_that_test_alone(self):
        run = self.break_one("passes", "fails:device:no_device")
        results = run.results()
        broken = "Ten/IllegalAddress.OfTen/Test3"
        self.assertEqual([name for name, result in results.items() if result.startswith("failed")], [broken], run.out)
        self.assertEqual(list(results.values()).count("not_run GPU_UNAVAILABLE"), 7)
        self.assertEqual(run.report["summary"]["after_check"]["owner"], "machine")
        self.assert_says(run, "broke during the run (owner machine)")
        self.assert_says(run, f"see {broken}")

    def test_the_last_one_is_followed_by_a_check_at_the_end(self):
        last = "*IllegalAddress.OfTen/Test3"
        run = self.break_one("passes", filter=last)
        self.assertEqual((run.status, self.starts()), (1, 2), run.out)
        self.assertEqual(run.report["summary"]["after_check"]["code"], "GPU_CHECK_PASSED")

    def test_no_check_at_the_end_where_it_is_not_wanted(self):
        last = "*IllegalAddress.OfTen/Test3"
        for options, more in ((("--no-after-check",), ()), ((), ("--kernodeck_after_check=off",))):
            run = self.break_one("passes", filter=last, options=options, more=more)
            self.assertEqual(self.starts(), 1)
            self.assertIsNone(run.report["summary"]["after_check"])
            (self.root / "standin").rename(self.root / f"standin{len(options)}")

    def test_a_hang_is_suspect_too(self):
        run = self.break_one("passes", filter="*Endless.OfThree/Test2", options=("--test-timeout", "1"))
        self.assertEqual((run.status, self.starts()), (10, 2), run.out)
        self.assertEqual(list(run.results().values()), ["failed TIMEOUT"])
        self.assertEqual(run.report["tests"][0]["owner"], "unknown")


if __name__ == "__main__":
    unittest.main()
