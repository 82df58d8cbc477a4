"""The worker of a Python target: the stages import to report in the interpreter that runs this, told as events on a
descriptor of their own (plugin/core/event.h). The command carries this text inside itself, after python_runtime.py, and
hands it to the interpreter with -c. Both are ASCII and parse on Python 2.7, so that an old one gets as far as saying
how old it is."""
import os
import sys

OLDEST = (3, 8)
LONGEST_LINE = 16 * 1024 - 64
INPUT_A = [[1.0, 2.0], [3.0, 4.0]]
INPUT_B = [[2.0, 0.0], [1.0, 2.0]]
WANT = {"product": [4.0, 4.0, 10.0, 8.0], "loss": [196.0],
        "gradient_a": [16.0, 24.0, 40.0, 52.0], "gradient_b": [68.0, 56.0, 96.0, 80.0]}
POISONED_BLOCKS = 12
OUT_OF_MEMORY = 2


class Channel(object):
    def __init__(self, descriptor):
        self.descriptor = descriptor

    def send(self, name, *fields):
        line = bytearray(name.encode("ascii"))
        for key, value in fields:
            line += b"\t" + key.encode("ascii") + b"="
            for byte in bytearray(as_bytes(value)):
                if len(line) > LONGEST_LINE:
                    break
                if byte < 32 or byte in (37, 127):
                    line += ("%%%02X" % byte).encode("ascii")
                else:
                    line.append(byte)
        self.write(bytes(line + b"\n"))

    def write(self, line):
        try:
            while line:
                line = line[os.write(self.descriptor, line):]
        except OSError:
            os._exit(74)  # nobody reads the report any more

    def begin(self, what):
        self.send("begin", ("what", what))

    def end(self, what):
        self.send("end", ("what", what))

    def trace(self, text):
        self.send("trace", ("text", text))


def as_bytes(value):
    if isinstance(value, bytes):
        return value
    try:
        return value.encode("utf-8", "surrogateescape")
    except (LookupError, UnicodeError):  # Python 2 knows no such handler
        return value.encode("utf-8", "replace")


def is_public_word(text):
    """What the command takes as a fact: no spaces, no slashes."""
    allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+:-"
    return isinstance(text, str) and 0 < len(text) <= 64 and all(letter in allowed for letter in text)


class Refusal(Exception):
    """A finding of this script, in the words of the protocol."""

    def __init__(self, kind, detail="", call="", number=0):
        Exception.__init__(self, kind)
        self.kind = kind
        self.detail = detail
        self.call = call
        self.number = number


class Tools(object):
    """What this script itself imports, before a module of that name in the current folder can come first."""

    def __init__(self):
        saved = sys.path[:]
        sys.path[:] = [entry for entry in saved if entry]
        import importlib.machinery
        import importlib.util
        import threading
        import traceback
        self.find_spec = importlib.util.find_spec
        self.suffixes = importlib.machinery.EXTENSION_SUFFIXES
        self.threading = threading
        self.traceback = traceback
        try:
            import ctypes
            self.ctypes = ctypes
        except ImportError:
            self.ctypes = None
        sys.path[:] = saved


class Worker(object):
    def __init__(self, options, channel, tools):
        self.options = options
        self.channel = channel
        self.tools = tools
        self.runtime = Runtime(tools.ctypes, tools.threading)
        self.gpu = options["mode"] == "gpu"
        self.index = int(options["device-index"])
        self.folder = None
        self.torch = None

    def run(self):
        stages = [("import", self.load), ("backend", self.check_backend), ("device", self.check_device),
                  ("allocation", self.allocate), ("product", self.compute_product),
                  ("gradient", self.compute_gradient), ("synchronize", self.synchronize),
                  ("report", lambda: None)]
        if self.options["mode"] == "locate":
            stages = [("import", self.locate)]
        passed = all(self.stage(name, body) for name, body in stages)
        self.channel.send("done")
        # What teardown does is judged only where that was asked for.
        if not passed or not self.options["check-exit"]:
            os._exit(0)

    def stage(self, name, body):
        self.channel.begin(name)
        try:
            body()
        except Refusal as refusal:
            self.fail(name, refusal.kind, refusal.number, refusal.call or name, refusal.detail)
            return False
        except BaseException as error:  # SystemExit and KeyboardInterrupt too: the stage did not pass
            text = self.tools.traceback.format_exc()
            if name == "import":
                self.fail_import(error)
            else:
                kind, number = self.describe(error)
                self.fail(name, kind, number, name)
            self.channel.trace(text)
            return False
        self.channel.end(name)
        return True

    def fail(self, stage, kind, number=0, call="", detail=""):
        fields = [("what", stage), ("kind", kind)]
        if number:
            fields.append(("number", str(number)))
        if is_public_word(call):
            fields.append(("call", call))
        if is_public_word(detail):
            fields.append(("detail", detail))
        computing = stage in ("allocation", "product", "gradient", "synchronize")
        if self.gpu and computing and kind != "value":
            fields += self.memory_fields()
        self.channel.send("failure", *fields)

    def memory_fields(self):
        fields = []
        try:
            free = self.runtime.bounded(lambda: self.torch.cuda.mem_get_info(self.index)[0])
            fields.append(("free_bytes", str(int(free))))
        except Exception:
            pass
        retry = self.runtime.retry_error(self.index)
        if retry is not None:
            fields.append(("retry_number", str(retry)))
        return fields

    def fail_import(self, error):
        name = getattr(error, "name", None) or ""
        if isinstance(error, ModuleNotFoundError) and name.split(".")[0] not in ("", "torch"):
            self.fail("import", "missing_python_module", detail=name.split(".")[0])
        elif self.is_for_another_python():
            self.fail("import", "torch_for_other_python")
        elif self.is_of_a_library(error):
            # Which library it is that does not load is found out from the files, not from this text.
            self.fail("import", "load_failed")
        else:
            self.fail("import", "exception")

    def is_of_a_library(self, error):
        """Whether the loader raised it: an extension that was found and not loaded, or a library by ctypes."""
        if isinstance(error, ImportError) and not isinstance(error, ModuleNotFoundError):
            return str(getattr(error, "path", None) or "").endswith(".so")
        return isinstance(error, OSError) and not isinstance(error, ImportError)

    def is_for_another_python(self):
        """Whether torch's extension is there, and only under names that this interpreter does not look for."""
        names = extensions_in(self.folder) if self.folder else []
        return bool(names) and not any("_C" + suffix in names for suffix in self.tools.suffixes)

    def describe(self, error):
        """Kind and number of an exception, by its type and its number, never by its text."""
        torch = self.torch
        named = [getattr(place, "OutOfMemoryError", None) for place in (torch, getattr(torch, "cuda", None))]
        out_of_memory = (MemoryError,) + tuple(found for found in named if isinstance(found, type))
        if isinstance(error, out_of_memory):
            return "out_of_memory", 0
        accelerator = getattr(torch, "AcceleratorError", None)
        number = getattr(error, "error_code", 0)
        if not (isinstance(accelerator, type) and isinstance(error, accelerator) and isinstance(number, int)):
            number = 0
        if not number and self.gpu:
            number = self.runtime.pending_error(self.index)
        if number:
            return ("out_of_memory" if number == OUT_OF_MEMORY else "runtime"), number
        return ("torch" if isinstance(error, RuntimeError) else "exception"), 0

    def load(self):
        self.locate()
        import torch
        self.torch = torch
        self.facts = {"version": torch.__version__, "cuda_build": torch.version.cuda,
                      "hip_build": getattr(torch.version, "hip", None)}
        # A ROCm build is no CPU build: its torch.version.cuda is None too.
        self.backend = "rocm" if self.facts["hip_build"] else "cuda" if self.facts["cuda_build"] else "cpu"
        self.facts["backend"] = self.backend
        words = [(key, str(value)) for key, value in self.facts.items() if value is not None]
        self.channel.send("torch", *[(key, word) for key, word in words if is_public_word(word)])

    def locate(self):
        """Finds the package before it is imported: what merely has its name is never run."""
        spec = self.tools.find_spec("torch")
        if spec is None:
            raise Refusal("not_found")
        folders = list(spec.submodule_search_locations or [])
        own = [folder for folder in folders if holds_torch_libraries(folder)]
        # A namespace is what Python makes of left-over folders where there is no package at all.
        if not own and spec.origin in (None, "namespace"):
            raise Refusal("not_found")
        found = (own or folders or [spec.origin or "torch"])[0]
        names = names_in(os.path.join(found, "lib"))
        rocm = any(name.startswith("libtorch_hip.so") for name in names)
        self.channel.send("package", ("directory", found), ("rocm", "1" if rocm else "0"))
        if not own:
            raise Refusal("shadowed_module", detail=os.path.basename(found))
        self.folder = found
        if any(name.startswith("libtorch") for name in names):
            beside = any(name.startswith(("libtorch_cuda", "libtorch_hip")) for name in names)
            self.channel.send("torch", ("gpu_library_beside", "1" if beside else "0"))

    def check_backend(self):
        if self.gpu and self.backend == "cpu":
            raise Refusal("no_backend")

    def check_device(self):
        if not self.gpu:
            return
        available = bool(self.torch.cuda.is_available())
        count = int(self.torch.cuda.device_count())
        self.channel.send("torch", ("gpu_available", "1" if available else "0"), ("device_count", str(count)))
        if not available:
            raise Refusal("no_device", number=self.runtime.device_count_error(), call="cudaGetDeviceCount")
        if count < int(self.options["expect-devices"]):
            raise Refusal("index", call="expected_devices")
        if self.index >= count:
            raise Refusal("index", call="device_count")

    def matrix(self, rows):
        torch = self.torch
        on_device = torch.empty((2, 2), dtype=torch.float32, device=self.device)
        return on_device.copy_(torch.tensor(rows, dtype=torch.float32, device="cpu"))

    def poison_free_blocks(self):
        """A result that nobody wrote must not be the right one by luck or from stale memory."""
        nan = float("nan")
        blocks = [self.matrix([[nan, nan], [nan, nan]]) for _ in range(POISONED_BLOCKS)]
        del blocks

    def fill_what_the_cpu_hands_out(self):
        try:
            c10 = self.tools.ctypes.CDLL(os.path.join(self.folder, "lib", "libc10.so"),
                                         mode=os.RTLD_NOLOAD | os.RTLD_LAZY)
            self.tools.ctypes.c_bool.in_dll(c10, "FLAGS_caffe2_cpu_allocator_do_junk_fill").value = True
        except (AttributeError, OSError, ValueError):
            pass  # an older torch: the freed blocks are poisoned all the same

    def allocate(self):
        torch = self.torch
        if self.gpu:
            torch.cuda.set_device(self.index)  # so that no step turns to device 0 and wakes it
            self.device = torch.device("cuda", self.index)  # a ROCm build's device is named cuda too
        else:
            self.device = torch.device("cpu")
            self.fill_what_the_cpu_hands_out()
        self.poison_free_blocks()
        self.a = self.matrix(INPUT_A)
        self.b = self.matrix(INPUT_B)
        self.a.requires_grad_(True)
        self.b.requires_grad_(True)

    def read_back(self, tensor, count):
        torch = self.torch
        if tensor is None or tensor.dtype != torch.float32 or tensor.numel() != count:
            return [float("nan")] * count
        host = torch.full(tuple(tensor.shape), float("nan"), dtype=torch.float32, device="cpu")
        host.copy_(tensor.detach())
        return [float(value) for value in host.reshape(-1).tolist()]

    def matches(self, name, tensor):
        """Sends what was computed, right or wrong, and says whether it is what it must be."""
        values = self.read_back(tensor, len(WANT[name]))
        device = str(tensor.device) if tensor is not None else "none"
        self.channel.send("values", ("name", name), ("data", ",".join("%.9g" % value for value in values)),
                          ("device", device))
        return values == WANT[name]

    def compute_product(self):
        self.poison_free_blocks()
        self.product = self.torch.matmul(self.a, self.b)
        if not self.matches("product", self.product):
            raise Refusal("value")

    def compute_gradient(self):
        self.poison_free_blocks()
        loss = (self.product * self.product).sum()
        loss.backward()
        right = [self.matches("loss", loss), self.matches("gradient_a", self.a.grad),
                 self.matches("gradient_b", self.b.grad)]
        if not all(right):
            raise Refusal("value")

    def synchronize(self):
        if self.gpu:
            self.torch.cuda.synchronize(self.index)


def names_in(folder):
    try:
        return os.listdir(folder)
    except OSError:
        return []


def extensions_in(folder):
    return [name for name in names_in(folder) if name.startswith("_C.") and name.endswith(".so")]


def holds_torch_libraries(folder):
    if not os.access(folder, os.R_OK):
        return True  # nothing is known of it; importing it will say more
    libraries = names_in(os.path.join(folder, "lib"))
    return bool(extensions_in(folder)) or any(name.startswith("libtorch") for name in libraries)


def read_options(words):
    options = {"channel": "-1", "mode": "gpu", "device-index": "0", "expect-devices": "0", "check-exit": False}
    words = list(words)
    while words:
        name = words.pop(0).lstrip("-")
        options[name] = True if name == "check-exit" else words.pop(0)
    return options


def main():
    options = read_options(sys.argv[1:])
    channel = Channel(int(options["channel"]))
    channel.send("hello", ("protocol", "1"))
    channel.send("python", ("version", "%d.%d.%d" % sys.version_info[:3]))
    if sys.version_info[:2] < OLDEST:
        channel.begin("import")
        channel.send("failure", ("what", "import"), ("kind", "python_too_old"),
                     ("detail", "%d.%d" % sys.version_info[:2]))
        channel.send("done")
        os._exit(0)
    os.set_inheritable(channel.descriptor, False)
    Worker(options, channel, Tools()).run()


main()
