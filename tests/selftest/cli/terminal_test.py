"""D12: on a terminal there is color and the stage under way is shown; anywhere else there is neither."""
import os
import pty
import subprocess
import termios
import unittest

from harness import CommandTest


class TerminalTest(CommandTest):
    def on_terminal(self, streams, arguments=(), **variables):
        """What a terminal gets from `streams` ("stdout", "stderr"), and the exit status."""
        master, slave = pty.openpty()
        options = {name: slave if name in streams else subprocess.DEVNULL for name in ("stdout", "stderr")}
        with subprocess.Popen([self.command, "diagnose", *arguments], env=self.environment(**variables),
                              cwd=self.work, stdin=subprocess.DEVNULL, **options) as process:
            os.close(slave)
            text = b""
            while True:
                try:
                    chunk = os.read(master, 4096)
                except OSError:
                    break
                if not chunk:
                    break
                text += chunk
        os.close(master)
        return text, process.returncode

    def test_color_on_a_terminal_only(self):
        self.assertIn(b"\x1b[", self.on_terminal(["stdout"], TERM="xterm")[0])
        self.assertNotIn(b"\x1b", self.diagnose(env=self.environment(TERM="xterm")).stdout)

    def test_no_color_where_it_is_not_wanted(self):
        self.assertNotIn(b"\x1b", self.on_terminal(["stdout"], TERM="xterm", NO_COLOR="1")[0])
        self.assertNotIn(b"\x1b", self.on_terminal(["stdout"], TERM="dumb")[0])
        self.assertNotIn(b"\x1b", self.on_terminal(["stdout"])[0])

    def test_a_saved_report_has_no_color(self):
        self.on_terminal(["stdout"], ["--output", "r"], TERM="xterm")
        self.assertNotIn(b"\x1b", (self.work / "r").read_bytes())

    def test_the_stage_under_way_is_shown_and_erased(self):
        text, status = self.on_terminal(["stderr"])
        self.assertEqual(status, 0)
        self.assertIn(b"checking: product ...", text)
        self.assertRegex(text, rb"\r +\r$")
        self.assertNotIn(b"\n", text)

    def test_a_stopped_terminal_holds_nothing_up(self):
        master, slave = pty.openpty()
        self.addCleanup(os.close, master)
        termios.tcflow(slave, termios.TCOOFF)
        process = subprocess.Popen([self.command, "diagnose"], env=self.environment(), cwd=self.work,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=slave)
        os.close(slave)
        try:
            self.assertEqual(process.wait(timeout=20), 0)
        except subprocess.TimeoutExpired:
            self.fail("the command waits for its terminal")
        finally:
            process.kill()
            process.wait()

    def test_no_progress_elsewhere(self):
        self.assertEqual(self.diagnose().stderr, b"")
        self.assertNotIn(b"checking", self.on_terminal(["stdout"])[0])


if __name__ == "__main__":
    unittest.main()
