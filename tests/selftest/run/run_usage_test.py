"""Bad input of `kernodeck run`: each is named with what to type, exit status 2, and nothing is run or left."""
import subprocess
import unittest

from run_harness import RunTest
from suite_harness import COMMAND, DEADLINE, SUITES


class UsageTest(RunTest):
    suite = "run_kinds"

    def refuse(self, *arguments, status=2, **variables):
        result = subprocess.run([COMMAND, "run", *arguments], cwd=self.work, env=self.run_environment(**variables),
                                stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=DEADLINE, check=False)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        self.assertEqual(result.stdout, "")
        return result.stderr

    def test_a_program_that_is_none(self):
        text = self.root / "text"
        text.write_text("no program")
        for program, why in (("./absent", "is not there"), (self.root, "is a folder"), (text, "is not executable"),
                             ("surely-absent", "is in no folder of PATH"), ("/bin/ls", "is no GoogleTest binary"),
                             ("/bin/true", "is no GoogleTest binary")):
            with self.subTest(program=program):
                err = self.refuse("--output", "json:report", "--", program)
                self.assertIn(why, err)
                self.assertIn("Nothing was run.", err)

    def test_a_program_whose_library_is_missing(self):
        program = self.root / "unloadable"
        program.write_text("#!/bin/sh\necho 'error while loading shared libraries: libx.so' >&2\nexit 127\n")
        program.chmod(0o755)
        err = self.refuse("--", program, status=11)
        self.assertIn("libx.so", err)
        self.assertIn("WORKER_FAILED", err)

    def test_a_program_that_hangs_at_its_list(self):
        program = self.root / "hangs"
        program.write_text("#!/bin/sh\nsleep 1000\n")
        program.chmod(0o755)
        self.assertIn("TIMEOUT", self.refuse("--test-timeout", "0.5", "--", program, status=10))

    def test_options(self):
        tests = SUITES / self.suite
        for arguments, named in (
                (["--", ], "the tests are missing"), ([], "the tests are missing"), ([tests], "one too many"),
                (["--test-timeout", "x", "--", tests], "--test-timeout takes"),
                (["--test-timeout", "-1", "--", tests], "--test-timeout takes"),
                (["--timeout", "99999", "--", tests], "--timeout takes"),
                (["--jobs", "0", "--", tests], "--jobs takes"), (["--jobs", "x", "--", tests], "--jobs takes"),
                (["--output", "xml:a", "--", tests], "no format of test reports"),
                (["--output", "junit", "--", tests], "names no file"),
                (["--check-timeout", "1", "--", tests], "--check-timeout takes"),
                (["--expect-devices", "x", "--", tests], "--expect-devices takes"),
                (["--min-gpu-tests", "x", "--", tests], "--min-gpu-tests takes"),
                (["--test-timeuot", "3", "--", tests], "Did you mean --test-timeout?"),
                (["--", tests, "--kernodeck_output=xml:a"], "--kernodeck_output"),
                (["--", tests, "--kernodeck_timeout=1"], "--kernodeck_timeout takes"),
                (["--", tests, "--gtest_output=xml:a"], "--output junit:FILE")):
            with self.subTest(arguments=arguments):
                self.assertIn(named, self.refuse(*arguments))

    def test_shards_that_are_none(self):
        err = self.refuse("--", SUITES / self.suite, GTEST_TOTAL_SHARDS="2", GTEST_SHARD_INDEX="2")
        self.assertIn("GTEST_SHARD_INDEX", err)

    def test_a_report_that_is_there_already(self):
        (self.work / "report").write_text("mine")
        err = self.refuse("--output", "junit:report2", "--output", "json:report", "--", SUITES / self.suite, status=12)
        self.assertIn("OUTPUT_WRITE_FAILED", err)
        self.assertIn("No test was run.", err)
        self.assertEqual((self.work / "report").read_text(), "mine")
        self.assertFalse((self.work / "report2").exists())
        self.refuse("--output", "junit:absent/report", "--", SUITES / self.suite, status=12)

    def test_the_plugins_flag_is_taken_over(self):
        report = self.work / "report.xml"
        run = self.supervise("--gtest_filter=Plain.Passes", f"--kernodeck_output=junit:{report}")
        self.assertEqual(run.status, 0, run.err)
        self.assertIn('name="Passes"', report.read_text())

    def test_googletests_variable_is_not_used_and_that_is_said(self):
        run = self.supervise("--gtest_filter=Plain.Passes", GTEST_OUTPUT="xml:never.xml")
        self.assert_says(run, "note: GTEST_OUTPUT is not used")

    def test_the_list_is_shown(self):
        result = subprocess.run(self.command_line("--gtest_list_tests", "--gtest_filter=Plain.*"), check=False,
                                env=self.run_environment(), cwd=self.work, capture_output=True, text=True)
        self.assertEqual(result.returncode, 0)
        self.assertIn("Plain.\n  Passes\n", result.stdout)

    def test_a_standard_output_that_is_closed(self):
        report = self.new_report()
        command = self.command_line("--gtest_filter=Plain.Passes", report=report)
        result = subprocess.run(["/bin/sh", "-c", 'exec "$@" >/dev/full', "sh", *command], cwd=self.work, check=False,
                                env=self.run_environment(), stderr=subprocess.PIPE, text=True)
        self.assertEqual(result.returncode, 12)
        self.assertIn("standard output could not be written", result.stderr)
        self.assertTrue(report.exists())


if __name__ == "__main__":
    unittest.main()
