// A stand-in for kernodeck-worker: speaks its protocol on --channel FD, computes nothing, and
// misbehaves as it is told by KERNODECK_STANDIN or, before that, by `--standin MODE`. It takes the
// worker's own arguments and ignores what it does not need. MODE is a name, then `:` and what the
// name needs; several modes with commas between them are those of as many devices, by
// --device-index:
//   passes                                 every event, with the right values
//   crashes|is_killed|hangs|stops:STAGE    once STAGE was begun (`driver` counts as one)
//   fails:STAGE:KIND[:NUMBER[:DETAIL]]     sends `failure`, then `done`
//   wrong_value:NAME, skips:STAGE, ends_without_begin:STAGE, unknown_stage, done_only,
//   wrong_protocol, more_after_done        lies, and says `done`
//   exits_after_done:STATUS, crashes_after_done, hangs_after_done, half_line_after_done
//   ends_with_a_full_pipe                  hello, 20 long `trace` and done, all at once
//   leaves_its_group                       hangs in another process group
//   slow:SECONDS                           passes, that late
//   none_visible                           the driver counts no device
//   silent, exits:STATUS, hangs_silently, closes_channel
//   garbage, endless_line, floods_channel, floods_output, half_line_hangs, half_line_exits
//   grandchild_keeps, grandchild_setsid, grandchildren_many, grandchildren_chain
//                                          passes, and leaves processes behind
//   orphan_talks                           hangs, while an orphan of its own sends `begin context`
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/core/event.h"

namespace kernodeck {
namespace {

constexpr unsigned kGrandchildSeconds = 60;

struct Standin {
  int channel = -1;
  std::size_t device_index = 0;
  std::size_t devices = 1;
  std::string mode_of_worker = "gpu";  // the worker's own --mode
  std::vector<std::string> words;      // the stand-in's mode, split at `:`

  [[nodiscard]] std::string Word(std::size_t place) const {
    return place < words.size() ? words[place] : std::string();
  }
  [[nodiscard]] bool Is(std::string_view name) const { return Word(0) == name; }
  [[nodiscard]] bool IsAt(std::string_view name, std::string_view stage) const {
    return Is(name) && Word(1) == stage;
  }
};

void WriteAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0) ::_exit(65);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

using Fields = std::vector<std::pair<std::string, std::string>>;

void Send(const Standin& standin, const std::string& name, const Fields& fields = {}) {
  WriteAll(standin.channel, EncodeEvent({name, fields}));
}

[[noreturn]] void Die(int signal) {
  std::signal(signal, SIG_DFL);
  ::raise(signal);
  std::abort();
}

[[noreturn]] void Hang() {
  std::signal(SIGTERM, SIG_IGN);
  for (;;) ::pause();
}

[[noreturn]] void Fail(const Standin& standin) {
  Fields fields = {{"what", standin.Word(1)}, {"kind", standin.Word(2)}};
  if (!standin.Word(3).empty()) fields.emplace_back("number", standin.Word(3));
  if (!standin.Word(4).empty()) fields.emplace_back("detail", standin.Word(4));
  Send(standin, "failure", fields);
  Send(standin, "done");
  std::exit(0);
}

void SendValues(const Standin& standin, const std::string& name, const std::string& data) {
  const std::string device =
      standin.mode_of_worker == "cpu" ? "cpu" : "cuda:" + std::to_string(standin.device_index);
  const bool wrong = standin.IsAt("wrong_value", name);
  Send(standin, "values",
       {{"name", name}, {"data", wrong ? "5" + data : data}, {"device", device}});
}

// What belongs between `begin` and `end` of a stage.
void SendEvidence(const Standin& standin, std::string_view stage) {
  const bool cpu = standin.mode_of_worker == "cpu";
  if (stage == "driver") {
    const std::string count = std::to_string(standin.devices);
    Send(standin, "driver", {{"library", "found"}, {"version", "13000"}, {"device_count", count}});
  } else if (stage == "import") {
    if (!cpu) {
      Send(standin, "begin", {{"what", "context"}});
      Send(standin, "end", {{"what", "context"}});
    }
    Send(standin, "torch", {{"version", "2.11.0"}, {"cuda_build", "13.0"}});
    Send(standin, "torch", {{"backend", cpu ? "cpu" : "cuda"}});
    const std::string count = std::to_string(standin.devices);
    if (!cpu) Send(standin, "torch", {{"gpu_available", "1"}, {"device_count", count}});
  } else if (stage == "product") {
    SendValues(standin, "product", "4,4,10,8");
    SendValues(standin, "loss", "196");
  } else if (stage == "gradient") {
    SendValues(standin, "gradient_a", "16,24,40,52");
    SendValues(standin, "gradient_b", "68,56,96,80");
  }
}

void PassStage(const Standin& standin, const std::string& stage) {
  if (standin.IsAt("skips", stage)) return;
  if (!standin.IsAt("ends_without_begin", stage)) Send(standin, "begin", {{"what", stage}});
  if (standin.IsAt("crashes", stage)) Die(SIGSEGV);
  if (standin.IsAt("is_killed", stage)) Die(SIGKILL);
  if (standin.IsAt("hangs", stage)) Hang();
  if (standin.IsAt("stops", stage)) ::raise(SIGSTOP);
  if (standin.IsAt("fails", stage)) Fail(standin);
  SendEvidence(standin, stage);
  Send(standin, "end", {{"what", stage}});
}

// The whole report, as far as the mode lets it come.
void Report(const Standin& standin) {
  Send(standin, "hello", {{"protocol", standin.Is("wrong_protocol") ? "99" : "1"}});
  if (standin.Is("slow")) ::sleep(static_cast<unsigned>(std::atoi(standin.Word(1).c_str())));
  if (standin.mode_of_worker != "cpu" && standin.mode_of_worker != "load") {
    PassStage(standin, "driver");
    for (std::size_t index = 0; index < standin.devices; ++index) {
      Send(standin, "device",
           {{"index", std::to_string(index)},
            {"name", "Stand-in GPU"},
            {"total_memory_bytes", "8589934592"}});
    }
  }
  if (standin.mode_of_worker == "load") {
    PassStage(standin, "import");
  } else if (standin.mode_of_worker == "gpu" || standin.mode_of_worker == "cpu") {
    for (const char* stage : {"import", "backend", "device", "allocation", "product", "gradient",
                              "synchronize", "report"}) {
      PassStage(standin, stage);
    }
    if (standin.Is("unknown_stage")) Send(standin, "begin", {{"what", "astrology"}});
  }
  Send(standin, "done");
}

void Garbage(const Standin& standin) {
  std::signal(SIGTERM, SIG_IGN);
  Send(standin, "hello", {{"protocol", "1"}});
  std::string bytes;
  for (int i = 0; i < 1024; ++i) bytes.push_back(static_cast<char>(i * 37 + 11));
  WriteAll(standin.channel, bytes + "\n");
}

[[noreturn]] void Flood(int fd, std::string_view bytes) {
  std::signal(SIGTERM, SIG_IGN);
  for (;;) WriteAll(fd, bytes);
}

void HalfLine(const Standin& standin) {
  Send(standin, "hello", {{"protocol", "1"}});
  WriteAll(standin.channel, "begin\twhat=imp");
}

// A grandchild that outlives its parent, in a session of its own or not.
void LeaveGrandchild(bool own_session) {
  if (::fork() != 0) return;
  if (own_session) ::setsid();
  std::signal(SIGTERM, SIG_IGN);
  ::sleep(kGrandchildSeconds);
  ::_exit(0);
}

// The pipe is made large first, so that nobody needs to read for the worker to end.
[[noreturn]] void EndWithFullPipe(const Standin& standin) {
  if (::fcntl(standin.channel, F_SETPIPE_SZ, 1 << 19) < 0) ::_exit(65);
  Send(standin, "hello", {{"protocol", "1"}});
  for (int i = 0; i < 20; ++i) Send(standin, "trace", {{"text", std::string(10'000, 'x')}});
  Send(standin, "done");
  std::exit(0);
}

// Into the supervisor's group, which is of the same session.
void LeaveGroup() {
  if (::setpgid(0, ::getpgid(::getppid())) != 0) ::_exit(65);
}

// A process that lost its parent and says one more event later, while the worker hangs.
void LeaveTalkingOrphan(const Standin& standin) {
  if (::fork() != 0) return;
  if (::fork() != 0) ::_exit(0);
  ::setsid();
  ::usleep(300'000);
  Send(standin, "begin", {{"what", "context"}});
  ::_exit(0);
}

// Every 200 microseconds another process that has forked the next one and ends.
void LeaveChain() {
  if (::fork() != 0) return;
  ::setsid();
  for (int i = 0; i < 100'000; ++i) {
    ::usleep(200);
    if (::fork() != 0) ::_exit(0);
  }
  ::_exit(0);
}

[[noreturn]] void AfterDone(const Standin& standin) {
  if (standin.Is("crashes_after_done")) Die(SIGSEGV);
  if (standin.Is("hangs_after_done")) Hang();
  if (standin.Is("half_line_after_done")) WriteAll(standin.channel, "begin\twhat=imp");
  if (standin.Is("more_after_done")) Send(standin, "begin", {{"what", "import"}});
  std::exit(standin.Is("exits_after_done") ? std::atoi(standin.Word(1).c_str()) : 0);
}

[[noreturn]] void Run(const Standin& standin) {
  std::cout << "standin: a line on stdout" << std::endl;
  std::cerr << "standin: a line on stderr" << std::endl;
  if (standin.Is("silent")) std::exit(0);
  if (standin.Is("exits")) std::exit(std::atoi(standin.Word(1).c_str()));
  if (standin.Is("hangs_silently")) Hang();
  if (standin.Is("ends_with_a_full_pipe")) EndWithFullPipe(standin);
  if (standin.Is("leaves_its_group")) LeaveGrandchild(false), LeaveGroup(), Hang();
  if (standin.Is("closes_channel")) ::close(standin.channel), Hang();
  if (standin.Is("garbage")) Garbage(standin), Hang();
  if (standin.Is("endless_line")) Flood(standin.channel, std::string(4096, 'a'));
  if (standin.Is("floods_channel")) Flood(standin.channel, "begin\twhat=import\n");
  if (standin.Is("floods_output")) Flood(STDOUT_FILENO, std::string(4096, 'x'));
  if (standin.Is("half_line_hangs")) HalfLine(standin), Hang();
  if (standin.Is("half_line_exits")) HalfLine(standin), std::exit(0);
  if (standin.Is("grandchild_keeps")) LeaveGrandchild(false);
  if (standin.Is("grandchild_setsid")) LeaveGrandchild(true);
  if (standin.Is("orphan_talks")) LeaveTalkingOrphan(standin), Hang();
  for (int i = 0; standin.Is("grandchildren_many") && i < 30; ++i) LeaveGrandchild(i % 2 == 0);
  if (standin.Is("grandchildren_chain")) LeaveChain();
  if (standin.Is("done_only")) {
    Send(standin, "done");
  } else {
    Report(standin);
  }
  AfterDone(standin);
}

Standin Parse(const std::vector<std::string>& arguments) {
  Standin standin;
  const char* variable = std::getenv("KERNODECK_STANDIN");
  std::string mode = variable == nullptr ? "passes" : variable;
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    if (arguments[i] == "--channel") standin.channel = std::atoi(arguments[i + 1].c_str());
    if (arguments[i] == "--mode") standin.mode_of_worker = arguments[i + 1];
    if (arguments[i] == "--device-index") {
      standin.device_index = static_cast<std::size_t>(std::atoi(arguments[i + 1].c_str()));
    }
    if (arguments[i] == "--standin") mode = arguments[i + 1];
  }
  std::vector<std::string> each;
  std::istringstream modes(mode);
  for (std::string one; std::getline(modes, one, ',');) each.push_back(one);
  standin.devices = std::max<std::size_t>(each.size(), 1);
  if (each.size() > 1) {
    // Who asks for no device in particular asks a driver that is well.
    const bool one_device = standin.mode_of_worker == "gpu";
    mode = one_device && standin.device_index < each.size() ? each[standin.device_index] : "passes";
  }
  if (mode == "none_visible") {
    standin.devices = 0;
    if (standin.mode_of_worker == "gpu") mode = "fails:device:no_device";
  }
  std::istringstream words(mode);
  for (std::string word; std::getline(words, word, ':');) standin.words.push_back(word);
  return standin;
}

// A mode that is misspelt must not pass for one that behaves.
bool IsKnown(const std::string& mode) {
  static const std::set<std::string> names = {"passes",
                                              "crashes",
                                              "is_killed",
                                              "hangs",
                                              "stops",
                                              "fails",
                                              "wrong_value",
                                              "skips",
                                              "ends_without_begin",
                                              "unknown_stage",
                                              "done_only",
                                              "wrong_protocol",
                                              "more_after_done",
                                              "exits_after_done",
                                              "crashes_after_done",
                                              "hangs_after_done",
                                              "half_line_after_done",
                                              "ends_with_a_full_pipe",
                                              "leaves_its_group",
                                              "slow",
                                              "none_visible",
                                              "silent",
                                              "exits",
                                              "hangs_silently",
                                              "closes_channel",
                                              "garbage",
                                              "endless_line",
                                              "floods_channel",
                                              "floods_output",
                                              "half_line_hangs",
                                              "half_line_exits",
                                              "grandchild_keeps",
                                              "grandchild_setsid",
                                              "grandchildren_many",
                                              "grandchildren_chain",
                                              "orphan_talks"};
  return names.count(mode) != 0;
}

}  // namespace
}  // namespace kernodeck

int main(int argc, char** argv) {
  const kernodeck::Standin standin = kernodeck::Parse({argv + 1, argv + argc});
  if (standin.channel < 0) {
    std::cerr << "standin: needs --channel FD\n";
    return 64;
  }
  if (!kernodeck::IsKnown(standin.Word(0))) {
    std::cerr << "standin: no mode is called " << standin.Word(0) << "\n";
    return 64;
  }
  kernodeck::Run(standin);
}
