#!/usr/bin/env python3
"""What is installed works where it is put, and says nothing of where it was built (T7, D11, D21, S3).

Reads CMAKE and BUILD (a build folder with the command in it) from the environment."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

BUILD = pathlib.Path(os.environ["BUILD"])


class Install(unittest.TestCase):
    def setUp(self):
        top = pathlib.Path(tempfile.mkdtemp(prefix="kernodeck test "))
        self.addCleanup(shutil.rmtree, top)
        subprocess.run([os.environ["CMAKE"], "--install", BUILD, "--prefix", top / "first"], check=True,
                       stdout=subprocess.DEVNULL)
        self.prefix = top / "moved away"
        (top / "first").rename(self.prefix)

    def run_command(self, name, *arguments):
        return subprocess.run([self.prefix / "bin" / name, *arguments], text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=60, check=False)

    def test_record_of_the_libtorch_has_no_place_of_this_machine(self):
        installed = (self.prefix / "lib/kernodeck/libtorch.txt").read_text().splitlines()
        built = (BUILD / "lib/kernodeck/libtorch.txt").read_text().splitlines()
        self.assertEqual(installed, [line for line in built if not line.startswith("library_dir=")])
        self.assertEqual(len(built) - len(installed), 1)

    def test_moved_command_finds_its_parts_beside_itself(self):
        done = self.run_command("kernodeck", "where")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn(str(self.prefix / "bin/kernodeck-worker"), done.stdout)
        self.assertNotIn(str(BUILD), done.stdout)

    def test_command_goes_under_both_of_its_names(self):
        self.assertEqual(self.run_command("kernodeck", "diagnose", "--help").returncode, 0)
        self.assertEqual(self.run_command("kernodeck-diagnostic", "--help").returncode, 0)

    def test_probe_is_there_when_the_build_has_one(self):
        probe = pathlib.Path("lib/kernodeck/kernodeck_probe.so")
        self.assertEqual((self.prefix / probe).exists(), (BUILD / probe).exists())


if __name__ == "__main__":
    unittest.main()
