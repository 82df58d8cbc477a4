#[=======================================================================[.rst:
KernodeckCcache
---------------

``kernodeck_use_ccache()`` puts ccache in front of the compiler where ccache is there and no launcher was chosen. Its
store is ``CCACHE_DIR`` of the environment, else ``.ccache`` in the clone, else (a read-only clone) in the build folder:
never in the home folder.
#]=======================================================================]

function(kernodeck_use_ccache)
  if(CMAKE_CXX_COMPILER_LAUNCHER)
    return()
  endif()
  find_program(KERNODECK_CCACHE ccache)
  mark_as_advanced(KERNODECK_CCACHE)
  if(NOT KERNODECK_CCACHE)
    return()
  endif()
  set(store "$ENV{CCACHE_DIR}")
  if(store STREQUAL "")
    set(store "${PROJECT_SOURCE_DIR}/.ccache")
    execute_process(COMMAND test -w "${PROJECT_SOURCE_DIR}" RESULT_VARIABLE read_only)
    if(read_only)
      set(store "${PROJECT_BINARY_DIR}/.ccache")
    endif()
  endif()
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_DIR=${store}" "${KERNODECK_CCACHE}" PARENT_SCOPE)
endfunction()
