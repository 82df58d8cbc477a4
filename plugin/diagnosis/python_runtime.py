"""What a Python target's worker asks the loaded runtime itself. First part of the script; see python_worker.py."""
import os

RETRY_BYTES = 4 << 20  # small beside any card, and more than a full one has left
SECONDS_FOR_EVIDENCE = 2


class Runtime(object):
    """The CUDA or HIP runtime that torch has loaded, asked for the numbers that an exception does not carry."""

    def __init__(self, ctypes, threading):
        self.ctypes = ctypes  # None where this Python has none
        self.threading = threading
        self.libraries = None

    def find(self, name):
        if self.ctypes is None:
            return None
        if self.libraries is None:
            self.libraries = [self.ctypes.CDLL(None)] + self.mapped()
        for library in self.libraries:
            for prefix in ("cuda", "hip"):
                try:
                    return getattr(library, prefix + name)
                except AttributeError:
                    pass
        return None

    def mapped(self):
        libraries = []
        try:
            with open("/proc/self/maps", "rb") as maps:
                files = set(line.split(None, 5)[-1].strip() for line in maps if b"/" in line)
            for file in sorted(files):
                if os.path.basename(file).startswith((b"libcudart.so", b"libamdhip64.so")):
                    libraries.append(self.ctypes.CDLL(os.fsdecode(file), mode=os.RTLD_NOLOAD | os.RTLD_LAZY))
        except (OSError, ValueError):
            pass
        return libraries

    def device_count_error(self):
        count = self.find("GetDeviceCount")
        return count(self.ctypes.byref(self.ctypes.c_int())) if count is not None else 0

    def bounded(self, body):
        """What body returns, on a thread of its own: it may wait for a device that does not answer."""
        results = []
        thread = self.threading.Thread(target=lambda: results.append(body()))
        thread.daemon = True
        thread.start()
        thread.join(SECONDS_FOR_EVIDENCE)
        return results[0] if results else None

    def pending_error(self, index):
        peek, choose, wait = self.find("PeekAtLastError"), self.find("SetDevice"), self.find("DeviceSynchronize")
        number = peek() if peek is not None else 0
        if number or choose is None or wait is None:
            return number
        return self.bounded(lambda: choose(index) or wait()) or 0

    def retry_error(self, index):
        choose, allocate, release = self.find("SetDevice"), self.find("Malloc"), self.find("Free")
        if choose is None or allocate is None or release is None:
            return None
        block = self.ctypes.c_void_p()

        def retry():
            number = choose(index) or allocate(self.ctypes.byref(block), self.ctypes.c_size_t(RETRY_BYTES))
            if not number:
                release(block)
            return number
        return self.bounded(retry)
