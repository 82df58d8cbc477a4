"""Each exit status that a stand-in worker can bring about, with its code and stage, in each format."""
import unittest

from harness import CommandTest

# what the stand-in does, arguments, code, stage, cause, exit status
VERDICTS = [
    ("passes", [], "GPU_CHECK_PASSED", "complete", None, 0),
    ("passes", ["--device", "cpu"], "CPU_CHECK_PASSED", "complete", None, 0),
    ("fails:import:not_found", [], "TORCH_MISSING", "import", "not_found", 3),
    ("fails:import:missing_dependency::libgomp.so.1", [], "TORCH_IMPORT_FAILED", "import", "missing_dependency", 4),
    ("fails:device:index", ["--device-index", "9"], "DEVICE_INDEX_INVALID", "device", "index_out_of_range", 7),
    ("wrong_value:product", [], "CHECK_FAILED", "product", None, 8),
    ("wrong_value:loss", [], "CHECK_FAILED", "gradient", None, 8),
    ("fails:product:runtime:700", [], "RUNTIME_ERROR", "product", "sticky_context_error", 9),
    ("fails:product:out_of_memory:2", [], "OUT_OF_MEMORY", "product", None, 9),
    ("hangs:gradient", ["--timeout", "5"], "TIMEOUT", "gradient", None, 10),
    ("crashes:synchronize", [], "WORKER_FAILED", "synchronize", None, 11),
    ("crashes_after_done", [], "WORKER_FAILED", "report", "crashed_after_report", 11),
    ("garbage", ["--timeout", "5"], "WORKER_FAILED", "import", "invalid_worker_report", 11),
]


class VerdictsTest(CommandTest):
    def test_code_stage_cause_and_status(self):
        for standin, arguments, code, stage, cause, expected in VERDICTS:
            with self.subTest(standin=standin):
                report, status = self.report(*arguments, standin=standin)
                self.assertEqual((report["code"], report["stage"], report["cause"], status),
                                 (code, stage, cause, expected))
                self.assertEqual(report["exit_code"], expected)

    def test_every_format_names_the_code(self):
        for form in ("text", "json", "markdown"):
            with self.subTest(form=form):
                result = self.diagnose("--format", form, standin="fails:product:runtime:700")
                self.assertEqual(result.returncode, 9)
                self.assertIn(b"RUNTIME_ERROR", result.stdout)
                self.assertEqual(result.stderr, b"")

    def test_labels_are_in_the_report(self):
        report, _ = self.report("--label", "runner=night 3", "--label", "b=\u00e4=")
        self.assertEqual(report["labels"], {"runner": "night 3", "b": "\u00e4="})

    def test_what_was_asked_for_is_in_the_report(self):
        for arguments, requested in ([], "gpu"), (["--device", "cpu"], "cpu"), (["--device-index", "0"], "cuda:0"):
            report, _ = self.report(*arguments)
            self.assertEqual(report["execution"]["requested"], requested)

    def test_a_missing_worker(self):
        (self.bin / "kernodeck-worker").unlink()
        report, status = self.report()
        self.assertEqual((report["cause"], status), ("worker_not_started", 11))


if __name__ == "__main__":
    unittest.main()
