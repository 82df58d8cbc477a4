"""Checks the reports on tests by readers from outside (rule G8).

JUnit: the schema of Jenkins' xunit plugin, junitparser and junit2html from PyPI. JSON: the published schema. Reports
that are broken on purpose must be rejected.
"""

import argparse
import copy
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
    import junit2htmlreport.parser
    import junitparser
    import lxml.etree
except ImportError as error:
    sys.exit(f"{error}: scripts/setup installs it into .deps/venv.")

OPTIONS = argparse.ArgumentParser(description=__doc__.splitlines()[0])
OPTIONS.add_argument("--schema", required=True, type=pathlib.Path, help="the JSON Schema")
OPTIONS.add_argument("--xsd", required=True, type=pathlib.Path, help="junit-10.xsd")
OPTIONS.add_argument("--samples", required=True, help="the program kernodeck_report_samples")
OPTIONS.add_argument("--writer", required=True, help="the program kernodeck_report_writer")

FOLDER = None  # with junit.xml, junit-strict.xml, tests.json, and the same of a run that was killed
CODES = {"GPU_UNAVAILABLE", "CHECK_FAILED", "WORKER_FAILED"}


def kill_a_run(writer, folder):
    """Reports of a run that was killed while a test was running, after some had ended."""
    reports = [f"{name}:{folder}/killed-{name}" for name in ("junit", "junit-strict", "json")]
    with subprocess.Popen([writer, "1000000", *reports], stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if line == "ended Test40\n":
                process.kill()
                break


class JunitTest(unittest.TestCase):
    def setUp(self):
        self.schema = lxml.etree.XMLSchema(lxml.etree.parse(str(OPTIONS.xsd)))

    def test_the_strict_dialect_is_valid(self):
        for name in ("junit-strict.xml", "killed-junit-strict"):
            self.assertTrue(self.schema.validate(lxml.etree.parse(str(FOLDER / name))), self.schema.error_log)

    def test_the_schema_rejects_what_only_the_rich_dialect_has(self):
        self.assertFalse(self.schema.validate(lxml.etree.parse(str(FOLDER / "junit.xml"))))

    def test_both_dialects_are_read_by_junitparser(self):
        for name in ("junit.xml", "junit-strict.xml"):
            report = junitparser.JUnitXml.fromfile(str(FOLDER / name))
            cases = [case for suite in report for case in suite]
            self.assertEqual(len(cases), 10)
            for suite in report:
                self.assertEqual((suite.tests, suite.failures, suite.errors, suite.skipped), (10, 5, 0, 2))
            failures = [result for case in cases for result in case.result if isinstance(result, junitparser.Failure)]
            self.assertEqual(len(failures), 5)
            self.assertEqual({failure.type for failure in failures} - {"RUN_FAILED"}, CODES)
            for failure in failures:
                self.assertTrue(failure.message.startswith(failure.type), failure.message)
                self.assertTrue(failure.text.startswith(failure.type), failure.text)
            skipped = [result for case in cases for result in case.result if isinstance(result, junitparser.Skipped)]
            self.assertEqual(
                [result.message for result in skipped],
                ["Only in the nightly run.", "not run: GPU_UNAVAILABLE, see Model.NeedsGpu"],
            )

    def test_the_rich_dialect_is_rendered(self):
        for name in ("junit.xml", "killed-junit"):
            html = junit2htmlreport.parser.Junit(filename=str(FOLDER / name)).html()
            self.assertIn("WORKER_FAILED", html)
        self.assertIn("Multiplies/0", junit2htmlreport.parser.Junit(filename=str(FOLDER / "junit.xml")).html())

    def test_the_names_of_a_file_are_its_own(self):
        for name in ("junit.xml", "junit-strict.xml"):
            cases = lxml.etree.parse(str(FOLDER / name)).iter("testcase")
            names = [(case.get("classname"), case.get("name")) for case in cases]
            self.assertEqual(len(names), len(set(names)))


class JsonTest(unittest.TestCase):
    def setUp(self):
        schema = json.loads(OPTIONS.schema.read_text(encoding="utf-8"))
        jsonschema.Draft202012Validator.check_schema(schema)
        self.validator = jsonschema.Draft202012Validator(schema)
        self.report = json.loads((FOLDER / "tests.json").read_bytes())
        self.killed = json.loads((FOLDER / "killed-json").read_bytes())

    def accept(self, report):
        errors = [f"{error.json_path}: {error.message}" for error in self.validator.iter_errors(report)]
        self.assertEqual(errors, [])

    def reject(self, report, what):
        self.assertFalse(self.validator.is_valid(report), f"accepted although broken: {what}")

    def sample(self, result="failed"):
        return next(test for test in self.report["tests"] + self.killed["tests"] if test["result"] == result)

    def change(self, result, /, **changes):
        report = copy.deepcopy(self.report)
        report["tests"] = [{**self.sample(result), **changes}]
        return report

    def test_the_reports_are_valid(self):
        self.accept(self.report)
        self.accept(self.killed)
        self.assertIsNone(self.killed["summary"])
        self.assertIn("running", [test["result"] for test in self.killed["tests"]])

    def test_a_missing_field_or_one_too_many_is_rejected(self):
        places = (lambda r: r, lambda r: r["run"], lambda r: r["tests"][2], lambda r: r["summary"],
                  lambda r: r["summary"]["readiness"])
        for place in places:
            for key in list(place(self.report)):
                report = copy.deepcopy(self.report)
                del place(report)[key]
                self.reject(report, f"without {key}")
            report = copy.deepcopy(self.report)
            place(report)["hostname"] = "x"
            self.reject(report, "a field too many")

    def test_a_wrong_type_is_rejected(self):
        for key in self.sample():
            self.reject(self.change("failed", **{key: {"wrong": 0.5}}), key)

    def test_contradictions_are_rejected(self):
        for result, changes in (
            ("failed", {"code": None}),
            ("failed", {"code": "GPU_CHECK_PASSED", "exit_code": 0}),
            ("failed", {"exit_code": 7}),
            ("failed", {"owner": None}),
            ("failed", {"message": ""}),
            ("failed", {"text": None, "text_truncated": True}),
            ("passed", {"code": "TIMEOUT", "exit_code": 10, "stage": "device", "owner": "code"}),
            ("passed", {"seconds": None}),
            ("passed", {"gpu": None}),
            ("passed", {"exit_code": 3}),
            ("running", {"seconds": 1.0}),
            ("running", {"text": "said"}),
            ("not_run", {"stage": None}),
            ("skipped", {"result": "ignored"}),
            ("passed", {"repeat": 0}),
            ("passed", {"line": 0}),
            ("passed", {"started_at": "2026-01-02T03:04:05.000+01:00"}),
            ("passed", {"properties": {"a": 1}}),
        ):
            self.accept(self.change(result))
            self.reject(self.change(result, **changes), changes)

    def test_a_verdict_follows_its_code(self):
        for changes in ({"exit_code": 3}, {"code": "GPU_ON_FIRE"}, {"owner": None}, {"message": ""}):
            report = copy.deepcopy(self.report)
            report["summary"]["readiness"].update(changes)
            self.reject(report, changes)


def main():
    global OPTIONS, FOLDER  # pylint: disable=global-statement
    OPTIONS = OPTIONS.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        FOLDER = pathlib.Path(folder)
        subprocess.run([OPTIONS.samples, "tests", folder], check=True)
        kill_a_run(OPTIONS.writer, folder)
        unittest.main(argv=[sys.argv[0]])


if __name__ == "__main__":
    main()
