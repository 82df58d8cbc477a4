#!/usr/bin/env python3
"""Checks the house: who includes whom, and how long a file is (style.md 2, "The house").

Usage: check_includes.py ROOT. Prints one line for each breach and exits with 1 when there is one.
"""

import pathlib
import re
import sys

MAX_LINES = 400
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

# What a part may include of the project's own parts, and of other people's libraries. Its own folder, the public
# headers and the standard library are free to all.
OWN = {
    "include/kernodeck": (),
    "plugin/core": (),
    "plugin/report": ("plugin/core",),
    "plugin/diagnosis": ("plugin/core", "plugin/report"),
    "plugin/run": ("plugin/core", "plugin/report", "plugin/diagnosis"),
    "plugin/worker": ("plugin/core",),
    "plugin/probe": ("plugin/worker/probe_interface.h",),
    "plugin/cli": ("plugin/core", "plugin/report", "plugin/diagnosis", "plugin/run"),
    "plugin/gtest": ("plugin/core", "plugin/report"),
    "plugin/gtest_main": (),
}
LIBRARIES = {
    "nlohmann": ("plugin/report", "plugin/run"),
    "boost": ("plugin/diagnosis",),
    "CLI": ("plugin/cli",),
    "ATen": ("plugin/probe",),
    "c10": ("plugin/probe",),
    "torch": ("plugin/probe",),
    "caffe2": ("plugin/probe",),
    "gtest": ("include/kernodeck", "plugin/gtest", "plugin/gtest_main"),
    "gmock": (),
    "pugixml.hpp": (),
}


def part_of(path):
    """The longest part that holds `path`; None outside the house (tests, samples)."""
    parts = [part for part in OWN if path.startswith(part + "/")]
    return max(parts, key=len, default=None)


def may_include(part, included):
    if included.startswith(part + "/") or included.startswith("kernodeck/"):
        return True
    return any(included == allowed or included.startswith(allowed + "/") for allowed in OWN[part])


def breaches_of(path, text):
    """One sentence for each breach of the file `path` (relative to the root)."""
    found = []
    lines = text.count("\n")
    if lines > MAX_LINES:
        found.append(f"{path}: {lines} lines, and {MAX_LINES} are the most")
    part = part_of(path)
    if part is None:
        return found
    for quote, included in INCLUDE.findall(text):
        library = included.split("/")[0]
        if quote == '"' and not may_include(part, included):
            found.append(f'{path}: {part} may not include "{included}"')
        elif library in LIBRARIES and part not in LIBRARIES[library]:
            found.append(f"{path}: {part} may not include <{included}>")
    return found


def sources(root):
    for folder in ("include", "plugin", "tests", "samples"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".h", ".cc", ".def", ".py", ".cmake"):
                yield path


def main():
    root = pathlib.Path(sys.argv[1])
    found, count = [], 0
    for path in sources(root):
        count += 1
        found += breaches_of(path.relative_to(root).as_posix(), path.read_text(encoding="utf-8"))
    if count == 0:
        found.append(f"{root}: no source was found, so nothing was checked")
    print("\n".join(found) or f"{count} files keep the arrows and the {MAX_LINES} lines")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
