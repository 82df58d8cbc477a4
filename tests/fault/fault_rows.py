"""The one table of faults: each row makes one for real, runs the command as it was built, and says what it must answer.

Adding a test is adding a row here. CTest names it fault.<name>; the number in front is its row in the list of 28 kinds
of faults that people report. A row without a number makes a cause happen that is in none of them."""
import dataclasses
import typing

import fault_setups as setups

REAL = "real"


@dataclasses.dataclass(frozen=True)
class Row:
    name: str
    how: str  # how the fault is made, for docs/evidence
    code: str
    cause: typing.Optional[str]
    stage: str
    owner: typing.Optional[str]
    torch: typing.Optional[str] = "whole"  # REAL, a stand-in folder libtorch_<name>, or "" for what the set-up names
    probe: typing.Optional[str] = "standin_probe"
    worker: str = REAL
    driver: typing.Optional[str] = None  # a folder of stand-ins
    setup: typing.Optional[typing.Callable] = None
    env: typing.Mapping = dataclasses.field(default_factory=dict)
    shim: typing.Optional[str] = None
    arguments: tuple = ()
    needs: tuple = ()  # gpu, no_driver, no_python_torch
    says: str = ""  # a word that the message has to hold
    check: typing.Optional[str] = None  # a further check, by its name in run_faults.py

    @property
    def number(self):
        return int(self.name[:2]) if self.name[:2].isdigit() else None

    @property
    def gpu(self):
        return "gpu" in self.needs


def real(name, how, code, cause, stage, owner, **more):
    """On the real LibTorch and its real probe."""
    return Row(name, how, code, cause, stage, owner, torch=more.pop("torch", REAL), probe=REAL, **more)


def on_fake_driver(name, how, code, cause, stage, owner, env=None, **more):
    """The real LibTorch and its real runtime, on the fake driver."""
    return real(name, how, code, cause, stage, owner, driver="fake_driver", env=env or {}, **more)


def standin(name, how, code, cause, stage, owner, env=None, does="", **more):
    """A stand-in LibTorch under the real worker, on the fake driver: the number passes through the worker's eyes."""
    env = {**(env or {}), **({"KERNODECK_STANDIN_PROBE": does} if does else {})}
    return Row(name, how, code, cause, stage, owner, driver=more.pop("driver", "fake_driver"), env=env, **more)


def on_machine(name, how, code, cause, stage, owner, setup, **more):
    """On a machine that a folder stands for."""
    return standin(name, how, code, cause, stage, owner, does=more.pop("does", "no_device"), setup=setup,
                   worker="standin_root_worker", **more)


def on_gpu(name, how, code, cause, stage, owner, **more):
    """On a real GPU, its real driver and the real LibTorch."""
    return real(name, how, code, cause, stage, owner, needs=("gpu",), **more)


def behind_worker(name, how, code, cause, stage, owner, mode, **more):
    """With a stand-in for the worker itself."""
    return Row(name, how, code, cause, stage, owner, worker="standin_worker", env={"KERNODECK_STANDIN": mode}, **more)


def unloadable(name, folder, cause, says, how):
    return standin(name, how, "TORCH_IMPORT_FAILED", cause, "import", "setup", torch=folder, says=says, driver=None)


def of_python(name, how, code, cause, owner, setup, **more):
    """A Python target (--python)."""
    return Row(name, how, code, cause, "import", owner, torch="", probe=None, setup=setup, **more)


def dead_python(name, kind, target, how):
    return of_python(name, f"--python: {how}", "TIMEOUT", "hang_library_search", "machine",
                     setups.dead_file_system(kind, target), arguments=("--timeout", "5", "--device", "cpu"),
                     says="interpreter", check="in_time")


def unavailable(name, how, cause, owner, number, **more):
    return on_fake_driver(name, how, "GPU_UNAVAILABLE", cause, "device", owner,
                          env={"KERNODECK_FAKE_CUINIT": str(number)}, says=f"error {number}", **more)


def broken_driver(name, how, setup=None, **more):
    return real(name, how, "GPU_UNAVAILABLE", "driver_library_broken", "device", "machine", setup=setup, **more)


def hidden(name, value, how, on=on_fake_driver):
    return on(name, how, "GPU_UNAVAILABLE", "hidden_by_env", "device", "setup", env={"CUDA_VISIBLE_DEVICES": value},
              says="CUDA_VISIBLE_DEVICES")


def unsaved(name, how, cause, owner, setup):
    return behind_worker(name, how, "OUTPUT_WRITE_FAILED", cause, "report", owner, "passes", setup=setup)


ROWS = [
    # 1: no driver library, and what looks like one
    real("01_driver_missing", "no libcuda.so.1 on this machine", "GPU_UNAVAILABLE", "driver_missing", "device",
         "machine", needs=("no_driver",)),
    broken_driver("01_driver_empty", "an empty file libcuda.so.1", setups.file_as_driver(b"")),
    broken_driver("01_driver_text", "a text file libcuda.so.1", setups.file_as_driver(b"404 Not Found\n")),
    broken_driver("01_driver_truncated", "a libcuda.so.1 cut short", setups.file_as_driver(shorten=2000)),
    broken_driver("01_driver_without_symbols", "a libcuda.so.1 without the driver's functions",
                  driver="symbolless_driver"),
    on_machine("01_driver_not_in_container", "a folder as `/`: kernel module, /.dockerenv; no libcuda.so.1",
               "GPU_UNAVAILABLE", "driver_not_in_container", "device", "setup",
               setups.machine(module="580.65.06", nodes=True, container=True), driver=None, needs=("no_driver",)),
    on_machine("01_driver_library_not_installed", "a folder as `/`: kernel module; no libcuda.so.1",
               "GPU_UNAVAILABLE", "driver_library_not_installed", "device", "machine",
               setups.machine(module="580.65.06", nodes=True), driver=None, needs=("no_driver",)),
    on_machine("01_wsl_driver_not_exposed", "a folder as `/`: /dev/dxg; no libcuda.so.1", "GPU_UNAVAILABLE",
               "wsl_driver_not_exposed", "device", "setup", setups.machine(wsl=True), driver=None,
               needs=("no_driver",)),
    on_machine("01_kernel_module_not_loaded", "fake driver: 100 from cuInit; a folder as `/` without the module",
               "GPU_UNAVAILABLE", "kernel_module_not_loaded", "device", "machine", setups.machine(),
               env={"KERNODECK_FAKE_CUINIT": "100"}),
    on_machine("01_device_node_missing", "fake driver: 100 from cuInit; a folder as `/`: module, no node in /dev",
               "GPU_UNAVAILABLE", "device_node_missing", "device", "setup", setups.machine(module="580.65.06"),
               env={"KERNODECK_FAKE_CUINIT": "100"}),
    # 2: no kernels for the card
    standin("02_arch_not_in_binary", "shim: 209 from the first launch", "RUNTIME_ERROR", "arch_not_in_binary",
            "gradient", "setup", shim="cudaLaunchKernel:209:1"),
    on_gpu("02_arch_not_in_binary_gpu", "shim: 209 from the first launch", "RUNTIME_ERROR", "arch_not_in_binary",
           "gradient", "setup", shim="__cudaLaunchKernel:209:1,cudaLaunchKernel:209:1"),
    # 3
    unavailable("03_fabric_not_ready", "fake driver: 802 from cuInit", "fabric_not_ready", "machine", 802),
    on_fake_driver("03_fabric_not_ready_at_count", "fake driver: 802 from cuDeviceGetCount", "GPU_UNAVAILABLE",
                   "fabric_not_ready", "device", "machine", env={"KERNODECK_FAKE_COUNT_ERROR": "802"}),
    # 4
    unloadable("04_undefined_symbol", "undefined_symbol", "undefined_symbol", "libtorch.so",
               "a libtorch.so that wants a symbol no library has"),
    unloadable("04_version_not_found", "version_not_found", "version_not_found", "KERNODECK_2.99",
               "a libtorch.so that wants a symbol version its dependency lacks"),
    # 5, 6
    real("05_backend_not_loaded", "--caller: a program linked with --as-needed, libtorch_cuda dropped",
         "GPU_BACKEND_ABSENT", "backend_not_loaded", "backend", "setup", torch="",
         setup=setups.caller_without_gpu_part),
    Row("06_cpu_only_build", "the LibTorch of the system's packages (Debian: CPU only)", "GPU_BACKEND_ABSENT",
        "cpu_only_build", "backend", "setup", torch="", probe="system_torch_probe", setup=setups.system_torch),
    # It names a CUDA build, so it is none for the CPU, and what took the libraries away is not known.
    real("06_gpu_part_taken_away", "a copy of LibTorch, made of links, without its GPU libraries",
         "GPU_BACKEND_ABSENT", "gpu_library_missing", "backend", "setup", torch="", setup=setups.without_gpu_part),
    # 8
    real("08_missing_dependency", "a copy of LibTorch, made of links, without one library it needs",
         "TORCH_IMPORT_FAILED", "missing_dependency", "import", "setup", torch="", setup=setups.without_dependency),
    unloadable("08_missing_dependency_standin", "missing_dependency", "missing_dependency",
               "libkernodeck_absent.so.9", "a libtorch.so whose dependency is nowhere"),
    # 9 to 11
    on_fake_driver("09_driver_too_old", "fake driver of version 11.0; 35 from the real runtime", "GPU_UNAVAILABLE",
                   "driver_too_old", "device", "machine", env={"KERNODECK_FAKE_VERSION": "11000"}, says="error 35"),
    unavailable("10_driver_library_mismatch", "fake driver: 803 from cuInit", "driver_library_mismatch", "machine",
                803),
    on_machine("10_unknown_error_and_two_versions",
               "fake driver libcuda.so.550.54.15: 999 from cuInit; a folder as `/` with kernel module 535.104.05",
               "GPU_UNAVAILABLE", "driver_library_mismatch", "device", "machine",
               setups.fake_driver_of_another_version, env={"KERNODECK_FAKE_CUINIT": "999"}, says="535.104.05"),
    unavailable("11_forward_compat_unsupported", "fake driver: 804 from cuInit", "forward_compat_unsupported", "setup",
                804),
    # 12: a full card, behind another number
    standin("12_device_memory_full", "shim: status 1 from cublasCreate; fake driver: 1 MiB free, 2 from an allocation",
            "OUT_OF_MEMORY", "device_memory_full", "product", "machine", shim="cublasCreate_v2:1:1",
            env={"KERNODECK_FAKE_FREE": "1048576", "KERNODECK_FAKE_ALLOCATE": "2"}),
    on_gpu("12_device_memory_full_gpu", "another process holds all but 100 MB", "OUT_OF_MEMORY", "device_memory_full",
           "allocation", "machine", setup=setups.memory_held),
    # 13
    on_machine("13_device_permission", "fake driver: 100; a folder as `/`: a node of mode 0, another user",
               "GPU_UNAVAILABLE", "device_permission", "device", "setup", setups.refused_node("nvidiactl"),
               env={"KERNODECK_FAKE_CUINIT": "100"}),
    on_machine("13_device_cgroup_denied", "fake driver: 100; a real node 195:255, a control group that denies it",
               "GPU_UNAVAILABLE", "device_cgroup_denied", "device", "setup", setups.cgroup_denies_node,
               env={"KERNODECK_FAKE_CUINIT": "100"}),
    # 14
    hidden("14_hidden_by_env_empty", "", "fake driver; CUDA_VISIBLE_DEVICES empty"),
    hidden("14_hidden_by_env_minus_one", "-1", "fake driver; CUDA_VISIBLE_DEVICES=-1"),
    hidden("14_hidden_by_env_out_of_range", "99", "fake driver; CUDA_VISIBLE_DEVICES=99"),
    hidden("14_hidden_by_env_empty_gpu", "", "CUDA_VISIBLE_DEVICES empty", on_gpu),
    hidden("14_hidden_by_env_minus_one_gpu", "-1", "CUDA_VISIBLE_DEVICES=-1", on_gpu),
    hidden("14_hidden_by_env_out_of_range_gpu", "99", "CUDA_VISIBLE_DEVICES=99", on_gpu),
    # 15, 16, 17
    real("15_stub_driver_loaded", "the CUDA toolkit's own stub as libcuda.so.1", "GPU_UNAVAILABLE",
         "stub_driver_loaded", "device", "setup", setup=setups.toolkit_stub, says="error 34"),
    unavailable("15_stub_number", "fake driver: 34 from cuInit", "stub_driver_loaded", "setup", 34),
    unavailable("16_driver_unknown_state", "fake driver: 999 from cuInit", "driver_unknown_state", "machine", 999),
    on_fake_driver("17_hang_driver_init", "fake driver whose cuInit never returns", "TIMEOUT", "hang_driver_init",
                   "device", "machine", env={"KERNODECK_FAKE_BEHAVIOUR": "hang_init"}, arguments=("--timeout", "5")),
    # 18
    standin("18_sticky_context_error", "shim: 719 from the synchronization", "RUNTIME_ERROR", "sticky_context_error",
            "synchronize", "unknown", shim="cudaDeviceSynchronize:719:1"),
    standin("18_sticky_without_a_number", "no number from LibTorch; fake driver: 700 from waiting for the context",
            "RUNTIME_ERROR", "sticky_context_error", "product", "unknown", does="torch_failure",
            env={"KERNODECK_FAKE_SYNCHRONIZE": "700"}),
    on_gpu("18_sticky_context_error_gpu", "shim: 700 from the first launch", "RUNTIME_ERROR", "sticky_context_error",
           "gradient", "unknown", shim="__cudaLaunchKernel:700:1,cudaLaunchKernel:700:1"),
    # 19
    standin("19_cudnn_sublibrary", "shim: status 1008 from cudnnCreate; a stand-in cuDNN without its parts",
            "RUNTIME_ERROR", "cudnn_sublibrary", "product", "setup", torch="cudnn", shim="cudnnCreate:1008:1",
            says="libcudnn_graph.so.9"),
    on_gpu("19_cudnn_part_hidden_gpu", "a copy of LibTorch, made of links, without libcudnn_ops: not used by the check",
           "GPU_CHECK_PASSED", None, "complete", None, torch="", setup=setups.without_cudnn_part),
    # 20
    unavailable("20_device_busy", "fake driver: 46 from cuInit", "device_busy", "machine", 46),
    standin("20_device_busy_context", "fake driver: 46 from the primary context", "GPU_UNAVAILABLE", "device_busy",
            "allocation", "machine", env={"KERNODECK_FAKE_CONTEXT": "46"}),
    standin("20_device_busy_runtime", "shim: 46 from cudaMalloc", "GPU_UNAVAILABLE", "device_busy", "allocation",
            "machine", shim="cudaMalloc:46:1"),
    on_gpu("20_device_busy_gpu", "shim: 46 from cudaMalloc", "GPU_UNAVAILABLE", "device_busy", "allocation", "machine",
           shim="cudaMalloc:46:1"),
    # 21
    standin("21_fork_after_init", "a stand-in probe that goes on in a forked child; fake driver: 3 there",
            "RUNTIME_ERROR", "fork_after_init", "product", "code", does="fork", says="error 3"),
    # 23: what is left of it at load time
    standin("23_abi_mismatch", "a probe that wants a symbol this LibTorch lacks", "TORCH_IMPORT_FAILED",
            "abi_mismatch", "import", "setup", probe="standin_misfit_probe", driver=None),
    standin("23_probe_of_another_release", "a probe that says it is of another LibTorch", "TORCH_IMPORT_FAILED",
            "abi_mismatch", "import", "setup", does="other_torch", driver=None),
    # 24
    standin("24_bad_bytes", "fake driver: a device's name of invalid UTF-8, controls and markup", "GPU_CHECK_PASSED",
            None, "complete", None, check="well_formed"),
    standin("24_abort", "a stand-in probe that aborts", "WORKER_FAILED", None, "product", "unknown", does="abort",
            says="SIGABRT"),
    # 25
    standin("25_index_out_of_range", "index 9, one device", "DEVICE_INDEX_INVALID", "index_out_of_range", "device",
            "request", arguments=("--device-index", "9"), says="1 device is visible"),
    on_gpu("25_index_out_of_range_gpu", "index 99", "DEVICE_INDEX_INVALID", "index_out_of_range", "device", "request",
           arguments=("--device-index", "99"), says="visible"),
    # 26
    on_gpu("26_exact_under_tf32_gpu", "TF32 switched on for all products", "GPU_CHECK_PASSED", None, "complete",
           None, env={"NVIDIA_TF32_OVERRIDE": "1", "TORCH_ALLOW_TF32_CUBLAS_OVERRIDE": "1"}),
    # 27, 28
    Row("27_not_found", "--libtorch names a folder that does not exist", "TORCH_MISSING", "not_found", "import",
        "setup", torch=None),
    standin("28_rocm_is_no_cpu_build", "a stand-in HIP build on the fake HIP runtime", "GPU_CHECK_PASSED", None,
            "complete", None, torch="rocm", driver="fake_hip", does="hip", check="backend_is_rocm"),
    on_machine("28_kfd_permission", "a stand-in HIP build, no device; a folder as `/`: /dev/kfd of mode 0, another user",
               "GPU_UNAVAILABLE", "kfd_permission", "device", "setup", setups.refused_node("kfd"), torch="rocm",
               driver="fake_hip", does="hip,no_device", env={"KERNODECK_FAKE_COUNT": "0"}),

    # Causes beyond the list of 28 kinds
    unloadable("import_other_processor", "machine", "wrong_architecture", "libtorch.so",
               "a libtorch.so for another processor, by its header"),
    unloadable("import_other_word_size", "word_size", "wrong_architecture", "libtorch.so",
               "a libtorch.so of another word size, by its header"),
    unloadable("import_truncated", "truncated", "invalid_library", "libtorch.so", "a libtorch.so cut short"),
    unloadable("import_text", "text", "invalid_library", "libtorch.so", "a web page named libtorch.so"),
    unloadable("import_empty", "empty", "invalid_library", "libtorch.so", "an empty libtorch.so"),
    standin("import_not_permitted", "a libtorch.so of mode 0, another user", "TORCH_IMPORT_FAILED",
            "library_permission", "import", "setup", torch="", setup=setups.unreadable_library, driver=None),
    standin("import_no_probe", "no probe was built", "WORKER_FAILED", "probe_missing", "import", "setup", probe=None,
            driver=None),
    standin("import_raises_sigill", "a libtorch.so whose constructor raises SIGILL", "WORKER_FAILED", None, "import",
            "unknown", torch="ill", says="SIGILL", driver=None),
    standin("import_raises_sigsegv", "a libtorch.so whose constructor raises SIGSEGV", "WORKER_FAILED", None, "import",
            "unknown", torch="segv", says="SIGSEGV", driver=None),
    standin("import_exits", "a libtorch.so whose constructor ends the process", "WORKER_FAILED", None, "import",
            "unknown", torch="exit", driver=None),
    standin("import_dead_file_system", "a file system (FUSE) that never answers, on the way to LibTorch", "TIMEOUT",
            "hang_library_search", "import", "machine", torch="", setup=setups.dead_file_system("lookup"),
            arguments=("--timeout", "5"), driver=None, check="in_time"),
    standin("import_dead_library", "a file system (FUSE) that lists LibTorch's files, and never gives a byte of them",
            "TIMEOUT", None, "import", "unknown", torch="", setup=setups.dead_file_system("read"),
            arguments=("--timeout", "5"), driver=None, check="in_time"),
    dead_python("python_dead_interpreter", "lookup", "bin/python3", "a file system (FUSE) that never answers, on the way"),
    dead_python("python_dead_environment", "lookup", "venv", "an environment on a file system (FUSE) that never answers"),
    dead_python("python_dead_program", "read", "python3", "a program of which a file system (FUSE) never gives a byte"),
    of_python("python_without_torch", "--python: an interpreter without torch", "TORCH_MISSING", "not_found", "setup",
              setups.python_target(), needs=("no_python_torch",)),
    of_python("python_shadowed_module", "--python: a file torch.py on its path", "TORCH_IMPORT_FAILED",
              "shadowed_module", "setup", setups.python_target({"torch.py": ""})),
    of_python("python_missing_module", "--python: a package torch that imports what is not installed",
              "TORCH_IMPORT_FAILED", "missing_python_module", "setup",
              setups.python_target({"torch/__init__.py": "import surely_not_installed\n",
                                    "torch/lib/libtorch_python.so": ""}), says="surely_not_installed"),
    of_python("python_torch_for_another", "--python: a package torch whose extension is for another Python",
              "TORCH_IMPORT_FAILED", "torch_for_other_python", "setup",
              setups.python_target({"torch/__init__.py": "raise ImportError('no _C')\n",
                                    "torch/lib/libtorch_python.so": "",
                                    "torch/_C.cpython-30-x86_64-linux-gnu.so": ""})),
    of_python("python_unusable", "--python: a program that is no interpreter", "WORKER_FAILED", "interpreter_unusable",
              "request", setups.python_target(program="#!/bin/sh\necho usage >&2\nexit 64\n")),
    of_python("python_too_old", "--python: a stand-in that says it is Python 3.6", "WORKER_FAILED", "python_too_old",
              "request", setups.python_target(program=setups.OLD_PYTHON), says="3.6"),
    unavailable("mps_unavailable", "fake driver: 805 from cuInit", "mps_unavailable", "machine", 805),
    unavailable("number_without_a_cause", "fake driver: 304 from cuInit", None, "machine", 304),
    standin("fewer_than_expected", "--expect-devices 2, one device", "DEVICE_INDEX_INVALID", "fewer_than_expected",
            "device", "machine", arguments=("--expect-devices", "2")),
    standin("ecc_uncorrectable", "fake driver: 214 from the primary context", "RUNTIME_ERROR", "ecc_uncorrectable",
            "allocation", "machine", env={"KERNODECK_FAKE_CONTEXT": "214"}),
    standin("out_of_memory", "shim: 2 from cudaMalloc, and the driver has memory", "OUT_OF_MEMORY", None, "allocation",
            "machine", shim="cudaMalloc:2:1"),
    standin("wrong_product", "a stand-in probe that computes 4.5 for 4", "CHECK_FAILED", None, "product", "machine",
            does="wrong_product", check="got_a_fraction"),
    standin("hang_in_product", "a stand-in probe that hangs", "TIMEOUT", None, "product", "unknown", does="hang",
            arguments=("--timeout", "5"), check="in_time"),
    behind_worker("hang_at_exit", "a stand-in worker that does not end", "TIMEOUT", "hang_at_exit", "report", "unknown",
                  "hangs_after_done", arguments=("--timeout", "5"), check="in_time"),
    behind_worker("crashed_after_report", "a stand-in worker that dies at its end", "WORKER_FAILED",
                  "crashed_after_report", "report", "unknown", "crashes_after_done"),
    behind_worker("failed_after_report", "a stand-in worker that ends with status 7", "WORKER_FAILED",
                  "failed_after_report", "report", "unknown", "exits_after_done:7"),
    behind_worker("invalid_worker_report", "a stand-in worker that sends garbage", "WORKER_FAILED",
                  "invalid_worker_report", "import", "unknown", "garbage"),
    behind_worker("worker_not_started", "no worker beside the command", "WORKER_FAILED", "worker_not_started", "import",
                  "setup", "passes", setup=setups.no_worker),
    unsaved("output_exists", "--output names a file that is there", "output_exists", "request",
            setups.output("report", setups.existing_report)),
    unsaved("output_folder_missing", "--output in a folder that is not there", "output_folder_missing", "request",
            setups.output("nowhere/report")),
    unsaved("output_name_invalid", "--output with a name of 300 letters", "output_name_invalid", "request",
            setups.output("x" * 300)),
    unsaved("output_not_permitted", "--output in a folder of another user's", "output_not_permitted", "request",
            setups.output("report", setups.folder_of_another)),
    unsaved("output_incomplete", "no file may grow (RLIMIT_FSIZE)", "output_incomplete", "machine",
            setups.output("report", setups.no_room)),
    unsaved("standard_output_closed", "standard output is closed", "standard_output_closed", "request",
            setups.closed_standard_output),
]

# What of the 28 kinds needs parts that come with other tests: number, what it is, where it is shown.
ELSEWHERE = [
    (7, "required_but_skipped: nothing ran, and exit 0", "the policy of the GoogleTest plugin and the CTest gate"),
    (18, "the first test named, the rest not run", "the GoogleTest plugin's listener"),
    (19, "a real convolution on a cuDNN without a part", "the workload's fixtures, stage application"),
    (21, "a death test's own child", "the GoogleTest plugin"),
    (22, "find_package(Torch) without the toolkit: a message when the build is configured",
     "tests/fault: fault.22_toolkit_missing"),
    (23, "another C++ ABI beside GoogleTest: a message when the build is configured",
     "tests/fault: fault.23_other_abi_when_configured"),
    (24, "the test report after an abort", "the GoogleTest plugin's listener"),
    (26, "tf32_precision: past the documented tolerance", "the matchers over tensors"),
]


def find(name):
    for row in ROWS:
        if row.name == name:
            return row
    raise SystemExit(f"no row of faults is named {name!r}")
