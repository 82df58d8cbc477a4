"""Every cause in the table has a row that makes it happen, and every row's cause is in the table.

    every_cause.py --bin BUILD/bin

The causes are those that the command itself explains. That a row still produces its cause is what the row checks when
it is run; a row that can be run on a GPU only does not count, since then no run here would notice."""
import argparse
import pathlib
import subprocess
import sys

import fault_rows


def causes(command):
    """The ids under the codes, as `kernodeck explain` lists them."""
    text = subprocess.run([command, "explain"], stdout=subprocess.PIPE, check=True, text=True).stdout
    return {line.strip() for line in text.splitlines() if line.startswith("    ") and line.strip().islower()}


def problems(known):
    made = {row.cause for row in fault_rows.ROWS if row.cause and not row.gpu}
    found = [f"no row makes the cause {cause} happen" for cause in sorted(known - made)]
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
    if not problems(known | {"a_cause_of_no_row"}):
        raise SystemExit("a cause without a row is not noticed")
    found = problems(known)
    print("\n".join(found) or f"{len(known)} causes, each with a row")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
