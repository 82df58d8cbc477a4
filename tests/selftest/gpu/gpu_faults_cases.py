"""What has to come out of gpu_faults, on a real GPU and on the fake driver alike."""
import json
import re

TEN = "Ten/IllegalAddress.OfTen/Test{}"


def only(suite):
    return f"--gtest_filter=*{suite}*"


class GpuFaultsCases:
    """Mixed into a SuiteTest that has `prepare(*modes)`: sets self.env and self.more, the arguments of the suite."""

    suite = "gpu_faults"

    def run_faults(self, suite, *arguments, **options):
        return self.run_suite(self.suite, only(suite), *self.more, *arguments, env=self.env, **options)

    def supervised(self, *options):
        return dict(under=(self.command, "run", "--no-progress", *options, "--"))

    def statuses(self, finished):
        return {name: outcome.status for name, outcome in finished.outcomes().items()}

    def check_charged_alone(self, finished, names, guilty, others, code="RUNTIME_ERROR", status=1):
        """`guilty` alone failed, with the code; the ones before it passed; what became of the ones behind it."""
        self.assert_ended(finished, status)
        outcomes = finished.outcomes()
        before = names[:names.index(guilty)]
        behind = names[names.index(guilty) + 1:]
        expected = {**{name: "passed" for name in before}, guilty: "failed", **{name: others for name in behind}}
        self.assertEqual(self.statuses(finished), expected, finished.out + finished.err)
        self.assertEqual(outcomes[guilty].type, code)
        self.assertTrue(outcomes[guilty].message.startswith(code), outcomes[guilty].message)
        for name in behind if others == "skipped" else ():
            self.assert_not_run(outcomes[name], code, guilty)

    def test_illegal_address_is_charged_to_the_test_that_made_it(self):
        self.prepare("passes")
        finished = self.run_faults("IllegalAddress")
        names = [TEN.format(number) for number in range(1, 11)]
        self.check_charged_alone(finished, names, TEN.format(3), "skipped")
        self.assertIn("700", finished.outcomes()[TEN.format(3)].text)

    def test_illegal_address_under_run_leaves_the_rest_to_a_fresh_process(self):
        self.prepare("passes")
        finished = self.run_faults("IllegalAddress", **self.supervised())
        names = [TEN.format(number) for number in range(1, 11)]
        self.check_charged_alone(finished, names, TEN.format(3), "passed")

    def test_trap_is_charged_to_the_test_that_made_it(self):
        self.prepare("passes")
        finished = self.run_faults("Trap")
        names = [f"Three/Trap.OfThree/Test{number}" for number in range(1, 4)]
        self.check_charged_alone(finished, names, names[1], "skipped")
        self.assertIn("719", finished.outcomes()[names[1]].text)

    def test_kernel_that_never_ends_costs_one_time_limit(self):
        self.prepare("passes")
        finished = self.run_faults("Endless", **self.supervised("--test-timeout", "5"))
        names = [f"Three/Endless.OfThree/Test{number}" for number in range(1, 4)]
        self.check_charged_alone(finished, names, names[1], "passed", code="TIMEOUT", status=10)

    def test_memory_that_a_test_keeps_is_named_when_asked_for(self):
        self.prepare("passes")
        finished = self.run_faults("Memory", "--kernodeck_memory_check=on")
        self.assert_ended(finished, 1)
        self.assertEqual(self.statuses(finished), {
            "Memory.GivenBack": "passed", "Memory.KeptByTheTest": "failed", "Memory.MoreThanThereIs": "failed",
            "Memory.AfterTheOthers": "passed"}, finished.out)
        self.assertRegex(finished.outcomes()["Memory.KeptByTheTest"].text, r"6[45](\.\d)? MiB")

    def test_memory_check_is_off_by_default_and_too_much_is_out_of_memory(self):
        self.prepare("passes")
        finished = self.run_faults("Memory")
        self.assert_ended(finished, 1)
        failed = {name: outcome.type for name, outcome in finished.outcomes().items() if outcome.status == "failed"}
        self.assertEqual(failed, {"Memory.MoreThanThereIs": "OUT_OF_MEMORY"}, finished.out)

    def test_use_without_a_requirement_is_named(self):
        self.prepare("passes")
        warned = self.run_faults("Unstated")
        self.assert_ended(warned, 0)
        self.assertRegex(warned.out + warned.err, r"Unstated\.UsesTheGpu[^\n]*requirement")
        failed = self.run_faults("Unstated", "--kernodeck_unstated_gpu_use=fail")
        self.assert_ended(failed, 1)
        self.assertEqual(self.statuses(failed), {"Unstated.UsesTheGpu": "failed", "Unstated.UsesNothing": "passed"})

    def after_check(self, suite, **options):
        """The verdict of the second diagnosis, as the JSON report has it."""
        finished = self.run_faults(suite, form="json", **options)
        self.assert_ended(finished, 1)
        return json.loads(finished.report.read_text()), re.sub(r"\s+", " ", finished.out + finished.err)

    def check_the_machine_is_fine(self, suite, under_run):
        self.prepare("passes")
        report, said = self.after_check(suite, **(self.supervised() if under_run else {}))
        self.assertEqual(report["summary"]["after_check"]["code"], "GPU_CHECK_PASSED")
        self.assertEqual(report["summary"]["after_check_owner"], "code")
        self.assertRegex(said, "the machine is fine.*owner code")

    def test_after_a_broken_context_the_machine_is_fine(self):
        self.check_the_machine_is_fine("IllegalAddress", under_run=False)

    def test_after_a_broken_context_under_run_the_machine_is_fine(self):
        self.check_the_machine_is_fine("IllegalAddress", under_run=True)
