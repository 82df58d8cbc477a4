"""Seam to the user: flags and variables that are wrong run nothing and exit with 2; help and lists need no machine."""
import harness


class Flags(harness.ProgramTest):
    def assert_refused(self, run, *words):
        self.assert_status(run, 2)
        self.assertEqual(run.reached, [])
        self.assertEqual(run.starts, [])
        self.assertIn("Nothing was run.", run.err)
        for word in words:
            self.assertIn(word, run.err)

    def test_wrong_flags(self):
        for argument, word in [
            ("--kernodeck_polcy=skip", "Did you mean --kernodeck_policy?"),
            ("--kernodeck_policy=maybe", "takes require or skip"),
            ("--kernodeck_policy", "takes a value"),
            ("--kernodeck_timeout=1", "from 5 to 120"),
            ("--kernodeck_output=pdf:x", "takes junit:FILE"),
            ("--kernodeck_min_gpu_tests=-1", "whole number"),
        ]:
            with self.subTest(argument=argument):
                self.assert_refused(self.run_program("requires_gpu", argument), argument.split("=")[0], word)

    def test_wrong_variables(self):
        self.assert_refused(self.run_program("requires_gpu", KERNODECK_POLICY="maybe"), "KERNODECK_POLICY takes")
        self.assert_refused(self.run_program("requires_gpu", KERNODECK_POLCY="skip"), "Did you mean KERNODECK_POLICY?")

    def test_a_flag_that_googletest_does_not_know_is_not_green(self):
        self.assert_refused(self.run_program("requires_gpu", "--gtest_filer=x", report=False), "GoogleTest did not know")

    def test_a_flag_file_takes_googletests_flags_only(self):
        file = self.work / "flags"
        file.write_text("--kernodeck_policy=skip\n")
        self.assert_refused(self.run_program("requires_gpu", f"--gtest_flagfile={file}", report=False), "--gtest_flagfile")
        file.write_text("--gtest_filter=Plain.*\n")
        run = self.run_program("requires_gpu", f"--gtest_flagfile={file}")
        self.assert_status(run, 0)
        self.assertEqual(run.reached, ["Plain.NeedsNothing"])

    def test_help_shows_both(self):
        run = self.run_program("requires_gpu", "--help", report=False, KERNODECK_POLICY="maybe")
        self.assert_status(run, 0)
        self.assertIn("--gtest_filter", run.out)
        self.assertIn("--kernodeck_policy=require|skip", run.out)
        self.assertEqual(run.reached, [])

    def test_lists_are_googletests_own_whatever_the_surroundings(self):
        plain = self.run_program("plain_main", "--gtest_list_tests", report=False)
        own = self.run_program("own_main", "--gtest_list_tests", report=False, KERNODECK_POLICY="maybe")
        self.assert_status(own, 0)
        self.assertEqual(own.out, plain.out)

    def test_settings_reach_the_command(self):
        run = self.run_program("requires_gpu", "--kernodeck_device=1", "--kernodeck_timeout=7", "--kernodeck_libtorch=/t")
        self.assertIn("--device-index 1", run.starts[0])
        self.assertIn("--timeout 7", run.starts[0])
        self.assertIn("--libtorch /t", run.starts[0])


if __name__ == "__main__":
    harness.main()
