"""Makes the faults of fault_rows.py and compares what the command answers.

    run_faults.py --list                                    names and labels of the rows, for CTest
    run_faults.py --bin BUILD/bin --row NAME                one row; status 77: it cannot be made here
    run_faults.py --bin BUILD/bin --surroundings chatter    all rows, among libraries that talk
    run_faults.py --bin BUILD/bin --results FILE [--only-gpu]   all rows, and what was seen as JSON
    run_faults.py --bin BUILD/bin --evidence FILE [--only-gpu]  the same as a table, see make_evidence.py

Needs Python 3.8, the built command with its worker, probe and stand-ins, and no CMake. --libtorch names the folder of
LibTorch's libraries; without it KERNODECK_LIBTORCH, the build's own, then the torch of this interpreter is taken."""
import argparse
import contextlib
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import time

import fault_rows
import fault_surroundings
import make_evidence
from fault_bench import Bench
from fault_setups import Unavailable

SKIPPED = 77
STATUSES = {"GPU_CHECK_PASSED": 0, "CPU_CHECK_PASSED": 0, "TORCH_MISSING": 3, "TORCH_IMPORT_FAILED": 4,
            "GPU_BACKEND_ABSENT": 5, "GPU_UNAVAILABLE": 6, "DEVICE_INDEX_INVALID": 7, "CHECK_FAILED": 8,
            "OUT_OF_MEMORY": 9, "RUNTIME_ERROR": 9, "TIMEOUT": 10, "WORKER_FAILED": 11, "OUTPUT_WRITE_FAILED": 12}
BAD_NAME = b"GPU \xff\xfe\x01<&>\x1b[31m|`"


def find_libtorch(build_bin, given):
    """The folder of the libraries of the LibTorch to test with, or nothing."""
    places = [given, os.environ.get("KERNODECK_LIBTORCH")]
    recorded = build_bin.parent / "lib" / "kernodeck" / "libtorch.txt"
    if recorded.exists():
        values = dict(line.split("=", 1) for line in recorded.read_text().splitlines() if "=" in line)
        places.append(values.get("library_dir"))
    spec = importlib.util.find_spec("torch")
    if spec and spec.submodule_search_locations:
        places.append(pathlib.Path(spec.submodule_search_locations[0]) / "lib")
    for place in filter(None, places):
        for folder in (pathlib.Path(place), pathlib.Path(place) / "lib", pathlib.Path(place) / "torch" / "lib"):
            if (folder / "libtorch_cpu.so").exists():
                return folder
    return None


def is_true_in_another_process(expression):
    """Asked there, so that no driver is loaded into this process."""
    script = f"import ctypes; c = ctypes.CDLL('libcuda.so.1'); n = ctypes.c_int(); raise SystemExit(not ({expression}))"
    return subprocess.run([sys.executable, "-c", script], stderr=subprocess.DEVNULL, check=False).returncode == 0


def has_driver():
    return is_true_in_another_process("True")


def has_gpu():
    return is_true_in_another_process("c.cuInit(0) == 0 and c.cuDeviceGetCount(ctypes.byref(n)) == 0 and n.value")


def why_not(row, bench):
    """Why the row cannot be run here, or nothing."""
    if row.gpu and not has_gpu():
        return "no GPU here"
    if "no_driver" in row.needs and has_driver():
        return "this machine has a driver library"
    if "no_python_torch" in row.needs and importlib.util.find_spec("torch"):
        return "this interpreter has torch"
    if row.probe == fault_rows.REAL:
        if not (bench.build_bin.parent / "lib/kernodeck/kernodeck_probe.so").exists():
            return "built without LibTorch"
        if bench.libtorch is None:
            return "no LibTorch here"
        if not (bench.libtorch / "libtorch_cuda.so").exists():
            return "this LibTorch is no CUDA build"
    return None


def well_formed(bench, report):
    """Row 24: every format stays valid UTF-8 without control bytes, whatever the driver calls its device."""
    problems = []
    for form in ("json", "text", "markdown"):
        text = bench.run(form).stdout.decode("utf-8")  # raises where it is none
        if any(ord(letter) < 32 and letter != "\n" for letter in text):
            problems.append(f"{form}: a control byte")
    if not report["pytorch"]["devices"][0]["name"].startswith("GPU "):
        problems.append("the device's name is lost")
    return problems


def backend_is_rocm(_bench, report):
    backend = report["pytorch"]["backend"]
    return [] if backend == "rocm" else [f"backend {backend}"]


def in_time(_bench, report):
    seconds = report["timings"]["total_seconds"]
    return [] if seconds < 6.5 else [f"the limit is 5 s, and it took {seconds} s"]


def got_a_fraction(_bench, report):
    got = [mismatch["got"] for mismatch in report["execution"]["mismatch"]]
    return [] if got == [4.5] else [f"got {got}"]


CHECKS = {"got_a_fraction": got_a_fraction, "well_formed": well_formed, "backend_is_rocm": backend_is_rocm, "in_time": in_time}


def prepare(row, bench):
    bench.use_worker(row.worker)
    bench.use_probe(row.probe)
    if row.torch != "":
        bench.use_torch(row.torch)
    if row.driver:
        bench.library_folders.append(bench.standin(row.driver))
    if row.gpu:  # where the machine itself needs the variable to find its driver
        bench.library_folders += filter(None, os.environ.get("LD_LIBRARY_PATH", "").split(":"))
    if row.shim:
        bench.preload.insert(0, bench.standin("preload") / "standin_runtime_shim.so")
        bench.env["KERNODECK_SHIM"] = row.shim
    if row.check == "well_formed":
        bench.env[b"KERNODECK_FAKE_NAMES"] = BAD_NAME
    bench.env.update(row.env)
    bench.arguments += row.arguments


def differences(row, bench, report, status):
    expected = {"code": row.code, "cause": row.cause, "stage": row.stage, "owner": row.owner,
                "exit_code": STATUSES[row.code]}
    wrong = [f"{key}: got {report[key]}, want {want}" for key, want in expected.items() if report[key] != want]
    if status != STATUSES[row.code]:
        wrong.append(f"exit status: got {status}, want {STATUSES[row.code]}")
    for word in (row.says, getattr(bench, "expected_word", "")):
        if word not in report["message"]:
            wrong.append(f"the message lacks {word!r}: {report['message']}")
    return wrong + (CHECKS[row.check](bench, report) if row.check else [])


def run_row(row, build_bin, libtorch, surroundings=None):
    """What was seen: a result of passed, failed or skipped, and the report's own words."""
    bench = Bench(build_bin, libtorch, surroundings)
    seen = {"row": row.name, "how": row.how, "result": "skipped", "seen": [], "seconds": 0.0}
    begin = time.monotonic()
    try:
        reason = why_not(row, bench)
        if reason:
            raise Unavailable(reason)
        prepare(row, bench)
        with row.setup(bench) if row.setup else contextlib.nullcontext():
            report, status = bench.report()
            wrong = differences(row, bench, report, status)
        seen.update(result="failed" if wrong else "passed", seen=wrong, report={
            key: report[key] for key in ("code", "exit_code", "cause", "stage", "owner", "message")},
            torch=report["pytorch"]["version"], devices=report["pytorch"]["devices"])
    except Unavailable as reason:
        seen["seen"] = [str(reason)]
    finally:
        bench.remove()
    seen["seconds"] = round(time.monotonic() - begin, 2)
    return seen


def describe(seen):
    words = "; ".join(seen["seen"]) if seen["seen"] else ""
    if "report" in seen:
        report = seen["report"]
        words = words or f"{report['code']} ({report['exit_code']}), {report['cause']}, at {report['stage']}"
    return f"{seen['result']:8}{seen['row']:40} {seen['seconds']:6.2f} s  {words}"


def list_rows():
    for row in fault_rows.ROWS:
        print(f"{row.name} {'gpu' if row.gpu else 'any'}")
    return 0


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path)
    parser.add_argument("--libtorch")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--row")
    parser.add_argument("--only-gpu", action="store_true")
    parser.add_argument("--surroundings", choices=fault_surroundings.ALL)
    parser.add_argument("--results", type=pathlib.Path)
    parser.add_argument("--evidence", type=pathlib.Path)
    return parser.parse_args()


def main():
    options = parse()
    if options.list:
        return list_rows()
    if options.bin is None:
        raise SystemExit("--bin BUILD/bin is needed")
    build_bin = options.bin.resolve()
    libtorch = find_libtorch(build_bin, options.libtorch)
    rows = [fault_rows.find(options.row)] if options.row else fault_rows.ROWS
    rows = [row for row in rows if row.gpu or not options.only_gpu]
    surroundings = fault_surroundings.ALL.get(options.surroundings)
    results = []
    for row in rows:
        results.append(run_row(row, build_bin, libtorch, surroundings))
        print(describe(results[-1]), flush=True)
    record = make_evidence.record(results, sys.argv)
    if options.results:
        options.results.write_text(json.dumps(record, indent=1) + "\n")
    if options.evidence:
        options.evidence.write_text(make_evidence.table([record]))
    outcomes = {seen["result"] for seen in results}
    if "failed" in outcomes:
        return 1
    return SKIPPED if outcomes == {"skipped"} else 0


if __name__ == "__main__":
    sys.exit(main())
