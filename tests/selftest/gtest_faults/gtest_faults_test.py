"""G4, G8, G12: what GoogleTest itself gets wrong is right with the plugin (exit status, then the reports, and the
bodies that were really reached), on whichever GoogleTest the suite was built with."""
import json
import re
import unittest
import xml.etree.ElementTree

from suite_harness import SuiteTest

PLAIN = {"Plain.Passes", "Plain.Fails"}


class GoogleTestFaults(SuiteTest):
    def run_faults(self, selection, *arguments, fault="", form="junit"):
        env = self.environment(GTEST_FAULT=fault)
        return self.run_suite("gtest_faults", f"--gtest_filter={selection}", *arguments, env=env, form=form)

    def reached(self, finished):
        return set(re.findall(r"^reached (\S+)$", finished.out, re.MULTILINE))

    def check_nothing_is_called_passed_that_was_not_reached(self, finished):
        passed = {name for name, outcome in finished.outcomes().items() if outcome.status == "passed"}
        self.assertLessEqual(passed, self.reached(finished))

    def check_red(self, finished, said):
        """Red by the exit status and by the report alone, which says why."""
        self.assertEqual(finished.status, 1, finished.out + finished.err)
        failed = {name: outcome for name, outcome in finished.outcomes().items() if outcome.status == "failed"}
        self.assertTrue(failed, "a reader of the report alone sees green")
        self.assertTrue(any(said in outcome.text for outcome in failed.values()), failed)
        for name, outcome in failed.items():
            self.assertRegex(name, r"^\S+\.\S+$", "a case without a name")
            self.assertIn(outcome.type, ("CHECK_FAILED", "RUN_FAILED"), outcome)
        self.check_nothing_is_called_passed_that_was_not_reached(finished)
        return failed

    def test_environment_that_skips_is_not_green(self):
        finished = self.run_faults("Plain.*", fault="environment_skips")
        self.assertEqual(self.reached(finished), set())
        self.check_red(finished, "the environment is of no use here")
        self.assertLessEqual(PLAIN, set(finished.outcomes()))

    def test_environment_that_fails_is_in_the_report(self):
        for fault in ("environment_fails", "environment_throws"):
            with self.subTest(fault=fault):
                finished = self.run_faults("Plain.*", fault=fault)
                self.assertEqual(self.reached(finished), set())
                self.check_red(finished, "the environment cannot be set up")
                self.assertLessEqual(PLAIN, set(finished.outcomes()))

    def test_environment_that_fails_at_the_end_is_in_the_report(self):
        finished = self.run_faults("Plain.Passes", fault="environment_fails_late")
        self.check_red(finished, "the environment cannot be taken down")

    def test_suite_that_cannot_be_set_up_is_in_the_report(self):
        for suite in ("FailingSuite", "ThrowingSuite"):
            with self.subTest(suite=suite):
                finished = self.run_faults(f"{suite}.*:Plain.Passes")
                failed = self.check_red(finished, "the suite cannot be set up")
                self.assertEqual({name.split(".")[0] for name in failed}, {suite})
                self.assertEqual(self.reached(finished), {"Plain.Passes"})
                self.assertEqual(finished.outcomes()["Plain.Passes"].status, "passed")

    def test_suite_that_cannot_be_taken_down_is_in_the_report(self):
        finished = self.run_faults("FailingTeardown.*:Plain.Passes")
        failed = self.check_red(finished, "the suite cannot be taken down")
        self.assertIn("FailingTeardown", failed["kernodeck.run"].text)

    def test_suite_that_skips_is_skipped_and_keeps_its_reason(self):
        finished = self.run_faults("SkippingSuite.*")
        self.assert_ended(finished, 0)
        self.assertEqual(self.reached(finished), set())
        outcomes = finished.outcomes()
        self.assertEqual({name: outcome.status for name, outcome in outcomes.items()},
                         {"SkippingSuite.First": "skipped", "SkippingSuite.Second": "skipped"})
        for outcome in outcomes.values():
            self.assertIn("the suite is of no use here", outcome.message)

    def test_odd_bytes_leave_the_report_well_formed(self):
        for form in ("junit", "junit-strict"):
            finished = self.run_faults("Bytes.*", form=form)
            self.assert_ended(finished, 1)
            for name, outcome in finished.outcomes().items():
                if name != "Bytes.ValidUtf8":
                    self.assertRegex(outcome.text, r"before [^\n]* after|before \]\]> <after/> &amp;", name)
            self.assertIn("Grüß Gott", finished.outcomes()["Bytes.ValidUtf8"].text)

    def test_json_keeps_utf8_and_says_utc(self):
        finished = self.run_faults("Bytes.*", form="json")
        self.assert_ended(finished, 1)
        raw = finished.report.read_bytes().decode("utf-8")
        report = json.loads(raw)
        self.assertEqual(len(report["tests"]), 5)
        self.assertIn("Grüß Gott", raw)
        self.assertRegex(report["run"]["started_at"], r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$")

    def test_several_failures_are_one_element(self):
        finished = self.run_faults("SeveralFailures.*")
        self.assert_ended(finished, 1)
        failures = list(xml.etree.ElementTree.parse(finished.report).getroot().iter("failure"))
        self.assertEqual(len(failures), 1)
        self.assertIn("the first", failures[0].text)
        self.assertIn("the second", failures[0].text)

    def test_no_test_selected_is_said_and_red_on_request(self):
        said = self.run_faults("Nothing.*")
        self.assert_ended(said, 0)
        self.assertEqual(said.outcomes(), {})
        self.assertRegex(said.out + said.err, r"(?i)no (GPU )?test")
        asked = self.run_faults("Nothing.*", "--kernodeck_min_gpu_tests=1")
        self.assertNotEqual(asked.status, 0, asked.out)


if __name__ == "__main__":
    unittest.main()
