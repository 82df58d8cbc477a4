#!/usr/bin/env python3
"""That check_includes.py finds each kind of breach, and nothing where there is none (style.md, "The house")."""

import unittest

from check_includes import breaches_of


class BreachesOf(unittest.TestCase):
    def test_what_is_allowed_is_no_breach(self):
        for path, include in [
            ("plugin/report/a.cc", "<nlohmann/json.hpp>"),
            ("plugin/report/a.cc", '"plugin/core/event.h"'),
            ("plugin/probe/a.cc", '"plugin/worker/probe_interface.h"'),
            ("plugin/probe/a.cc", "<ATen/core/Tensor.h>"),
            ("plugin/cli/a.cc", '"kernodeck/code.h"'),
            ("plugin/core/a.cc", "<vector>"),
            ("plugin/gtest/a.cc", "<gtest/gtest.h>"),
            ("plugin/gtest/a.cc", '"plugin/report/read_report.h"'),
            ("include/kernodeck/a.h", "<gtest/gtest.h>"),
            ("plugin/gtest_main/main.cc", '"kernodeck/run_all_tests.h"'),
            ("tests/unit/core/a_test.cc", "<gtest/gtest.h>"),
        ]:
            with self.subTest(path=path, include=include):
                self.assertEqual(breaches_of(path, f"#include {include}\n"), [])

    def test_each_forbidden_arrow_is_named(self):
        for path, include in [
            ("plugin/core/a.cc", '"plugin/report/json_report.h"'),
            ("plugin/core/a.cc", "<nlohmann/json.hpp>"),
            ("plugin/report/a.cc", '"plugin/diagnosis/supervisor.h"'),
            ("plugin/worker/a.cc", "<torch/torch.h>"),
            ("plugin/worker/a.cc", '"plugin/report/json_report.h"'),
            ("plugin/probe/a.cc", '"plugin/worker/channel.h"'),
            ("plugin/probe/a.cc", '"plugin/core/event.h"'),
            ("plugin/cli/a.cc", "<ATen/ATen.h>"),
            ("plugin/cli/a.cc", "<gtest/gtest.h>"),
            ("plugin/cli/a.cc", "<boost/process/v2.hpp>"),
            ("plugin/diagnosis/a.cc", '"plugin/cli/command.h"'),
            ("include/kernodeck/a.h", '"plugin/core/event.h"'),
            ("plugin/gtest/a.cc", '"plugin/diagnosis/supervisor.h"'),
            ("plugin/gtest/a.cc", "<ATen/ATen.h>"),
            ("plugin/gtest/a.cc", "<boost/process/v2.hpp>"),
            ("plugin/gtest_main/main.cc", '"plugin/gtest/plugin.h"'),
            ("plugin/report/a.cc", '"plugin/gtest/session.h"'),
            ("plugin/core/a.cc", "<gtest/gtest.h>"),
        ]:
            with self.subTest(path=path, include=include):
                found = breaches_of(path, f"#pragma once\n#  include {include}\n")
                self.assertEqual(len(found), 1)
                self.assertIn(include.strip('<>"'), found[0])

    def test_the_length_has_a_limit(self):
        self.assertEqual(breaches_of("tests/a.cc", "\n" * 400), [])
        self.assertEqual(len(breaches_of("tests/a.cc", "\n" * 401)), 1)


if __name__ == "__main__":
    unittest.main()
