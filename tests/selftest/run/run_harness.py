"""Runs plain GoogleTest binaries under `kernodeck run`, and counts what is left afterwards."""
import dataclasses
import json
import os
import pathlib
import subprocess
import uuid

from suite_harness import COMMAND, DEADLINE, SUITES, SuiteTest

MARK = "KERNODECK_TEST_RUN_MARK"


@dataclasses.dataclass
class Run:
    """A run that came to its end: exit status, what was printed, and the JSON report."""
    status: int
    out: str
    err: str
    report: dict

    def results(self):
        """`Suite.Name` -> result, with the code where there is one."""
        return {f"{test['suite']}.{test['name']}": test["result"] + (" " + test["code"] if test["code"] else "")
                for test in self.report["tests"]}

    def test(self, name):
        return next(test for test in self.report["tests"] if f"{test['suite']}.{test['name']}" == name)


def marked_processes(mark):
    """The processes that a run has started, wherever they hid."""
    found = []
    for folder in pathlib.Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and f"{MARK}={mark}".encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
        except OSError:
            continue
    return found


class RunTest(SuiteTest):
    """No process and no file but the report may be left by a run."""

    suite = None

    def setUp(self):
        super().setUp()
        self.mark = uuid.uuid4().hex
        self.temporary = self.root / "temporary"
        self.temporary.mkdir()

    def tearDown(self):
        self.assertEqual(marked_processes(self.mark), [])
        self.assertEqual(list(self.temporary.iterdir()), [])
        self.assertEqual([entry.name for entry in self.work.iterdir() if not entry.name.startswith("report")], [])

    def run_environment(self, **variables):
        return self.environment(**{MARK: self.mark, "TMPDIR": str(self.temporary), **variables})

    def command_line(self, *arguments, options=(), report=None, command=COMMAND):
        outputs = () if report is None else ("--output", f"json:{report}")
        return [command, "run", *outputs, *options, "--", SUITES / self.suite, *arguments]

    def supervise(self, *arguments, options=(), command=COMMAND, env=None, **variables):
        report = self.new_report()
        result = subprocess.run(self.command_line(*arguments, options=options, report=report, command=command),
                                cwd=self.work, env=env or self.run_environment(**variables), timeout=DEADLINE,
                                stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False)
        read = json.loads(report.read_text()) if report.exists() else None
        return Run(result.returncode, result.stdout, result.stderr, read)

    def assert_says(self, run, text):
        """Like assertIn, but for output of any length."""
        self.assertTrue(text in run.out, f"{text!r} is not in the output, which ends in\n{run.out[-2000:]}{run.err}")

    def assert_run(self, run, status, results):
        self.assertEqual(run.status, status, run.out + run.err)
        self.assertEqual(run.results(), results, run.out + run.err)
        self.assertEqual(run.report["summary"]["exit_status"], status)


def children_of(pid):
    return [int(child) for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children")
            for child in task.read_text().split()]


def kill_quietly(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass
