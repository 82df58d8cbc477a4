#!/usr/bin/env python3
"""What the GoogleTest plugin and `kernodeck run` cost, as differences and ratios in one run.

Usage: run_gtest_benchmarks.py --bin BUILD/bin [--runs N] [--compile-commands BUILD/compile_commands.json]

Each pair of programs runs in turn (A B A B ...), so that a machine whose speed drifts does not favour one of them;
figures are medians. --compile-commands adds the compile time of a file with the macros over the same file with
GoogleTest alone. The output is Markdown.
"""

import argparse
import json
import os
import platform
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
COUNTS = (1000, 10000, 100000)
FORMATS = ("junit", "junit-strict", "json")


class Run:
    """One finished process: seconds, those of them on a processor, and the most memory that it held (KiB)."""

    def __init__(self, command, environment, statuses=(0,)):
        begin = time.perf_counter()
        child = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        self.seconds = time.perf_counter() - begin
        self.processor = usage.ru_utime + usage.ru_stime  # what a busy machine changes least
        self.peak = usage.ru_maxrss
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in statuses:
            sys.exit(f"run_gtest_benchmarks: status {child.returncode}; nothing was measured. "
                     f"Run it by hand: {shlex.join(map(str, command))}")


def median(runs, what):
    return statistics.median(getattr(run, what) for run in runs)


class Benchmarks:
    def __init__(self, options, folder):
        self.options = options
        self.folder = Path(folder)
        self.programs = options.bin / "benchmark"
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("KERNODECK_")}
        self.files = 0

    def new_file(self):
        self.files += 1
        return self.folder / f"report{self.files}"

    def listener(self):
        print("## The listener (G11, P5): empty tests, over the same binary without the plugin\n")
        print("| tests | report | plain s | with the plugin s | µs a test (goal: 5) | of processor time | "
              "peak MiB over plain | report MiB |")
        print("| ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |")
        for count in COUNTS:
            for form in (None, *FORMATS):
                self.listener_row(count, form)
        print()

    def listener_row(self, count, form):
        environment = dict(self.environment, KERNODECK_BENCHMARK_TESTS=str(count))
        quiet = "--gtest_brief=1"
        plain, ours, size = [], [], 0
        # A short run is over before a clock says much of it.
        for turn in range(self.options.runs * max(1, 20000 // count) + 1):
            plain_run = Run([self.programs / "empty_tests_plain", quiet], environment)
            file = self.new_file()
            output = [f"--kernodeck_output={form}:{file}"] if form else []
            our_run = Run([self.programs / "empty_tests", quiet, *output], environment)
            if form:
                size = file.stat().st_size
                file.unlink()
            if turn > 0:
                plain.append(plain_run)
                ours.append(our_run)
        base, with_it = median(plain, "seconds"), median(ours, "seconds")
        busy = median(ours, "processor") - median(plain, "processor")
        memory = (median(ours, "peak") - median(plain, "peak")) / 1024
        print(f"| {count} | {form or 'none'} | {base:.3f} | {with_it:.3f} | {(with_it - base) / count * 1e6:.2f} "
              f"| {busy / count * 1e6:.2f} | {memory:.1f} | {size / 2**20:.1f} |")

    def requirement(self):
        environment = dict(self.environment, KERNODECK_STANDIN="passes")
        command = [self.programs / "requirement_cost", f"--kernodeck_command={self.standin_command()}",
                   f"--kernodeck_libtorch={self.folder / 'torch'}", "--kernodeck_after_check=off"]
        figures = []
        for _ in range(self.options.runs):
            result = subprocess.run(command, env=environment, capture_output=True, text=True)
            lines = [line.split() for line in result.stdout.splitlines() if line.startswith("ns_per_requirement")]
            if result.returncode != 0 or not lines:
                sys.exit(f"run_gtest_benchmarks: the requirement was not met:\n{result.stdout}{result.stderr}")
            figures.append(float(lines[0][1]))
        print("## A requirement with the verdict at hand (G11)\n")
        print(f"- `KERNODECK_REQUIRE_GPU()`: {statistics.median(figures):.0f} ns (goal: under 1,000 ns)\n")

    def standin_command(self):
        """The command beside a stand-in worker that passes at once, and a folder that passes for a LibTorch."""
        target = self.folder / "bin"
        if not target.exists():
            target.mkdir()
            shutil.copy(self.options.bin / "kernodeck", target / "kernodeck")
            shutil.copy(self.options.bin / "standins" / "standin_worker", target / "kernodeck-worker")
            (self.folder / "torch").mkdir()
            (self.folder / "torch" / "libtorch.so").touch()
        return target / "kernodeck"

    def supervised(self):
        kernodeck = [self.options.bin / "kernodeck", "run", "--no-progress"]
        print("## `kernodeck run` over 1,000 tests of 5 ms in one process\n")
        print("| suite | alone s | under `kernodeck run` s | more % (goal: 3) |")
        print("| --- | ---: | ---: | ---: |")
        for name in ("nap_tests_plain", "nap_tests"):
            alone, under = [], []
            for _ in range(max(2, self.options.runs // 2)):
                alone.append(Run([self.programs / name, "--gtest_brief=1"], self.environment))
                output = ["--output", f"junit:{self.new_file()}"]
                under.append(Run([*kernodeck, *output, "--", self.programs / name], self.environment))
            base, with_it = median(alone, "seconds"), median(under, "seconds")
            shown = "without the plugin" if name.endswith("plain") else "with the plugin"
            print(f"| {shown} | {base:.3f} | {with_it:.3f} | {(with_it / base - 1) * 100:.2f} |")
        print()

    def compile_command(self, commands, macros):
        source = str(HERE / "compiled_with_macros.cc")
        entry = next(entry for entry in commands if entry["file"] == source)
        words = shlex.split(entry["command"])
        # The compiler alone, without the cache in front of it.
        if Path(words[0]).name == "ccache":
            words = words[1:]
        words[words.index("-o") + 1] = str(self.folder / "compiled.o")
        return words + (["-DKERNODECK_BENCHMARK_MACROS"] if macros else []), entry["directory"]

    def compile(self):
        commands = json.loads(self.options.compile_commands.read_text())
        times = {False: [], True: []}
        for turn in range(self.options.runs + 1):
            for macros in (False, True):
                words, folder = self.compile_command(commands, macros)
                begin = time.perf_counter()
                subprocess.run(words, cwd=folder, check=True, env=dict(self.environment, CCACHE_DISABLE="1"))
                if turn > 0:
                    times[macros].append(time.perf_counter() - begin)
        base, with_it = statistics.median(times[False]), statistics.median(times[True])
        print("## Compile time of a file with the macros (P6)\n")
        print(f"- with `kernodeck/kernodeck.h` {with_it:.2f} s, with GoogleTest alone {base:.2f} s: "
              f"{with_it / base:.2f} times (goal: at most 1.3)\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--compile-commands", type=Path)
    options = parser.parse_args()
    options.bin = options.bin.resolve()
    print(f"# Benchmarks of the GoogleTest plugin: {platform.machine()}, {os.cpu_count()} cores, medians of "
          f"{options.runs} runs in turn\n")
    with tempfile.TemporaryDirectory() as folder:
        benchmarks = Benchmarks(options, folder)
        benchmarks.requirement()
        benchmarks.listener()
        benchmarks.supervised()
        if options.compile_commands:
            benchmarks.compile()


if __name__ == "__main__":
    main()
