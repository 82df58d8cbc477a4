"""G1, G14, G16, G19: every requirement that is not met fails its own test with its code, what was wanted and what was
found, in a text that the adapters of editors do not cut."""
import unittest

from suite_harness import STANDINS, SuiteTest

# Test, code, what it wanted, what was found.
UNMET = (
    ("Gpus", "DEVICE_INDEX_INVALID", "at least 1000 GPUs", "1 GPU is visible"),
    ("DeviceIndex", "DEVICE_INDEX_INVALID", "gpu 999", "GPU 0 is the only one that is visible"),
    ("TotalMemory", "OUT_OF_MEMORY", "1000000 GiB", "GiB"),
    ("FreeMemory", "OUT_OF_MEMORY", "1000000 GiB", "free"),
    ("ComputeCapability", "GPU_UNAVAILABLE", "99.0", ""),
    ("Arch", "GPU_UNAVAILABLE", "gfx000", ""),
    ("Backend", "GPU_BACKEND_ABSENT", "rocm", "cuda"),
    ("Supports", "GPU_UNAVAILABLE", "float8", ""),
    ("PeerAccess", "DEVICE_INDEX_INVALID|GPU_UNAVAILABLE", "999", ""),
    ("DriverVersion", "GPU_UNAVAILABLE", "999.0", ""),
    ("RuntimeVersion", "GPU_UNAVAILABLE", "999.0", ""),
    ("ExclusiveUse", "GPU_UNAVAILABLE", "for itself", ""),
    ("Own", "GPU_UNAVAILABLE", "of gold", "of lead"),
    ("ByAssertion", "DEVICE_INDEX_INVALID", "at least 1000 GPUs", "1 GPU is visible"),
    ("SaysMoreBehindTheCode", "DEVICE_INDEX_INVALID", "at least 1000 GPUs", "of which one is mine"),
)


class Texts(SuiteTest):
    def setUp(self):
        super().setUp()
        arguments = self.standin_command("passes")
        self.env = self.environment(LD_LIBRARY_PATH=str(STANDINS / "fake_driver"))
        self.finished = self.run_suite("texts_suite", *arguments, env=self.env)
        self.assert_ended(self.finished, 1)
        self.outcomes = self.finished.outcomes()

    def test_each_says_code_wanted_and_found(self):
        for name, code, wanted, found in UNMET:
            with self.subTest(requirement=name):
                outcome = self.outcomes[f"Unmet.{name}"]
                self.assertEqual(outcome.status, "failed", outcome)
                self.assertRegex(outcome.type, f"^({code})$")
                self.assertRegex(outcome.message, f"^({code}): ")
                self.assertRegex(outcome.text.lower(), wanted.lower())
                self.assertIn(found, outcome.text)

    def test_contradictions_are_the_tests_own(self):
        for name in ("Indices", "Backends"):
            outcome = self.outcomes[f"Contradiction.{name}"]
            self.assertEqual((outcome.status, outcome.type), ("failed", "CHECK_FAILED"), outcome)

    def test_what_is_met_runs(self):
        self.assertEqual(self.outcomes["Met.AllTheSame"].status, "passed", self.outcomes["Met.AllTheSame"])

    def test_no_adapter_cuts_a_text(self):
        for name, outcome in self.outcomes.items():
            if outcome.status == "passed":
                continue
            with self.subTest(test=name):
                self.assertTrue(outcome.text.startswith(outcome.type), outcome.text)
                for line in outcome.text.rstrip("\n").split("\n"):
                    self.assertNotEqual(line.strip(), "", outcome.text)
                    self.assertFalse(line.startswith("["), outcome.text)

    def test_no_adapter_cuts_what_the_terminal_shows(self):
        """Between `[ RUN` and the line of the test's end."""
        inside = ""
        for line in self.finished.out.splitlines():
            if line.startswith("[ RUN "):
                inside = line
            elif line.startswith(("[       OK ]", "[  FAILED  ]", "[----------]", "[==========]")):
                inside = ""
            elif inside:
                self.assertFalse(line.startswith("["), f"{inside}: {line}")


if __name__ == "__main__":
    unittest.main()
