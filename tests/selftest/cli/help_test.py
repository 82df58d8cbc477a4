"""Every command has a help with exit statuses and examples, and each example runs as it stands there."""
import shlex
import unittest

from harness import CommandTest

COMMANDS = ([], ["diagnose"], ["explain"], ["run"], ["where"])


class HelpTest(CommandTest):
    def help_of(self, command):
        result = self.run_command(*command, "--help")
        self.assertEqual((result.returncode, result.stderr), (0, b""))
        return result.stdout.decode("ascii")

    def examples_of(self, text):
        lines = text[text.index("Examples:\n"):].splitlines()[1:]
        return [line.strip() for line in lines[:lines.index("")]]

    def statuses_of(self, text):
        lines = text[text.index("Exit status:\n"):].splitlines()[1:]
        return {int(line.split()[0]) for line in lines if line.startswith("  ")}

    def test_each_example_runs(self):
        self.add_standin_tests()
        for command in COMMANDS:
            text = self.help_of(command)
            examples = self.examples_of(text)
            self.assertTrue(examples)
            for example in examples:
                with self.subTest(example=example):
                    words = shlex.split(example)
                    self.assertEqual(words[0], "kernodeck")
                    result = self.run_command(*words[1:])
                    self.assertIn(result.returncode, self.statuses_of(text) - {2}, result.stderr)
                    self.assertTrue(result.stdout)

    def test_lines_fit_a_hundred_columns(self):
        for command in COMMANDS:
            for line in self.help_of(command).splitlines():
                self.assertLessEqual(len(line), 100, line)

    def test_the_version_names_the_libtorch_it_was_built_for(self):
        for arguments in (["--version"], ["diagnose", "--version"]):
            text = self.run_command(*arguments).stdout.decode()
            self.assertRegex(text, r"^kernodeck \d+\.\d+\.\d+\nbuilt for LibTorch: none\n$")
        record = self.root / "lib" / "kernodeck" / "libtorch.txt"
        record.parent.mkdir(parents=True)
        record.write_text("version=2.11.0\nbackend=cuda\ncuda=13.0\n")
        self.assertIn("built for LibTorch: 2.11.0, backend cuda, CUDA 13.0",
                      self.run_command("--version").stdout.decode())


if __name__ == "__main__":
    unittest.main()
