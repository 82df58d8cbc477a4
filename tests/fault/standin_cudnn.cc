// A stand-in for libcudnn.so.9 in a folder that has none of its parts.
extern "C" {

int cudnnCreate(void** handle) {
  static int the_handle = 0;
  *handle = &the_handle;
  return 0;
}

const char* cudnnGetErrorString(int status) { return status == 0 ? "well" : "not well"; }

}  // extern "C"
