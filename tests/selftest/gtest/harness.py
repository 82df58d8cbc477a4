"""Runs test programs that use the plugin, with a stand-in for the command, in a folder of the test's own.

Drivers look at the exit status first, then at the JSON report, and only then at what was printed."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

PROGRAMS = pathlib.Path(os.environ["KERNODECK_TEST_PROGRAMS"])
STANDIN = pathlib.Path(os.environ["KERNODECK_TEST_STANDIN"])
COMMAND = pathlib.Path(os.environ["KERNODECK_TEST_COMMAND"])
REPORTS = pathlib.Path(__file__).resolve().parents[2] / "approved" / "report"
DEADLINE = 60  # seconds; the programs have to be far quicker


class Run:
    """What one run of a program showed."""

    def __init__(self, process, report, starts):
        self.status = process.returncode
        self.out = process.stdout.decode(errors="surrogateescape")
        self.err = process.stderr.decode(errors="surrogateescape")
        self.report = report  # the JSON report, parsed; None where none was written
        self.starts = starts  # the arguments of each start of the command

    @property
    def reached(self):
        """The tests whose bodies were reached."""
        return re.findall(r"^reached (\S+)$", self.out, re.M)

    @property
    def summary(self):
        """The plugin's own lines, without their beginning."""
        return re.findall(r"^kernodeck: (.*)$", self.out, re.M)

    def tests(self):
        """Each test in the report, by its full name; the last one where it was repeated."""
        return {f"{test['suite']}.{test['name']}": test for test in self.report["tests"]}

    def results(self):
        return {name: test["result"] for name, test in self.tests().items()}

    def __str__(self):
        return f"exit status {self.status}\n{self.out}\n{self.err}"


class ProgramTest(unittest.TestCase):
    """An empty folder `work` to run programs in."""

    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="kernodeck test "))
        self.addCleanup(shutil.rmtree, self.root, ignore_errors=True)
        self.work = self.root / "work"
        self.work.mkdir()
        self.count = 0

    def environment(self, variables):
        """What a program sees: nothing of this test's own environment but the path."""
        return {"PATH": "/usr/bin:/bin", **variables}

    def run_program(self, name, *arguments, reports=("GPU_CHECK_PASSED",), report=True, command=STANDIN, **variables):
        """Runs selftest_NAME. `reports`: what the command answers at each start, names of approved reports."""
        self.count += 1
        starts = self.root / f"starts {self.count}"
        output = self.root / f"report {self.count}.json"
        arguments = list(arguments)
        if report:
            arguments.append(f"--kernodeck_output=json:{output}")
        variables = {
            "KERNODECK_COMMAND": str(command),
            "STANDIN_REPORTS": ":".join(str(REPORTS / f"{name}.json") for name in reports),
            "STANDIN_STARTS": str(starts),
            **variables,
        }
        process = subprocess.run(
            [PROGRAMS / f"selftest_{name}", *arguments], cwd=self.work, env=self.environment(variables),
            stdin=subprocess.DEVNULL, capture_output=True, timeout=DEADLINE)
        lines = starts.read_text().splitlines() if starts.exists() else []
        parsed = json.loads(output.read_text()) if output.exists() else None
        return Run(process, parsed, lines)

    def assert_status(self, run, status):
        self.assertEqual(run.status, status, str(run))

    def assert_adapter_safe(self, run):
        """G16: no text of ours has a blank line or a line that begins like GoogleTest's own."""
        for test in run.report["tests"]:
            text = test["text"] or ""
            self.assertNotRegex(text, r"(?m)^\s*$|^\[", test["name"]) if text else None


# For programs that are to be run with both.
FAILED = ("GPU_UNAVAILABLE",)
main = unittest.main
