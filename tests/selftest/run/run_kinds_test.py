"""G9, G15: every kind of test, shards, repetitions, order, jobs and 6,000 names keep their meaning under `kernodeck
run`; an interrupted run leaves a whole report."""
import json
import os
import pty
import re
import signal
import subprocess
import time
import unittest

from run_harness import RunTest, children_of
from suite_harness import DEADLINE, SUITES

MANY = "Many/AVeryLongNameOfASuiteSoThatAllItsTestsFitNoArgument.IsOneOfManyThousandTestsWithLongNames/"
FEW = "--gtest_filter=-Many/*"
FEW_RESULTS = {
    "Plain.Passes": "passed", "Plain.Fails": "failed CHECK_FAILED", "Plain.Skips": "skipped",
    "Plain.CrashesWhereAsked": "passed", "Types/0.Passes": "passed", "Types/1.Passes": "passed",
    "NamedTypes/std::pair-0.Passes": "passed", "NamedTypes/std::pair-1.Passes": "passed",
    **{f"Some/Values.Passes/{i}": "passed" for i in range(4)},
    **{f"Some/Values.FailsForOne/{i}": "passed" for i in (0, 2, 3)},
    "Some/Values.FailsForOne/1": "failed CHECK_FAILED",
}


class KindsTest(RunTest):
    suite = "run_kinds"

    def alone(self, *arguments, **variables):
        """The names of the tests that the binary runs by itself, in their order."""
        result = subprocess.run([SUITES / self.suite, *arguments], env=self.environment(**variables), text=True,
                                capture_output=True, cwd=self.work, timeout=DEADLINE, check=False, errors="replace")
        return re.findall(r"^\[ RUN      \] (\S+)$", result.stdout, re.M)

    def test_every_kind(self):
        run = self.supervise(FEW)
        self.assert_run(run, 1, FEW_RESULTS)
        self.assertEqual(list(run.results()), self.alone(FEW))
        failed = run.test("Plain.Fails")
        self.assertEqual((failed["code"], failed["owner"], failed["stage"]), ("CHECK_FAILED", "code", "application"))
        self.assertTrue(failed["text"].startswith("CHECK_FAILED: "), failed["text"])
        for line in failed["text"].splitlines():
            self.assertTrue(line.strip() and not line.startswith("["), failed["text"])
        self.assertTrue(failed["file"].endswith("run_kinds.cc") and failed["line"] > 0, failed)
        self.assertFalse(failed["file"].startswith("/"), failed["file"])
        self.assertIn("the reason", run.test("Plain.Skips")["message"])
        self.assertEqual(run.test("Types/0.Passes")["properties"], {"type_param": "int"})
        self.assert_says(run, "disabled: 1")

    def test_disabled_ones_where_asked(self):
        run = self.supervise("--gtest_filter=Plain.*", "--gtest_also_run_disabled_tests")
        self.assertEqual(run.results()["Plain.DISABLED_Fails"], "failed CHECK_FAILED")

    def test_six_thousand_names_and_a_crash_among_them(self):
        run = self.supervise("--gtest_filter=Many/*", KINDS_CRASH_IN="3000")
        self.assertEqual(run.status, 11)
        results = run.results()
        self.assertEqual(len(results), 6000)
        self.assertEqual({name: result for name, result in results.items() if result != "passed"},
                         {MANY + "3000": "failed WORKER_FAILED"})
        self.assertNotIn("Google Test filter", run.out)

    def test_jobs_run_each_test_once(self):
        run = self.supervise(options=("--jobs", "4"), KINDS_CRASH_IN="3000")
        self.assertEqual(run.status, 1)
        self.assertEqual(sorted(run.results()), sorted(self.alone()))
        started = re.findall(r"^\[ RUN      \] (\S+)\n", run.out, re.M)
        self.assertEqual(sorted(started), sorted(self.alone()))

    def test_shards_are_googletests_own(self):
        seen = []
        for index in range(3):
            shard = dict(GTEST_TOTAL_SHARDS="3", GTEST_SHARD_INDEX=str(index))
            run = self.supervise(FEW, **shard)
            self.assertEqual(list(run.results()), self.alone(FEW, **shard))
            self.assertEqual((run.report["run"]["shard_index"], run.report["run"]["shard_count"]), (index, 3))
            seen += run.results()
        self.assertEqual(sorted(seen), sorted(FEW_RESULTS))

    def test_a_shard_status_file_is_touched(self):
        status = self.work / "report of the shard"
        self.supervise(FEW, GTEST_TOTAL_SHARDS="2", GTEST_SHARD_INDEX="0", GTEST_SHARD_STATUS_FILE=str(status))
        self.assertTrue(status.exists())

    def test_repetitions_are_told_apart_and_survive_a_crash(self):
        run = self.supervise("--gtest_filter=Plain.*:-*Fails", "--gtest_repeat=5", KINDS_CRASH_AT="3")
        by_repeat = {}
        for test in run.report["tests"]:
            by_repeat.setdefault(test["repeat"], {})[test["name"]] = test["result"]
        usual = {"Passes": "passed", "Skips": "skipped", "CrashesWhereAsked": "passed"}
        crashed = {**usual, "CrashesWhereAsked": "failed"}
        self.assertEqual(by_repeat, {1: usual, 2: usual, 3: crashed, 4: usual, 5: usual})

    def test_each_repetition_may_have_its_own_report(self):
        pattern = self.work / "report-{repeat}"
        result = subprocess.run(self.command_line("--gtest_filter=Plain.Passes", "--gtest_repeat=3", report=pattern),
                                env=self.run_environment(), capture_output=True, cwd=self.work, check=False)
        self.assertEqual(result.returncode, 0, result.stderr)
        for repeat in (1, 2, 3):
            report = json.loads((self.work / f"report-{repeat}").read_text())
            self.assertEqual([test["repeat"] for test in report["tests"]], [repeat])

    def test_shuffled_order_is_googletests_own_and_its_seed_is_told(self):
        run = self.supervise(FEW, "--gtest_shuffle", "--gtest_random_seed=17")
        self.assertEqual(list(run.results()), self.alone(FEW, "--gtest_shuffle", "--gtest_random_seed=17"))
        self.assertEqual(run.report["run"]["seed"], 17)
        self.assertGreater(self.supervise(FEW, "--gtest_shuffle").report["run"]["seed"], 0)

    def test_brief_is_brief_and_followed_all_the_same(self):
        run = self.supervise(FEW, "--gtest_brief=1")
        self.assert_run(run, 1, FEW_RESULTS)
        self.assertNotIn("[ RUN", run.out)
        self.assert_says(run, "[  FAILED  ] Plain.Fails")

    def test_without_times_and_with_colors(self):
        self.assert_run(self.supervise(FEW, "--gtest_print_time=0", "--gtest_color=yes"), 1, FEW_RESULTS)

    def test_fail_fast_goes_beyond_one_process(self):
        run = self.supervise("--gtest_filter=Plain.CrashesWhereAsked:Types/*", "--gtest_fail_fast", KINDS_CRASH_AT="1")
        self.assert_run(run, 11, {"Plain.CrashesWhereAsked": "failed WORKER_FAILED", "Types/0.Passes": "skipped",
                                  "Types/1.Passes": "skipped"})

    def test_no_test_selected_is_said(self):
        run = self.supervise("--gtest_filter=Nothing.*")
        self.assert_run(run, 0, {})
        self.assert_says(run, "no test was selected")

    def interrupt(self, number, *options):
        """Interrupts a run that has come to a test that never ends."""
        report = self.new_report()
        process = subprocess.Popen(self.command_line("--gtest_filter=Plain.*", "--gtest_repeat=-1", options=options,
                                                     report=report),
                                   env=self.run_environment(), cwd=self.work, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(200):
            process.stdout.readline()
        self.assertTrue(children_of(process.pid))
        process.send_signal(number)
        begin = time.monotonic()
        process.communicate(timeout=DEADLINE)
        self.assertLess(time.monotonic() - begin, 10)
        return process.returncode, json.loads(report.read_text())

    def test_signals_leave_a_whole_report(self):
        for number, status in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            returncode, report = self.interrupt(number)
            self.assertEqual(returncode, status)
            self.assertEqual(report["summary"]["exit_status"], status)
            self.assertGreater(report["summary"]["passed"], 0)

    def test_the_whole_run_has_a_limit(self):
        run = self.supervise("--gtest_filter=Plain.Passes", "--gtest_repeat=-1", options=("--timeout", "1"))
        self.assertEqual(run.status, 10, run.out[-2000:])

    def unread(self, *options, number=None):
        """A run whose output nobody reads."""
        report = self.new_report()
        process = subprocess.Popen(self.command_line("--gtest_filter=Many/*", "--gtest_repeat=-1", options=options,
                                                     report=report),
                                   env=self.run_environment(), cwd=self.work, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        time.sleep(1)
        if number:
            process.send_signal(number)
        status = process.wait(timeout=20)
        process.stdout.close()
        return status, json.loads(report.read_text())

    def test_a_reader_that_does_not_read_holds_up_no_end(self):
        status, report = self.unread("--timeout", "1")
        self.assertEqual((status, report["summary"]["exit_status"]), (10, 10))
        self.assertEqual(self.unread(number=signal.SIGTERM)[0], 143)

    def test_a_stopped_run_times_nobody_out(self):
        report = self.new_report()
        process = subprocess.Popen(self.command_line("--gtest_filter=Many/*", options=("--test-timeout", "1"),
                                                     report=report),
                                   env=self.run_environment(), cwd=self.work, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        process.stdout.readline()
        process.send_signal(signal.SIGSTOP)
        time.sleep(2.5)
        process.send_signal(signal.SIGCONT)
        process.communicate(timeout=DEADLINE)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(json.loads(report.read_text())["summary"]["failed"], 0)

    def test_a_killed_run_leaves_no_process(self):
        process = subprocess.Popen(self.command_line("--gtest_filter=Plain.Passes", "--gtest_repeat=-1"),
                                   env=self.run_environment(), cwd=self.work, stdout=subprocess.PIPE)
        for _ in range(50):
            process.stdout.readline()
        process.kill()
        process.communicate()
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline and self.left():
            time.sleep(0.05)

    def left(self):
        from run_harness import marked_processes  # pylint: disable=import-outside-toplevel
        return marked_processes(self.mark)

    def on_a_terminal(self, *options):
        """What a terminal gets on standard error; standard output goes elsewhere."""
        master, slave = pty.openpty()
        with os.fdopen(master, "rb", buffering=0) as reader:
            process = subprocess.Popen(self.command_line("--gtest_filter=Many/*", options=options),
                                       env=self.run_environment(), cwd=self.work, stdin=subprocess.DEVNULL,
                                       stdout=subprocess.DEVNULL, stderr=slave)
            os.close(slave)
            shown = b""
            try:
                while chunk := reader.read(4096):
                    shown += chunk
            except OSError:  # the other side is gone
                pass
            process.wait(timeout=DEADLINE)
        return process.returncode, shown.decode()

    def test_progress_on_a_terminal_is_erased(self):
        status, shown = self.on_a_terminal()
        self.assertEqual(status, 0)
        self.assertRegex(shown, r"\d+ of 6000 done, 0 failed")
        self.assertRegex(shown, r"\r +\r$")
        self.assertEqual(self.on_a_terminal("--no-progress"), (0, ""))


if __name__ == "__main__":
    unittest.main()
