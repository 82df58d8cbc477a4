#ifndef KERNODECK_PLUGIN_DIAGNOSIS_BOOST_PROCESS_H_
#define KERNODECK_PLUGIN_DIAGNOSIS_BOOST_PROCESS_H_

// With std::filesystem, Boost.Process v2 uses these three and does not include them (1.81), so the
// order matters here.
// clang-format off
#include <boost/optional.hpp>
#include <boost/type_traits/decay.hpp>
#include <boost/type_traits/is_convertible.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/process/v2/default_launcher.hpp>
#include <boost/process/v2/process.hpp>
// clang-format on

#endif  // KERNODECK_PLUGIN_DIAGNOSIS_BOOST_PROCESS_H_
