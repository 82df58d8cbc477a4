# The rows of fault_rows.py as CTest tests, and what they need beyond the stand-ins.

# A program that is linked against the LibTorch of this build, and whose linker drops libtorch_cuda.
if(TARGET kernodeck_probe AND EXISTS "${KERNODECK_LIBTORCH_DIR}/libtorch_cuda.so")
  add_executable(standin_caller standin_caller.cc)
  kernodeck_configure_target(standin_caller)
  target_link_options(standin_caller PRIVATE
    "LINKER:--as-needed" "LINKER:--unresolved-symbols=ignore-in-shared-libs")
  target_link_libraries(standin_caller PRIVATE
    "${KERNODECK_LIBTORCH_DIR}/libtorch_cuda.so" "${KERNODECK_LIBTORCH_DIR}/libtorch_cpu.so"
    "${KERNODECK_LIBTORCH_DIR}/libc10.so")
  set_target_properties(standin_caller PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${standins}")
  set_property(GLOBAL APPEND PROPERTY KERNODECK_STANDIN_TARGETS standin_caller)
endif()

# The probe once more, for the LibTorch of the system's packages where there is one: a CPU-only build.
find_path(KERNODECK_SYSTEM_TORCH_HEADERS torch/version.h
          PATHS /usr/include/torch/csrc/api/include NO_DEFAULT_PATH)
find_library(KERNODECK_SYSTEM_TORCH_CPU torch_cpu PATHS /usr/lib/${CMAKE_LIBRARY_ARCHITECTURE} /usr/lib64
             NO_DEFAULT_PATH)
mark_as_advanced(KERNODECK_SYSTEM_TORCH_HEADERS KERNODECK_SYSTEM_TORCH_CPU)
if(KERNODECK_SYSTEM_TORCH_HEADERS AND KERNODECK_SYSTEM_TORCH_CPU)
  set(probe_folder "${PROJECT_SOURCE_DIR}/plugin/probe")
  add_library(system_torch_probe MODULE
    "${probe_folder}/caught_failure.cc" "${probe_folder}/computation.cc" "${probe_folder}/probe.cc"
    "${probe_folder}/torch_facts.cc")
  kernodeck_configure_target(system_torch_probe)
  target_include_directories(system_torch_probe SYSTEM PRIVATE "${KERNODECK_SYSTEM_TORCH_HEADERS}")
  set_target_properties(system_torch_probe PROPERTIES
    PREFIX "" CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON SKIP_BUILD_RPATH ON
    LIBRARY_OUTPUT_DIRECTORY "${standins}/probes")
  set_property(GLOBAL APPEND PROPERTY KERNODECK_STANDIN_TARGETS system_torch_probe)
endif()

if(KERNODECK_SANITIZE)
  message(STATUS "kernodeck: no tests of faults: a sanitizer's runtime and preloaded stand-ins exclude each other")
  return()
endif()
find_package(Python3 COMPONENTS Interpreter REQUIRED)
set(skipped 77)

# Tests are made from the table itself, when the build is configured: name, then labels.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  "${CMAKE_CURRENT_SOURCE_DIR}/fault_rows.py")
execute_process(
  COMMAND "${Python3_EXECUTABLE}" -B "${CMAKE_CURRENT_SOURCE_DIR}/run_faults.py" --list
  OUTPUT_VARIABLE rows OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

function(kernodeck_fault_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "LABELS;COMMAND")
  add_test(NAME fault.${name} COMMAND Python3::Interpreter -B ${arg_COMMAND})
  set_tests_properties(fault.${name} PROPERTIES
    LABELS "fault;${arg_LABELS}" TIMEOUT ${arg_TIMEOUT} SKIP_RETURN_CODE ${skipped})
endfunction()

set(runner "${CMAKE_CURRENT_SOURCE_DIR}/run_faults.py" --bin "${PROJECT_BINARY_DIR}/bin")
string(REPLACE "\n" ";" rows "${rows}")
foreach(row IN LISTS rows)
  string(REPLACE " " ";" words "${row}")
  list(GET words 0 name)
  list(GET words 1 label)
  if(label STREQUAL "any")
    set(label "")
  endif()
  kernodeck_fault_test(${name} LABELS ${label} TIMEOUT 180 COMMAND ${runner} --row ${name})
endforeach()

# No verdict changes among libraries that talk, in another locale, and with a driver of other words.
foreach(surroundings IN ITEMS chatter locale texts)
  kernodeck_fault_test(all_among_${surroundings} TIMEOUT 900
    COMMAND ${runner} --surroundings ${surroundings})
endforeach()
kernodeck_fault_test(every_cause_has_a_test TIMEOUT 60
  COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/every_cause.py" --bin "${PROJECT_BINARY_DIR}/bin")
kernodeck_fault_test(host_check TIMEOUT 120
  COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/host_check_faults.py" --bin "${PROJECT_BINARY_DIR}/bin")

# What shows when a project is configured.
foreach(entry IN ITEMS 22_toolkit_missing:ToolkitMissing 23_other_abi_when_configured:OtherAbi)
  string(REPLACE ":" ";" words "${entry}")
  list(GET words 0 name)
  list(GET words 1 class)
  kernodeck_fault_test(${name} TIMEOUT 100 COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/configure_faults.py" ${class})
  set_property(TEST fault.${name} APPEND PROPERTY ENVIRONMENT
    "CMAKE=${CMAKE_COMMAND}" "CXX=${CMAKE_CXX_COMPILER}" "SOURCE=${PROJECT_SOURCE_DIR}")
endforeach()
