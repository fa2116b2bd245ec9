# Finds utf8proc, which ships no CMake package on most systems. Defines utf8proc::utf8proc.
find_path(utf8proc_INCLUDE_DIR utf8proc.h)
find_library(utf8proc_LIBRARY utf8proc)
if(utf8proc_INCLUDE_DIR AND EXISTS "${utf8proc_INCLUDE_DIR}/utf8proc.h")
  foreach(part MAJOR MINOR PATCH)
    file(STRINGS "${utf8proc_INCLUDE_DIR}/utf8proc.h" line REGEX "#define UTF8PROC_VERSION_${part} ")
    string(REGEX REPLACE "[^0-9]*8[^0-9]*([0-9]+).*" "\\1" utf8proc_${part} "${line}")
  endforeach()
  set(utf8proc_VERSION "${utf8proc_MAJOR}.${utf8proc_MINOR}.${utf8proc_PATCH}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(utf8proc
  REQUIRED_VARS utf8proc_LIBRARY utf8proc_INCLUDE_DIR VERSION_VAR utf8proc_VERSION)
if(utf8proc_FOUND AND NOT TARGET utf8proc::utf8proc)
  add_library(utf8proc::utf8proc UNKNOWN IMPORTED)
  set_target_properties(utf8proc::utf8proc PROPERTIES
    IMPORTED_LOCATION "${utf8proc_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${utf8proc_INCLUDE_DIR}")
endif()
mark_as_advanced(utf8proc_INCLUDE_DIR utf8proc_LIBRARY)
