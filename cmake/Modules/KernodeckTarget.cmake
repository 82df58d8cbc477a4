#[=======================================================================[.rst:
KernodeckTarget
---------------

``kernodeck_configure_target(<target>)`` gives one of this project's own targets its language level, warnings and
include roots, and the sanitizers in ``KERNODECK_SANITIZE`` (a list, e.g. ``address;undefined``). All of it is PRIVATE:
nothing reaches a consumer.
#]=======================================================================]

function(kernodeck_configure_target target)
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/include")
  if(KERNODECK_SANITIZE)
    list(JOIN KERNODECK_SANITIZE "," sanitizers)
    set(flags "-fsanitize=${sanitizers}" -fno-sanitize-recover=all -fno-omit-frame-pointer)
    target_compile_options(${target} PRIVATE ${flags})
    target_link_options(${target} PRIVATE ${flags})
  endif()
endfunction()
