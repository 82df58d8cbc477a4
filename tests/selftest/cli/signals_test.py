"""D15: an interrupted command ends its children, says so, and leaves no verdict and no file."""
import os
import pathlib
import signal
import subprocess
import time
import unittest

from harness import DEADLINE, CommandTest


class SignalsTest(CommandTest):
    def children_of(self, pid):
        return [int(child) for task in pathlib.Path(f"/proc/{pid}/task").glob("*/children")
                for child in task.read_text().split()]

    def wait_for(self, condition):
        end = time.monotonic() + DEADLINE
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)

    def interrupt(self, number, standin):
        process = subprocess.Popen(
            [self.command, "diagnose", "--output", "r", "--trace", "t"], cwd=self.work, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self.environment(standin))
        worker = str(self.bin / "kernodeck-worker").encode()

        def hangs():
            try:
                return any(worker in pathlib.Path(f"/proc/{child}/cmdline").read_bytes()
                           and "S (sleeping)" in pathlib.Path(f"/proc/{child}/status").read_text()
                           for child in self.children_of(process.pid))
            except FileNotFoundError:  # a child has ended between the two looks
                return False
        self.wait_for(hangs)
        time.sleep(0.2)  # its events are read by now
        children = self.children_of(process.pid)
        begin = time.monotonic()
        process.send_signal(number)
        out, err = process.communicate(timeout=DEADLINE)
        self.assertLess(time.monotonic() - begin, 3)
        for child in children:
            self.assertFalse(pathlib.Path(f"/proc/{child}").exists())
        return process.returncode, out, err

    def test_each_signal_ends_the_worker_and_says_so(self):
        for number, name, status in ((signal.SIGINT, b"SIGINT", 130), (signal.SIGTERM, b"SIGTERM", 143),
                                     (signal.SIGHUP, b"SIGHUP", 129)):
            with self.subTest(name=name):
                returncode, out, err = self.interrupt(number, "hangs:product")
                self.assertEqual(returncode, status, err)
                self.assertEqual(out, b"")
                self.assertEqual(err, b"kernodeck diagnose: interrupted by " + name +
                                 b"; no verdict, no report. Under way was: product.\n")
                self.assertEqual(self.names_in_work(), [])

    def test_nothing_was_under_way(self):
        _, _, err = self.interrupt(signal.SIGINT, "hangs_silently")
        self.assertEqual(err, b"kernodeck diagnose: interrupted by SIGINT; no verdict, no report.\n")

    def test_a_signal_while_an_interpreter_is_asked_ends_the_command_too(self):
        slow = self.work / "path"
        slow.mkdir()
        started = slow / "started"
        (slow / "python3").write_text(f'#!/bin/sh\n: > "{started}"\nsleep 60\n')
        (slow / "python3").chmod(0o700)
        environment = dict(self.environment("passes"), PATH=f"{slow}:/usr/bin:/bin")
        environment.pop("KERNODECK_LIBTORCH", None)
        for arguments, missing in ((["diagnose"], b"no verdict, no report"), (["where"], b"nothing was found out")):
            with self.subTest(arguments=arguments):
                process = subprocess.Popen([self.command, *arguments], cwd=self.work, stdin=subprocess.DEVNULL,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
                self.wait_for(started.exists)
                process.send_signal(signal.SIGTERM)
                out, err = process.communicate(timeout=DEADLINE)
                self.assertEqual((process.returncode, out), (143, b""), err)
                self.assertEqual(err, b"kernodeck " + arguments[0].encode() + b": interrupted by SIGTERM; " + missing
                                 + b".\n")
                started.unlink()

    def test_a_signal_that_was_ignored_stays_so(self):
        script = f'trap "" HUP; exec "{self.command}" diagnose --timeout 5'
        process = subprocess.Popen(["/bin/sh", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=self.environment("hangs:import"), cwd=self.work)
        self.wait_for(lambda: self.children_of(process.pid))
        os.kill(process.pid, signal.SIGHUP)
        process.communicate(timeout=DEADLINE)
        self.assertEqual(process.returncode, 10)


if __name__ == "__main__":
    unittest.main()
