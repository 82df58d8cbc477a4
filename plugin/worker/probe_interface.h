/* The C interface between the worker, which links no LibTorch, and the probe module, which does.
 * Plain C: the two may be built by different compilers. The worker loads the probe with dlopen and
 * calls kernodeck_probe_run once. */
#ifndef KERNODECK_PLUGIN_WORKER_PROBE_INTERFACE_H_
#define KERNODECK_PLUGIN_WORKER_PROBE_INTERFACE_H_

#include <stdint.h> /* NOLINT(modernize-deprecated-headers): C too */

#ifdef __cplusplus
extern "C" {
#endif

#define KERNODECK_PROBE_INTERFACE_VERSION 1

/* What kind of call failed, and so whose number it is. */
enum KernodeckFailureKind {
  KERNODECK_FAILURE_RUNTIME = 1,       /* the CUDA or HIP runtime; `number` is its error number */
  KERNODECK_FAILURE_OUT_OF_MEMORY = 2, /* a typed out-of-memory exception; no number */
  KERNODECK_FAILURE_TORCH = 3,         /* a LibTorch exception that carries no number */
  KERNODECK_FAILURE_EXCEPTION = 4,     /* any other exception */
  KERNODECK_FAILURE_NO_BACKEND = 5,    /* the package reports neither CUDA nor HIP */
  KERNODECK_FAILURE_NO_DEVICE = 6,     /* a GPU build that can use no device */
  KERNODECK_FAILURE_INDEX = 7, /* fewer devices are visible than the index or the caller needs */
  KERNODECK_FAILURE_VALUE = 8  /* a computed value is another than the expected one */
};

struct KernodeckProbeRequest {
  uint32_t interface_version; /* KERNODECK_PROBE_INTERFACE_VERSION */
  int32_t use_gpu;            /* 0: CPU, and no driver is touched; 1: the GPU `device_index` */
  int32_t device_index;
  int32_t expected_devices; /* fewer visible ones are a failure of the index; 0: no matter */
  const float* input_a;     /* 4 floats each, row-major 2 x 2 */
  const float* input_b;
  const float* expected_product;
  const float* expected_gradient_a;
  const float* expected_gradient_b;
  float expected_loss;
};

/* How the probe tells what it does. Strings are read during the call only. */
struct KernodeckProbeSink {
  void* context;
  void (*begin_stage)(void* context, const char* stage);
  void (*end_stage)(void* context, const char* stage);
  /* A fact about LibTorch; keys as in the event `torch`. */
  void (*fact)(void* context, const char* key, const char* value);
  /* `count` computed values read back from `device` ("cpu", "cuda:0"): product, loss, gradient_a,
   * gradient_b. */
  void (*values)(void* context, const char* name, const float* values, int32_t count,
                 const char* device);
  /* The stage under way failed. `call` is a fixed word; `local_text` never leaves the machine. */
  void (*failure)(void* context, enum KernodeckFailureKind kind, int64_t number, const char* call,
                  const char* local_text);
};

/* Runs `backend` to `synchronize`. Returns 0 when all of them passed, 1 when `failure` was called,
 * and, before any stage is begun, 2 when the interface version is not the probe's own and 3 when
 * the loaded LibTorch is of another release than the probe was built for. No exception leaves it.
 */
/* NOLINTNEXTLINE(modernize-use-using): C too */
typedef int (*KernodeckProbeRun)(const struct KernodeckProbeRequest*,
                                 const struct KernodeckProbeSink*);

#define KERNODECK_PROBE_SYMBOL "kernodeck_probe_run"
int kernodeck_probe_run(const struct KernodeckProbeRequest* request,
                        const struct KernodeckProbeSink* sink);

#ifdef __cplusplus
}
#endif

#endif /* KERNODECK_PLUGIN_WORKER_PROBE_INTERFACE_H_ */
