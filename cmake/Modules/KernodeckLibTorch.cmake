#[=======================================================================[.rst:
KernodeckLibTorch
-----------------

.. command:: kernodeck_find_libtorch

  Finds a LibTorch (a Python wheel, a zip or Debian package, a Conda environment) from its files alone: no CUDA toolkit
  is needed, and neither ``find_package(Torch)`` nor ``find_package(CUDA)`` is called::

    kernodeck_find_libtorch([REQUIRED] [QUIET] [PREFIX <dir>] [PINNED <dir>])

  ``REQUIRED``
    A LibTorch that is not found, or that was named and cannot be used, is an error. Without it the call ends with a
    message and ``KERNODECK_LIBTORCH_FOUND`` false, so that a project can build what needs no LibTorch.
  ``QUIET``
    Prints warnings and errors only.
  ``PREFIX <dir>``
    Looks in ``<dir>`` and nowhere else.
  ``PINNED <dir>``
    Where to look last, after the system's.

  Any other argument is an error. The order is: ``PREFIX``; the cache variable ``KERNODECK_LIBTORCH``, then the
  environment variable of that name (a folder; ``OFF`` builds without LibTorch); the folders in ``CMAKE_PREFIX_PATH``
  (variable, then environment); the torch of the ``python3`` in ``PATH``, which is not imported; the system's
  (``KERNODECK_LIBTORCH_SYSTEM_PREFIXES``, by default ``/usr;/usr/local``); ``PINNED``. What was named explicitly is never
  replaced by another: if it cannot be used, that is a warning, or with ``REQUIRED`` an error.

  A folder may be a prefix (``lib/libtorch.so``, ``lib/<multiarch>/``, ``lib64/``), a ``torch`` package, a
  ``site-packages`` folder, a virtual or Conda environment, or the folder of the libraries itself.

  Where a target ``torch`` exists already (a ``find_package(Torch)`` of the caller, or a source build), it is wrapped, and
  nothing is searched.

  Imported targets, global:

  ``LibTorch::torch``
    What a user links: include folders, C++ standard, ``_GLIBCXX_USE_CXX11_ABI``, and the libraries, the GPU's among
    them in a way that no linker default drops.
  ``LibTorch::c10``, ``LibTorch::torch_cpu``
    The single libraries.
  ``LibTorch::torch_cuda`` and ``LibTorch::c10_cuda``, or ``LibTorch::torch_hip`` and ``LibTorch::c10_hip``
    Only where the package has them.
  ``LibTorch::cuda_headers``
    The CUDA headers that a wheel carries (``nvidia/*/include``), where it does.

  Variables in the caller's scope: ``KERNODECK_LIBTORCH_FOUND``, and ``KERNODECK_LIBTORCH_<name>`` for ``DIR`` (of the
  libraries), ``INCLUDE_DIR``, ``LIBRARIES``, ``VERSION``, ``BACKEND`` (``cuda``, ``rocm``, ``cpu``), ``CUDA_VERSION``,
  ``HIP_VERSION``, ``CXX11_ABI`` (0 or 1), ``CXX_STANDARD``, ``RULE`` (how it was found) and ``REASONS`` (one sentence
  for each place that was looked at first and not taken). What is not known is empty.

.. command:: kernodeck_locate_libtorch

  The same search with the same arguments and variables, without targets. Works in script mode, where the check that a
  program links falls away.
#]=======================================================================]

include_guard(GLOBAL)
cmake_policy(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/KernodeckLibTorchInspect.cmake")

set_property(GLOBAL PROPERTY _KERNODECK_LIBTORCH_RESULTS
             FOUND DIR INCLUDE_DIR LIBRARIES VERSION BACKEND CUDA_VERSION HIP_VERSION CXX11_ABI CXX_STANDARD RULE REASONS)

macro(_kernodeck_return_libtorch)
  get_property(_names GLOBAL PROPERTY _KERNODECK_LIBTORCH_RESULTS)
  foreach(_name IN LISTS _names)
    set(KERNODECK_LIBTORCH_${_name} "${KERNODECK_LIBTORCH_${_name}}" PARENT_SCOPE)
  endforeach()
endmacro()

macro(_kernodeck_parse_libtorch_arguments)
  cmake_parse_arguments(PARSE_ARGV 0 arg "REQUIRED;QUIET" "PREFIX;PINNED" "")
  if(arg_UNPARSED_ARGUMENTS OR arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${CMAKE_CURRENT_FUNCTION}: what is '${arg_UNPARSED_ARGUMENTS}${arg_KEYWORDS_MISSING_VALUES}'? "
            "The arguments are REQUIRED, QUIET, PREFIX <dir> and PINNED <dir>.")
  endif()
endmacro()

# The torch package folder of the python3 in PATH, found without importing it; empty when it has none.
function(_kernodeck_python_torch out)
  set(program "import importlib.util, os, sys; sys.path[:] = [p for p in sys.path if p]; \
spec = importlib.util.find_spec('torch'); print(os.path.dirname(spec.origin) if spec and spec.origin else '')")
  execute_process(COMMAND python3 -c "${program}" OUTPUT_VARIABLE folder ERROR_QUIET RESULT_VARIABLE failed
                  OUTPUT_STRIP_TRAILING_WHITESPACE TIMEOUT 20)
  if(failed)
    set(folder "")
  endif()
  set(${out} "${folder}" PARENT_SCOPE)
endfunction()

# Where to look: `folders`, `rules` (one for each) and `explicit` (the first is the only one).
function(_kernodeck_libtorch_places prefix pinned)
  set(explicit TRUE PARENT_SCOPE)
  if(prefix)
    set(folders "${prefix}" PARENT_SCOPE)
    set(rules "PREFIX" PARENT_SCOPE)
    return()
  elseif(NOT "${KERNODECK_LIBTORCH}" STREQUAL "")
    set(folders "${KERNODECK_LIBTORCH}" PARENT_SCOPE)
    set(rules "the variable KERNODECK_LIBTORCH" PARENT_SCOPE)
    return()
  elseif(NOT "$ENV{KERNODECK_LIBTORCH}" STREQUAL "")
    set(folders "$ENV{KERNODECK_LIBTORCH}" PARENT_SCOPE)
    set(rules "the environment variable KERNODECK_LIBTORCH" PARENT_SCOPE)
    return()
  endif()
  set(folders "")
  set(rules "")
  string(REPLACE ":" ";" environment "$ENV{CMAKE_PREFIX_PATH}")
  foreach(folder IN LISTS CMAKE_PREFIX_PATH environment)
    list(APPEND folders "${folder}")
    list(APPEND rules "CMAKE_PREFIX_PATH")
  endforeach()
  _kernodeck_python_torch(python)
  if(python STREQUAL "")
    set(python "-")  # a list cannot hold an empty first element
  endif()
  list(APPEND folders "${python}")
  list(APPEND rules "the active Python's torch")
  if(NOT DEFINED KERNODECK_LIBTORCH_SYSTEM_PREFIXES)
    set(KERNODECK_LIBTORCH_SYSTEM_PREFIXES /usr /usr/local)
  endif()
  foreach(folder IN LISTS KERNODECK_LIBTORCH_SYSTEM_PREFIXES)
    list(APPEND folders "${folder}")
    list(APPEND rules "the system's")
  endforeach()
  if(pinned)
    list(APPEND folders "${pinned}")
    list(APPEND rules "the pinned wheel")
  endif()
  set(explicit FALSE PARENT_SCOPE)
  set(folders "${folders}" PARENT_SCOPE)
  set(rules "${rules}" PARENT_SCOPE)
endfunction()

# Says what was found, or what was wrong with each place.
function(_kernodeck_report_libtorch explicit required quiet)
  if(NOT quiet)
    foreach(reason IN LISTS KERNODECK_LIBTORCH_REASONS)
      message(STATUS "LibTorch not taken: ${reason}")
    endforeach()
  endif()
  if(KERNODECK_LIBTORCH_FOUND)
    set(build "${KERNODECK_LIBTORCH_CUDA_VERSION}${KERNODECK_LIBTORCH_HIP_VERSION}")
    string(STRIP "${KERNODECK_LIBTORCH_BACKEND} ${build}" build)
    if(NOT quiet)
      message(STATUS "LibTorch taken: ${KERNODECK_LIBTORCH_VERSION}, backend ${build}, C++11 ABI "
              "${KERNODECK_LIBTORCH_CXX11_ABI}, in ${KERNODECK_LIBTORCH_DIR} (${KERNODECK_LIBTORCH_RULE})")
      if(KERNODECK_LIBTORCH_CXX11_ABI STREQUAL "0")
        message(STATUS "This LibTorch has the C++ ABI from before C++11: what is linked with it, GoogleTest "
                "included, must be compiled with _GLIBCXX_USE_CXX11_ABI=0 too")
      endif()
    endif()
    return()
  endif()
  string(REPLACE ";" "\n  " reasons "${KERNODECK_LIBTORCH_REASONS}")
  if(required)
    message(FATAL_ERROR "No LibTorch can be used:\n  ${reasons}\nName one with -DKERNODECK_LIBTORCH=<folder>.")
  elseif(explicit)
    message(WARNING "The LibTorch that was named cannot be used:\n  ${reasons}\nThe build goes on without LibTorch.")
  elseif(NOT quiet)
    message(STATUS "No LibTorch was found: what needs one is not built. Name one with -DKERNODECK_LIBTORCH=<folder>.")
  endif()
endfunction()

function(kernodeck_locate_libtorch)
  _kernodeck_parse_libtorch_arguments()
  get_property(names GLOBAL PROPERTY _KERNODECK_LIBTORCH_RESULTS)
  foreach(name IN LISTS names)
    set(KERNODECK_LIBTORCH_${name} "")
  endforeach()
  set(KERNODECK_LIBTORCH_FOUND FALSE)
  _kernodeck_libtorch_places("${arg_PREFIX}" "${arg_PINNED}")
  if(explicit AND folders MATCHES "^(OFF|off|NO|no|none|0)$" AND NOT EXISTS "${folders}")
    if(arg_REQUIRED)
      message(FATAL_ERROR "KERNODECK_LIBTORCH is ${folders}, and a LibTorch is required here.")
    elseif(NOT arg_QUIET)
      message(STATUS "No LibTorch is wanted (KERNODECK_LIBTORCH is ${folders})")
    endif()
    _kernodeck_return_libtorch()
    return()
  endif()
  foreach(folder rule IN ZIP_LISTS folders rules)
    if(folder STREQUAL "-")
      list(APPEND KERNODECK_LIBTORCH_REASONS "${rule}: there is none")
      continue()
    endif()
    get_filename_component(folder "${folder}" ABSOLUTE BASE_DIR "$ENV{PWD}")
    _kernodeck_inspect_libtorch("${folder}")
    if(found_fault)
      list(APPEND KERNODECK_LIBTORCH_REASONS "${rule}: ${folder}: ${found_fault}")
      continue()
    endif()
    set(KERNODECK_LIBTORCH_FOUND TRUE)
    set(KERNODECK_LIBTORCH_RULE "${rule}")
    foreach(name IN ITEMS DIR INCLUDE_DIR LIBRARIES VERSION BACKEND CUDA_VERSION HIP_VERSION CXX11_ABI CXX_STANDARD)
      set(KERNODECK_LIBTORCH_${name} "${found_${name}}")
    endforeach()
    break()
  endforeach()
  _kernodeck_report_libtorch("${explicit}" "${arg_REQUIRED}" "${arg_QUIET}")
  _kernodeck_return_libtorch()
endfunction()

# A library of the package as LibTorch::<name>, when it is there.
function(_kernodeck_import_library name)
  set(file "${KERNODECK_LIBTORCH_DIR}/lib${name}.so")
  if(NOT EXISTS "${file}")
    return()
  endif()
  add_library(LibTorch::${name} SHARED IMPORTED GLOBAL)
  set_target_properties(LibTorch::${name} PROPERTIES IMPORTED_LOCATION "${file}")
  target_include_directories(LibTorch::${name} INTERFACE
    "${KERNODECK_LIBTORCH_INCLUDE_DIR}" "${KERNODECK_LIBTORCH_INCLUDE_DIR}/torch/csrc/api/include")
  target_compile_definitions(LibTorch::${name} INTERFACE _GLIBCXX_USE_CXX11_ABI=${KERNODECK_LIBTORCH_CXX11_ABI})
  target_compile_features(LibTorch::${name} INTERFACE cxx_std_${KERNODECK_LIBTORCH_CXX_STANDARD})
  if(ARGN)
    target_link_libraries(LibTorch::${name} INTERFACE ${ARGN})
  endif()
endfunction()

# What a wheel of CUDA carries beside torch: nvidia/cu13/include, or nvidia/cuda_runtime/include and its like.
function(_kernodeck_import_cuda_headers)
  file(GLOB folders "${KERNODECK_LIBTORCH_DIR}/../../nvidia/*/include")
  set(real_folders "")
  set(runtime FALSE)
  foreach(folder IN LISTS folders)
    file(REAL_PATH "${folder}" folder)
    list(APPEND real_folders "${folder}")
    if(EXISTS "${folder}/cuda_runtime_api.h")
      set(runtime TRUE)
    endif()
  endforeach()
  if(runtime)
    add_library(LibTorch::cuda_headers INTERFACE IMPORTED GLOBAL)
    target_include_directories(LibTorch::cuda_headers INTERFACE ${real_folders})
  endif()
endfunction()

function(_kernodeck_import_libtorch)
  _kernodeck_import_library(c10)
  _kernodeck_import_library(torch_cpu LibTorch::c10)
  add_library(LibTorch::torch INTERFACE IMPORTED GLOBAL)
  foreach(gpu IN ITEMS cuda hip)
    _kernodeck_import_library(c10_${gpu} LibTorch::c10)
    _kernodeck_import_library(torch_${gpu} LibTorch::torch_cpu)
    if(TARGET LibTorch::torch_${gpu})
      # No symbol of the GPU library is used: it registers itself when it is loaded. The item is one word for CMake, so
      # that no sorting of the link line can part the library from its flags.
      set(file "${KERNODECK_LIBTORCH_DIR}/libtorch_${gpu}.so")
      target_link_libraries(LibTorch::torch INTERFACE "-Wl,--push-state,--no-as-needed,\"${file}\",--pop-state")
    endif()
  endforeach()
  target_link_libraries(LibTorch::torch INTERFACE LibTorch::torch_cpu LibTorch::c10)
  if(KERNODECK_LIBTORCH_BACKEND STREQUAL "cuda")
    _kernodeck_import_cuda_headers()
  endif()
endfunction()

# The caller's own target `torch` under our names. What it is made of is the caller's affair.
function(_kernodeck_wrap_libtorch)
  add_library(LibTorch::torch INTERFACE IMPORTED GLOBAL)
  target_link_libraries(LibTorch::torch INTERFACE torch)
  if(TARGET torch_library)  # find_package(Torch) keeps the flags against dropped libraries here
    target_link_libraries(LibTorch::torch INTERFACE torch_library)
  endif()
  foreach(name IN ITEMS c10 torch_cpu torch_cuda c10_cuda torch_hip c10_hip)
    if(TARGET ${name})
      add_library(LibTorch::${name} INTERFACE IMPORTED GLOBAL)
      target_link_libraries(LibTorch::${name} INTERFACE ${name})
    elseif(name MATCHES "^(c10|torch_cpu)$")
      add_library(LibTorch::${name} INTERFACE IMPORTED GLOBAL)
      target_link_libraries(LibTorch::${name} INTERFACE LibTorch::torch)
    endif()
  endforeach()
  get_target_property(file torch IMPORTED_LOCATION)
  if(NOT file)
    get_target_property(file torch IMPORTED_LOCATION_RELEASE)
  endif()
  if(file)
    get_filename_component(folder "${file}" DIRECTORY)
    _kernodeck_inspect_libtorch("${folder}")
    foreach(name IN ITEMS DIR INCLUDE_DIR LIBRARIES VERSION BACKEND CUDA_VERSION HIP_VERSION CXX11_ABI CXX_STANDARD)
      set(KERNODECK_LIBTORCH_${name} "${found_${name}}" PARENT_SCOPE)
    endforeach()
  endif()
endfunction()

function(kernodeck_find_libtorch)
  _kernodeck_parse_libtorch_arguments()
  get_property(names GLOBAL PROPERTY _KERNODECK_LIBTORCH_RESULTS)
  if(TARGET LibTorch::torch)  # a second call, from another folder of the same build
    foreach(name IN LISTS names)
      get_property(KERNODECK_LIBTORCH_${name} GLOBAL PROPERTY _KERNODECK_LIBTORCH_${name})
    endforeach()
    _kernodeck_return_libtorch()
    return()
  endif()
  foreach(name IN LISTS names)
    set(KERNODECK_LIBTORCH_${name} "")
  endforeach()
  if(TARGET torch)
    _kernodeck_wrap_libtorch()
    set(KERNODECK_LIBTORCH_FOUND TRUE)
    set(KERNODECK_LIBTORCH_RULE "the target torch of the calling project")
    if(NOT arg_QUIET)
      message(STATUS "LibTorch taken: the target torch that this project has already; nothing is searched")
    endif()
  else()
    kernodeck_locate_libtorch(${ARGV})
    if(KERNODECK_LIBTORCH_FOUND)
      _kernodeck_import_libtorch()
    endif()
  endif()
  foreach(name IN LISTS names)
    set_property(GLOBAL PROPERTY _KERNODECK_LIBTORCH_${name} "${KERNODECK_LIBTORCH_${name}}")
  endforeach()
  _kernodeck_return_libtorch()
endfunction()
