"""Reads reports on tests while they are written, and after their writer was killed (rule G8).

The readers are strict: expat and json. Two tests run at a time, of all results and lengths.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import unittest
import xml.parsers.expat

OPTIONS = argparse.ArgumentParser(description=__doc__.splitlines()[0])
OPTIONS.add_argument("--writer", required=True, help="the program kernodeck_report_writer")
OPTIONS.add_argument("--kills", type=int, default=200, help="how often it is killed")

FORMATS = ("junit", "junit-strict", "json")


def junit_tests(content):
    """Finished and running tests of a JUnit file; raises where it is not well-formed XML."""
    finished, running, names, counts = [], [], [], {}

    def start(element, attributes):
        if element == "testcase":
            names.append(attributes["name"])
        elif element == "testsuite":
            counts.update(attributes)
        elif element == "error":
            running.append(names[-1])

    parser = xml.parsers.expat.ParserCreate()
    parser.StartElementHandler = start
    parser.Parse(content, True)
    finished = [name for name in names if name not in running]
    return finished, running, (int(counts["tests"]), int(counts["errors"]))


def json_tests(content):
    """The same of a JSON file."""
    tests = json.loads(content.decode("utf-8"))["tests"]
    running = [test["name"] for test in tests if test["result"] == "running"]
    return [test["name"] for test in tests if test["result"] != "running"], running, None


def tests_of(path):
    content = path.read_bytes()
    return json_tests(content) if path.name == "json" else junit_tests(content)


class WholeReportsTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def start(self, count):
        reports = [f"{name}:{self.folder / name}" for name in FORMATS]
        return subprocess.Popen([OPTIONS.writer, str(count), *reports], stdout=subprocess.PIPE)

    def read_killed(self, said):
        """What the reports must hold, given the lines that the writer got out."""
        lines = said.decode().splitlines()
        ended = [line.split()[1] for line in lines if line.startswith("ended ")]
        begun = [line.split()[1] for line in lines if line.startswith("begun ")]
        for name in FORMATS:
            finished, running, counts = tests_of(self.folder / name)
            # One that was being handed over may have arrived or not.
            self.assertEqual(finished[: len(ended)], ended, name)
            self.assertLessEqual(len(finished), len(ended) + 1, name)
            for test in begun[:-1]:
                self.assertIn(test, finished + running, name)
            self.assertLessEqual(len(set(running) - {"run"}), 2, name)
            if counts is None:
                continue
            tests, errors = counts
            self.assertLessEqual(abs(tests - len(finished) - len(running)), 1, name)
            self.assertGreaterEqual(errors, 1, name)
            self.assertGreaterEqual(len(running), 1, name)

    def kill_once(self):
        """Kills a writer at a random moment; whether it left the name of a file that was to take another's place."""
        with self.start(1_000_000) as process:
            first = process.stdout.readline() if random.random() < 0.8 else b""
            time.sleep(random.random() * 0.03)
            process.kill()
            said = first + process.stdout.read()
        names = set(os.listdir(self.folder))
        temporary = {name for name in names if name.startswith(".kernodeck-")}
        self.assertLessEqual(names - temporary, set(FORMATS))
        if said:
            self.assertEqual(names - temporary, set(FORMATS))
            self.read_killed(said)
        for name in names - temporary:
            tests_of(self.folder / name)
        for name in names:
            (self.folder / name).unlink()
        return bool(temporary)

    def test_after_a_kill_everything_finished_is_there(self):
        left = sum(self.kill_once() for _ in range(OPTIONS.kills))
        # A file takes another's place by two system calls. A kill that comes in the first of them leaves the name that
        # the file has in between, whole and harmless; here files grow far oftener than in real runs.
        self.assertLessEqual(left, 1 + OPTIONS.kills // 50)

    def test_a_reader_never_sees_a_broken_file(self):
        reads, seen = 0, {name: 0 for name in FORMATS}
        with self.start(4000) as process:
            drain = subprocess.Popen(["cat"], stdin=process.stdout, stdout=subprocess.DEVNULL)
            process.stdout.close()
            while process.poll() is None:
                for name in FORMATS:
                    path = self.folder / name
                    if not path.exists():
                        continue
                    finished, _, _ = tests_of(path)
                    self.assertGreaterEqual(len(finished), seen[name], name)
                    seen[name] = len(finished)
                    reads += 1
            drain.wait()
        self.assertEqual(process.returncode, 0)
        self.assertGreater(reads, 3)
        for name in FORMATS:
            finished, running, _ = tests_of(self.folder / name)
            self.assertEqual((len(finished), running), (4000, []))

    def test_a_reader_may_be_slow(self):
        """One that reads a little, waits, and reads on sees a mixture of old and new."""
        with self.start(3000) as process:
            drain = subprocess.Popen(["cat"], stdin=process.stdout, stdout=subprocess.DEVNULL)
            process.stdout.close()
            while process.poll() is None:
                path = self.folder / random.choice(FORMATS)
                if not path.exists():
                    continue
                content = b""
                with open(path, "rb", buffering=0) as stream:
                    while piece := stream.read(4096 * random.randint(1, 8)):
                        content += piece
                        time.sleep(random.random() * 0.0005)
                (json_tests if path.name == "json" else junit_tests)(content)
            drain.wait()
        self.assertEqual(process.returncode, 0)


def main():
    global OPTIONS  # pylint: disable=global-statement
    OPTIONS = OPTIONS.parse_args()
    unittest.main(argv=[sys.argv[0]])


if __name__ == "__main__":
    main()
