"""A stand-in for the package torch: no library, no GPU, a computation that is written down. It says that it is a CUDA
build unless told otherwise. KERNODECK_STANDIN_TORCH holds what goes wrong, with blanks between the parts:
PLACE[@INDEX]=WHAT, where PLACE is build, device, allocation, product, gradient or synchronize, INDEX the one device
that it happens on, and WHAT is cpu or rocm for build, none or a number of devices for device, and else wrong, nan,
accelerator:NUMBER, oom, runtime, value, memory, exit, interrupt, hang, segv or other_device."""
import os
import signal
import time

__version__ = "9.9.9+standin"
float32 = "float32"


class AcceleratorError(RuntimeError):
    def __init__(self, number):
        RuntimeError.__init__(self, "a text with a /secret/path")
        self.error_code = number


class OutOfMemoryError(RuntimeError):
    pass


def told(place, index=None):
    for part in os.environ.get("KERNODECK_STANDIN_TORCH", "").split():
        where, _, what = part.partition("=")
        where, _, device = where.partition("@")
        if where == place and (not device or device == str(index)):
            return what
    return ""


def misbehave(place, index):
    what = told(place, index)
    if what.startswith("accelerator:"):
        raise AcceleratorError(int(what.split(":")[1]))
    errors = {"oom": OutOfMemoryError, "runtime": RuntimeError, "value": ValueError, "memory": MemoryError,
              "exit": SystemExit, "interrupt": KeyboardInterrupt}
    if what in errors:
        raise errors[what]("a text with a /secret/path")
    if what == "hang":
        time.sleep(600)
    if what == "segv":
        os.kill(os.getpid(), signal.SIGSEGV)
    return what


class version(object):
    cuda = None if told("build") in ("cpu", "rocm") else "13.0"
    hip = "6.2.41133-dd7f95766" if told("build") == "rocm" else None


class device(object):
    def __init__(self, kind, index=None):
        self.kind = kind
        self.index = index

    def __str__(self):
        return self.kind if self.index is None else "%s:%d" % (self.kind, self.index)


class cuda(object):
    OutOfMemoryError = OutOfMemoryError

    @staticmethod
    def is_available():
        return misbehave("device", None) != "none"

    @staticmethod
    def device_count():
        what = told("device")
        return 0 if what == "none" else int(what or 1)

    @staticmethod
    def set_device(index):
        misbehave("allocation", index)

    @staticmethod
    def synchronize(index):
        misbehave("synchronize", index)

    @staticmethod
    def mem_get_info(index):
        return (1 << 33, 1 << 34)


class Tensor(object):
    def __init__(self, values, shape, where, kind="input"):
        self.values = list(values)
        self.shape = shape
        self.device = device("cpu") if where == "cpu" else where
        self.dtype = float32
        self.kind = kind
        self.grad = None

    def copy_(self, other):
        self.values = list(other.values)
        return self

    def requires_grad_(self, _):
        return self

    def numel(self):
        return len(self.values)

    def detach(self):
        return self

    def reshape(self, _):
        return self

    def tolist(self):
        return self.values

    def __mul__(self, other):
        return Tensor([x * y for x, y in zip(self.values, other.values)], self.shape, self.device)

    def sum(self):
        loss = Tensor([sum(self.values)], (), self.device)
        loss.parents = INPUTS[-2:]
        return loss

    def backward(self):
        what = misbehave("gradient", self.device.index)
        a, b = self.parents
        a.grad = Tensor([16.0, 24.0, 40.0, 53.0 if what == "wrong" else 52.0], (2, 2), self.device)
        b.grad = Tensor([68.0, 56.0, 96.0, 80.0], (2, 2), self.device)


INPUTS = []


def empty(shape, dtype, device):
    return Tensor([0.0] * 4, shape, device)


def tensor(rows, dtype, device):
    return Tensor([value for row in rows for value in row], (2, 2), device)


def full(shape, value, dtype, device):
    count = 1
    for extent in shape:
        count *= extent
    return Tensor([value] * count, shape, device)


def matmul(a, b):
    INPUTS.extend([a, b])
    what = misbehave("product", a.device.index)
    values = {"wrong": [4.0, 4.0, 10.0, 9.0], "nan": [float("nan")] * 4}.get(what, [4.0, 4.0, 10.0, 8.0])
    where = device("cuda", 7) if what == "other_device" else a.device
    return Tensor(values, (2, 2), where)
