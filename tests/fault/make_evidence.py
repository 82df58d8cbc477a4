"""The table of docs/evidence/faults.md, from what run_faults.py saw (--results FILE, one for each machine).

    make_evidence.py RESULTS.json [RESULTS.json ...] > docs/evidence/faults.md"""
import datetime
import json
import pathlib
import platform
import shutil
import subprocess
import sys

import fault_rows


def processor():
    try:
        lines = pathlib.Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.machine()
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]}, {len(names)} cores" if names else platform.machine()


def cards():
    if not shutil.which("nvidia-smi"):
        return "none"
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    lines = subprocess.run(query, stdout=subprocess.PIPE, text=True, check=False).stdout.splitlines()
    return "; ".join(f"{name}, driver {driver}" for name, _, driver in (line.partition(", ") for line in lines)) or "none"


def system():
    values = {}
    for line in pathlib.Path("/etc/os-release").read_text().splitlines():
        key, _, value = line.partition("=")
        values[key] = value.strip('"')
    return f"{values.get('PRETTY_NAME', 'Linux')}, kernel {platform.release()}"


def shown(arguments):
    """The command line, without the folders of this machine."""
    return " ".join(["python3", "tests/fault/run_faults.py"] + [
        word if word.startswith("--") or "/" not in word else f"<{pathlib.Path(word).name}>" for word in arguments[1:]])


def record(results, arguments):
    now = datetime.datetime.now(datetime.timezone.utc)
    torch = sorted({seen["torch"] for seen in results if seen.get("torch") not in (None, "0.0.0")})
    return {"date": now.strftime("%Y-%m-%d %H:%M UTC"), "command": shown(arguments), "processor": processor(),
            "gpu": cards(), "system": system(), "libtorch": torch, "rows": results}


def answer(seen):
    if "report" not in seen:
        return "not run: " + "; ".join(seen["seen"])
    report = seen["report"]
    words = f"{report['code']} ({report['exit_code']}), {report['cause'] or 'no cause'}, at {report['stage']}"
    return words if seen["result"] == "passed" else f"**wrong**: {words}"


def merged(records):
    """Of each row the first machine on which it could be made, and which that was."""
    rows = {}
    for place, machine in enumerate(records, 1):
        for seen in machine["rows"]:
            before = rows.get(seen["row"])
            if before is None or (before[1]["result"] == "skipped" and seen["result"] != "skipped"):
                rows[seen["row"]] = (place, seen)
    return rows


def cell(text):
    return str(text).replace("|", "\\|")


def machines(records):
    lines = []
    for place, machine in enumerate(records, 1):
        lines += [f"{place}. {machine['date']}: `{machine['command']}`<br>",
                  f"   {machine['processor']}; GPU: {machine['gpu']}; {machine['system']}; "
                  f"LibTorch {', '.join(machine['libtorch']) or 'none'}"]
    return lines


def table(records):
    rows = merged(records)
    lines = ["# Faults, made and seen", "",
             "Made by `tests/fault/make_evidence.py` from real runs; not to be edited by hand. Each row is the CTest test",
             "`fault.<row>`; its number is that of the kind of fault, and the column *where* that of the machine below.",
             "*Shim*, *fake driver* and other stand-ins are in `tests/fault`.", "", "## Machines", "",
             *machines(records), "", "## The 28 kinds of faults that people report", "",
             "| row | made how | where | seen: code (exit status), cause, stage |", "|---|---|---|---|"]
    for number in range(1, 29):
        for row in (row for row in fault_rows.ROWS if row.number == number and row.name in rows):
            place, seen = rows[row.name]
            lines.append(f"| {row.name} | {cell(row.how)} | {place} | {cell(answer(seen))} |")
        for _, what, where in (entry for entry in fault_rows.ELSEWHERE if entry[0] == number):
            lines.append(f"| {number:02} | {cell(what)} | | shown elsewhere: {cell(where)} |")
    lines += ["", "## Further causes and ends", "", "| row | made how | where | seen |", "|---|---|---|---|"]
    for row in (row for row in fault_rows.ROWS if row.number is None and row.name in rows):
        place, seen = rows[row.name]
        lines.append(f"| {row.name} | {cell(row.how)} | {place} | {cell(answer(seen))} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(table([json.loads(pathlib.Path(name).read_text()) for name in sys.argv[1:]]), end="")
