#include "plugin/diagnosis/python_wording.h"

#include <string>
#include <string_view>

namespace kernodeck {
namespace {

void ReplaceAll(std::string_view from, std::string_view to, std::string& text) {
  for (std::size_t place = text.find(from); place != std::string::npos;
       place = text.find(from, place + to.size())) {
    text.replace(place, from.size(), to);
  }
}

void SayTorch(std::string& text) {
  ReplaceAll("LibTorch (or, for a Python target, torch)", "torch", text);
  ReplaceAll("LibTorch (or torch)", "torch", text);
  ReplaceAll("LibTorch", "torch", text);
}

}  // namespace

Verdict InWordsForPython(Verdict verdict) {
  if (verdict.cause == Cause::kNotFound) {
    verdict.message = "This Python has no torch.";
    verdict.next_step =
        "Install it there (`EXE -m pip install torch`), or name the Python that has it; "
        "`kernodeck where --python EXE` shows which one was asked.";
  }
  if (verdict.cause == Cause::kHangLibrarySearch) {
    ReplaceAll("Looking for LibTorch", "Looking at this Python's interpreter", verdict.message);
    ReplaceAll("a local copy with --libtorch DIR", "a Python that lies elsewhere with --python EXE",
               verdict.next_step);
  }
  SayTorch(verdict.message);
  SayTorch(verdict.next_step);
  return verdict;
}

}  // namespace kernodeck
