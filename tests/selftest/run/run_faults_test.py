"""G9, G14, D15: whatever ends a plain binary's process costs one red test and names the right one; nothing that a test
prints makes a run greener."""
import unittest

from run_harness import RunTest


def only(*tests):
    return "--gtest_filter=" + ":".join(tests)


class FaultsTest(RunTest):
    suite = "run_faults"

    def test_killed_by_itself(self):
        run = self.supervise(only("Before.*", "Ends.KillsItself", "After.*"))
        self.assert_run(run, 11, {"Before.Passes": "passed", "Ends.KillsItself": "failed WORKER_FAILED",
                                  "After.Passes": "passed"})
        test = run.test("Ends.KillsItself")
        self.assertEqual((test["signal"], test["exit_status"], test["cause"]), (9, None, "test_killed"))
        self.assertTrue(test["text"].startswith("WORKER_FAILED"), test["text"])
        self.assertIn("last words", test["text"])
        self.assert_says(run, "last words")

    def test_stopped_is_a_hang(self):
        run = self.supervise(only("Ends.StopsItself", "After.*"), options=("--test-timeout", "0.5"))
        self.assert_run(run, 10, {"Ends.StopsItself": "failed TIMEOUT", "After.Passes": "passed"})
        self.assertEqual(run.test("Ends.StopsItself")["cause"], "test_hang")

    def test_what_tests_print_is_passed_through_and_forges_nothing(self):
        run = self.supervise(only("Says.NoNewline", "Says.ForgedMarks", "After.*"))
        self.assert_run(run, 0, {"Says.NoNewline": "passed", "Says.ForgedMarks": "passed", "After.Passes": "passed"})
        self.assert_says(run, "no newline[       OK ] Says.NoNewline")
        self.assert_says(run, "[       OK ] Says.ForgedMark (0 ms)\n")

    def test_a_forged_pass_of_another_test_does_not_save_it(self):
        run = self.supervise(only("Says.ForgedEndAndCrash", "After.*"))
        self.assert_run(run, 11, {"Says.ForgedEndAndCrash": "failed WORKER_FAILED", "After.Passes": "passed"})

    def test_a_forged_end_of_the_run_is_no_pass(self):
        run = self.supervise(only("Says.ForgedEndOfTheRun"))
        self.assert_run(run, 11, {"Says.ForgedEndOfTheRun": "failed WORKER_FAILED"})

    def test_who_ends_the_process_behind_a_pass_is_not_green(self):
        run = self.supervise(only("Says.ForgedPassAndExit"))
        self.assert_run(run, 11, {"Says.ForgedPassAndExit": "passed", "run_faults.exit_status": "failed WORKER_FAILED"})
        self.assertIn("before GoogleTest came to the end", run.test("run_faults.exit_status")["message"])

    def test_a_forged_pass_hides_no_failure(self):
        run = self.supervise(only("Says.ForgedPassOfItsOwn", "Says.BadBytes", "After.*"))
        self.assert_run(run, 1, {"Says.ForgedPassOfItsOwn": "failed CHECK_FAILED",
                                 "Says.BadBytes": "failed CHECK_FAILED", "After.Passes": "passed"})
        self.assertIn("all the same", run.test("Says.ForgedPassOfItsOwn")["message"])

    def test_what_is_not_seen_is_not_lost(self):
        run = self.supervise(only("Before.*", "Closes.*", "After.*"))
        self.assert_run(run, 1, {"Before.Passes": "passed", "Closes.TheOutput": "passed", "After.Passes": "passed",
                                 "Closes.Fails": "failed CHECK_FAILED", "Closes.Passes": "passed"})
        self.assertIn("unseen", run.test("Closes.Fails")["message"])
        run = self.supervise(only("Before.*", "Closes.*", "After.*"), "--gtest_repeat=2")
        self.assertEqual(run.status, 1, run.out)
        self.assertEqual(sorted(test["name"] for test in run.report["tests"] if test["repeat"] == 1),
                         ["Fails", "Passes", "Passes", "Passes", "TheOutput"])

    def test_bad_bytes(self):
        run = self.supervise(only("Says.BadBytes"))
        self.assert_run(run, 1, {"Says.BadBytes": "failed CHECK_FAILED"})

    def test_a_flood_and_threads_that_tear_marks(self):
        run = self.supervise(only("Says.AFlood", "After.*"))
        self.assertEqual(run.status, 0)
        self.assertEqual(run.out.count(" of a flood\n"), 100_000)
        run = self.supervise(only("Before.*", "Says.MuchFromAThread", "Leaves.*", "After.*"))
        self.assert_run(run, 0, {"Before.Passes": "passed", "Says.MuchFromAThread": "passed",
                                 "Leaves.AnOrphan": "passed", "After.Passes": "passed"})

    def test_orphans_are_ended(self):
        for jobs in ("1", "2"):
            run = self.supervise(only("Leaves.*", "After.*"), options=("--jobs", jobs))
            self.assert_run(run, 0, {"Leaves.AnOrphan": "passed", "After.Passes": "passed"})

    def test_death_tests_work(self):
        run = self.supervise(only("Death.*", "After.*"))
        self.assert_run(run, 0, {"Death.TestsStillWorkDeathTest": "passed", "After.Passes": "passed"})

    def test_a_suite_that_cannot_be_set_up(self):
        run = self.supervise(only("Before.*", "SetUpCrashes.*", "After.*"))
        self.assert_run(run, 11, {
            "Before.Passes": "passed", "SetUpCrashes.First": "failed WORKER_FAILED",
            "SetUpCrashes.Second": "not_run WORKER_FAILED", "After.Passes": "passed"})
        self.assertIn("why it cannot be set up", run.test("SetUpCrashes.First")["text"])
        self.assertEqual(run.test("SetUpCrashes.Second")["message"], "not run: WORKER_FAILED, see SetUpCrashes.First")

    def test_a_suite_that_crashes_in_its_tear_down(self):
        run = self.supervise(only("TearDownCrashes.*", "After.*"))
        self.assert_run(run, 11, {
            "TearDownCrashes.First": "passed", "TearDownCrashes.Second": "passed",
            "TearDownCrashes.TearDownTestSuite": "failed WORKER_FAILED", "After.Passes": "passed"})

    def test_a_failure_of_no_test_is_red(self):
        run = self.supervise(only("TearDownFails.*", "After.*"))
        self.assert_run(run, 1, {"TearDownFails.Passes": "passed", "After.Passes": "passed",
                                 "TearDownFails.TearDownTestSuite": "failed CHECK_FAILED"})
        self.assertIn("of nobody", run.test("TearDownFails.TearDownTestSuite")["message"])
        # Also where another failure would explain the exit status.
        run = self.supervise(only("SetUpFails.*", "Says.BadBytes"))
        # Versions of GoogleTest differ in whether the suite's tests run then.
        self.assertIn(run.results()["SetUpFails.Passes"], ("passed", "skipped"))
        self.assertEqual(run.status, 1)
        self.assertEqual(run.results()["SetUpFails.SetUpTestSuite"], "failed CHECK_FAILED")
        self.assertEqual(run.results()["Says.BadBytes"], "failed CHECK_FAILED")

    def test_a_status_that_main_makes_up(self):
        run = self.supervise(only("After.*"), FAULT_STATUS="3")
        self.assert_run(run, 11, {"After.Passes": "passed", "run_faults.exit_status": "failed WORKER_FAILED"})
        self.assertEqual(run.test("run_faults.exit_status")["exit_status"], 3)

    def test_a_crash_at_exit(self):
        run = self.supervise(only("Before.*", "After.*"), FAULT_AT_EXIT="1")
        self.assert_run(run, 11, {"Before.Passes": "passed", "After.Passes": "passed",
                                  "run_faults.after_last_test": "failed WORKER_FAILED"})

    def test_a_crash_before_main_runs_nothing(self):
        run = self.supervise(FAULT_BEFORE_MAIN="1")
        self.assertEqual((run.status, run.report), (11, None), run.out)
        self.assertIn("was ended by SIGSEGV when it was asked for its tests", run.err)

    def test_an_environment_that_skips_everything_is_not_green(self):
        for jobs in ("1", "2"):
            run = self.supervise(only("Before.*", "After.*"), options=("--jobs", jobs), FAULT_ENVIRONMENT_SKIPS="1")
            self.assertEqual(run.status, 11, run.out)
            self.assertEqual(run.results()["Before.Passes"], "failed WORKER_FAILED")
            self.assertIn("did not run this test", run.test("Before.Passes")["message"])

    def test_an_environment_that_hangs_costs_one_limit(self):
        run = self.supervise(only("Before.*", "After.*"), options=("--test-timeout", "0.5"),
                             FAULT_ENVIRONMENT_HANGS="1")
        self.assert_run(run, 10, {"Before.Passes": "failed TIMEOUT", "After.Passes": "not_run TIMEOUT"})

    def test_all_of_them_at_once(self):
        run = self.supervise("--gtest_filter=-Says.MuchFromAThread", options=("--test-timeout", "2", "--jobs", "3"))
        self.assertEqual(run.status, 1, run.out)
        failed = sorted(name for name, result in run.results().items() if result.startswith("failed"))
        self.assertEqual(failed, [
            "Closes.Fails", "Ends.KillsItself", "Ends.StopsItself", "Says.BadBytes", "Says.ForgedEndAndCrash",
            "Says.ForgedEndOfTheRun", "Says.ForgedPassOfItsOwn", "SetUpCrashes.First", "SetUpFails.SetUpTestSuite",
            "TearDownCrashes.TearDownTestSuite", "TearDownFails.TearDownTestSuite"])
        self.assertEqual(run.results()["After.Passes"], "passed")
        for line in run.out.splitlines():
            self.assertFalse(line.startswith("[") and "kernodeck" in line, line)


if __name__ == "__main__":
    unittest.main()
