"""Runs the command as it was built, beside a stand-in worker (named so) in a folder of the test's own."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

COMMAND = pathlib.Path(os.environ["KERNODECK_TEST_COMMAND"])
STANDIN = pathlib.Path(os.environ["KERNODECK_TEST_STANDIN"])
WORKER = os.environ.get("KERNODECK_TEST_WORKER")  # the real one, where it was built
DEADLINE = 60  # seconds; the command itself has to be far quicker


class CommandTest(unittest.TestCase):
    """A copy of the command in `bin`, with the stand-in as its worker, and an empty folder `work` to run it in."""

    FOLDER_PREFIX = "kernodeck test "

    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix=self.FOLDER_PREFIX))
        self.addCleanup(shutil.rmtree, self.root, ignore_errors=True)
        self.bin = self.root / "bin"
        self.work = self.root / "work"
        self.bin.mkdir()
        self.work.mkdir()
        self.command = self.bin / "kernodeck"
        shutil.copy(COMMAND, self.command)
        (self.bin / "kernodeck-diagnostic").symlink_to("kernodeck")
        self.use_worker(STANDIN)

    def add_standin_tests(self):
        """A program `tests` in `work` that stands in for a GoogleTest binary with one test that passes."""
        tests = self.work / "tests"
        tests.write_text("#!/bin/sh\n"
                         "case \" $* \" in *--gtest_list_tests*) printf 'A.\\n  a\\n'; exit;; esac\n"
                         "echo '[ RUN      ] A.a'; echo '[       OK ] A.a (0 ms)'\n"
                         "echo '[==========] 1 test from 1 test suite ran. (0 ms total)'\n")
        tests.chmod(0o755)

    def use_worker(self, file):
        worker = self.bin / "kernodeck-worker"
        worker.unlink(missing_ok=True)
        shutil.copy(file, worker)

    def environment(self, standin="passes", **variables):
        """What the command sees: nothing of this test's own environment but the path."""
        return {"PATH": "/usr/bin:/bin", "KERNODECK_STANDIN": standin, **variables}

    def run_command(self, *arguments, standin="passes", env=None, **options):
        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", subprocess.PIPE)
        options.setdefault("stderr", subprocess.PIPE)
        return subprocess.run(
            [options.pop("name", self.command), *arguments], cwd=self.work, timeout=DEADLINE,
            env=self.environment(standin) if env is None else env, **options)

    def diagnose(self, *arguments, **options):
        return self.run_command("diagnose", *arguments, **options)

    def report(self, *arguments, **options):
        """The JSON report of a diagnosis, and its exit status."""
        result = self.diagnose("--format", "json", *arguments, **options)
        return json.loads(result.stdout), result.returncode

    def names_in_work(self):
        return sorted(entry.name for entry in self.work.iterdir())
