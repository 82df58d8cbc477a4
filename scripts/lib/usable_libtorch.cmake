# cmake -DFOLDER=<dir> -P usable_libtorch.cmake: succeeds when FOLDER holds a LibTorch that a probe can be built for.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/Modules/KernodeckLibTorch.cmake")
kernodeck_locate_libtorch(QUIET REQUIRED PREFIX "${FOLDER}")
