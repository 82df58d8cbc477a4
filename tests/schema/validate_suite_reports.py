"""Checks the reports of suites that really ran, and of some that were killed, by readers from outside (rule G8): the
schema of Jenkins' xunit plugin, junitparser, junit2html, and the published JSON Schema."""
import argparse
import json
import pathlib
import subprocess
import sys
import unittest

try:
    import jsonschema
    import junit2htmlreport.parser
    import junitparser
    import lxml.etree
except ImportError as error:
    sys.exit(f"{error}: scripts/setup installs it into .deps/venv.")

from suite_harness import COMMAND, DEADLINE, STANDINS, SUITES, SuiteTest

OPTIONS = argparse.ArgumentParser(description=__doc__.splitlines()[0])
OPTIONS.add_argument("--schema", required=True, type=pathlib.Path, help="the JSON Schema")
OPTIONS.add_argument("--xsd", required=True, type=pathlib.Path, help="junit-10.xsd")

FORMATS = ("junit", "junit-strict", "json")
# What runs, with which flags of the suite: all outcomes, odd bytes, faults of the device, ends in the middle.
RUNS = (
    ("many_suite", ("--gtest_filter=*/1?:*/2?",)),
    ("many_suite", ("--gtest_filter=*/1?", "--gtest_repeat=3", "--gtest_shuffle")),
    ("gtest_faults", ()),
    ("texts_suite", ()),
    ("thousand_suite", ("--gtest_filter=*/1?",)),
    ("gpu_faults", ("--gtest_filter=*IllegalAddress*:Memory.*", "--kernodeck_memory_check=on")),
    ("ends_suite", ("--gtest_filter=Before.*:Ends.ByUnderscoreExit:After.*",)),
    ("ends_suite", ("--gtest_filter=Nothing.*",)),
)
SUPERVISED = (
    ("many_suite", ("--gtest_filter=*/1?:*/2?",)),
    ("gpu_faults", ("--gtest_filter=*IllegalAddress*",)),
    ("ends_suite", ("--gtest_filter=Before.*:Ends.By*Exit:After.*",)),
    ("ends_suite_plain", ("--gtest_filter=Before.*:Ends.By*Exit:After.*",)),
)


class SuiteReports(SuiteTest):
    def setUp(self):
        super().setUp()
        self.arguments = self.standin_command("passes")
        self.env = self.environment(LD_LIBRARY_PATH=str(STANDINS / "fake_driver"))
        self.xsd = lxml.etree.XMLSchema(lxml.etree.parse(str(OPTIONS.xsd)))
        self.json = jsonschema.Draft202012Validator(json.loads(OPTIONS.schema.read_text(encoding="utf-8")))

    def files(self):
        return {form: self.work / f"{form}.report" for form in FORMATS}

    def run_all_formats(self, suite, flags):
        outputs = [f"--kernodeck_output={form}:{file}" for form, file in self.files().items()]
        self.run_command([SUITES / suite, *flags, *self.arguments, *outputs])

    def run_supervised(self, suite, flags):
        outputs = [word for form, file in self.files().items() for word in ("--output", f"{form}:{file}")]
        own = [] if suite.endswith("_plain") else self.arguments
        self.run_command([COMMAND, "run", "--no-progress", *outputs, "--", SUITES / suite, *flags, *own])

    def run_command(self, command):
        for file in self.files().values():
            file.unlink(missing_ok=True)
        subprocess.run(command, cwd=self.work, env=self.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, timeout=DEADLINE, check=False)

    def check_readers(self):
        files = self.files()
        strict = lxml.etree.parse(str(files["junit-strict"]))
        self.assertTrue(self.xsd.validate(strict), self.xsd.error_log)
        counts = set()
        for form in ("junit", "junit-strict"):
            report = junitparser.JUnitXml.fromfile(str(files[form]))
            self.assertEqual(sum(suite.tests for suite in report), sum(len(list(suite)) for suite in report))
            counts.add((report.tests, report.failures, report.errors, report.skipped))
        self.assertEqual(len(counts), 1, "the dialects agree")
        self.assertIn("<html", junit2htmlreport.parser.Junit(filename=str(files["junit"])).html())
        report = json.loads(files["json"].read_bytes().decode("utf-8"))
        self.assertEqual([f"{error.json_path}: {error.message}" for error in self.json.iter_errors(report)], [])
        return report

    def test_readers_take_the_reports_of_every_suite(self):
        for suite, flags in RUNS:
            with self.subTest(suite=suite, flags=flags):
                self.run_all_formats(suite, flags)
                self.check_readers()

    def test_readers_take_the_reports_of_run(self):
        for suite, flags in SUPERVISED:
            with self.subTest(suite=suite, flags=flags):
                self.run_supervised(suite, flags)
                report = self.check_readers()
                self.assertIsNotNone(report["summary"])

    def test_readers_take_a_report_that_nobody_ended(self):
        self.run_all_formats("ends_suite", ("--gtest_filter=Before.*:Ends.ByUnderscoreExit:After.*",))
        report = self.check_readers()
        self.assertIsNone(report["summary"])
        self.assertIn("Ends.ByUnderscoreExit",
                      junit2htmlreport.parser.Junit(filename=str(self.files()["junit"])).html())


if __name__ == "__main__":
    OPTIONS, rest = OPTIONS.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
