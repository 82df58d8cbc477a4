#[=======================================================================[.rst:
KernodeckTarget
---------------

``kernodeck_configure_target(<target>)`` gives one of this project's own targets its language level, warnings and
include roots. Warnings are PRIVATE: they never reach a consumer.
#]=======================================================================]

function(kernodeck_configure_target target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/include")
endfunction()
