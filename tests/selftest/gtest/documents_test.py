"""The documents of the plugin: every example is compiled, every text is really printed, every flag is there."""
import pathlib
import re

import harness

ROOT = pathlib.Path(__file__).resolve().parents[3]
DOCUMENTS = [ROOT / "docs" / "gtest.md", ROOT / "docs" / "policy.md"]
FOLDER = pathlib.Path(__file__).resolve().parent


def blocks(kind):
    for document in DOCUMENTS:
        for block in re.findall(rf"^```{kind}\n(.*?)^```", document.read_text(), re.M | re.S):
            yield document.name, block


class Documents(harness.ProgramTest):
    def test_every_example_is_compiled(self):
        sources = [file.read_text() for file in FOLDER.glob("*.cc")]
        seen = 0
        for document, block in blocks("cpp"):
            with self.subTest(document=document, block=block):
                self.assertTrue(any(block in source for source in sources), "in no program of tests/selftest/gtest")
                seen += 1
        self.assertGreater(seen, 8)

    def test_every_text_is_printed(self):
        runs = [self.run_program("requires_gpu", reports=harness.FAILED), self.run_program("wants"),
                self.run_program("failures")]
        printed = [run.out for run in runs]
        for document, block in blocks("text"):
            with self.subTest(document=document, block=block):
                self.assertTrue(any(block.strip() in text for text in printed), "no program prints it")

    def test_every_flag_is_there_and_in_the_table(self):
        help_text = self.run_program("requires_gpu", "--help", report=False).out
        known = set(re.findall(r"--kernodeck_[a-z_]+", help_text))
        shown = {flag for document in DOCUMENTS for flag in re.findall(r"--kernodeck_[a-z_]+", document.read_text())}
        self.assertEqual(known, shown)
        variables = set(re.findall(r"variable (KERNODECK_[A-Z_]+)", help_text))
        self.assertEqual(variables, set(re.findall(r"\| `(KERNODECK_[A-Z_]+)`", DOCUMENTS[0].read_text())))

    def test_the_examples_run(self):
        run = self.run_program("documented", reports=["GPU_CHECK_PASSED", "CPU_CHECK_PASSED"])
        results = run.results()
        for name in ("Product.OnTheGpu", "Product.OnTheCpu", "Product.AsAnAssertion", "Layer.Forward", "Model.Forward"):
            self.assertEqual(results[name], "passed", str(run))


if __name__ == "__main__":
    harness.main()
