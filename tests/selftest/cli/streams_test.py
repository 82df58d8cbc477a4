"""D12: standard output holds the report alone; closed, full and broken streams end with a documented status."""
import json
import os
import subprocess
import unittest

from harness import CommandTest


class StreamsTest(CommandTest):
    def closing(self, *descriptors):
        def close():
            for descriptor in descriptors:
                os.close(descriptor)
        return close

    def diagnose_closing(self, *descriptors, arguments=(), **options):
        return self.diagnose(*arguments, preexec_fn=self.closing(*descriptors), **options)

    def test_json_is_alone_on_standard_output_whatever_a_library_prints(self):
        for standin in ("passes", "crashes:product", "floods_output"):
            with self.subTest(standin=standin):
                result = self.diagnose("--format", "json", "--timeout", "5", standin=standin)
                json.loads(result.stdout)
                self.assertNotIn(b"standin", result.stdout)
                self.assertEqual(result.stderr, b"")

    def test_closed_standard_input(self):
        self.assertEqual(self.diagnose_closing(0).returncode, 0)

    def test_closed_standard_error(self):
        self.assertEqual(self.diagnose_closing(2).returncode, 0)
        self.assertEqual(self.diagnose_closing(2, arguments=["--timeout", "4"]).returncode, 2)

    def test_closed_standard_output(self):
        result = self.diagnose_closing(1)
        self.assertEqual(result.returncode, 12)
        self.assertIn(b"standard output", result.stderr)
        self.assertIn(b"OUTPUT_WRITE_FAILED", result.stderr)
        self.assertEqual(self.diagnose_closing(1, standin="fails:import:not_found").returncode, 3)

    def test_closed_standard_output_is_in_the_saved_report(self):
        result = self.diagnose_closing(1, arguments=["--output", "r", "--format", "json"])
        self.assertEqual(result.returncode, 12)
        report = json.loads((self.work / "r").read_bytes())
        self.assertEqual((report["cause"], report["exit_code"]), ("standard_output_closed", 12))

    def test_all_closed_and_no_file_takes_their_place(self):
        result = self.diagnose_closing(0, 1, 2, arguments=["--output", "r", "--trace", "t", "--format", "json"])
        self.assertEqual(result.returncode, 12)
        json.loads((self.work / "r").read_bytes())
        self.assertNotIn(b"standin: a line on stdout", (self.work / "r").read_bytes())

    def test_a_full_device(self):
        with open("/dev/full", "wb") as full:
            result = self.diagnose(stdout=full)
            self.assertEqual(result.returncode, 12)
            self.assertIn(b"standard output", result.stderr)
            for arguments in (["explain"], ["where"], ["--help"], ["--version"], ["diagnose", "--help"]):
                with self.subTest(arguments=arguments):
                    result = self.run_command(*arguments, stdout=full)
                    self.assertEqual(result.returncode, 12)
                    self.assertIn(b"standard output", result.stderr)

    def test_a_reader_that_is_gone(self):
        reading, writing = os.pipe()
        os.close(reading)
        try:
            self.assertEqual(self.diagnose(stdout=writing).returncode, 12)
            self.assertEqual(self.run_command("explain", stdout=writing).returncode, 12)
        finally:
            os.close(writing)

    def test_standard_error_that_is_full(self):
        with open("/dev/full", "wb") as full:
            self.assertEqual(self.diagnose(stderr=full).returncode, 0)

    def test_standard_output_that_does_not_block(self):
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        with subprocess.Popen([self.command, "explain"], stdout=writing, env=self.environment()) as process:
            os.close(writing)
            text = b"".join(iter(lambda: os.read(reading, 100), b""))
            os.close(reading)
            self.assertEqual(process.wait(), 0)
        self.assertIn(b"standard_output_closed", text)


if __name__ == "__main__":
    unittest.main()
