"""Sample 00: a job is gated by the verdict's owner; a retry is asked for only where it can help."""
import os
import pathlib
import subprocess
import unittest

from harness import DEADLINE, CommandTest

SAMPLE = pathlib.Path(__file__).resolve().parents[3] / "samples" / "00_gate_a_job.sh"


class SampleGateTest(CommandTest):
    def gate(self, standin, *arguments):
        # Any folder with that name does: the stand-in worker loads nothing.
        (self.work / "torch").mkdir(exist_ok=True)
        (self.work / "torch" / "libtorch.so").touch()
        environment = dict(self.environment(standin), KERNODECK=str(self.command))
        return subprocess.run([SAMPLE, "--libtorch", self.work / "torch", *arguments], env=environment, cwd=self.work,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=DEADLINE)

    def test_a_pass_lets_the_job_go_on(self):
        result = self.gate("passes")
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        self.assertTrue(result.stdout.startswith("GPU_CHECK_PASSED (owner: null): "), result.stdout)

    def test_a_sick_machine_asks_for_another(self):
        result = self.gate("fails:device:no_device")
        self.assertEqual(result.returncode, 75, result.stdout)
        self.assertTrue(result.stdout.startswith("GPU_UNAVAILABLE (owner: machine): "), result.stdout)
        self.assertIn("Retry on another runner.", result.stdout)

    def test_what_a_retry_cannot_help_keeps_its_status(self):
        result = self.gate("fails:import:not_found")
        self.assertEqual(result.returncode, 3, result.stdout)
        self.assertNotIn("Retry", result.stdout)

    def test_a_usage_error_starts_no_job(self):
        result = self.gate("passes", "--timeout", "1")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("the job does not start", result.stderr)

    def test_it_can_be_started(self):
        self.assertTrue(os.access(SAMPLE, os.X_OK))


if __name__ == "__main__":
    unittest.main()
