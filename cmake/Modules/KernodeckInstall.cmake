#[=======================================================================[.rst:
KernodeckInstall
----------------

``kernodeck_record_libtorch()`` writes ``lib/kernodeck/libtorch.txt`` in the build folder, beside the probe: one
``key=value`` a line about the LibTorch that the probe is built for (all empty without one). The installed copy has no
``library_dir``: what is installed may be moved to another machine.

``kernodeck_install()`` installs command, worker, probe and record in the shape that they have in the build folder, since
they find each other relative to the command.
#]=======================================================================]

function(kernodeck_record_libtorch)
  set(lines "version=${KERNODECK_LIBTORCH_VERSION}\nbackend=${KERNODECK_LIBTORCH_BACKEND}\n"
      "cuda=${KERNODECK_LIBTORCH_CUDA_VERSION}\nhip=${KERNODECK_LIBTORCH_HIP_VERSION}\n")
  string(JOIN "" lines ${lines})
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/installed/libtorch.txt" CONTENT "${lines}" @ONLY)
  file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/lib/kernodeck/libtorch.txt"
       CONTENT "${lines}library_dir=${KERNODECK_LIBTORCH_DIR}\n" @ONLY)
endfunction()

function(kernodeck_install)
  foreach(target IN ITEMS kernodeck kernodeck-worker)
    if(TARGET ${target})
      install(TARGETS ${target} RUNTIME DESTINATION bin)
    endif()
  endforeach()
  if(TARGET kernodeck)
    install(CODE [[
      file(CREATE_LINK kernodeck "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}/bin/kernodeck-diagnostic" SYMBOLIC)]])
  endif()
  if(TARGET kernodeck_probe)
    install(TARGETS kernodeck_probe LIBRARY DESTINATION lib/kernodeck)
  endif()
  install(FILES "${PROJECT_BINARY_DIR}/installed/libtorch.txt" DESTINATION lib/kernodeck)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/kernodeck" DESTINATION include)
endfunction()
