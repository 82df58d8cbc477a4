"""G9, G12, D20: what the plugin alone knows of reaches `kernodeck run`, and a run without its listener is followed all the
same."""
import unittest

from run_harness import RunTest
from suite_harness import STANDINS


class WithPlugin(RunTest):
    suite = "run_plugin"

    def test_a_failure_outside_of_tests_is_in_the_report(self):
        for more, status in ((), 1), (("--gtest_filter=-*.Fails",), 1):
            run = self.supervise(*more)
            self.assertEqual(run.status, status, run.out)
            problems = run.report["summary"]["problems"]
            self.assertTrue(any("TearDownTestSuite of TearDownFails failed: of nobody" in each for each in problems), problems)
            self.assertEqual(run.results()["TearDownFails.Passes"], "passed")

    def test_refused_settings_are_a_usage_error(self):
        for more, variables in ((("--kernodeck_policy=maybe",), {}), ((), {"KERNODECK_POLICY": "maybe"})):
            run = self.supervise(*more, **variables)
            self.assertEqual(run.status, 2, run.out)
            self.assertEqual(set(run.results().values()), {"not_run"})
            self.assertIn("maybe", run.err)

    def test_a_promise_is_kept_or_the_run_is_red(self):
        for options, more, variables in ((("--expect-devices", "1"), (), {}), ((), ("--kernodeck_expect_gpus=1",), {}),
                                         ((), (), {"KERNODECK_EXPECT_GPUS": "1"})):
            run = self.supervise("--kernodeck_after_check=off", *more, options=options, **variables)
            self.assertIn("0 GPU tests ran, and at least 1 had to", run.report["summary"]["problems"])
        # It reaches the plugin, which refuses to skip then.
        run = self.supervise("--kernodeck_policy=skip", options=("--expect-devices", "1"))
        self.assertEqual(run.status, 2, run.out)

    def test_a_filter_that_matches_nothing_runs_no_gpu_test(self):
        run = self.supervise("--gtest_filter=No.*", "--kernodeck_min_gpu_tests=1")
        self.assert_run(run, 1, {})

    def test_no_repetition_is_no_test(self):
        self.assert_run(self.supervise("--gtest_repeat=0"), 0, {})


class WithoutListener(RunTest):
    suite = "run_listenerless"

    def test_it_is_followed_by_its_output(self):
        arguments = self.standin_command("passes")
        run = self.supervise(*arguments, command=self.command, LD_LIBRARY_PATH=str(STANDINS / "fake_driver"))
        self.assert_run(run, 0, {"Before.Passes": "passed", "Gpu.First": "passed", "Gpu.Second": "passed",
                                 "Behind.Passes": "passed"})
        self.assertEqual(run.report["summary"]["gpu_ran"], 1)


if __name__ == "__main__":
    unittest.main()
