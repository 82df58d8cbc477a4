#ifndef KERNODECK_PLUGIN_WORKER_PROBE_HOST_H_
#define KERNODECK_PLUGIN_WORKER_PROBE_HOST_H_

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>

#include "plugin/worker/arguments.h"
#include "plugin/worker/driver_findings.h"
#include "plugin/worker/event_channel.h"
#include "plugin/worker/primary_context.h"
#include "plugin/worker/probe_interface.h"

namespace kernodeck {

// What the host of a probe asks beside the probe's own words; nothing in CPU mode.
struct GpuEvidence {
  const DriverFindings* driver = nullptr;
  PrimaryContext* context = nullptr;
};

// Runs a probe and turns what it says into events. The stage `import` is ended once the probe has
// accepted the LibTorch that is loaded.
class ProbeHost {
 public:
  // `leave` is called after a failure that the probe cannot be told of; it must not return.
  ProbeHost(EventChannel& channel, GpuEvidence evidence, std::function<void()> leave);

  // Returns whether all of the probe's stages passed; if not, the failure has been sent.
  [[nodiscard]] bool Run(KernodeckProbeRun probe, const WorkerArguments& arguments);

 private:
  void BeginStage(const char* stage);
  void EndStage(const char* stage);
  void SendFact(const char* key, const char* value);
  void SendValues(const char* name, const float* values, std::int32_t count, const char* device);
  void SendFailure(KernodeckFailureKind kind, std::int64_t number, const char* call,
                   const char* local_text);
  void SendImportFailure(const char* kind);
  // Adds a number to a failure that came without, where the runtime or the driver has one.
  void CompleteNumber(KernodeckFailureKind& kind, std::int64_t& number, std::string& call,
                      bool& by_driver) const;
  void AddMemory(Event& failure) const;
  // What else is known of a failed operation: cuDNN's own status, and whether a forked child did
  // it.
  void AddSurroundings(Event& failure) const;
  [[nodiscard]] KernodeckProbeSink MakeSink();

  EventChannel& channel_;
  const GpuEvidence evidence_;
  const std::function<void()> leave_;
  std::string stage_ = "import";
  bool failure_sent_ = false;
  const pid_t process_;  // the one in which the driver was initialized
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_WORKER_PROBE_HOST_H_
