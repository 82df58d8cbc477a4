"""G8, G9: however a test ends its process, the report is whole, has what was finished and names the test; under
`kernodeck run` it is one red test with its code, and the others go on."""
import os
import pathlib
import resource
import signal
import subprocess
import time
import unittest

from suite_harness import COMMAND, SUITES, Finished, SuiteTest, processes_of_group

MEMORY_CGROUPS = pathlib.Path("/sys/fs/cgroup")
# Test, how the process ends. Both ways to leave ask for status 0: `exit` is noticed, nobody can notice `_exit`.
ENDS = (
    ("ByAbort", -signal.SIGABRT),
    ("ByStackOverflow", -signal.SIGSEGV),
    ("ByTerminate", -signal.SIGABRT),
    ("ByUnderscoreExit", 0),
    ("ByExit", 1),
)


def only(test):
    return f"--gtest_filter=Before.*:Ends.{test}:After.*"


def no_core():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class MemoryCgroup:
    """A memory cgroup below this process's own; raises OSError where none can be made."""

    def __init__(self, limit):
        lines = pathlib.Path("/proc/self/cgroup").read_text().splitlines()
        paths = {kind: path for _, kind, path in (line.split(":", 2) for line in lines)}
        if "memory" in paths:
            top, file = MEMORY_CGROUPS / "memory", "memory.limit_in_bytes"
        else:
            top, file = MEMORY_CGROUPS, "memory.max"
        self.folder = top / paths.get("memory", paths.get("", "/")).lstrip("/") / f"kernodeck-test-{os.getpid()}"
        self.folder.mkdir()
        try:
            (self.folder / file).write_text(str(limit))
        except OSError:
            self.folder.rmdir()
            raise

    def enter(self):
        (self.folder / "cgroup.procs").write_text(str(os.getpid()))

    def remove(self):
        self.folder.rmdir()


class Alone(SuiteTest):
    """The suite by itself, with the plugin's listener."""

    def check_report(self, finished, test, what):
        outcomes = finished.outcomes()
        self.assertEqual(outcomes["Before.Passes"].status, "passed", what)
        self.assertEqual((outcomes["Before.Fails"].status, outcomes["Before.Fails"].type), ("failed", "CHECK_FAILED"))
        self.assertIn(f"Ends.{test}", outcomes, "the running test is named")
        running = outcomes[f"Ends.{test}"]
        self.assertEqual((running.status, running.type), ("failed", "WORKER_FAILED"), running)
        self.assertNotIn("After.Passes", outcomes)
        self.assertEqual([entry.name for entry in self.work.iterdir()], [finished.report.name])

    def test_reports_name_the_running_test(self):
        for test, status in ENDS:
            with self.subTest(test=test):
                finished = self.run_suite("ends_suite", only(test), preexec_fn=no_core)
                self.assert_ended(finished, status)
                self.check_report(finished, test, finished.out)
                finished.report.unlink()

    def test_a_hang_that_is_killed(self):
        report = self.new_report()
        child = subprocess.Popen([SUITES / "ends_suite", only("Never"), f"--kernodeck_output=junit:{report}"],
                                 cwd=self.work, env=self.environment(), stdin=subprocess.DEVNULL,
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
        while child.stdout.readline() != b"hanging\n":  # what GoogleTest prints comes before the listener's turn
            pass
        # GoogleTest prints the line before it tells of the test.
        deadline = time.monotonic() + 10
        while "Never" not in report.read_text() and time.monotonic() < deadline:
            time.sleep(0.01)
        child.kill()
        child.communicate()
        self.check_report(Finished(child.returncode, "", "", report), "Never", "")
        self.assertEqual(processes_of_group(child.pid), [])

    def test_memory_that_the_kernel_takes_back(self):
        try:
            cgroup = MemoryCgroup(64 * 2**20)
        except OSError as error:
            self.skipTest(f"no memory cgroup can be made here ({error.strerror}); RLIMIT_AS is tested instead")
        try:
            finished = self.run_suite("ends_suite", only("ByAllMemory"), preexec_fn=cgroup.enter)
        finally:
            self.remove(cgroup)
        self.assert_ended(finished, -signal.SIGKILL)
        self.check_report(finished, "ByAllMemory", finished.out)

    def remove(self, cgroup):
        deadline = time.monotonic() + 10
        while True:
            try:
                return cgroup.remove()
            except OSError:
                # The kernel is not done with the process yet.
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.01)

    def test_memory_that_an_allocation_does_not_get(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30))

        finished = self.run_suite("ends_suite", only("ByAllMemory"), preexec_fn=limit)
        self.assert_ended(finished, 1)
        outcomes = finished.outcomes()
        self.assertEqual(outcomes["Ends.ByAllMemory"].type, "OUT_OF_MEMORY", outcomes["Ends.ByAllMemory"])
        self.assertEqual(outcomes["After.Passes"].status, "passed")


class Supervised(SuiteTest):
    """The suite under `kernodeck run`."""

    suite = "ends_suite"

    def run_supervised(self, *arguments, options=(), **more):
        report = self.new_report()
        command = [COMMAND, "run", "--no-progress", "--output", f"junit:{report}", *options, "--", SUITES / self.suite,
                   *arguments]
        result = subprocess.run(command, cwd=self.work, env=self.environment(), stdin=subprocess.DEVNULL,
                                capture_output=True, text=True, errors="replace", timeout=120, **more)
        return Finished(result.returncode, result.stdout, result.stderr, report)

    def check_report(self, finished, test, code):
        self.assert_ended(finished, 1)
        outcomes = finished.outcomes()
        self.assertEqual({name: (outcome.status, outcome.type) for name, outcome in outcomes.items()}, {
            "Before.Passes": ("passed", ""),
            "Before.Fails": ("failed", "CHECK_FAILED"),
            f"Ends.{test}": ("failed", code),
            "After.Passes": ("passed", ""),
        }, finished.out + finished.err)
        message = outcomes[f"Ends.{test}"].message
        self.assertTrue(message.startswith(code), message)

    def test_each_end_costs_one_red_test(self):
        for test, _ in ENDS:
            with self.subTest(test=test):
                self.check_report(self.run_supervised(only(test), preexec_fn=no_core), test, "WORKER_FAILED")

    def test_a_hang_costs_one_time_limit(self):
        finished = self.run_supervised(only("Never"), options=("--test-timeout", "2"))
        self.check_report(finished, "Never", "TIMEOUT")

    def test_the_signal_is_told(self):
        finished = self.run_supervised(only("ByAbort"), preexec_fn=no_core)
        self.assertIn("SIGABRT", finished.outcomes()["Ends.ByAbort"].message)


class SupervisedWithoutPlugin(Supervised):
    """The same of a suite that knows nothing of the plugin."""

    suite = "ends_suite_plain"


if __name__ == "__main__":
    unittest.main()
