// A stand-in for libtorch.so: it loads, and fails as LibTorch does, with a call whose number is in
// the runtime's last error and cleared before the exception is there.
extern "C" {

void standin_fail();
int cudaGetLastError();
void standin_torch_operation();

void standin_torch_operation() {
  standin_fail();
  static_cast<void>(cudaGetLastError());
}

}  // extern "C"
