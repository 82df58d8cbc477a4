"""G7, G9, G13, G14, G17, G18 on a real GPU. Where there is none these are skipped, and why is said."""
import sys
import unittest

from gpu_faults_cases import GpuFaultsCases
from suite_harness import COMMAND, SKIPPED, SuiteTest, real_gpu


class OnARealGpu(GpuFaultsCases, SuiteTest):
    def prepare(self, *_):
        self.env = self.environment()
        self.more = [f"--kernodeck_command={COMMAND}"]
        self.command = COMMAND


if __name__ == "__main__":
    there, verdict = real_gpu()
    if not there:
        print(f"skipped: no working GPU here: {verdict['code']}: {verdict['message']}")
        sys.exit(SKIPPED)
    unittest.main()
