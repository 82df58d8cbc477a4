"""Every cause in the table has a row that makes it happen, and every row's cause is in the table.

    every_cause.py --bin BUILD/bin

The causes are those that the command itself explains. That a row still produces its cause is what the row checks when
it is run; a row that can be run on a GPU only does not count, since then no run here would notice.

Causes of a test and not of the machine are never the answer of `kernodeck diagnose`: the GoogleTest plugin gives them.
Each of those names the test that makes it happen; that this test is there, and names the cause, is checked here."""
import argparse
import pathlib
import re
import subprocess
import sys

import fault_rows

TESTS = pathlib.Path(__file__).resolve().parent.parent
CHECK = "unit/core/requirement_check_test.cc:RequirementCheckTest."
MAPPING = "unit/gtest/failure_mapping_test.cc:FailureMappingTest."
SUMMARY = "unit/gtest/run_summary_test.cc:RunSummaryTest."
COMMAND = "unit/gtest/check_command_test.cc:CheckCommandTest."

# Cause: the file under tests and the test in it.
OF_THE_PLUGIN = {
    "other_backend": CHECK + "EachHasItsCodeCauseAndSentence",
    "device_not_exclusive": CHECK + "EachHasItsCodeCauseAndSentence",
    "requirement_unmet": CHECK + "EachHasItsCodeCauseAndSentence",
    "not_enough_devices": CHECK + "EachHasItsCodeCauseAndSentence",
    "not_enough_total_memory": CHECK + "EachHasItsCodeCauseAndSentence",
    "not_enough_free_memory": CHECK + "EachHasItsCodeCauseAndSentence",
    "contradicting_requirements": CHECK + "WhatExcludesEachOtherIsNamedBeforeADeviceIsAsked",
    "test_assertion_failed": MAPPING + "AnAssertionIsTheCodes",
    "test_value_mismatch": MAPPING + "AWrongTensorIsTheCodes",
    "test_exception": MAPPING + "AnExceptionOfNoGpuLibraryIsTheCodes",
    "test_hang": MAPPING + "ATimeOutIsAHang",
    "test_crashed": MAPPING + "ASignalOfItsOwnIsACrash",
    "test_killed": MAPPING + "ASignalFromOutsideIsNoCrash",
    "test_exited": MAPPING + "AnEarlyEndIsNoEndOfTheTest",
    "required_but_skipped": SUMMARY + "AWholeRunWhoseGpuTestsAllSkipThemselvesIsRed",
    "command_not_found": COMMAND + "SaysThatTheCommandIsNotThere",
    "command_unusable": COMMAND + "SaysThatTheCommandGaveNoReport",
}


def causes(command):
    """The ids under the codes, as `kernodeck explain` lists them."""
    text = subprocess.run([command, "explain"], stdout=subprocess.PIPE, check=True, text=True).stdout
    return {line.strip() for line in text.splitlines() if line.startswith("    ") and line.strip().islower()}


def enumerator(cause):
    return "k" + "".join(word.capitalize() for word in cause.split("_"))


def names_its_cause(cause, test):
    """Whether the test is there and its body names the cause."""
    file, name = test.split(":")
    suite, case = name.split(".")
    text = (TESTS / file).read_text(encoding="utf-8") if (TESTS / file).is_file() else ""
    begin = re.search(rf"^TEST(_F)?\({suite}, {case}\)", text, re.MULTILINE)
    body = text[begin.start():].split("\n}\n")[0] if begin else ""
    return re.search(rf"\bCause::{enumerator(cause)}\b", body) is not None


def problems(known, of_the_plugin):
    made = {row.cause for row in fault_rows.ROWS if row.cause and not row.gpu}
    found = [f"no row makes the cause {cause} happen" for cause in sorted(known - made - set(of_the_plugin))]
    found += [f"the cause {cause} of the plugin is in no table" for cause in sorted(set(of_the_plugin) - known)]
    found += [f"{test} is not there, or does not name {cause}" for cause, test in of_the_plugin.items()
              if not names_its_cause(cause, test)]
    found += [f"the cause {cause} of a row is in no table" for cause in
              sorted({row.cause for row in fault_rows.ROWS if row.cause} - known)]
    names = [row.name for row in fault_rows.ROWS]
    found += [f"two rows are named {name}" for name in sorted({name for name in names if names.count(name) > 1})]
    numbers = {row.number for row in fault_rows.ROWS} | {number for number, _, _ in fault_rows.ELSEWHERE}
    found += [f"kind {number} of the 28 has no row" for number in range(1, 29) if number not in numbers]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    known = causes(parser.parse_args().bin / "kernodeck")
    if len(known) < 30:
        raise SystemExit(f"`kernodeck explain` lists {len(known)} causes only: it is read wrongly here")
    if not problems(known | {"a_cause_of_no_row"}, OF_THE_PLUGIN):
        raise SystemExit("a cause without a row is not noticed")
    if names_its_cause("test_hang", OF_THE_PLUGIN["test_crashed"]):
        raise SystemExit("a test that does not name its cause is not noticed")
    found = problems(known, OF_THE_PLUGIN)
    print("\n".join(found) or f"{len(known)} causes, each with a row or a test of the plugin")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
