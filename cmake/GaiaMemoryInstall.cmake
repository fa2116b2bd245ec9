# What `cmake --install` puts in place: the program, the library with its headers and CMake package,
# the model runtime that both load, and the licences. The folder may be moved as a whole.

include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/gaia_memory")
# The program finds it there, and src/runtime finds the kernels beside the runtime.
set(runtime_dir "lib/gaia-memory")

if(APPLE)
  set(origin "@loader_path")
else()
  set(origin "$ORIGIN")
endif()
# Relative, whatever depth LIBDIR has (lib, lib64, lib/x86_64-linux-gnu).
function(gaia_memory_set_rpath target from)
  if(NOT TARGET ${target})
    return()
  endif()
  set(rpath "")
  foreach(to "${runtime_dir}" "${CMAKE_INSTALL_LIBDIR}")
    file(RELATIVE_PATH way "/prefix/${from}" "/prefix/${to}")
    list(APPEND rpath "${origin}/${way}")
  endforeach()
  set_target_properties(${target} PROPERTIES INSTALL_RPATH "${rpath}")
endfunction()
gaia_memory_set_rpath(gaia_memory "${CMAKE_INSTALL_LIBDIR}")
gaia_memory_set_rpath(gaia-memory "${CMAKE_INSTALL_BINDIR}")

if(GAIA_MEMORY_RUNTIME_DIR)
  install(DIRECTORY "${GAIA_MEMORY_RUNTIME_DIR}/" DESTINATION "${runtime_dir}")
  install(FILES "${GAIA_MEMORY_LLAMA_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
          RENAME LICENSE.llama.cpp)
endif()
install(FILES LICENSE THIRD_PARTY_NOTICES.md DESTINATION "${CMAKE_INSTALL_DOCDIR}")

# A static library leaves linking the runtime to its users, who would need its archives as well.
get_target_property(type gaia_memory TYPE)
if(GAIA_MEMORY_LLAMA STREQUAL "source" AND type STREQUAL "STATIC_LIBRARY")
  message(STATUS "The library is not installed: with GAIA_MEMORY_LLAMA=source that takes BUILD_SHARED_LIBS=ON")
  return()
endif()

install(TARGETS gaia_memory EXPORT gaia_memoryTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
  RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY include/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.h")
install(EXPORT gaia_memoryTargets NAMESPACE gaia_memory:: DESTINATION "${package_dir}")

set(runtime_libraries "")
if(GAIA_MEMORY_LLAMA STREQUAL "prebuilt")
  get_target_property(files gaia_memory_llama INTERFACE_LINK_LIBRARIES)
  foreach(file ${files})
    cmake_path(GET file FILENAME name)
    list(APPEND runtime_libraries "${name}")
  endforeach()
endif()
set(PACKAGE_RUNTIME_DIR "${runtime_dir}")
configure_package_config_file(cmake/gaia_memoryConfig.cmake.in
  "${PROJECT_BINARY_DIR}/gaia_memoryConfig.cmake" INSTALL_DESTINATION "${package_dir}"
  PATH_VARS PACKAGE_RUNTIME_DIR NO_CHECK_REQUIRED_COMPONENTS_MACRO)
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file("${PROJECT_BINARY_DIR}/gaia_memoryConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/gaia_memoryConfig.cmake"
  "${PROJECT_BINARY_DIR}/gaia_memoryConfigVersion.cmake"
  cmake/Findutf8proc.cmake
  DESTINATION "${package_dir}")
