"""A stand-in for other work on a GPU: holds all of device 0's memory but about 100 MB until its standard input ends."""
import ctypes
import sys

LEFT = 100 << 20


def check(number, call):
    if number != 0:
        sys.exit(f"{call} gave {number}")


def main():
    cuda = ctypes.CDLL("libcuda.so.1")
    device, context = ctypes.c_int(), ctypes.c_void_p()
    check(cuda.cuInit(0), "cuInit")
    check(cuda.cuDeviceGet(ctypes.byref(device), 0), "cuDeviceGet")
    check(cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), device), "cuDevicePrimaryCtxRetain")
    check(cuda.cuCtxSetCurrent(context), "cuCtxSetCurrent")
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    step = 1 << 34
    while step >= 1 << 20:
        check(cuda.cuMemGetInfo_v2(ctypes.byref(free), ctypes.byref(total)), "cuMemGetInfo")
        block = ctypes.c_uint64()
        if free.value < LEFT + step or cuda.cuMemAlloc_v2(ctypes.byref(block), ctypes.c_size_t(step)) != 0:
            step //= 2
    print("ready", free.value >> 20, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
