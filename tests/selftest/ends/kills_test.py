"""G8: a suite that is killed at a random moment leaves reports that are whole and hold every finished test.

The suite prints a test's end after the listener has written it down, so whatever was printed has to be in the reports;
in their order and none twice. No process and no other file is left. KERNODECK_TEST_KILLS: how many kills."""
import json
import os
import random
import re
import signal
import subprocess
import time
import unittest

from suite_harness import SUITES, SuiteTest, junit_outcomes, processes_of_group

KILLS = int(os.environ.get("KERNODECK_TEST_KILLS", "200"))
LONGEST = 0.5  # seconds; the whole suite takes about that long
END = re.compile(rb"^\[ *(OK|FAILED|SKIPPED) *\] (\S+?),? .*\(\d+ ms\)$", re.MULTILINE)
STATUS = {b"OK": "passed", b"FAILED": "failed", b"SKIPPED": "skipped"}


class KillsTest(SuiteTest):
    def kill_once(self, moment):
        """Runs the suite for `moment` seconds. What it printed of tests that ended, as (name, status)."""
        said = self.root / "said"
        command = [SUITES / "many_suite", *[f"--kernodeck_output={form}:{self.work / name}" for form, name in
                                            (("junit", "rich.xml"), ("junit-strict", "strict.xml"), ("json", "r.json"))]]
        with open(said, "wb") as out:
            child = subprocess.Popen(command, cwd=self.work, stdin=subprocess.DEVNULL, stdout=out,
                                     stderr=subprocess.DEVNULL, env=self.environment(), start_new_session=True)
            time.sleep(moment)
            child.send_signal(signal.SIGKILL)
            child.wait()
        self.assertEqual(processes_of_group(child.pid), [])
        # The last line may be cut; a line that is whole was written after its test was reported.
        return [(name.decode(), STATUS[word]) for word, name in END.findall(said.read_bytes())]

    def check_reports(self, ended):
        expected = dict(ended)
        self.assertEqual(len(expected), len(ended))
        for name in ("rich.xml", "strict.xml"):
            if not (self.work / name).exists():
                self.assertEqual(ended, [], name)
                continue
            seen = {test: outcome.status for test, outcome in junit_outcomes(self.work / name).items()}
            self.assertEqual({test: seen.get(test) for test in expected}, expected, name)
            # At most the one that was under way (or the run itself), and one that had ended and was not yet printed.
            self.assertLessEqual(len(seen), len(expected) + 2, name)
        if (self.work / "r.json").exists():
            self.check_json(expected)

    def check_json(self, expected):
        report = json.loads((self.work / "r.json").read_bytes().decode("utf-8"))
        seen = {f"{test['suite']}.{test['name']}": test["result"] for test in report["tests"]}
        self.assertEqual({test: seen.get(test) for test in expected}, expected)

    def test_reports_are_whole_after_every_kill(self):
        numbers = random.Random()
        seed = numbers.randrange(2**32)
        numbers.seed(seed)
        counts = []
        for _ in range(KILLS):
            moment = numbers.uniform(0, LONGEST)
            with self.subTest(seed=seed, moment=moment):
                ended = self.kill_once(moment)
                self.check_reports(ended)
                counts.append(len(ended))
                left = {entry.name for entry in self.work.iterdir()}
                self.assertLessEqual(left, {"rich.xml", "strict.xml", "r.json"})
            for entry in self.work.iterdir():
                entry.unlink()
        # Most kills have to come in the middle, or nothing was shown.
        middle = sum(1 for count in counts if 0 < count < 4000)
        self.assertGreater(middle, KILLS // 2, f"finished tests at each kill: {sorted(counts)}")


if __name__ == "__main__":
    unittest.main()
