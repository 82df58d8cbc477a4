"""G1, G3, G14, G15: requirements stated in threads, helpers, destructors, SetUpTestSuite and death tests, and under
flags of GoogleTest that change what a failure does: one fault stays one red test, and nothing is green that did not
run."""
import re
import resource
import unittest

from suite_harness import SuiteTest

NO_GPU = "fails:device:no_device"


class OddCalls(SuiteTest):
    suite = "odd_calls_suite"

    def run_calls(self, selection, mode, *flags, **options):
        return self.run_suite(self.suite, f"--gtest_filter={selection}", *self.standin_command(mode), *flags,
                              **options)

    def reached(self, finished):
        return set(re.findall(r"^reached (\S+)$", finished.out, re.MULTILINE))

    def test_all_are_met_on_a_machine_that_is_ready(self):
        finished = self.run_calls("*", "passes")
        self.assert_ended(finished, 0)
        self.assertEqual({outcome.status for outcome in finished.outcomes().values()}, {"passed"})
        self.assertEqual(self.reached(finished), {"Call.InAHelper", "Call.Twice", "InDestructor.Asks", "InSuite.First",
                                                  "InSuite.Second", "Other.NeedsNothing"})
        self.assertLessEqual(self.starts(), 2)  # the death test's child may look for itself

    def check_one_fault(self, finished, first):
        self.assert_ended(finished, 6)
        failed = {name: outcome for name, outcome in finished.outcomes().items() if outcome.status == "failed"}
        self.assertEqual(set(failed), {first}, finished.out)
        self.assertEqual(failed[first].type, "GPU_UNAVAILABLE")

    def test_one_fault_is_charged_once(self):
        finished = self.run_calls("Call.*:InSuite.*:Other.*", NO_GPU)
        self.check_one_fault(finished, "Call.InAThread")
        outcomes = finished.outcomes()
        for name in ("Call.InAHelper", "Call.Twice", "InSuite.First", "InSuite.Second"):
            self.assert_not_run(outcomes[name], "GPU_UNAVAILABLE", "Call.InAThread")
        self.assertEqual(self.reached(finished), {"Other.NeedsNothing"})

    def test_a_suite_that_is_not_ready_charges_one_of_its_tests(self):
        finished = self.run_calls("InSuite.*:Other.*", NO_GPU)
        self.check_one_fault(finished, "InSuite.First")
        self.assert_not_run(finished.outcomes()["InSuite.Second"], "GPU_UNAVAILABLE", "InSuite.First")
        self.assertEqual(self.reached(finished), {"Other.NeedsNothing"})

    def test_a_suite_that_is_not_ready_is_skipped_on_request(self):
        finished = self.run_calls("InSuite.*:Other.*", NO_GPU, "--kernodeck_policy=skip")
        self.assert_ended(finished, 0)
        self.assertEqual({name: outcome.status for name, outcome in finished.outcomes().items()},
                         {"InSuite.First": "skipped", "InSuite.Second": "skipped", "Other.NeedsNothing": "passed"})
        self.assertEqual(self.reached(finished), {"Other.NeedsNothing"})

    def test_a_destructor_fails_its_test(self):
        self.check_one_fault(self.run_calls("InDestructor.*", NO_GPU), "InDestructor.Asks")

    def test_a_death_test_asks_in_its_child(self):
        for style in ("fast", "threadsafe"):
            with self.subTest(style=style):
                finished = self.run_suite(self.suite, "--gtest_filter=InDeathTest.*",
                                          f"--gtest_death_test_style={style}", f"--kernodeck_command={self.root}/none")
                self.assertEqual(finished.outcomes()["InDeathTest.Asks"].status, "passed", finished.out)

    def test_throw_on_failure_leaves_a_report_that_names_the_test(self):
        finished = self.run_calls("Call.Twice:Other.*", NO_GPU, "--gtest_throw_on_failure=1")
        self.assertNotEqual(finished.status, 0)
        # The exception is meant for another framework's main: the process ends in the middle of the test.
        self.assertEqual(finished.outcomes()["Call.Twice"].status, "failed", finished.out)

    def test_break_on_failure_leaves_a_report_that_names_the_test(self):
        def no_core():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

        finished = self.run_calls("Call.Twice:Other.*", NO_GPU, "--gtest_break_on_failure=1", preexec_fn=no_core)
        self.assertLess(finished.status, 0, "ended by a signal")
        self.assertEqual(finished.outcomes()["Call.Twice"].status, "failed")


class NoExceptions(SuiteTest):
    def run_both(self, mode):
        return self.run_suite("no_exceptions_suite", *self.standin_command(mode))

    def test_it_runs_where_the_machine_is_ready(self):
        self.assert_ended(self.run_both("passes"), 0)

    def test_it_is_red_once_where_it_is_not(self):
        finished = self.run_both(NO_GPU)
        self.assert_ended(finished, 6)
        outcomes = finished.outcomes()
        self.assertEqual(outcomes["NoExceptions.Macro"].status, "failed")
        self.assert_not_run(outcomes["Fixture.First"], "GPU_UNAVAILABLE", "NoExceptions.Macro")


if __name__ == "__main__":
    unittest.main()
