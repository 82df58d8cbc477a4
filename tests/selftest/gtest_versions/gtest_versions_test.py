#!/usr/bin/env python3
"""The plugin with another GoogleTest than the build's own: a project that brings its sources along, the same suites,
the same drivers (G4; GoogleTest 1.12 to current).

Reads from the environment: GOOGLETEST (a folder of its sources), SOURCE, FOLDER (where the project is built, kept for
the next time), CMAKE, CXX, LAUNCHER (of the compiler, its words parted by |; may be empty), STANDIN_COMMAND, and what
the drivers read.
"""
import os
import pathlib
import subprocess
import sys

SELFTEST = pathlib.Path(__file__).resolve().parents[1]
DRIVERS = ("gtest_faults/gtest_faults_test.py", "suites/texts_test.py", "suites/thousand_test.py",
           "suites/fixtures_test.py", "suites/odd_calls_test.py", "ends/ends_test.py", "gpu/gpu_faults_fake_test.py",
           "ends/kills_test.py")
# Those of the plugin's own programs, which have another stand-in.
PLUGIN_DRIVERS = tuple(f"gtest/{name}_test.py" for name in ("flags", "mains", "places", "readiness", "reports", "setups"))


def run(what, *command, **variables):
    """Runs it, and shows what it said when it fails."""
    result = subprocess.run(command, env={**os.environ, **variables}, stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    if result.returncode != 0:
        print(f"{what} failed with status {result.returncode}:\n{result.stdout}")
    return result.returncode == 0


def build(folder):
    configure = [os.environ["CMAKE"], "-G", "Ninja", "-S", SELFTEST / "gtest_versions/consumer", "-B", folder,
                 f"-DGOOGLETEST={os.environ['GOOGLETEST']}", f"-DSOURCE={os.environ['SOURCE']}",
                 f"-DCMAKE_CXX_COMPILER={os.environ['CXX']}", "-DCMAKE_BUILD_TYPE=Release"]
    if os.environ.get("LAUNCHER"):
        configure.append(f"-DCMAKE_CXX_COMPILER_LAUNCHER={os.environ['LAUNCHER'].replace('|', ';')}")
    return (run("configuring", *configure) and
            run("building", os.environ["CMAKE"], "--build", folder, "--parallel", str(os.cpu_count())))


def main():
    os.environ.pop("CCACHE_BASEDIR", None)  # it changes the names of the source files that reports have
    folder = pathlib.Path(os.environ["FOLDER"])
    if not build(folder):
        return 1
    variables = {"KERNODECK_TEST_SUITES": str(folder / "bin"), "KERNODECK_TEST_KILLS": "20",
                 "PYTHONPATH": str(SELFTEST / "suites")}
    passed = [run(driver, sys.executable, "-B", str(SELFTEST / driver), **variables) for driver in DRIVERS]
    variables = {"KERNODECK_TEST_PROGRAMS": str(folder / "bin"), "KERNODECK_TEST_STANDIN": os.environ["STANDIN_COMMAND"]}
    passed += [run(driver, sys.executable, "-B", str(SELFTEST / driver), **variables) for driver in PLUGIN_DRIVERS]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
