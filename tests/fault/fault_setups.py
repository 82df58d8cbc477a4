"""What makes a fault around a bench: each is a context manager that takes the bench. A set-up that cannot be made here
raises Unavailable, with the reason."""
import contextlib
import os
import pathlib
import resource
import stat
import subprocess
import sys
import time

from fault_bench import NOBODY

HERE = pathlib.Path(__file__).resolve().parent


class Unavailable(Exception):
    """Why a row cannot be run on this machine."""


@contextlib.contextmanager
def helper(arguments, ready=b"ready", **options):
    """A program beside the command, once it says that it is ready; killed at the end."""
    process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               **options)
    try:
        line = process.stdout.readline()
        if not line.startswith(ready):
            process.kill()
            raise Unavailable((line + process.stderr.read()).decode(errors="replace").strip() or "the helper ended")
        yield process
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            stream.close()


def become_nobody(bench):
    """The command runs as a user who may not read what only its owner may. Already so where the test is no root's."""
    if os.geteuid() != 0:
        return
    bench.work.chmod(0o777)

    def step():
        os.setgroups([])
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    bench.before_exec.append(step)


# Drivers ------------------------------------------------------------------------------------------------------------

def file_as_driver(content=None, shorten=None):
    """A file named libcuda.so.1 with that content, or the fake driver cut to so many bytes."""
    @contextlib.contextmanager
    def setup(bench):
        folder = bench.root / "driver"
        folder.mkdir()
        whole = (bench.standin("fake_driver") / "libcuda.so.1").read_bytes()
        (folder / "libcuda.so.1").write_bytes(whole[:shorten] if shorten else content)
        bench.library_folders.insert(0, folder)
        yield
    return setup


@contextlib.contextmanager
def toolkit_stub(bench):
    """The CUDA toolkit's own stub, under the name that the loader looks for."""
    stubs = [*pathlib.Path("/usr/local").glob("cuda*/lib*/stubs/libcuda.so"),
             *pathlib.Path("/usr/local").glob("cuda*/targets/*/lib/stubs/libcuda.so")]
    if not stubs:
        raise Unavailable("no CUDA toolkit with its stub is installed")
    folder = bench.root / "stubs"
    folder.mkdir()
    (folder / "libcuda.so.1").symlink_to(stubs[0].resolve())
    bench.library_folders.insert(0, folder)
    yield


@contextlib.contextmanager
def fake_driver_of_another_version(bench):
    folder = bench.root / "driver"
    folder.mkdir()
    (folder / "libcuda.so.550.54.15").write_bytes((bench.standin("fake_driver") / "libcuda.so.1").read_bytes())
    (folder / "libcuda.so.1").symlink_to("libcuda.so.550.54.15")
    bench.library_folders.insert(0, folder)
    with machine(module="535.104.05", nodes=True)(bench):
        yield


# Machines that a folder stands for ----------------------------------------------------------------------------------

def machine(module=None, nodes=False, container=False, wsl=False):
    """The folder that standin_root_worker takes for `/`."""
    @contextlib.contextmanager
    def setup(bench):
        root = bench.root / "machine"
        (root / "dev").mkdir(parents=True)
        if module:
            (root / "proc/driver/nvidia").mkdir(parents=True)
            (root / "proc/driver/nvidia/version").write_text(
                f"NVRM version: NVIDIA UNIX x86_64 Kernel Module  {module}  Sat Aug 19 01:15:15 UTC 2023\n"
                "GCC version:  gcc version 12.2.0\n")
        if nodes:
            (root / "dev/nvidiactl").touch()
        if container:
            (root / ".dockerenv").touch()
        if wsl:
            (root / "dev/dxg").touch()
        bench.env["KERNODECK_STANDIN_ROOT"] = str(root)
        yield
    return setup


def refused_node(name):
    """A device node of mode 0, and a user who is not root."""
    @contextlib.contextmanager
    def setup(bench):
        with machine(module="580.65.06")(bench):
            node = bench.root / "machine" / "dev" / name
            node.touch()
            node.chmod(0)
            become_nobody(bench)
            yield
    return setup


@contextlib.contextmanager
def cgroup_denies_node(bench):
    """A real device node, and a control group whose rule refuses NVIDIA's devices."""
    controller = pathlib.Path("/sys/fs/cgroup/devices")
    if os.geteuid() != 0 or not (controller / "devices.deny").exists():
        raise Unavailable("needs root and the devices controller of control groups, version 1")
    group = controller / f"kernodeck-fault-{os.getpid()}"
    with machine(module="580.65.06")(bench):
        try:
            os.mknod(bench.root / "machine/dev/nvidiactl", stat.S_IFCHR | 0o666, os.makedev(195, 255))
            group.mkdir()
            (group / "devices.deny").write_text("c 195:* rwm")
        except OSError as error:
            raise Unavailable(f"no device node or control group can be made here: {error.strerror}") from error
        try:
            bench.before_exec.append(lambda: (group / "cgroup.procs").write_text(str(os.getpid())))
            yield
        finally:
            # The group can go once its last process is gone.
            for _ in range(50):
                with contextlib.suppress(OSError):
                    group.rmdir()
                    break
                time.sleep(0.1)


# LibTorch ----------------------------------------------------------------------------------------------------------

def links_to(bench, hide):
    """A copy of the LibTorch, made of links, without the files for which `hide` says so. Returns its library folder."""
    libraries = pathlib.Path(bench.libtorch)
    packages = libraries.parent.parent
    copy = bench.root / "linked"
    (copy / "torch" / "lib").mkdir(parents=True)
    for file in libraries.iterdir():
        if not hide(file.name):
            (copy / "torch" / "lib" / file.name).symlink_to(file)
    if (packages / "nvidia").is_dir():
        for folder in (packages / "nvidia").glob("*/lib"):
            target = copy / "nvidia" / folder.parent.name / "lib"
            target.mkdir(parents=True)
            for file in folder.iterdir():
                if not hide(file.name):
                    (target / file.name).symlink_to(file)
    return copy / "torch" / "lib"


@contextlib.contextmanager
def without_gpu_part(bench):
    bench.arguments += ["--libtorch", str(links_to(
        bench, lambda name: name == "libtorch.so" or name.startswith(("libtorch_cuda", "libc10_cuda"))))]
    yield


@contextlib.contextmanager
def without_dependency(bench):
    """The first library of the package that nothing else on this machine can stand in for."""
    known = subprocess.run(["/sbin/ldconfig", "-p"], stdout=subprocess.PIPE, text=True, check=False).stdout
    for name in ("libcudnn.so.9", "libcusparseLt.so.0", "libnccl.so.2", "libcufile.so.0"):
        present = any(pathlib.Path(bench.libtorch).parent.parent.glob(f"nvidia/*/lib/{name}"))
        if present and name not in known:
            bench.arguments += ["--libtorch", str(links_to(bench, lambda file, hidden=name: file == hidden))]
            bench.expected_word = name
            yield
            return
    raise Unavailable("this LibTorch's own copies are not the only ones here")


@contextlib.contextmanager
def without_cudnn_part(bench):
    bench.arguments += ["--libtorch", str(links_to(bench, lambda name: name.startswith("libcudnn_ops.so")))]
    yield


@contextlib.contextmanager
def caller_without_gpu_part(bench):
    """A process that has LibTorch mapped, and whose linker dropped libtorch_cuda."""
    program = bench.build_bin / "standins" / "standin_caller"
    if not program.exists():
        raise Unavailable("built without a CUDA build of LibTorch")
    env = {**os.environ, "LD_LIBRARY_PATH": str(bench.libtorch)}
    with helper([program], env=env) as process:
        bench.arguments += ["--caller", str(process.pid)]
        yield


@contextlib.contextmanager
def system_torch(bench):
    if not (bench.build_bin / "standins/probes/system_torch_probe.so").exists():
        raise Unavailable("no LibTorch of the system's packages was there at build time")
    if not any(pathlib.Path("/usr/lib").glob("*/libtorch_cpu.so*")):
        raise Unavailable("no LibTorch of the system's packages is here")
    bench.arguments += ["--libtorch", "/usr"]
    yield


@contextlib.contextmanager
def unreadable_library(bench):
    folder = bench.standin("libtorch_whole")
    copy = bench.root / "unreadable"
    copy.mkdir()
    for file in folder.iterdir():
        (copy / file.name).write_bytes(file.read_bytes())
    (copy / "libtorch.so").chmod(0)
    bench.arguments += ["--libtorch", str(copy)]
    become_nobody(bench)
    yield


def folder_with(bench, name):
    folder = bench.root / "shown"
    folder.mkdir()
    (folder / name).touch()
    return folder


def dead_file_system(kind, python=None):
    """A file system on which LibTorch lies, or what --python names there, and that does not answer."""
    @contextlib.contextmanager
    def setup(bench):
        if os.geteuid() != 0 or not os.path.exists("/dev/fuse"):
            raise Unavailable("needs root and /dev/fuse")
        mount_point = bench.root / "mount"
        mount_point.mkdir()
        arguments = [sys.executable, "-B", HERE / "standin_file_system.py", kind, mount_point]
        if kind == "read":
            arguments.append(bench.standin("libtorch_whole") if python is None else folder_with(bench, python))
        folder = mount_point / "libtorch" if kind == "lookup" else mount_point
        try:
            with helper(arguments):
                target = ["--python", str(mount_point / python)] if python else ["--libtorch", str(folder)]
                bench.arguments += target
                yield
        finally:
            subprocess.run(["umount", "-l", mount_point], check=False, stderr=subprocess.DEVNULL)
    return setup


# Python targets -----------------------------------------------------------------------------------------------------

def python_target(files=None, program=None):
    """--python: this test's interpreter with these files on its path, or a program of that text in its place."""
    @contextlib.contextmanager
    def setup(bench):
        packages = bench.root / "packages"
        for name, content in {".": "", **(files or {})}.items():
            file = packages / name
            file.parent.mkdir(parents=True, exist_ok=True)
            if name != ".":
                file.write_text(content)
        interpreter = pathlib.Path(sys.executable)
        if program:
            interpreter = bench.root / "standin_python"
            interpreter.write_text(program)
            interpreter.chmod(0o755)
        bench.env["PYTHONPATH"] = str(packages)
        bench.arguments += ["--python", str(interpreter), "--device", "cpu"]
        yield
    return setup


# An interpreter that says that it is an old one, and runs what it is given.
OLD_PYTHON = f"""#!/bin/sh
exec '{sys.executable}' -c '
import sys
sys.version_info = (3, 6, 9, "final", 0)
sys.argv = sys.argv[sys.argv.index("-c", 1) + 1:]
exec(compile(sys.argv[0], "<string>", "exec"), {{"__name__": "__main__"}})
' "$@"
"""


# The machine's GPU -------------------------------------------------------------------------------------------------

@contextlib.contextmanager
def memory_held(_bench):
    with helper([sys.executable, "-B", HERE / "standin_memory_holder.py"]):
        yield


# Installation and output -------------------------------------------------------------------------------------------

@contextlib.contextmanager
def no_worker(bench):
    (bench.root / "bin" / "kernodeck-worker").unlink()
    yield


def output(name, prepare=None):
    @contextlib.contextmanager
    def setup(bench):
        if prepare:
            prepare(bench)
        bench.arguments += ["--output", name]
        yield
    return setup


def existing_report(bench):
    (bench.work / "report").write_text("another report\n")


def folder_of_another(bench):
    become_nobody(bench)
    bench.work.chmod(0o555)


def no_room(bench):
    """No file of this process may grow: what a full disk is to a writer."""
    bench.before_exec.append(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0)))


@contextlib.contextmanager
def closed_standard_output(bench):
    bench.arguments += ["--output", "report.json"]
    bench.before_exec.append(lambda: os.close(1))
    yield
