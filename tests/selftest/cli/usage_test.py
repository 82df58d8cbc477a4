"""Bad input ends with status 2 and a sentence that names the argument, what was given and what is allowed; nothing is
run. The stand-in worker passes, so that a check that was run all the same shows itself by its status."""
import unittest

from harness import CommandTest

# arguments of diagnose, and what the sentence has to say
REFUSED = [
    (["--timout", "30"], ['"--timout"', "--timeout"]),
    (["-x"], ['"-x"']),
    (["--timeout", "5", "--timeout", "5"], ["--timeout", "2 times"]),
    (["--host-check", "--host-check"], ["--host-check", "2 times"]),
    (["--host-check=yes"], ["--host-check", '"yes"']),
    (["--device-index", "-1"], ["--device-index", '"-1"', "from 0 to"]),
    (["--device-index", "99999999999"], ["--device-index", '"99999999999"', "from 0 to"]),
    (["--device-index", "1x"], ["--device-index", '"1x"', "from 0 to"]),
    (["--device-index", ""], ["--device-index", '""', "from 0 to"]),
    (["--device-index"], ["--device-index", "needs a value"]),
    (["--device-index="], ["--device-index", "needs a value"]),
    (["--timeout", "4"], ["--timeout", '"4"', "from 5 to 120"]),
    (["--timeout", "121"], ["--timeout", '"121"', "from 5 to 120"]),
    (["--timeout", "nan"], ["--timeout", '"nan"', "from 5 to 120"]),
    (["--timeout", "inf"], ["--timeout", '"inf"', "from 5 to 120"]),
    (["--timeout", ""], ["--timeout", '""', "from 5 to 120"]),
    (["--timeout", "1e1"], ["--timeout", '"1e1"', "from 5 to 120"]),
    (["--timeout", "0x1e"], ["--timeout", '"0x1e"', "from 5 to 120"]),
    (["--timeout=", "30"], ["--timeout", "needs a value"]),
    (["--device", "tpu"], ["--device", '"tpu"', "gpu, cpu, or cuda:N"]),
    (["--device", "cuda:"], ["--device", '"cuda:"']),
    (["--device", "cuda:-1"], ["--device", '"cuda:-1"']),
    (["--device", "cuda:1", "--device-index", "2"], ["--device-index 2", "--device cuda:1"]),
    (["--device", "cpu", "--device-index", "0"], ["--device-index 0", "--device cpu"]),
    (["--device", "cpu", "--expect-devices", "1"], ["--expect-devices 1", "--device cpu"]),
    (["--expect-devices", "0"], ["--expect-devices", '"0"', "from 1 to"]),
    (["--format", "xml"], ["--format", '"xml"', "text, json or markdown"]),
    (["--output", ""], ["--output", '""']),
    (["--output", "--format", "json"], ["--output", '"--format"']),
    (["--output", "r", "--trace", "r"], ["--output", "--trace"]),
    (["--libtorch", ""], ["--libtorch", '""']),
    (["--label", "novalue"], ["--label", '"novalue"', "KEY=VALUE"]),
    (["--label", "Key=v"], ["--label", '"Key=v"', "a-z"]),
    (["--label", "k=a\nb"], ["--label", r'"k=a\x0ab"', "control"]),
    (["--label", b"k=\xff"], ["--label", r'"k=\xff"', "UTF-8"]),
    (["--label", "k=" + "v" * 257], ["--label", "256"]),
    (["--label", "k=1", "--label", "k=2"], ["--label", "k was given again"]),
    (["--caller", "0"], ["--caller", '"0"', "from 1 to"]),
    (["now"], ['"now"']),
    (["--device", b"\xff\xfe"], ["--device", r'"\xff\xfe"']),
    ([b"\x1b[31m"], [r'"\x1b[31m"']),
    (["x" * 100_000], ["..."]),
]

REFUSED_VARIABLES = [
    ("KERNODECK_TIMEOUT", b"4", "from 5 to 120"),
    ("KERNODECK_TIMEOUT", b"nan", "from 5 to 120"),
    ("KERNODECK_TIMEOUT", b"\xff", "from 5 to 120"),
    ("KERNODECK_EXPECT_GPUS", b"many", "from 1 to"),
    ("KERNODECK_LIBTORCH", b"-h", "path"),
]


class UsageTest(CommandTest):
    def expect_refused(self, result, words, command="kernodeck diagnose"):
        error = result.stderr.decode("ascii")  # whatever was given, only ASCII comes back
        self.assertEqual(result.returncode, 2, error)
        self.assertEqual(result.stdout, b"")
        for word in words:
            self.assertIn(word, error)
        self.assertTrue(error.startswith(command + ": "), error)
        self.assertIn(f"Nothing was run. Type `{command} --help`", error)
        self.assertLess(len(error), 500)
        self.assertEqual(self.names_in_work(), [])

    def test_arguments_of_diagnose(self):
        for arguments, words in REFUSED:
            with self.subTest(arguments=arguments):
                self.expect_refused(self.diagnose(*arguments), words)

    def test_variables(self):
        for name, value, allowed in REFUSED_VARIABLES:
            with self.subTest(name=name, value=value):
                env = {**self.environment(), name: value}
                self.expect_refused(self.diagnose(env=env), [name, allowed])

    def test_a_flag_wins_over_a_bad_variable(self):
        env = self.environment(KERNODECK_TIMEOUT="nan", KERNODECK_EXPECT_GPUS="x", KERNODECK_LIBTORCH="-")
        result = self.diagnose("--timeout", "9", "--expect-devices", "1", "--libtorch", "/usr", env=env)
        self.assertEqual(result.returncode, 0, result.stderr)

    def test_empty_variables_are_not_set(self):
        env = self.environment(KERNODECK_TIMEOUT="", KERNODECK_EXPECT_GPUS="", KERNODECK_LIBTORCH="")
        self.assertEqual(self.diagnose(env=env).returncode, 0)

    def test_an_index_beyond_the_devices_is_no_usage_error(self):
        _, status = self.report("--device-index", "9", standin="fails:device:index")
        self.assertEqual(status, 7)

    def test_subcommands(self):
        self.expect_refused(self.run_command(), ["a subcommand is needed"], "kernodeck")
        self.expect_refused(self.run_command("diagnoze"), ['"diagnoze"', "Did you mean diagnose?"], "kernodeck")
        self.expect_refused(self.run_command(""), ['""'], "kernodeck")
        self.expect_refused(self.run_command("diagnose", "explain"), ['"explain"'])

    def test_explain(self):
        self.expect_refused(self.run_command("explain", "gpu-unavailable"), ["GPU_UNAVAILABLE"], "kernodeck explain")
        self.expect_refused(self.run_command("explain", "5000"), ['"5000"'], "kernodeck explain")
        self.expect_refused(self.run_command("explain", "TIMEOUT", "9"), ['"9"'], "kernodeck explain")

    def test_the_other_name_of_the_command(self):
        name = self.bin / "kernodeck-diagnostic"
        self.expect_refused(self.run_command("--timeout", "4", name=name), ["--timeout"])
        self.assertEqual(self.run_command("--device", "cpu", name=name).returncode, 0)


if __name__ == "__main__":
    unittest.main()
