"""G6, G7, G9 with LibTorch's own exceptions and assertions, on a real GPU."""
import sys
import unittest

from suite_harness import COMMAND, SKIPPED, SuiteTest, real_gpu

TEN = [f"Ten/DeviceAssert.OfTen/Test{number}" for number in range(1, 11)]


class LibTorchFaults(SuiteTest):
    def run_faults(self, suite, **options):
        return self.run_suite("libtorch_faults", f"--gtest_filter=*{suite}*", f"--kernodeck_command={COMMAND}",
                              **options)

    def check_assert(self, finished, others):
        self.assert_ended(finished, 1)
        outcomes = finished.outcomes()
        expected = dict.fromkeys(TEN[:2], "passed") | {TEN[2]: "failed"} | dict.fromkeys(TEN[3:], others)
        self.assertEqual({name: outcome.status for name, outcome in outcomes.items()}, expected)
        self.assertEqual(outcomes[TEN[2]].type, "RUNTIME_ERROR", outcomes[TEN[2]])
        return outcomes

    def test_index_out_of_range_is_charged_to_its_test(self):
        outcomes = self.check_assert(self.run_faults("DeviceAssert"), "skipped")
        for name in TEN[3:]:
            self.assert_not_run(outcomes[name], "RUNTIME_ERROR", TEN[2])

    def test_index_out_of_range_under_run(self):
        self.check_assert(self.run_faults("DeviceAssert", under=(COMMAND, "run", "--no-progress", "--")), "passed")

    def test_exceptions_have_their_codes(self):
        finished = self.run_faults("Memory")
        self.assert_ended(finished, 1)
        outcomes = finished.outcomes()
        self.assertEqual((outcomes["Memory.MoreThanThereIs"].status, outcomes["Memory.MoreThanThereIs"].type),
                         ("failed", "OUT_OF_MEMORY"), outcomes["Memory.MoreThanThereIs"])
        self.assertEqual(outcomes["Memory.AfterThat"].status, "passed")

    def test_shapes_that_do_not_fit_are_told_apart_from_a_sick_machine(self):
        """LibTorch throws the same type for these and for a failed library call: only the second look tells."""
        finished = self.run_faults("Shapes")
        self.assert_ended(finished, 1)
        self.assertEqual(finished.outcomes()["Shapes.DoNotFit"].type, "RUNTIME_ERROR")
        self.assertIn("the machine is fine", finished.out)


if __name__ == "__main__":
    there, verdict = real_gpu()
    if not there:
        print(f"skipped: no working GPU here: {verdict['code']}: {verdict['message']}")
        sys.exit(SKIPPED)
    unittest.main()
