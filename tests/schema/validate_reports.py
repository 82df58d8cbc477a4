"""Validates a report of every code and every cause against the published schema (rule D10).

The validator is jsonschema from PyPI. Reports that are broken on purpose must be rejected: every
field missing in turn, a field too many in every object, codes and exit statuses that contradict.
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
except ImportError:
    sys.exit("The Python package jsonschema is missing: scripts/setup installs it into .deps/venv.")

OPTIONS = argparse.ArgumentParser(description=__doc__.splitlines()[0])
OPTIONS.add_argument("--schema", required=True, type=pathlib.Path, help="the schema file")
OPTIONS.add_argument("--samples", required=True, help="the program kernodeck_report_samples")


def load(path):
    """The JSON of a file; NaN and Infinity, which are no JSON, are errors."""

    def refuse(word):
        raise ValueError(f"{path.name}: {word} is no JSON")

    return json.loads(path.read_bytes().decode("utf-8"), parse_constant=refuse)


def objects(node, path=()):
    """Every object in a report with its place, labels excepted: their keys are the caller's."""
    if isinstance(node, dict) and path != ("labels",):
        yield path
        for key, child in node.items():
            yield from objects(child, path + (key,))
    elif isinstance(node, list):
        for index, child in enumerate(node):
            yield from objects(child, path + (index,))


def at(report, path):
    for step in path:
        report = report[step]
    return report


class ReportsTest(unittest.TestCase):
    schema = None
    reports = {}

    @classmethod
    def setUpClass(cls):
        cls.validator = jsonschema.Draft202012Validator(cls.schema)

    def sample(self, name):
        return copy.deepcopy(self.reports[name + ".json"])

    def accept(self, report, what):
        errors = [f"{error.json_path}: {error.message}" for error in self.validator.iter_errors(report)]
        self.assertEqual(errors, [], what)

    def reject(self, report, what):
        self.assertFalse(self.validator.is_valid(report), f"accepted although broken: {what}")

    def test_the_schema_is_valid_itself(self):
        jsonschema.Draft202012Validator.check_schema(self.schema)

    def test_there_is_a_report_of_every_code(self):
        codes = {report["code"] for report in self.reports.values()}
        self.assertEqual(codes, set(self.schema["properties"]["code"]["enum"]))
        self.assertGreater(len(self.reports), len(codes))

    def test_every_report_is_valid(self):
        for name, report in self.reports.items():
            self.accept(report, name)

    def test_numbers_that_are_not_finite_are_words(self):
        report = self.sample("code-CHECK_FAILED")
        self.assertIn("nan", [element["got"] for element in report["execution"]["mismatch"]])
        for value in ("nan", "inf", "-inf", 1.5, None):
            report["execution"]["loss"] = value
            self.accept(report, value)
        for value in ("NaN", "1", True, []):
            report["execution"]["loss"] = value
            self.reject(report, value)

    def test_a_missing_field_is_rejected(self):
        for name in ("code-GPU_CHECK_PASSED", "code-CHECK_FAILED", "all-devices"):
            for path in objects(self.sample(name)):
                for key in list(at(self.sample(name), path)):
                    report = self.sample(name)
                    del at(report, path)[key]
                    self.reject(report, f"{name} without {path + (key,)}")

    def test_a_field_too_many_is_rejected(self):
        for name in ("code-GPU_CHECK_PASSED", "code-CHECK_FAILED", "all-devices"):
            for path in objects(self.sample(name)):
                report = self.sample(name)
                at(report, path)["hostname"] = "x"
                self.reject(report, f"{name} with a field too many in {path}")

    def test_a_wrong_type_is_rejected(self):
        for name in ("code-GPU_CHECK_PASSED", "code-CHECK_FAILED", "all-devices"):
            for path in objects(self.sample(name)):
                for key in at(self.sample(name), path):
                    report = self.sample(name)
                    at(report, path)[key] = {"wrong": 0.5}
                    self.reject(report, f"{name} with an object at {path + (key,)}")

    def test_an_exit_status_of_another_code_is_rejected(self):
        for name, original in self.reports.items():
            for status in range(-1, 14):
                report = {**original, "exit_code": status}
                if status != original["exit_code"]:
                    self.reject(report, f"{name} with exit status {status}")

    def test_contradictions_are_rejected(self):
        passed = self.sample("code-GPU_CHECK_PASSED")
        failed = self.sample("cause-driver_missing")
        for original, change in (
            (passed, {"status": "failed"}),
            (passed, {"code": "CHECK_FAILED"}),
            (passed, {"stage": "device"}),
            (passed, {"cause": "driver_missing"}),
            (passed, {"owner": "machine"}),
            (failed, {"status": "passed"}),
            (failed, {"owner": None}),
        ):
            self.reject({**original, **change}, change)

    def test_the_verdict_on_each_device_follows_its_code(self):
        for change in ({"exit_code": 3}, {"code": "GPU_CHECK_PASSED"}, {"owner": None}, {"index": -1}):
            report = self.sample("all-devices")
            report["devices"][1].update(change)
            self.reject(report, change)
        self.accept({**self.sample("all-devices"), "devices": []}, "none visible")

    def test_unknown_words_are_rejected(self):
        for change in (
            {"schema": "kernodeck-diagnostic/2"},
            {"code": "GPU_ON_FIRE"},
            {"owner": "nobody"},
            {"stage": "lunch"},
            {"cause": "Driver Missing"},
            {"message": ""},
            {"created_at": "2026-01-02T03:04:05+01:00"},
            {"labels": {"key": 1}},
        ):
            self.reject({**self.sample("cause-driver_missing"), **change}, change)

    def test_the_list_of_stages_is_fixed(self):
        stages = self.sample("code-TIMEOUT")["stages"]
        for broken in (stages[:-1], stages + stages[-1:], stages[::-1], []):
            self.reject({**self.sample("code-TIMEOUT"), "stages": broken}, "stages")


def main():
    options = OPTIONS.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([options.samples, "json", folder], check=True)
        ReportsTest.reports = {path.name: load(path) for path in pathlib.Path(folder).iterdir()}
    ReportsTest.schema = load(options.schema)
    unittest.main(argv=[sys.argv[0]])


if __name__ == "__main__":
    main()
