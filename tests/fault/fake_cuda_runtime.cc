// A fake CUDA runtime that remembers its device and knows none behind the first four.

namespace {

int& Device() {
  static int device = 0;
  return device;
}

}  // namespace

extern "C" {

int cudaSetDevice(int device) {
  if (device < 0 || device > 3) return 101;
  Device() = device;
  return 0;
}

int fake_cuda_runtime_device() { return Device(); }

}  // extern "C"
