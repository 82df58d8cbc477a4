"""The command works without a home, in the C locale, with invalid bytes around it, without a name and as another
user."""
import os
import shutil
import subprocess
import tempfile
import unittest
import pathlib

from harness import CommandTest

NOBODY = 65534


class SurroundingsTest(CommandTest):
    def test_an_empty_environment(self):
        result = self.diagnose("--device", "cpu", env={})
        self.assertEqual(result.returncode, 0, result.stderr)
        for arguments in (["explain"], ["where"], ["--version"]):
            self.assertEqual(self.run_command(*arguments, env={}).returncode, 0)

    def test_the_c_locale_gets_ascii(self):
        for variables in ({"LANG": "C"}, {"LC_ALL": "POSIX"}, {"LANG": "no_SUCH"}, {}):
            with self.subTest(variables=variables):
                result = self.diagnose(env=self.environment(**variables))
                result.stdout.decode("ascii")

    def test_a_utf8_locale_gets_marks(self):
        result = self.diagnose(env=self.environment(LC_ALL="C.UTF-8"))
        self.assertFalse(result.stdout.isascii())
        result.stdout.decode("utf-8")

    def test_invalid_bytes_in_the_environment(self):
        env = {b"PATH": b"/usr/bin:/\xff", b"HOME": b"\xff\xfe", b"LANG": b"\xc3", b"TERM": b"\xff", b"\xff": b"\xff",
               b"KERNODECK_STANDIN": b"passes", b"CUDA_VISIBLE_DEVICES": b"\xff"}
        for arguments in (["diagnose"], ["where"], ["explain"]):
            self.assertEqual(self.run_command(*arguments, env=env).returncode, 0)

    def test_an_empty_name_and_none(self):
        for name in ("", "/", "x" * 5000):
            result = subprocess.run([name, "diagnose"], executable=self.command, env=self.environment(),
                                    cwd=self.work, stdout=subprocess.PIPE)
            self.assertEqual(result.returncode, 0)

    def test_a_libtorch_folder_with_invalid_bytes(self):
        result = self.diagnose("--libtorch", b"/\xff\xfe", standin="fails:import:not_found")
        self.assertEqual(result.returncode, 3)

    def test_the_command_moves_with_its_folder(self):
        moved = self.root / "other place"
        self.bin.rename(moved)
        self.command = moved / "kernodeck"
        self.assertEqual(self.diagnose().returncode, 0)

    def test_through_a_link_from_elsewhere(self):
        link = self.work / "tool"
        link.symlink_to(self.command)
        self.assertEqual(self.run_command("diagnose", name=link).returncode, 0)

    @unittest.skipIf(os.geteuid() != 0, "needs root to become another user")
    def test_another_user(self):
        self.root.chmod(0o755)
        self.work.chmod(0o777)

        def become_nobody():
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        env = self.environment(HOME="/not-theirs", USER="another")
        result = self.diagnose("--output", "r", preexec_fn=become_nobody, env=env)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual((self.work / "r").stat().st_uid, NOBODY)
        self.work.chmod(0o755)
        report, status = self.report("--output", "s", preexec_fn=become_nobody, env=env)
        self.assertEqual((report["cause"], status), ("output_not_permitted", 12))

    @unittest.skipIf(os.geteuid() != 0, "needs root to become another user")
    def test_another_user_who_may_not_start_the_worker(self):
        self.root.chmod(0o755)
        (self.bin / "kernodeck-worker").chmod(0o700)

        def become_nobody():
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        report, status = self.report(preexec_fn=become_nobody)
        self.assertEqual((report["cause"], status), ("worker_not_started", 11))

    def test_a_working_directory_that_is_gone(self):
        gone = pathlib.Path(tempfile.mkdtemp())
        script = f'cd "{gone}" && rmdir "{gone}" && exec "{self.command}" diagnose'
        result = subprocess.run(["/bin/sh", "-c", script], env=self.environment(), stdout=subprocess.PIPE)
        shutil.rmtree(gone, ignore_errors=True)
        self.assertEqual(result.returncode, 0)


if __name__ == "__main__":
    unittest.main()
