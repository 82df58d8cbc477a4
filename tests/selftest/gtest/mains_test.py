"""Programs with other mains: one line, none, the environment alone, the listener alone, other people's listeners."""
import harness
from harness import FAILED


class Mains(harness.ProgramTest):
    def test_a_main_of_one_line(self):
        run = self.run_program("own_main")
        self.assert_status(run, 0)
        run = self.run_program("own_main", reports=FAILED)
        self.assert_status(run, 6)
        self.assertEqual(run.results(), {"Gpu.One": "failed", "Gpu.Two": "not_run"})

    def test_what_is_ours_is_taken_out_of_the_arguments(self):
        run = self.run_program("code_policy", "mine", "--", "--kernodeck_policy=never", report=False)
        self.assertIn("4 arguments are left", run.out)

    def test_without_any_of_it_the_macro_is_red_all_the_same(self):
        run = self.run_program("plain_main", reports=FAILED, report=False)
        self.assert_status(run, 1)
        self.assertEqual(run.reached, [])
        self.assertIn("not run: GPU_UNAVAILABLE, see Gpu.One", run.out)
        run = self.run_program("plain_main", "--kernodeck_policy=never", report=False)
        self.assert_status(run, 1)
        self.assertIn("usage error: --kernodeck_policy takes require or skip", run.out)
        self.assertEqual(run.starts, [])

    def test_the_environment_alone(self):
        run = self.run_program("environment_only")
        self.assert_status(run, 0)
        self.assertEqual(len(run.reached), 3)
        run = self.run_program("environment_only", reports=FAILED)
        self.assert_status(run, 1)
        self.assertEqual(run.reached, [])
        self.assertEqual(run.results(), {"Suite.One": "failed", "Suite.Two": "not_run", "Gpu.Three": "not_run"})
        run = self.run_program("environment_only", "--kernodeck_min_gpu_tests=4")
        self.assert_status(run, 1)
        run = self.run_program("environment_only", "--kernodeck_polcy=skip", report=False)
        self.assert_status(run, 1)
        self.assertEqual(run.reached, [])
        self.assertIn("Did you mean --kernodeck_policy?", run.out)

    def test_the_listener_alone_beside_another(self):
        run = self.run_program("own_listener", reports=FAILED)
        self.assert_status(run, 1)
        self.assertEqual(run.results(), {"Gpu.One": "failed", "Gpu.Two": "not_run"})
        self.assertIn("told One failed\n", run.out)
        self.assertIn("told Two skipped\n", run.out)


if __name__ == "__main__":
    harness.main()
