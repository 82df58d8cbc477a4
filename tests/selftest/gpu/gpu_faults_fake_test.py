"""The same over the fake driver, whose kernels break as the real ones do, and the end that no healthy machine shows:
a GPU that is broken when it is looked at again."""
import unittest

from gpu_faults_cases import GpuFaultsCases
from suite_harness import STANDINS, SuiteTest


class OnTheFakeDriver(GpuFaultsCases, SuiteTest):
    def prepare(self, *modes):
        self.more = self.standin_command(*modes)
        self.env = self.environment(LD_LIBRARY_PATH=str(STANDINS / "fake_driver"))

    def test_machine_that_broke_during_the_run_owns_the_failure(self):
        self.prepare("passes", "fails:device:no_device")
        report, said = self.after_check("IllegalAddress")
        after = report["summary"]["after_check"]
        self.assertEqual((after["code"], after["owner"]), ("GPU_UNAVAILABLE", "machine"))
        self.assertEqual(report["summary"]["after_check_owner"], "machine")
        self.assertEqual(self.starts(), 2)
        self.assertRegex(said, "broke during the run.*owner machine")

    def test_no_second_look_where_it_is_not_wanted(self):
        self.prepare("passes")
        self.run_faults("IllegalAddress", "--kernodeck_after_check=off")
        self.assertEqual(self.starts(), 1)

    def test_no_second_look_after_a_run_that_passed(self):
        self.prepare("passes")
        finished = self.run_faults("Memory.GivenBack")
        self.assert_ended(finished, 0)
        self.assertEqual(self.starts(), 1)


if __name__ == "__main__":
    unittest.main()
