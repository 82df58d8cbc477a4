"""An installation of the command as it was built, in a folder of its own, around which a fault is made."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

DEADLINE = 120  # seconds; the command itself has to be far quicker
NOBODY = 65534


def link_or_copy(source, target):
    try:
        os.link(source, target)
    except OSError:
        shutil.copy2(source, target)


class Bench:
    """What the command is run with: `arguments`, `env`, `before_exec` (called in the child). A set-up may change any."""

    def __init__(self, build_bin, libtorch, surroundings=None):
        self.build_bin = pathlib.Path(build_bin)
        self.libtorch = libtorch
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="kernodeck fault "))
        self.root.chmod(0o755)
        self.work = self.root / "work"
        self.work.mkdir()
        self.arguments = []
        self.before_exec = []
        self.standard_output = subprocess.PIPE
        self.env = {"PATH": "/usr/bin:/bin", "LANG": "C"}
        self.library_folders = []
        self.preload = []
        (self.root / "bin").mkdir()
        (self.root / "lib" / "kernodeck").mkdir(parents=True)
        self.command = self.root / "bin" / "kernodeck"
        link_or_copy(self.build_bin / "kernodeck", self.command)
        if surroundings:
            surroundings(self)

    def remove(self):
        shutil.rmtree(self.root, ignore_errors=True)

    def standin(self, name):
        """A stand-in, or a folder of them, where every user can read it."""
        target = self.root / "standins" / name
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            source = self.build_bin / "standins" / name
            if source.is_dir():
                shutil.copytree(source, target, copy_function=link_or_copy)
            else:
                link_or_copy(source, target)
        return target

    def use_worker(self, kind):
        source = self.build_bin / "kernodeck-worker" if kind == "real" else self.standin(kind)
        link_or_copy(source, self.root / "bin" / "kernodeck-worker")

    def use_probe(self, kind):
        folder = self.root / "lib" / "kernodeck"
        if kind is None:
            return
        real = self.build_bin.parent / "lib" / "kernodeck" / "kernodeck_probe.so"
        source = real if kind == "real" else self.standin("probes") / f"{kind}.so"
        link_or_copy(source, folder / "kernodeck_probe.so")
        # As the build writes it, but without the place of the LibTorch: each row names its own.
        (folder / "libtorch.txt").write_text("version=0.0.0\nbackend=cuda\ncuda=\n")

    def use_torch(self, kind):
        if kind == "real":
            folder = self.libtorch
        elif kind is None:
            folder = self.root / "nowhere"
        else:
            folder = self.standin(f"libtorch_{kind}")
        self.arguments += ["--libtorch", str(folder)]

    def environment(self):
        env = dict(self.env)
        folders = [str(folder) for folder in self.library_folders]
        if self.preload:
            # LD_PRELOAD ends a name at a space, and any folder may have one: bare names, found on the library path.
            folder = pathlib.Path(tempfile.mkdtemp(prefix="kernodeck-preload-"))
            folder.chmod(0o755)
            for library in self.preload:
                link_or_copy(library, folder / library.name)
            env["LD_PRELOAD"] = ":".join(library.name for library in self.preload)
            folders.insert(0, str(folder))
            self._preload_folder = folder
        if folders:
            env["LD_LIBRARY_PATH"] = ":".join(folders)
        return env

    def become(self):
        for step in self.before_exec:
            step()

    def run(self, form="json", env=None):
        command = [self.command, "diagnose", "--format", form, *self.arguments]
        before_exec = self.become if self.before_exec else None
        try:
            return subprocess.run(command, cwd=self.work, env=env or self.environment(), stdin=subprocess.DEVNULL,
                                  stdout=self.standard_output, stderr=subprocess.PIPE, timeout=DEADLINE,
                                  preexec_fn=before_exec)
        finally:
            folder = getattr(self, "_preload_folder", None)
            if folder:
                shutil.rmtree(folder, ignore_errors=True)

    def report(self):
        """The report and the exit status."""
        result = self.run()
        saved = self.work / "report.json"
        text = result.stdout if result.stdout else saved.read_bytes() if saved.exists() else result.stderr
        return json.loads(text.decode("utf-8")), result.returncode
