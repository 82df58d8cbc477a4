"""Interpreters and stand-in packages for the tests of --python."""
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

import harness

STANDIN_TORCH = pathlib.Path(__file__).with_name("standin_torch.py").read_text(encoding="utf-8")
VERSIONS = ("2.7", "3.6", "3.7", "3.8", "3.9", "3.10", "3.11", "3.12", "3.13", "3.14")


def interpreters():
    """version -> executable of the Pythons that run here: python3.8 and so on on PATH, and what the folders in
    KERNODECK_TEST_PYTHONS (with colons between them) hold."""
    path = os.pathsep.join(filter(None, [os.environ.get("KERNODECK_TEST_PYTHONS"), os.environ.get("PATH")]))
    found = {}
    for version in VERSIONS:
        executable = shutil.which("python" + version, path=path)
        if executable and answers(executable, version):
            found[version] = executable
    found.setdefault("%d.%d" % sys.version_info[:2], sys.executable)
    return found


def answers(executable, version):
    """A name on PATH may be a shim for a version that is not installed."""
    script = "import sys; sys.stdout.write('%d.%d' % sys.version_info[:2])"
    result = subprocess.run([executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
    return result.stdout.decode() == version


class PythonTest(harness.CommandTest):
    """The command with `--python`, this test's own interpreter, and a folder `packages` for its modules. The driver is
    asked by the stand-in worker."""

    def setUp(self):
        super().setUp()
        self.packages = self.root / "packages"
        self.packages.mkdir()

    def package(self, init=STANDIN_TORCH, libraries=("libtorch_python.so", "libtorch_cuda.so")):
        """A package torch with that __init__.py, and files with the names of torch's own libraries."""
        folder = self.packages / "torch"
        (folder / "lib").mkdir(parents=True)
        (folder / "__init__.py").write_text(init, encoding="utf-8")
        for name in libraries:
            (folder / "lib" / name).write_bytes(b"a stand-in, no library\n")
        return folder

    def python(self, *arguments, interpreter=sys.executable, standin="passes", status=None, **variables):
        """The report of a check of `interpreter`; `variables` are set for it."""
        env = {**self.environment(standin), "PYTHONPATH": str(self.packages), **variables}
        report, code = self.report("--python", interpreter, *arguments, env=env)
        self.assertEqual(report["exit_code"], code, report)
        text = str(report)
        self.assertNotIn(str(self.root), text)
        self.assertNotIn("secret", text)
        return report

    def expect(self, report, code, stage, cause=None):
        self.assertEqual((report["code"], report["stage"], report["cause"]), (code, stage, cause), report["message"])

    def program(self, name, text):
        file = self.root / name
        file.write_text(text, encoding="utf-8")
        file.chmod(0o755)
        return file


def real_torch():
    """The folder to put on PYTHONPATH for the wheel that the command was built with, or why there is none."""
    record = harness.COMMAND.parent.parent / "lib" / "kernodeck" / "libtorch.txt"
    lines = record.read_text(encoding="utf-8").splitlines() if record.exists() else []
    folders = [line.partition("=")[2] for line in lines if line.startswith("library_dir=")]
    package = pathlib.Path(folders[0]).parent if folders else pathlib.Path("/nonexistent")
    if not (package / ("_C" + sysconfig.get_config_var("EXT_SUFFIX"))).exists():
        return None, "the command was built with no torch wheel for this Python"
    return package.parent, ""
