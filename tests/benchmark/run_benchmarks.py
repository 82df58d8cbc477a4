#!/usr/bin/env python3
"""Whole-process times of the diagnosis beside what it is compared with, as ratios in one run.

Usage: run_benchmarks.py --bin BUILD/bin [--device cuda:0|cpu] [--libtorch DIR] [--python EXE] [--runs N]

Each program is run once to warm the cache, then N times in turn (A B C A B C ...), so that a machine whose speed
drifts does not favour one of them. Medians are printed, and the ratios of rule P1. The supervisor's own cost is the
whole command over a stand-in worker that passes at once, without any LibTorch. The output is Markdown.
"""

import argparse
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent


def seconds_of(command, environment):
    begin = time.perf_counter()
    result = subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - begin, result.returncode


def measure(programs, runs):
    """Times each program `runs` times in turn; a program that does not pass ends the benchmark."""
    times = {name: [] for name in programs}
    for turn in range(runs + 1):
        for name, (command, environment) in programs.items():
            seconds, status = seconds_of(command, environment)
            if status != 0:
                sys.exit(f"run_benchmarks: {name} ended with status {status}; nothing was measured. "
                         f"Run it by hand: {' '.join(map(str, command))}")
            if turn > 0:
                times[name].append(seconds)
    return times


def print_table(times):
    print("| program | median s | min s | max s |")
    print("| --- | --- | --- | --- |")
    for name, seconds in times.items():
        print(f"| {name} | {statistics.median(seconds):.3f} | {min(seconds):.3f} | {max(seconds):.3f} |")
    print()


def print_ratio(times, name, other, goal):
    ratio = statistics.median(times[name]) / statistics.median(times[other])
    print(f"- {name} / {other}: {ratio:.3f} (goal: at most {goal})")


def standin_command(binaries, folder):
    """The command beside a stand-in worker that passes at once."""
    target = Path(folder) / "bin"
    target.mkdir()
    shutil.copy(binaries / "kernodeck", target / "kernodeck")
    shutil.copy(binaries / "standins" / "standin_worker", target / "kernodeck-worker")
    return [target / "kernodeck", "diagnose", "--device", "cpu", "--libtorch", target]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--device", default="cuda:0")
    parser.add_argument("--libtorch", type=Path, help="library folder, for a command that was built elsewhere")
    parser.add_argument("--python", default=sys.executable, help="an interpreter that has torch")
    parser.add_argument("--runs", type=int, default=10)
    options = parser.parse_args()
    environment = dict(os.environ)
    ours = [options.bin / "kernodeck", "diagnose", "--device", options.device]
    bare_environment = dict(environment)
    if options.libtorch:
        ours += ["--libtorch", options.libtorch]
        nvidia = sorted(options.libtorch.parent.parent.glob("nvidia/*/lib"))
        bare_environment["LD_LIBRARY_PATH"] = ":".join(map(str, [options.libtorch, *nvidia]))

    print(f"# Benchmarks: {options.device}, {platform.machine()}, {os.cpu_count()} cores, "
          f"{options.runs} runs each in turn, whole processes, warm cache\n")
    programs = {
        "kernodeck": (ours, environment),
        "bare C++": ([options.bin / "benchmark" / "bare_check", options.device], bare_environment),
        "Python script": ([options.python, HERE / "script_check.py", options.device], environment),
    }
    times = measure(programs, options.runs)
    print_table(times)
    print_ratio(times, "kernodeck", "Python script", "0.25")
    print_ratio(times, "kernodeck", "bare C++", "0.90")
    print()
    with tempfile.TemporaryDirectory() as folder:
        standin = dict(environment, KERNODECK_STANDIN="passes")
        own = measure({
            "kernodeck over a stand-in worker": (standin_command(options.bin, folder), standin),
            "starting /bin/true": (["/bin/true"], environment),
        }, options.runs * 5)
    print_table(own)
    cost = statistics.median(own["kernodeck over a stand-in worker"])
    print(f"- the supervisor's own cost: {cost * 1000:.1f} ms (goal: under 10 ms)")


if __name__ == "__main__":
    main()
