#ifndef KERNODECK_PLUGIN_CLI_STANDARD_STREAMS_H_
#define KERNODECK_PLUGIN_CLI_STANDARD_STREAMS_H_

namespace kernodeck {

// Which of the descriptors 0, 1 and 2 this process was started with.
struct StandardStreams {
  bool input_open = true;
  bool output_open = true;
  bool error_open = true;
};

// Opens /dev/null in place of those that are closed, so that no file of ours takes their number and
// is then written to by a library, and ignores SIGPIPE. To be called first in main.
[[nodiscard]] StandardStreams PrepareStandardStreams();

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_CLI_STANDARD_STREAMS_H_
