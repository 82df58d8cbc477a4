"""LibTorch packages that are stand-ins: the right files in the right places, with nothing inside.

Reads from the environment: CMAKE, CXX, and SOURCE, the root of kernodeck."""

import functools
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

CMAKE = os.environ["CMAKE"]
CXX = os.environ["CXX"]
SOURCE = pathlib.Path(os.environ["SOURCE"])
HERE = pathlib.Path(__file__).parent
CPU = ("torch", "torch_cpu", "c10")
CUDA = CPU + ("torch_cuda", "c10_cuda")
ROCM = CPU + ("torch_hip", "c10_hip")


@functools.lru_cache(maxsize=None)
def shared_object(symbol="standin"):
    """The bytes of a shared object that exports `symbol`."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "standin.cc")
        source.write_text(f'extern "C" void standin() __asm__("{symbol}");\nvoid standin() {{}}\n')
        library = pathlib.Path(folder, "standin.so")
        subprocess.run([CXX, "-shared", "-fPIC", "-o", library, source], check=True)
        return library.read_bytes()


def put_libraries(folder, names=CPU, content=None):
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / f"lib{name}.so").write_bytes(shared_object() if content is None else content)


def put_headers(folder, version="9.8.7"):
    major, minor, patch = version.split(".")
    for name in ("ATen/core/Tensor.h", "c10/core/Device.h"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("#pragma once\n")
    header = folder / "torch/csrc/api/include/torch/version.h"
    header.parent.mkdir(parents=True, exist_ok=True)
    header.write_text(f"#define TORCH_VERSION_MAJOR {major}\n#define TORCH_VERSION_MINOR {minor}\n"
                      f"#define TORCH_VERSION_PATCH {patch}\n")


def put_prefix(folder, names=CPU, libraries="lib", version="9.8.7"):
    put_libraries(folder / libraries, names)
    put_headers(folder / "include", version)
    return folder


def put_package(site_packages, names=CPU, version="9.8.7+cpu", cuda=None, hip=None):
    """The torch package of a Python, in its site-packages. Importing it is an error."""
    package = put_prefix(site_packages / "torch", names)
    (package / "__init__.py").write_text("raise SystemExit('the stand-in was imported')\n")
    (package / "version.py").write_text(
        f"from typing import Optional\n__version__ = '{version}'\ncuda: Optional[str] = {cuda!r}\n"
        f"hip: Optional[str] = {hip!r}\n")
    return package


class StandinTest(unittest.TestCase):
    """A folder of its own, and a surrounding in which no LibTorch is found: not this machine's either."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kernodeck test "))
        self.addCleanup(shutil.rmtree, self.folder)
        self.environment = {key: value for key, value in os.environ.items()
                            if key not in ("KERNODECK_LIBTORCH", "CMAKE_PREFIX_PATH", "PYTHONPATH")}
        self.use_python("exit 1")
        self.definitions = {"KERNODECK_LIBTORCH_SYSTEM_PREFIXES": self.folder / "no-system"}

    def use_python(self, script):
        """A `python3` that does what the shell says, first in PATH."""
        program = self.folder / "bin/python3"
        program.parent.mkdir(exist_ok=True)
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        self.environment["PATH"] = f"{program.parent}:{os.environ['PATH']}"

    def run_cmake(self, *arguments):
        """(whether it succeeded, all that it said with its lines joined by single blanks)."""
        definitions = [f"-D{key}={value}" for key, value in self.definitions.items()]
        done = subprocess.run([CMAKE, *definitions, *map(str, arguments)], env=self.environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=100, check=False)
        self.output = done.stdout
        return done.returncode == 0, " ".join(done.stdout.split())

    def locate(self, *arguments):
        """The results of kernodeck_locate_libtorch(<arguments>) in script mode, and what was said."""
        script = self.folder / "locate.cmake"
        quoted = " ".join(f'"{argument}"' for argument in arguments)
        script.write_text(
            f'include("{SOURCE}/cmake/Modules/KernodeckLibTorch.cmake")\n'
            f"kernodeck_locate_libtorch({quoted})\n"
            "get_cmake_property(names VARIABLES)\nforeach(name IN LISTS names)\n"
            '  if(name MATCHES "^KERNODECK_LIBTORCH_(.*)")\n'
            '    message("result ${CMAKE_MATCH_1}=${${name}}")\n  endif()\nendforeach()\n')
        succeeded, said = self.run_cmake("-P", script)
        results = {}
        for line in self.output.splitlines():
            if line.startswith("result "):
                key, _, value = line[len("result "):].partition("=")
                results[key] = value
        return succeeded, results, said
