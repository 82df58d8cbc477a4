"""Each sample does what its opening comment says, on whatever machine this is: `kernodeck diagnose` says which."""
import subprocess
import unittest

from suite_harness import COMMAND, DEADLINE, SUITES, Finished, SuiteTest, real_gpu

SAMPLES = SUITES.parent / "samples"
GPU, VERDICT = real_gpu()
CODE, STATUS = VERDICT["code"], VERDICT["exit_code"]
# What `skip` covers; a build without LibTorch, as any other trouble of the tool, stays red.
COVERED = ("TORCH_MISSING", "GPU_BACKEND_ABSENT", "GPU_UNAVAILABLE", "DEVICE_INDEX_INVALID")


class SampleTest(SuiteTest):
    def run_sample(self, name, *arguments, under=()):
        report = self.new_report()
        result = subprocess.run([*under, SAMPLES / name, f"--kernodeck_output=junit:{report}", *arguments],
                                cwd=self.work, env=self.environment(), stdin=subprocess.DEVNULL, capture_output=True,
                                text=True, timeout=DEADLINE, check=False)
        return Finished(result.returncode, result.stdout, result.stderr, report)

    def check_one_fault(self, finished, gpu_tests, other_tests=()):
        """With a GPU all pass. Without one the first is charged, and the others name it."""
        outcomes = finished.outcomes()
        self.assertEqual(set(outcomes), {*gpu_tests, *other_tests})
        passed = {name for name, outcome in outcomes.items() if outcome.status == "passed"}
        if GPU:
            self.assert_ended(finished, 0)
            self.assertEqual(passed, set(outcomes))
            return
        self.assert_ended(finished, STATUS)
        self.assertEqual(passed, set(other_tests))
        first, *others = gpu_tests
        self.assertEqual((outcomes[first].status, outcomes[first].type), ("failed", CODE))
        self.assertTrue(outcomes[first].message.startswith(f"{CODE}: "), outcomes[first].message)
        for name in others:
            self.assert_not_run(outcomes[name], CODE, first)


class RequireGpu(SampleTest):
    """Sample 01."""

    NAME = "sample_01_require_gpu"
    TESTS = ["Sample.NeedsAGpu", "Sample.NeedsRoom", "Sample.NeedsANamedGpu", "SampleFixture.NeedsAGpuToo"]

    def test_one_fault_is_one_red_test(self):
        self.check_one_fault(self.run_sample(self.NAME), self.TESTS)

    def test_skip_is_green_and_says_that_nothing_ran(self):
        finished = self.run_sample(self.NAME, "--kernodeck_policy=skip")
        if not GPU and CODE not in COVERED:
            self.check_one_fault(finished, self.TESTS)
            return
        self.assert_ended(finished, 0)
        outcomes = finished.outcomes()
        self.assertEqual(list(outcomes), self.TESTS)
        if GPU:
            self.assertEqual({outcome.status for outcome in outcomes.values()}, {"passed"})
            return
        self.assertEqual({outcome.status for outcome in outcomes.values()}, {"skipped"})
        for outcome in outcomes.values():
            self.assertTrue(outcome.message.startswith(CODE), outcome.message)
        self.assertIn("0 GPU tests ran", finished.out)

    def test_skip_with_a_minimum_is_red_without_a_gpu(self):
        finished = self.run_sample(self.NAME, "--kernodeck_policy=skip", "--kernodeck_min_gpu_tests=1")
        if GPU:
            self.assert_ended(finished, 0)
        else:
            self.assertNotEqual(finished.status, 0, finished.out)


class Fixtures(SampleTest):
    """Sample 02, where a LibTorch was configured."""

    NAME = "sample_02_fixtures"

    @unittest.skipUnless((SAMPLES / NAME).exists(), "built without LibTorch")
    def test_members_on_the_gpu(self):
        gpu_tests = ["Product.WithTheIdentityChangesNothing", "Product.StaysOnTheGpu", "Weights.AreOne",
                     "Weights.AreOnTheGpu"]
        self.check_one_fault(self.run_sample(self.NAME), gpu_tests, ["OnTheCpu.ProductIsTheSame", "Shapes.NeedNoDevice"])


class OwnMain(SampleTest):
    """Sample 03."""

    NAME = "sample_03_own_main"

    def test_exit_status_is_the_codes_own(self):
        finished = self.run_sample(self.NAME)
        self.assertIn(f"sample 03 ends with status {0 if GPU else STATUS}\n", finished.out)
        self.assertEqual(finished.outcomes()["OwnMain.NeedsNoGpu"].status, "passed")
        if GPU:
            self.assert_ended(finished, 0)
        else:
            self.assert_ended(finished, STATUS)
            self.assertEqual(finished.outcomes()["OwnMain.NeedsAGpu"].type, CODE)


class SupervisedRun(SampleTest):
    """Sample 04: needs no GPU."""

    NAME = "sample_04_supervised_run"

    def test_crash_and_hang_cost_one_red_test_each(self):
        report = self.new_report()
        command = [COMMAND, "run", "--no-progress", "--test-timeout", "2", "--output", f"junit:{report}", "--",
                   SAMPLES / self.NAME]
        result = subprocess.run(command, cwd=self.work, env=self.environment(), stdin=subprocess.DEVNULL,
                                capture_output=True, text=True, timeout=DEADLINE, check=False)
        finished = Finished(result.returncode, result.stdout, result.stderr, report)
        self.assert_ended(finished, 11)  # of the crash; none failed otherwise
        self.assertEqual({name: (outcome.status, outcome.type) for name, outcome in finished.outcomes().items()}, {
            "Supervised.GoesWell": ("passed", ""),
            "Supervised.Crashes": ("failed", "WORKER_FAILED"),
            "Supervised.GoesOnInAFreshProcess": ("passed", ""),
            "Supervised.NeverEnds": ("failed", "TIMEOUT"),
            "Supervised.IsReachedAllTheSame": ("passed", ""),
        })


if __name__ == "__main__":
    unittest.main()
