"""G1, G2, G3, G5, G12, G14, G15, G16, D20: what becomes of GPU tests on machines that are ready, and that are not."""
import json

import harness
from harness import FAILED

GPU_TESTS = ["Gpu.One", "Gpu.Two", "WithSetUp.Three", "WithType/0.Five", "WithType/1.Five",
             "Numbers/WithParameter.Four/0", "Numbers/WithParameter.Four/1"]


class Readiness(harness.ProgramTest):
    def test_all_run_on_a_ready_machine_and_the_diagnosis_runs_once(self):
        run = self.run_program("requires_gpu")
        self.assert_status(run, 0)
        self.assertEqual(sorted(run.reached), sorted([*GPU_TESTS, "Plain.NeedsNothing"]))
        self.assertEqual(set(run.results().values()), {"passed"})
        self.assertEqual(len(run.starts), 1)
        self.assertRegex(run.starts[0], r"^diagnose --format json --timeout 30 --device-index 0 --caller \d+$")
        self.assertEqual(run.summary, ["7 GPU tests ran: 7 passed, 0 failed.", "policy require, exit status 0."])

    def test_a_sick_machine_is_one_red_test(self):
        run = self.run_program("requires_gpu", reports=FAILED)
        self.assert_status(run, 6)
        results = run.results()
        self.assertEqual(results.pop("Plain.NeedsNothing"), "passed")
        self.assertEqual(results.pop("Gpu.One"), "failed")
        self.assertEqual(set(results.values()), {"not_run"})
        self.assertEqual(run.reached, ["Plain.NeedsNothing"])
        self.assertEqual(len(run.starts), 1)
        first = run.tests()["Gpu.One"]
        self.assertEqual((first["code"], first["owner"]), ("GPU_UNAVAILABLE", "machine"))
        self.assertTrue(first["message"].startswith("GPU_UNAVAILABLE: "), first["message"])
        self.assertTrue(first["text"].endswith("\nKERNODECK_POLICY=skip selftest_requires_gpu"), first["text"])
        self.assertIn("not run: GPU_UNAVAILABLE, see Gpu.One", run.tests()["Gpu.Two"]["text"])
        self.assertIn("6 tests not run: GPU_UNAVAILABLE, see Gpu.One.", run.summary)
        self.assert_adapter_safe(run)

    def test_what_is_typed_then_skips(self):
        run = self.run_program("requires_gpu", "--kernodeck_policy=skip", reports=FAILED)
        self.assert_status(run, 0)
        results = run.results()
        self.assertEqual(results.pop("Plain.NeedsNothing"), "passed")
        self.assertEqual(set(results.values()), {"skipped"})
        for name in GPU_TESTS:
            self.assertTrue(run.tests()[name]["message"].startswith("GPU_UNAVAILABLE: "))
        self.assertEqual(run.summary, ["0 GPU tests ran.", "7 GPU tests skipped: GPU_UNAVAILABLE.",
                                       "policy skip, exit status 0."])

    def test_flag_variable_and_code_in_that_order(self):
        for name, arguments, variables, status in [
            ("code_policy", [], {}, 0),
            ("code_policy", [], {"KERNODECK_POLICY": "require"}, 6),
            ("code_policy", ["--kernodeck_policy=skip"], {"KERNODECK_POLICY": "require"}, 0),
            ("requires_gpu", [], {"KERNODECK_POLICY": "skip"}, 0),
            ("requires_gpu", ["--kernodeck_policy=require"], {"KERNODECK_POLICY": "skip"}, 6),
        ]:
            with self.subTest(name=name, arguments=arguments, variables=variables):
                self.assert_status(self.run_program(name, *arguments, reports=FAILED, **variables), status)

    def test_each_code_is_the_exit_status(self):
        for file in sorted(harness.REPORTS.glob("*.json")):
            report = json.loads(file.read_text())
            if report["status"] == "passed" or file.stem == "ALL_DEVICES":
                continue
            with self.subTest(code=file.stem):
                run = self.run_program("requires_gpu", reports=[file.stem])
                self.assert_status(run, report["exit_code"])
                self.assertEqual(run.tests()["Gpu.One"]["code"], report["code"])
                self.assert_adapter_safe(run)

    def test_the_machine_is_not_asked_where_nobody_requires_a_gpu(self):
        for arguments in (["--gtest_filter=Plain.*"], ["--gtest_list_tests"], ["--help"]):
            with self.subTest(arguments=arguments):
                run = self.run_program("requires_gpu", *arguments, reports=FAILED, report=False)
                self.assert_status(run, 0)
                self.assertEqual(run.starts, [])

    def test_a_cpu_pass_is_no_gpu(self):
        run = self.run_program("requires_gpu", reports=["CPU_CHECK_PASSED"])
        self.assert_status(run, 11)

    def test_min_gpu_tests(self):
        for arguments, reports, status in [
            (["--kernodeck_min_gpu_tests=7"], ["GPU_CHECK_PASSED"], 0),
            (["--kernodeck_min_gpu_tests=8"], ["GPU_CHECK_PASSED"], 1),
            (["--kernodeck_min_gpu_tests=1", "--kernodeck_policy=skip"], FAILED, 6),
            (["--kernodeck_min_gpu_tests=1", "--gtest_filter=Plain.*"], FAILED, 1),
            (["--kernodeck_min_gpu_tests=1", "--gtest_filter=None"], FAILED, 1),
        ]:
            with self.subTest(arguments=arguments):
                self.assert_status(self.run_program("requires_gpu", *arguments, reports=reports), status)

    def test_no_gpu_test_is_said(self):
        run = self.run_program("requires_gpu", "--gtest_filter=Plain.*")
        self.assert_status(run, 0)
        self.assertIn("no GPU test was selected, so none ran.", run.summary)

    def test_a_promise_of_gpus(self):
        run = self.run_program("requires_gpu", KERNODECK_EXPECT_GPUS="2")
        self.assert_status(run, 0)
        self.assertIn("--expect-devices 2", run.starts[0])
        run = self.run_program("requires_gpu", "--kernodeck_policy=skip", KERNODECK_EXPECT_GPUS="2")
        self.assert_status(run, 2)
        self.assertEqual(run.reached, [])
        run = self.run_program("requires_gpu", reports=FAILED, KERNODECK_EXPECT_GPUS="2")
        self.assert_status(run, 6)
        self.assertNotIn("KERNODECK_POLICY=skip", run.tests()["Gpu.One"]["text"])

    def test_requirements_of_a_test_are_its_own(self):
        run = self.run_program("wants", reports=["GPU_CHECK_PASSED", "CPU_CHECK_PASSED"])
        self.assert_status(run, 1)
        self.assertEqual(run.reached, ["Wants.Nothing", "Wants.Some", "Wants.Cpu", "Wants.Assertion",
                                       "Wants.CpuAssertion"])
        tests = run.tests()
        self.assertTrue(tests["Wants.ManyGpus"]["message"].startswith("DEVICE_INDEX_INVALID: this test wants "))
        self.assertEqual(tests["Wants.ItsOwn"]["message"],
                         "GPU_UNAVAILABLE: this test wants a GPU made of gold, and this one is made of silicon.")
        self.assertEqual(tests["Wants.Contradictions"]["result"], "failed")
        self.assertFalse(tests["Wants.Cpu"]["gpu"])
        self.assertEqual(len(run.starts), 2)
        self.assertIn("--device cpu", run.starts[1])
        self.assert_adapter_safe(run)

    def test_skip_skips_what_a_test_wants_but_no_mistake(self):
        run = self.run_program("wants", "--kernodeck_policy=skip", reports=["GPU_CHECK_PASSED", "CPU_CHECK_PASSED"])
        self.assert_status(run, 1)
        failed = [name for name, result in run.results().items() if result == "failed"]
        self.assertEqual(failed, ["Wants.Contradictions"])

    def test_repeats_shuffles_and_shards(self):
        run = self.run_program("requires_gpu", "--gtest_repeat=3", "--gtest_shuffle", reports=FAILED)
        self.assert_status(run, 6)
        failed = [(test["repeat"], test["name"]) for test in run.report["tests"] if test["result"] == "failed"]
        self.assertEqual(len({name for _, name in failed}), 1, failed)
        self.assertEqual(len(run.starts), 1)
        self.assertEqual({test["repeat"] for test in run.report["tests"]}, {1, 2, 3})
        reached = []
        for index in range(3):
            run = self.run_program("requires_gpu", GTEST_TOTAL_SHARDS="3", GTEST_SHARD_INDEX=str(index))
            self.assert_status(run, 0)
            self.assertEqual((run.report["run"]["shard_index"], run.report["run"]["shard_count"]), (index, 3))
            reached += run.reached
        self.assertEqual(sorted(reached), sorted([*GPU_TESTS, "Plain.NeedsNothing"]))

    def test_the_real_command(self):
        run = self.run_program("requires_gpu", "--gtest_filter=Gpu.*", command=harness.COMMAND)
        code = run.tests()["Gpu.One"]["code"]
        if code is None:
            self.assert_status(run, 0)
            return
        self.assertNotEqual(run.status, 0)
        self.assertEqual(run.results()["Gpu.Two"], "not_run")
        self.assertNotIn("command_not_found", run.tests()["Gpu.One"]["text"])

    def test_a_command_that_is_not_there(self):
        run = self.run_program("requires_gpu", command="/no/such/command")
        self.assert_status(run, 11)
        self.assertEqual(run.tests()["Gpu.One"]["cause"], "command_not_found")

    def test_the_after_check(self):
        run = self.run_program("failures", reports=["GPU_CHECK_PASSED", "GPU_CHECK_PASSED"])
        self.assert_status(run, 1)
        self.assertEqual(len(run.starts), 2)
        self.assertIn("the machine is fine", "\n".join(run.summary))
        run = self.run_program("failures", reports=["GPU_CHECK_PASSED", "RUNTIME_ERROR"])
        self.assert_status(run, 1)
        self.assertIn("The machine broke during the run (owner machine).", "\n".join(run.summary))
        run = self.run_program("failures", "--kernodeck_after_check=off")
        self.assert_status(run, 1)
        self.assertEqual(len(run.starts), 1)
        run = self.run_program("failures", "--gtest_filter=*Good:*Plain")
        self.assertEqual(len(run.starts), 1)


if __name__ == "__main__":
    harness.main()
