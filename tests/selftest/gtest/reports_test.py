"""G6, G8: the reports of a run, from the program that writes them: codes, parts, properties, and files that are there."""
import harness
import xml.etree.ElementTree as ElementTree


class Reports(harness.ProgramTest):
    def test_failures_have_their_codes(self):
        run = self.run_program("failures")
        self.assert_status(run, 1)
        tests = run.tests()
        self.assertEqual({name.split(".")[1]: (test["result"], test["code"]) for name, test in tests.items()}, {
            "Good": ("passed", None), "Value": ("failed", "CHECK_FAILED"), "Memory": ("failed", "OUT_OF_MEMORY"),
            "Skipped": ("skipped", None), "Plain": ("failed", "CHECK_FAILED")})
        self.assertEqual(tests["Failures.Value"]["owner"], "code")
        self.assertTrue(tests["Failures.Value"]["gpu"])
        self.assertFalse(tests["Failures.Plain"]["gpu"])
        self.assertEqual(tests["Failures.Good"]["properties"], {"speed": "42"})
        self.assertEqual(tests["Failures.Skipped"]["message"], "not today")
        self.assert_adapter_safe(run)

    def test_no_path_of_the_machine(self):
        run = self.run_program("failures")
        self.assertEqual({test["file"] for test in run.report["tests"]}, {"failures.cc"})
        source = harness.REPORTS.parents[2]
        run = self.run_program("failures", f"--kernodeck_source_root={source}")
        self.assertEqual({test["file"] for test in run.report["tests"]}, {"tests/selftest/gtest/failures.cc"})

    def test_all_formats_at_once(self):
        run = self.run_program("failures", "--kernodeck_output=junit:rich.xml", "--kernodeck_output=junit-strict:strict.xml")
        self.assert_status(run, 1)
        for name in ("rich.xml", "strict.xml"):
            root = ElementTree.parse(self.work / name).getroot()
            cases = list(root.iter("testcase"))
            self.assertEqual(len(cases), 5)
            failures = {case.get("name"): case.find("failure") for case in cases if case.find("failure") is not None}
            self.assertEqual(set(failures), {"Value", "Memory", "Plain"})
            self.assertEqual(failures["Memory"].get("type"), "OUT_OF_MEMORY")
            self.assertTrue(failures["Memory"].get("message").startswith("OUT_OF_MEMORY"))

    def test_bad_bytes_do_no_harm(self):
        run = self.run_program("stock_trouble", "--kernodeck_output=junit:a.xml", TROUBLE="bad_bytes")
        self.assert_status(run, 1)
        ElementTree.parse(self.work / "a.xml")
        self.assertEqual(run.results()["Other.Three"], "failed")

    def test_an_existing_file_is_refused_before_any_test(self):
        (self.work / "there").write_text("mine")
        run = self.run_program("requires_gpu", "--kernodeck_output=junit:there", report=False)
        self.assert_status(run, 12)
        self.assertEqual(run.reached, [])
        self.assertIn("OUTPUT_WRITE_FAILED", run.err)
        self.assertEqual((self.work / "there").read_text(), "mine")

    def test_a_file_for_each_repeat(self):
        run = self.run_program("requires_gpu", "--gtest_repeat=3", "--kernodeck_output=json:r{repeat}.json", report=False)
        self.assert_status(run, 0)
        self.assertEqual(sorted(entry.name for entry in self.work.iterdir()), ["r1.json", "r2.json", "r3.json"])

    def test_a_file_for_each_shard(self):
        for index in range(2):
            run = self.run_program("requires_gpu", "--kernodeck_output=json:{name}.{shard}.json", report=False,
                                   GTEST_TOTAL_SHARDS="2", GTEST_SHARD_INDEX=str(index))
            self.assert_status(run, 0)
        self.assertEqual(len(list(self.work.iterdir())), 2)

    def test_the_summary_is_in_the_report(self):
        run = self.run_program("requires_gpu", reports=harness.FAILED)
        self.assertEqual(run.report["summary"]["exit_status"], 6)
        self.assertEqual(run.report["summary"]["not_run"], 6)
        self.assertEqual(run.report["summary"]["gpu_ran"], 0)


if __name__ == "__main__":
    harness.main()
