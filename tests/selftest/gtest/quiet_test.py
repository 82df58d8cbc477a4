"""G1, G3, G4, G5, G6, G12, G14, G15: nothing that fails stays quiet, and no run is green whose GPU tests did not run,
with RunAllTests and with RUN_ALL_TESTS and the environment alone."""
import xml.etree.ElementTree as ElementTree

import harness
from harness import FAILED


class Quiet(harness.ProgramTest):
    def run_quiet(self, selection, *arguments, **options):
        return self.run_program("quiet", f"--gtest_filter={selection}", *arguments, **options)

    def test_what_other_listeners_record_before_a_test_is_its_own(self):
        run = self.run_quiet("Quarantine.*")
        self.assert_status(run, 1)
        self.assertEqual(run.results(), {"Quarantine.Flaky": "skipped", "Quarantine.Early": "failed",
                                         "Quarantine.Bug": "failed"})
        self.assertEqual(run.reached, ["Quarantine.Early", "Quarantine.Bug"])
        self.assertIn("quarantined", run.tests()["Quarantine.Flaky"]["message"])
        self.assertIn("failed before its body", run.tests()["Quarantine.Early"]["message"])
        self.assertIn("a real bug", run.tests()["Quarantine.Bug"]["message"])

    def test_what_other_listeners_record_behind_a_test_is_its_own(self):
        run = self.run_quiet("*Leak*", "--kernodeck_output=junit:a.xml", "--kernodeck_output=junit-strict:b.xml")
        self.assert_status(run, 1)
        self.assertEqual(run.results(), {"Leaking.Leaks": "failed", "Leaking.NotMe": "passed",
                                         "Last.Leaks": "failed"})
        self.assertEqual(len(run.report["tests"]), 3)
        for name in ("Leaking.Leaks", "Last.Leaks"):
            self.assertIn("3 bytes leaked", run.tests()[name]["message"])
        self.assertEqual((run.report["summary"]["passed"], run.report["summary"]["failed"]), (1, 2))
        problems = [line for line in run.summary if "failed: " in line]
        self.assertEqual(problems, ["TearDownTestSuite of Leaking failed: still open"])
        for name in ("a.xml", "b.xml"):
            cases = ElementTree.parse(self.work / name).getroot().iter("testcase")
            failed = [case.get("name") for case in cases if case.find("failure") is not None]
            self.assertEqual([name for name in failed if name == "Leaks"], ["Leaks", "Leaks"])

    def test_who_only_asks_is_charged_with_nothing(self):
        for stock, status in (({}, 6), ({"STOCK": "1"}, 1)):
            with self.subTest(stock=stock):
                run = self.run_quiet("Question.*", reports=FAILED, **stock)
                self.assert_status(run, status)
                self.assertEqual(run.results(), {"Question.Asks": "passed", "Question.Skips": "skipped",
                                                 "Question.Requires": "failed"})
                self.assertEqual(run.reached, [])

    def test_questions_alone_are_no_green_run(self):
        for stock, status in (({}, 6), ({"STOCK": "1"}, 1)):
            with self.subTest(stock=stock):
                run = self.run_quiet("Question.Asks:Question.Skips", "--kernodeck_output=junit:a.xml", reports=FAILED,
                                     **stock)
                self.assert_status(run, status)
                root = ElementTree.parse(self.work / "a.xml").getroot()
                self.assertNotEqual(int(root.get("failures")), 0, "the report is red as well")
                (self.work / "a.xml").unlink()
                run = self.run_quiet("Question.Asks:Question.Skips", "--kernodeck_policy=skip", reports=FAILED, **stock)
                self.assert_status(run, 0)

    def test_a_question_spoils_neither_suite_nor_test(self):
        run = self.run_quiet("SmallSuite.*:Fallback.*")
        self.assert_status(run, 0)
        self.assertEqual(run.reached, ["SmallSuite.Runs", "Fallback.Asks"])
        self.assertEqual(set(run.results().values()), {"passed"})
        self.assertIn("1 GPU test ran: 1 passed, 0 failed.", run.summary)

    def test_a_requirement_of_a_set_up_makes_gpu_tests(self):
        run = self.run_quiet("SetUpRequires.*", "--kernodeck_min_gpu_tests=1")
        self.assert_status(run, 0)
        self.assertTrue(run.tests()["SetUpRequires.Runs"]["gpu"])

    def test_a_test_that_skips_itself_did_not_run(self):
        run = self.run_quiet("SkipsItself.*", "--kernodeck_min_gpu_tests=1", "--kernodeck_output=junit:a.xml")
        self.assert_status(run, 1)
        self.assertIn("0 GPU tests ran.", run.summary)
        root = ElementTree.parse(self.work / "a.xml").getroot()
        self.assertNotEqual(int(root.get("failures")), 0, "the report is red as well")

    def test_the_minimum_holds_where_no_test_is_selected_and_for_the_environment_too(self):
        for selection in ("None", "Fallback.*"):
            with self.subTest(selection=selection):
                run = self.run_quiet(selection, "--kernodeck_min_gpu_tests=5", report=False, STOCK="1")
                self.assert_status(run, 1)
                self.assertIn("at least 5 GPU tests had to run", run.out)
        run = self.run_quiet("None", "--kernodeck_polcy=skip", report=False, STOCK="1")
        self.assert_status(run, 1)
        self.assertIn("CHECK_FAILED: usage error: ", run.out)
        self.assert_status(self.run_quiet("None", report=False, STOCK="1"), 0)

    def test_exit_in_a_test_is_no_success(self):
        for name in ("InTheTest", "Quickly"):
            for stock in ({}, {"STOCK": "1"}):
                with self.subTest(name=name, stock=stock):
                    run = self.run_quiet(f"Exits.{name}", **stock)
                    self.assert_status(run, 1)
                    self.assertIn(f"ended in the middle of the run, in Exits.{name}", run.err)

    def test_a_fork_that_comes_back_leaves_the_parents_report_alone(self):
        run = self.run_quiet("Forks.*")
        self.assert_status(run, 1)
        self.assertEqual(run.results(), {"Forks.ComesBack": "passed", "Forks.Fails": "failed"})
        self.assertIn("forked in Forks.ComesBack", run.err)
        self.assertEqual(run.report["summary"]["failed"], 1)

    def test_only_an_exception_that_escaped_is_charged(self):
        run = self.run_quiet("Caught.*")
        self.assert_status(run, 1)
        self.assertEqual(run.tests()["Caught.OnPurpose"]["code"], "CHECK_FAILED")
        self.assertEqual(run.tests()["Caught.Escaped"]["code"], "OUT_OF_MEMORY")

    def test_no_path_of_the_machine_comes_by_a_trace_or_an_exception(self):
        source = harness.REPORTS.parents[2]
        run = self.run_quiet("Paths.*", f"--kernodeck_source_root={source}")
        self.assert_status(run, 1)
        text = run.tests()["Paths.Trace"]["text"]
        self.assertRegex(text, r"Google Test trace:\ntests/selftest/gtest/quiet.cc:\d+: here")
        text = run.tests()["Paths.Frames"]["text"]
        self.assertIn('"no kernel" thrown in the test body.', text)
        self.assertNotIn("/home/me", text)

    def test_skip_covers_no_broken_machine(self):
        for code in ("CHECK_FAILED", "TIMEOUT", "RUNTIME_ERROR"):
            with self.subTest(code=code):
                run = self.run_program("requires_gpu", "--kernodeck_policy=skip", reports=[code])
                self.assertNotEqual(run.status, 0, str(run))
                self.assertEqual(run.results()["Gpu.One"], "failed")
                self.assertNotIn("KERNODECK_POLICY=skip", run.tests()["Gpu.One"]["text"])
        run = self.run_program("requires_gpu", "--kernodeck_policy=skip", command="/no/such/command")
        self.assert_status(run, 11)


class Early(harness.ProgramTest):
    def test_flags_hold_for_a_requirement_before_main(self):
        run = self.run_program("early", reports=FAILED)
        self.assert_status(run, 6)
        self.assertEqual(run.results(), {"Gpu.One": "failed", "Plain.Two": "passed"})
        run = self.run_program("early", "--kernodeck_policy=skip", reports=FAILED)
        self.assert_status(run, 0)
        self.assertEqual(run.results()["Gpu.One"], "skipped")
        run = self.run_program("early", "--kernodeck_polcy=skip", report=False)
        self.assert_status(run, 2)
        self.assertEqual(run.reached, [])

    def test_other_flags_later_are_refused(self):
        run = self.run_program("early", reports=FAILED, OTHER_FLAGS="1")
        self.assert_status(run, 2)
        self.assertEqual(run.reached, [])
        self.assertIn("before RunAllTests()", run.err)


if __name__ == "__main__":
    harness.main()
