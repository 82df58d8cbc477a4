"""G14, G15, G20: fixtures of the plugin, parameterized and typed ones too. Where the machine is not ready neither
members nor SetUp nor body are reached."""
import re
import unittest

from suite_harness import SuiteTest

READY = "WithMember.*:WithSuite.*:*Numbered.*:Typed*"


class Fixtures(SuiteTest):
    def run_fixtures(self, selection, mode, *flags):
        return self.run_suite("fixtures_suite", f"--gtest_filter={selection}", *self.standin_command(mode), *flags)

    def reached(self, finished):
        return re.findall(r"^reached (\S+)$", finished.out, re.MULTILINE)

    def test_all_is_reached_on_a_machine_that_is_ready(self):
        finished = self.run_fixtures(READY, "passes")
        self.assert_ended(finished, 0)
        once = ["WithMember.member", "WithMember.SetUp"]
        self.assertEqual(self.reached(finished), [
            *once, "WithMember.First", *once, "WithMember.Second", "WithSuite.SetUpTestSuite", "WithSuite.SetUp",
            "WithSuite.First", "WithSuite.SetUp", "WithSuite.Second", *["Typed.Test"] * 2, *["Numbered.Test"] * 2])

    def test_nothing_is_reached_on_a_machine_that_is_not(self):
        finished = self.run_fixtures(READY, "fails:device:no_device")
        self.assert_ended(finished, 6)
        self.assertEqual(self.reached(finished), [])
        outcomes = finished.outcomes()
        self.assertEqual(len(outcomes), 8)
        self.assertEqual((outcomes.pop("WithMember.First")).status, "failed")
        for outcome in outcomes.values():
            self.assert_not_run(outcome, "GPU_UNAVAILABLE", "WithMember.First")

    def test_all_is_skipped_on_request(self):
        finished = self.run_fixtures(READY, "fails:device:no_device", "--kernodeck_policy=skip")
        self.assert_ended(finished, 0)
        self.assertEqual(self.reached(finished), [])
        self.assertEqual({outcome.status for outcome in finished.outcomes().values()}, {"skipped"})

    def test_a_requirement_of_one_fixture_fails_its_tests(self):
        finished = self.run_fixtures("Demanding.*:WithMember.First", "passes")
        self.assertEqual(finished.status, 1, finished.out)
        self.assertEqual(self.reached(finished), ["WithMember.member", "WithMember.SetUp", "WithMember.First"])
        outcomes = finished.outcomes()
        self.assertEqual({name: outcome.type for name, outcome in outcomes.items() if outcome.status == "failed"},
                         {"Demanding.First": "DEVICE_INDEX_INVALID", "Demanding.Second": "DEVICE_INDEX_INVALID"})

    def test_without_catching_members_are_made_and_bodies_are_not_reached(self):
        finished = self.run_fixtures("WithMember.*", "fails:device:no_device", "--gtest_catch_exceptions=0")
        self.assert_ended(finished, 6)
        self.assertLessEqual(set(self.reached(finished)), {"WithMember.member"})


if __name__ == "__main__":
    unittest.main()
