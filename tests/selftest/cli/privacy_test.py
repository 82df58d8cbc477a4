"""D11: whatever fails, no report in any format holds a variable, a path, or the name of a user, host or folder.

Marker strings stand in all of them. A report that has a marker in it is a leak; the trace, which is local, has to have
one, or the markers would prove nothing."""
import ctypes
import os
import pathlib
import socket
import struct
import unittest

import harness
from harness import CommandTest

MARK = "xq7zmark"
FORMATS = ("text", "json", "markdown")
STANDINS = (
    "passes", "crashes:import", "crashes:product", "is_killed:gradient", "wrong_value:product", "exits:3", "silent",
    "garbage", "crashes_after_done", "exits_after_done:7", "half_line_exits", "skips:backend", "wrong_protocol",
    "more_after_done", "unknown_stage", "fails:import:not_found", "fails:import:load_failed",
    f"fails:import:missing_dependency::/{MARK}/lib.so", f"fails:import:invalid_library::{MARK}/../lib.so",
    f"fails:{MARK}:runtime:1", f"fails:product:{MARK}:1", f"fails:product:runtime:{MARK}", "fails:product:exception",
    "fails:device:no_device", "fails:allocation:driver:46", "fails:product:runtime:700",
)


def elf_header(machine):
    """The first bytes of a 64-bit little-endian shared object for `machine`, and nothing after them."""
    return b"\x7fELF\x02\x01\x01" + bytes(9) + struct.pack("<HHIQQQIHHHHHH", 3, machine, 1, 0, 64, 0, 0, 64, 56, 0, 64,
                                                         0, 0)


def rename_host():
    """A host name with a marker, seen by this process alone; not permitted everywhere."""
    libc = ctypes.CDLL(None, use_errno=True)
    clone_newuts = 0x04000000
    if libc.unshare(clone_newuts) == 0:
        try:
            socket.sethostname(MARK + "-host")
        except OSError:
            pass


class PrivacyTest(CommandTest):
    FOLDER_PREFIX = MARK + " folder "

    def variables(self, standin="passes"):
        names = ("USER", "LOGNAME", "HOME", "HOSTNAME", "SHELL", "MAIL", "PWD", "OLDPWD", "TMPDIR", "LANG", "LANGUAGE",
                 "TERM", "XDG_SESSION_ID", "XDG_RUNTIME_DIR", "SSH_CONNECTION", "PYTHONPATH", "VIRTUAL_ENV",
                 "CONDA_PREFIX", "CUDA_VISIBLE_DEVICES", "CUDA_HOME", "LD_LIBRARY_PATH", "HIP_VISIBLE_DEVICES",
                 "ROCR_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES", "KERNODECK_POLICY", "SECRET_TOKEN", MARK)
        return {**{name: f"/{MARK}/{name}" for name in names},
                "PATH": f"/usr/bin:/bin:/{MARK}", "KERNODECK_STANDIN": standin}

    def expect_private(self, text, where):
        self.assertNotIn(MARK.encode(), text.lower(), where)
        for word in (str(self.root), str(pathlib.Path.home()), socket.gethostname()):
            if len(word) > 4:  # a short name may be a part of any word
                self.assertNotIn(word.encode(), text, where)

    def expect_private_in_all_formats(self, *arguments, standin="passes", status=None):
        for form in FORMATS:
            with self.subTest(standin=standin, arguments=arguments, form=form):
                saved = self.work / f"{MARK}.{form}"
                trace = self.work / f"{MARK}.trace"
                for file in (saved, trace):
                    file.unlink(missing_ok=True)
                result = self.diagnose("--format", form, "--output", saved, "--trace", trace, "--timeout", "5",
                                       *arguments, env=self.variables(standin), preexec_fn=rename_host)
                self.assertTrue(result.stdout, result.stderr)
                self.expect_private(result.stdout, "standard output")
                self.expect_private(saved.read_bytes(), "saved report")
                self.assertIn(MARK.encode(), trace.read_bytes())
                if status is not None:
                    self.assertEqual(result.returncode, status, result.stdout)

    def test_whatever_a_worker_does(self):
        for standin in STANDINS:
            self.expect_private_in_all_formats("--libtorch", f"/{MARK}", standin=standin)

    def test_every_failure_to_save(self):
        for name in (f"{MARK}/none/r", ".", "/dev/full"):
            for form in FORMATS:
                result = self.diagnose("--format", form, "--output", name, env=self.variables())
                self.assertEqual(result.returncode, 12)
                self.expect_private(result.stdout, name)

    def test_a_host_check(self):
        self.expect_private_in_all_formats("--host-check", "--libtorch", f"/{MARK}")

    def test_a_host_tool_that_tells_too_much(self):
        tool = self.root / "tools" / "nvidia-smi"
        tool.parent.mkdir()
        tool.write_text(f"#!/bin/sh\necho '{MARK}, {MARK} MiB'\necho {MARK} >&2\nexit 0\n")
        tool.chmod(0o755)
        for form in FORMATS:
            env = {**self.variables(), "PATH": f"{tool.parent}:/usr/bin:/bin"}
            result = self.diagnose("--host-check", "--format", form, env=env)
            self.expect_private(result.stdout, form)

    def test_a_missing_worker(self):
        (self.bin / "kernodeck-worker").unlink()
        for form in FORMATS:
            result = self.diagnose("--format", form, env=self.variables())
            self.assertEqual(result.returncode, 11)
            self.expect_private(result.stdout, form)

    @unittest.skipIf(harness.WORKER is None, "the real worker was not built")
    def test_broken_library_folders_and_the_real_worker(self):
        self.use_worker(harness.WORKER)
        aarch64, x86_64 = 183, 62
        other = x86_64 if os.uname().machine == "aarch64" else aarch64
        own = aarch64 if other == x86_64 else x86_64
        contents = {"text": MARK.encode() * 100, "empty file": b"", "foreign": elf_header(other),
                    "cut": elf_header(own)}
        for kind, content in contents.items():
            folder = self.root / f"{MARK} {kind}" / "lib"
            folder.mkdir(parents=True)
            for name in ("libtorch.so", "libtorch_cpu.so", "libc10.so", "libtorch_cuda.so"):
                (folder / name).write_bytes(content)
            for device in ("cpu", "gpu"):
                self.expect_private_in_all_formats("--device", device, "--libtorch", folder.parent)

    @unittest.skipIf(harness.WORKER is None, "the real worker was not built")
    def test_folders_without_a_library_and_the_real_worker(self):
        self.use_worker(harness.WORKER)
        (self.root / "none").mkdir()
        for folder in (self.root / "none", f"/{MARK}/missing", self.command):
            self.expect_private_in_all_formats("--device", "cpu", "--libtorch", folder, status=3)

    @unittest.skipIf(harness.WORKER is None, "the real worker was not built")
    def test_the_real_worker_with_whatever_is_here(self):
        self.use_worker(harness.WORKER)
        library = harness.COMMAND.parent.parent / "lib"
        if library.is_dir():
            (self.root / "lib").symlink_to(library)
        for arguments in (["--device", "cpu"], ["--device", "cpu", "--check-exit"], ["--expect-devices", "64"],
                          ["--device-index", "9"]):
            for form in FORMATS:
                result = self.diagnose("--format", form, *arguments, env=self.variables(), preexec_fn=rename_host)
                self.assertTrue(result.stdout, result.stderr)
                self.expect_private(result.stdout, arguments)


if __name__ == "__main__":
    unittest.main()
