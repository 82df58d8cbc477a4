"""D8: a report is saved as a new file or not at all, and a passing check that could not be saved exits 12."""
import json
import os
import stat
import unittest

from harness import CommandTest


class OutputTest(CommandTest):
    def test_the_second_run_leaves_the_first_file_untouched(self):
        path = self.work / "r.json"
        self.assertEqual(self.diagnose("--format", "json", "--output", "r.json").returncode, 0)
        first = path.read_bytes()
        self.assertEqual(json.loads(first)["code"], "GPU_CHECK_PASSED")
        self.assertEqual(stat.S_IMODE(path.stat().st_mode), 0o600)
        report, status = self.report("--output", "r.json")
        self.assertEqual((report["code"], report["cause"], status), ("OUTPUT_WRITE_FAILED", "output_exists", 12))
        self.assertEqual(report["stage"], "report")
        self.assertTrue(report["execution"]["product_verified"])
        self.assertEqual(path.read_bytes(), first)
        self.assertEqual(self.names_in_work(), ["r.json"])

    def test_each_bad_name_is_told_and_nothing_is_left(self):
        (self.work / "file").write_text("kept")
        (self.work / "folder").mkdir()
        (self.work / "dangling").symlink_to("nowhere")
        os.mkfifo(self.work / "pipe")
        before = self.names_in_work()
        cases = [("file", "output_exists"), ("folder", "output_exists"), ("dangling", "output_exists"),
                 ("pipe", "output_exists"), ("/dev/full", "output_exists"), ("/dev/null", "output_exists"),
                 (".", "output_exists"), ("none/r", "output_folder_missing"), ("file/r", "output_folder_missing")]
        for name, cause in cases:
            for option in ("--output", "--trace"):
                with self.subTest(name=name, option=option):
                    result = self.diagnose("--format", "json", option, name)
                    self.assertEqual(result.returncode, 12)
                    self.assertEqual(json.loads(result.stdout)["cause"], cause)
                    self.assertIn(b"cannot be saved as", result.stderr)
                    self.assertEqual(self.names_in_work(), before)
        self.assertEqual((self.work / "file").read_text(), "kept")
        self.assertFalse((self.work / "nowhere").exists())

    def test_a_failing_check_keeps_its_code(self):
        result = self.diagnose("--output", "none/r", standin="fails:import:not_found")
        self.assertEqual(result.returncode, 3)
        self.assertIn(b"TORCH_MISSING", result.stdout)
        self.assertIn(b"cannot be saved as", result.stderr)

    def test_what_cannot_be_saved_is_said_before_the_check(self):
        result = self.diagnose("--output", "none/r", "--timeout", "5", standin="hangs:import")
        self.assertEqual(result.returncode, 10)
        self.assertIn(b"cannot be saved as", result.stderr)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_a_read_only_folder(self):
        self.work.chmod(0o500)
        report, status = self.report("--output", "r")
        self.assertEqual((report["cause"], status), ("output_not_permitted", 12))

    def test_each_format_is_saved_as_it_is_printed(self):
        for form in ("text", "markdown", "json"):
            result = self.diagnose("--format", form, "--output", form)
            self.assertEqual(result.returncode, 0)
            self.assertEqual((self.work / form).read_bytes(), result.stdout)

    def test_the_trace_is_a_private_local_file(self):
        self.assertEqual(self.diagnose("--trace", "t").returncode, 0)
        trace = (self.work / "t").read_text()
        self.assertIn("local", trace.splitlines()[0])
        self.assertIn("not to be published", trace.splitlines()[0])
        self.assertIn("standin: a line on stdout", trace)
        self.assertEqual(stat.S_IMODE((self.work / "t").stat().st_mode), 0o600)


if __name__ == "__main__":
    unittest.main()
