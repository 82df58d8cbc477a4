// All of the GoogleTest plugin.
#ifndef KERNODECK_KERNODECK_H_
#define KERNODECK_KERNODECK_H_

#include "kernodeck/bytes.h"
#include "kernodeck/environment.h"
#include "kernodeck/gpu_test.h"
#include "kernodeck/listener.h"
#include "kernodeck/memory_check.h"
#include "kernodeck/policy.h"
#include "kernodeck/require.h"
#include "kernodeck/requirement.h"
#include "kernodeck/run_all_tests.h"

#endif  // KERNODECK_KERNODECK_H_
