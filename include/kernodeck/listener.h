// API of this header
//   Listener  charges failures to codes, synchronizes devices, and writes the reports
#ifndef KERNODECK_LISTENER_H_
#define KERNODECK_LISTENER_H_

#include <gtest/gtest.h>

#include <memory>

namespace kernodeck {

/// The plugin as a GoogleTest listener. RunAllTests() and Environment append one by themselves; a
/// second one does nothing. By hand, for a main that wants nothing else of the plugin:
///
///   testing::UnitTest::GetInstance()->listeners().Append(new kernodeck::Listener);
///
/// At the start of each test it fails or skips those whose suite is not ready. At the end it
/// synchronizes the devices after a GPU test, so that an asynchronous error fails the test that
/// caused it; charges a failed test to its code; and writes the reports that `--kernodeck_output`
/// names. Append it last: listeners are told of an end in reverse order, and what it finds has to
/// be there when the others look. At the end of each iteration it fails the run where flags or
/// variables are wrong, where fewer GPU tests ran than were asked for, and where the machine was
/// not ready and no test failed for it; RunAllTests() does so by its exit status instead. A process
/// that is ended by `exit` in the middle of a run ends with status 1.
class Listener : public testing::EmptyTestEventListener {
 public:
  Listener();
  ~Listener() override;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  void OnTestProgramStart(const testing::UnitTest& unit_test) override;
  void OnTestIterationStart(const testing::UnitTest& unit_test, int iteration) override;
  void OnTestSuiteStart(const testing::TestSuite& suite) override;
  void OnTestStart(const testing::TestInfo& test) override;
  void OnTestPartResult(const testing::TestPartResult& part) override;
  void OnTestEnd(const testing::TestInfo& test) override;
  void OnTestSuiteEnd(const testing::TestSuite& suite) override;
  void OnTestIterationEnd(const testing::UnitTest& unit_test, int iteration) override;
  void OnTestProgramEnd(const testing::UnitTest& unit_test) override;

 private:
  class Work;
  // In a process that a test forked, it hears nothing.
  [[nodiscard]] bool Hears() const;

  std::unique_ptr<Work> work_;
};

}  // namespace kernodeck

#endif  // KERNODECK_LISTENER_H_
