"""G4, G14, G20: set-ups that are not ready, fail or skip, where GoogleTest by itself loses tests or shows them green."""
import harness
from harness import FAILED

ALL = {"Suite.One", "Suite.Two", "Other.Three"}


class Setups(harness.ProgramTest):
    def run_trouble(self, trouble, *arguments, **options):
        return self.run_program("stock_trouble", *arguments, TROUBLE=trouble, **options)

    def test_no_trouble(self):
        run = self.run_trouble("none")
        self.assert_status(run, 0)
        self.assertEqual(set(run.reached), ALL)

    def test_an_environment_that_skips_is_not_green(self):
        run = self.run_trouble("environment_skips")
        self.assert_status(run, 1)
        self.assertEqual(run.reached, [])
        self.assertEqual(run.results(), dict.fromkeys(ALL, "not_run"))
        self.assertIn("3 tests were selected and none ran: an environment's SetUp ended the run: no license", run.summary)
        self.assertTrue(run.report["summary"]["problems"])

    def test_an_environment_that_fails_names_itself_in_the_first_test(self):
        run = self.run_trouble("environment_fails")
        self.assert_status(run, 1)
        self.assertEqual(run.reached, [])
        results = run.results()
        self.assertEqual(sorted(results.values()), ["failed", "not_run", "not_run"])
        [failed] = [test for test in run.report["tests"] if test["result"] == "failed"]
        self.assertEqual(failed["message"], "CHECK_FAILED: an environment's SetUp failed: no server")

    def test_an_environment_that_requires_a_gpu(self):
        run = self.run_trouble("environment_requires", reports=FAILED)
        self.assert_status(run, 6)
        self.assertEqual(run.reached, [])
        self.assertEqual(sorted(run.results().values()), ["failed", "not_run", "not_run"])
        run = self.run_trouble("environment_requires", "--kernodeck_policy=skip", reports=FAILED)
        self.assert_status(run, 0)
        self.assertEqual(run.results(), dict.fromkeys(ALL, "skipped"))
        run = self.run_trouble("environment_requires")
        self.assert_status(run, 0)
        self.assertEqual(set(run.reached), ALL)

    def test_a_suite_that_fails_is_one_red_test_and_no_body_runs(self):
        for trouble, message in [("suite_fails", "no table"), ("suite_throws", "no chair")]:
            with self.subTest(trouble=trouble):
                run = self.run_trouble(trouble)
                self.assert_status(run, 1)
                self.assertEqual(run.reached, ["Other.Three"])
                self.assertEqual(run.results(),
                                 {"Suite.One": "failed", "Suite.Two": "not_run", "Other.Three": "passed"})
                self.assertIn("SetUpTestSuite of Suite failed: ", run.tests()["Suite.One"]["message"])
                self.assertIn(message, run.tests()["Suite.One"]["text"])

    def test_a_suite_that_skips_keeps_its_reason(self):
        run = self.run_trouble("suite_skips")
        self.assert_status(run, 0)
        self.assertEqual(run.reached, ["Other.Three"])
        for name in ("Suite.One", "Suite.Two"):
            self.assertEqual(run.tests()[name]["result"], "skipped")
            self.assertEqual(run.tests()[name]["message"], "SetUpTestSuite of Suite skipped: not on Mondays")

    def test_tear_downs_that_fail_are_told(self):
        for trouble, message in [("suite_teardown_fails", "TearDownTestSuite of Suite failed: table is still there"),
                                 ("environment_teardown_fails", "an environment's TearDown failed: server is still up")]:
            with self.subTest(trouble=trouble):
                run = self.run_trouble(trouble)
                self.assert_status(run, 1)
                self.assertIn(message, "\n".join(run.summary))

    def test_a_requirement_in_set_up_test_suite(self):
        run = self.run_program("suite_setup", reports=FAILED)
        self.assert_status(run, 6)
        self.assertEqual(run.reached, ["Plain.Four"])
        self.assertEqual(run.results(), {"Gpu.One": "failed", "Gpu.Two": "not_run", "Gpu.Three": "not_run",
                                         "Plain.Four": "passed"})
        self.assertTrue(run.tests()["Gpu.One"]["text"].endswith("\nKERNODECK_POLICY=skip selftest_suite_setup"))
        run = self.run_program("suite_setup", "--kernodeck_policy=skip", reports=FAILED)
        self.assert_status(run, 0)
        self.assertEqual(run.reached, ["Plain.Four"])
        self.assertEqual(run.results()["Gpu.Three"], "skipped")
        run = self.run_program("suite_setup")
        self.assert_status(run, 0)
        self.assertEqual(len(run.reached), 4)

    def test_fixtures_construct_nothing_without_a_gpu(self):
        run = self.run_program("fixtures")
        self.assert_status(run, 1)  # one of them wants 64 GPUs
        self.assertEqual(run.reached, ["OnGpu.One", "OnGpu.Two", "SuiteOnGpu.Four", "SuiteOnGpu.Five"])
        self.assertEqual(run.out.count("constructed"), 4)
        self.assertEqual(run.results()["OnManyGpus.Three"], "failed")
        for arguments, status, result in [([], 6, "not_run"), (["--kernodeck_policy=skip"], 0, "skipped")]:
            run = self.run_program("fixtures", *arguments, reports=FAILED)
            self.assert_status(run, status)
            self.assertEqual(run.reached, [])
            self.assertNotIn("constructed", run.out)
            self.assertNotIn("set up", run.out.replace("Global test environment set-up", ""))
            self.assertEqual(run.results()["SuiteOnGpu.Five"], result)

    def test_fixtures_where_nothing_may_be_thrown(self):
        run = self.run_program("fixtures", "--gtest_catch_exceptions=0", reports=FAILED)
        self.assert_status(run, 6)
        self.assertEqual(run.reached, [])
        self.assertNotIn("set up\n", run.out)

    def test_fixtures_in_a_program_without_exceptions(self):
        run = self.run_program("no_exceptions", reports=FAILED)
        self.assert_status(run, 6)
        self.assertEqual(run.reached, [])
        self.assertNotIn("constructed", run.out)
        run = self.run_program("no_exceptions", "--gtest_filter=OnGpu.*")
        self.assert_status(run, 0)


if __name__ == "__main__":
    harness.main()
