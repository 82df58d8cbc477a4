"""--host-check beside stand-ins for nvidia-smi (D7): whatever the tool does, code, cause and exit status stay.

    host_check_faults.py --bin BUILD/bin"""
import argparse
import pathlib
import sys
import time
import unittest

from fault_bench import Bench

BIN = None
LINE = "580.65.06, 143771"
# what the stand-in does, the result in the report, cards in the report
TOOLS = {
    "absent": (None, "not_found", 0),
    "well": (f"echo '{LINE}'", "ok", 1),
    "many cards": (f"i=0; while [ $i -lt 300 ]; do echo '{LINE}'; i=$((i+1)); done", "ok", 256),
    "fails": ("echo 'NVIDIA-SMI has failed'; exit 9", "failed", 0),
    "fails after a good line": (f"echo '{LINE}'; exit 255", "failed", 0),
    "dies": ("kill -SEGV $$", "failed", 0),
    "rubbish": ("head -c 100000 /dev/urandom", None, 0),
    "endless rubbish": ("while :; do echo no; done", "timed_out", 0),
    "non-ASCII": ("printf 'Treiber \\303\\244\\377\\376, \\033[31m MiB\\n'", "unreadable", 0),
    "non-ASCII among good lines": (f"printf '\\377\\n'; echo '{LINE}'; printf '580.65.06, \\377\\n'", "ok", 2),
    "numbers with units": ("echo '580.65.06, [N/A]'; echo '580.65.06, -1'", "ok", 2),
    "says nothing": ("exit 0", "unreadable", 0),
    "slow": ("sleep 60", "timed_out", 0),
    "slow, and will not be ended": ("trap '' TERM; sleep 60 & sleep 60; sleep 60", "timed_out", 0),
    "leaves a child with its output": (f"sleep 60 & echo '{LINE}'", "ok", 1),
    "no program": ("not a program", None, 0),
}


class HostCheckTest(unittest.TestCase):
    def run_beside(self, script, mode, host_check):
        bench = Bench(BIN, None)
        self.addCleanup(bench.remove)
        bench.use_worker("standin_worker")
        bench.env["KERNODECK_STANDIN"] = mode
        if script is not None:
            tool = bench.root / "tools" / "nvidia-smi"
            tool.parent.mkdir()
            tool.write_text(script if script == "not a program" else f"#!/bin/sh\n{script}\n")
            tool.chmod(0o755)
            bench.env["PATH"] = f"{tool.parent}:/usr/bin:/bin"
        if host_check:
            bench.arguments.append("--host-check")
        begin = time.monotonic()
        report, status = bench.report()
        return report, status, time.monotonic() - begin

    def test_the_verdict_stays(self):
        for mode in ("passes", "fails:product:runtime:700"):
            without, status_without, _ = self.run_beside(None, mode, host_check=False)
            for name, (script, result, cards) in TOOLS.items():
                with self.subTest(tool=name, worker=mode):
                    report, status, seconds = self.run_beside(script, mode, host_check=True)
                    for key in ("status", "code", "exit_code", "cause", "stage", "owner", "message", "next_step"):
                        self.assertEqual(report[key], without[key])
                    self.assertEqual(status, status_without)
                    self.assertLess(seconds, 4.5, "three seconds are the tool's limit")
                    if result is not None:
                        self.assertEqual(report["host"]["result"], result)
                    self.assertEqual(len(report["host"]["gpus"]), cards)
                    self.assertIsNone(without["host"])

    def test_only_version_and_memory_get_into_the_report(self):
        report, _, _ = self.run_beside(f"echo '{LINE}'; echo 'secret, 1'; echo '580.65.06, secret'", "passes", True)
        self.assertEqual(report["host"], {
            "tool": "nvidia-smi", "result": "ok", "driver_version": "580.65.06",
            "gpus": [{"total_memory_mib": 143771}, {"total_memory_mib": None}]})


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    options, rest = parser.parse_known_args()
    BIN = options.bin.resolve()
    unittest.main(argv=[sys.argv[0], *rest])
