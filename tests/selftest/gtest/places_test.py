"""The issue's bad input: requirements in threads, destructors, helpers and death tests, stated twice, and under the flags
that turn failures into exceptions and traps."""
import harness
from harness import FAILED


class Places(harness.ProgramTest):
    def test_on_a_ready_machine_all_pass(self):
        run = self.run_program("odd_places")
        self.assert_status(run, 0)
        self.assertEqual(set(run.results().values()), {"passed"})
        self.assertEqual(len(run.starts), 1)

    def test_on_a_sick_machine_one_fails(self):
        run = self.run_program("odd_places", reports=FAILED)
        self.assert_status(run, 6)
        failed = [name for name, result in run.results().items() if result == "failed"]
        self.assertEqual(len(failed), 1, str(run))
        self.assertEqual(len(run.starts), 1)

    def test_children_of_death_tests_ask_nothing(self):
        run = self.run_program("odd_places", "--gtest_filter=*InTheStatement*", reports=FAILED)
        self.assert_status(run, 0)
        self.assertEqual(run.starts, [])
        run = self.run_program("odd_places", "--gtest_filter=*AfterARequirement*")
        self.assert_status(run, 0)
        self.assertEqual(len(run.starts), 1)
        self.assertEqual(len(run.reached), 2)

    def test_from_each_place_alone(self):
        for name in ("Thread", "Destructor", "Twice", "Helper"):
            with self.subTest(place=name):
                run = self.run_program("odd_places", f"--gtest_filter=Places.{name}", reports=FAILED)
                self.assert_status(run, 6)
                self.assertEqual(run.results(), {f"Places.{name}": "failed"})
                self.assertTrue(run.tests()[f"Places.{name}"]["message"].startswith("GPU_UNAVAILABLE: "))

    def test_throw_on_failure_and_break_on_failure_end_the_process(self):
        for flag in ("throw_on_failure", "break_on_failure"):
            with self.subTest(flag=flag):
                run = self.run_program("requires_gpu", f"--gtest_{flag}", reports=FAILED)
                self.assertNotEqual(run.status, 0, str(run))
                self.assertIn("GPU_UNAVAILABLE: ", run.out + run.err)
                run = self.run_program("requires_gpu", f"--gtest_{flag}")
                self.assert_status(run, 0)
                run = self.run_program("requires_gpu", f"--gtest_{flag}", "--kernodeck_policy=skip", reports=FAILED)
                self.assert_status(run, 0)


if __name__ == "__main__":
    harness.main()
