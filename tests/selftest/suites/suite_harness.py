"""Runs a suite as a person would and reads what it left: exit status first, then the parsed reports."""
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

COMMAND = pathlib.Path(os.environ["KERNODECK_TEST_COMMAND"])
STANDIN = pathlib.Path(os.environ["KERNODECK_TEST_STANDIN"])  # the worker's stand-in
SUITES = pathlib.Path(os.environ["KERNODECK_TEST_SUITES"])  # the folder of the suites' executables
STANDINS = pathlib.Path(os.environ["KERNODECK_TEST_STANDINS"])  # the folder of the fake drivers
DEADLINE = 120  # seconds
SKIPPED = 77  # the exit status of a driver whose tests cannot run here

# The worker's part in a stand-in command: counts its starts, and does each time what the next word says, the last one
# from then on.
COUNTING_WORKER = """#!/bin/sh
echo start >>"{root}/starts"
place=$(wc -l <"{root}/starts")
set_mode() {{ shift "$(($1 < $# ? $1 : $# - 1))"; KERNODECK_STANDIN=$1; export KERNODECK_STANDIN; }}
set_mode "$place" {modes}
exec "{standin}" "$@"
"""


@dataclasses.dataclass
class Outcome:
    """What a report says of one test."""
    status: str  # passed, failed, skipped, running
    type: str = ""  # of a failure: the code
    message: str = ""
    text: str = ""


@dataclasses.dataclass
class Finished:
    """A suite that came to its end."""
    status: int
    out: str
    err: str
    report: pathlib.Path

    def outcomes(self):
        return junit_outcomes(self.report)


def outcome_of(case):
    for kind, status in (("error", "failed"), ("failure", "failed"), ("skipped", "skipped")):
        found = case.find(kind)
        if found is not None:
            return Outcome(status, found.get("type", ""), found.get("message", ""), found.text or "")
    return Outcome("passed")


def junit_outcomes(file):
    """Suite.Name -> Outcome of every case in a JUnit report, which has to be well-formed."""
    root = xml.etree.ElementTree.parse(file).getroot()
    return {f"{case.get('classname')}.{case.get('name')}": outcome_of(case) for case in root.iter("testcase")}


def processes_of_group(group):
    """The processes, zombies apart, that are in a process group."""
    found = []
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            words = (folder / "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if words[0] != "Z" and int(words[2]) == group:
            found.append(int(folder.name))
    return found


class SuiteTest(unittest.TestCase):
    """An empty folder `work` for each test, in which suites run and leave their reports."""

    maxDiff = None

    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="kernodeck suite "))
        self.addCleanup(shutil.rmtree, self.root, ignore_errors=True)
        self.work = self.root / "work"
        self.work.mkdir()
        self.reports = 0

    def environment(self, **variables):
        """This test's own, but of kernodeck's variables only where the LibTorch is."""
        kept = {name: value for name, value in os.environ.items()
                if name == "KERNODECK_LIBTORCH" or not name.startswith(("KERNODECK_", "GTEST_", "TEST_"))}
        return {**kept, **variables}

    def standin_command(self, *modes):
        """A command whose worker is the stand-in: modes[i] at its i-th start, the last one from then on. The
        arguments of a suite that make it use this command."""
        folder = self.root / "standin"
        folder.mkdir()
        (folder / "torch").mkdir()
        (folder / "torch" / "libtorch.so").touch()
        shutil.copy(COMMAND, folder / "kernodeck")
        worker = folder / "kernodeck-worker"
        words = " ".join(f"'{mode}'" for mode in modes)
        worker.write_text(COUNTING_WORKER.format(root=folder, standin=STANDIN, modes=words))
        worker.chmod(0o755)
        self.command = folder / "kernodeck"
        return [f"--kernodeck_command={self.command}", f"--kernodeck_libtorch={folder / 'torch'}"]

    def starts(self):
        """How often the stand-in's worker was started."""
        counted = self.root / "standin" / "starts"
        return len(counted.read_text().splitlines()) if counted.exists() else 0

    def new_report(self):
        self.reports += 1
        return self.work / f"report{self.reports}.xml"

    def run_suite(self, name, *arguments, under=(), env=None, form="junit", **options):
        """Runs the suite `name` with a report; `under`: the command in front of it."""
        report = self.new_report()
        command = [*under, SUITES / name, f"--kernodeck_output={form}:{report}", *arguments]
        result = subprocess.run(command, cwd=self.work, env=self.environment() if env is None else env,
                                stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                                timeout=DEADLINE, **options)
        return Finished(result.returncode, result.stdout, result.stderr, report)

    def assert_not_run(self, outcome, code, first):
        """Skipped, because `first` was charged with a fault that this one would have met."""
        self.assertEqual((outcome.status, outcome.type), ("skipped", code), outcome)
        said = f"not run: {code}, see {first}"
        self.assertIn(outcome.message, (said, f"{code}: {said}"))

    def assert_ended(self, finished, status):
        self.assertEqual(finished.status, status, f"{finished.out}\n{finished.err}")


def real_gpu():
    """Whether the command finds a working GPU here, and its verdict."""
    result = subprocess.run([COMMAND, "diagnose", "--format", "json"], stdin=subprocess.DEVNULL, capture_output=True,
                            timeout=DEADLINE, check=False)
    report = json.loads(result.stdout)
    return report["code"] == "GPU_CHECK_PASSED", report
