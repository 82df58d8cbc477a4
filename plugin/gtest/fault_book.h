#ifndef KERNODECK_PLUGIN_GTEST_FAULT_BOOK_H_
#define KERNODECK_PLUGIN_GTEST_FAULT_BOOK_H_

#include <map>
#include <optional>
#include <string>

#include "kernodeck/policy.h"
#include "plugin/gtest/fault.h"

namespace kernodeck {

// Keeps one fault from making more than one red test: remembers whom each was charged to. Not
// thread-safe.
class FaultBook {
 public:
  // What `test` is told that meets `fault`. It is charged where nobody was yet; where it was
  // charged itself (it asks twice, or is repeated) it fails again.
  [[nodiscard]] Answer Meet(const Fault& fault, const TestId& test, Policy policy);
  // The same for a test that only asks: nobody is charged.
  [[nodiscard]] Answer LookUp(const Fault& fault, const TestId& test, Policy policy) const;

  // `test` was charged with the faults of that key already, here or in another process.
  void Charge(const std::string& key, const TestId& test) { charged_.try_emplace(key, test); }

  // The test that was charged, if any.
  [[nodiscard]] std::optional<TestId> ChargedTo(const std::string& key) const;

  // Faults of that key are new ones from now on.
  void Forget(const std::string& key) { charged_.erase(key); }

 private:
  std::map<std::string, TestId> charged_;
};

}  // namespace kernodeck

#endif  // KERNODECK_PLUGIN_GTEST_FAULT_BOOK_H_
