"""G2, G14: 1,000 GPU tests on a machine without a GPU are one failure and 999 that were not run, after one diagnosis."""
import collections
import time
import unittest

from suite_harness import SuiteTest

NO_GPU = "fails:device:no_device"
FIRST = "Of/Thousand.NeedsTheGpu/0"


class Thousand(SuiteTest):
    def check_one_fault(self, finished, first=FIRST):
        self.assert_ended(finished, 6)
        outcomes = finished.outcomes()
        self.assertEqual(len(outcomes), 1000)
        self.assertEqual(collections.Counter(outcome.status for outcome in outcomes.values()),
                         {"failed": 1, "skipped": 999})
        self.assertEqual((outcomes[first].status, outcomes[first].type), ("failed", "GPU_UNAVAILABLE"))
        self.assertTrue(outcomes[first].message.startswith("GPU_UNAVAILABLE"), outcomes[first])
        for name, outcome in outcomes.items():
            if name != first:
                self.assert_not_run(outcome, "GPU_UNAVAILABLE", first)
        self.assertEqual(self.starts(), 1, "one diagnosis")

    def test_one_failure_and_one_diagnosis(self):
        arguments = self.standin_command(NO_GPU)
        begin = time.monotonic()
        finished = self.run_suite("thousand_suite", *arguments)
        print(f"1,000 GPU tests without a GPU: {time.monotonic() - begin:.2f} s")  # measured, not asserted
        self.check_one_fault(finished)

    def test_under_skip_none_fails_and_the_summary_counts(self):
        finished = self.run_suite("thousand_suite", "--kernodeck_policy=skip", *self.standin_command(NO_GPU))
        self.assert_ended(finished, 0)
        outcomes = finished.outcomes()
        self.assertEqual({outcome.status for outcome in outcomes.values()}, {"skipped"})
        self.assertEqual({outcome.message.split(":")[0] for outcome in outcomes.values()}, {"GPU_UNAVAILABLE"})
        self.assertEqual(self.starts(), 1)

    def test_with_a_gpu_all_run(self):
        finished = self.run_suite("thousand_suite", *self.standin_command("passes"))
        self.assert_ended(finished, 0)
        self.assertEqual({outcome.status for outcome in finished.outcomes().values()}, {"passed"})
        self.assertEqual(self.starts(), 1)


if __name__ == "__main__":
    unittest.main()
