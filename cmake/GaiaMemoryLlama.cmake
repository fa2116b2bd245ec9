# The model runtime (llama.cpp with ggml), one of:
#   prebuilt  the binaries of npm's @node-llama-cpp packages; `scripts/setup` puts them in the cache
#   system    whatever find_package(llama) finds
#   source    built from the sources in npm's node-llama-cpp package (about 20 minutes)
#   none      no models in this process; memories are found by keywords
# Defines the target gaia_memory_llama and sets GAIA_MEMORY_HAS_LLAMA.

set(GAIA_MEMORY_LLAMA "prebuilt" CACHE STRING "Where llama.cpp comes from: prebuilt, system, source or none")
set_property(CACHE GAIA_MEMORY_LLAMA PROPERTY STRINGS prebuilt system source none)
set(GAIA_MEMORY_LLAMA_VERSION "0.4.0")

if(DEFINED ENV{XDG_CACHE_HOME} AND NOT "$ENV{XDG_CACHE_HOME}" STREQUAL "")
  set(gaia_memory_cache "$ENV{XDG_CACHE_HOME}/gaia-memory")
else()
  set(gaia_memory_cache "$ENV{HOME}/.cache/gaia-memory")
endif()
set(GAIA_MEMORY_LLAMA_DIR "${gaia_memory_cache}/llama.cpp-${GAIA_MEMORY_LLAMA_VERSION}" CACHE PATH
    "Folder with the prebuilt runtime (include/, lib/) or its sources (source/)")

add_library(gaia_memory_llama INTERFACE)
set(GAIA_MEMORY_HAS_LLAMA ON)
set(GAIA_MEMORY_RUNTIME_FILES "")  # shared libraries that an installed product carries

if(GAIA_MEMORY_LLAMA STREQUAL "prebuilt")
  if(NOT EXISTS "${GAIA_MEMORY_LLAMA_DIR}/include/llama.h")
    message(FATAL_ERROR
      "The model runtime is not in ${GAIA_MEMORY_LLAMA_DIR}.\n"
      "Run scripts/setup to fetch it, or configure with -DGAIA_MEMORY_LLAMA=none to do without.")
  endif()
  set(lib "${GAIA_MEMORY_LLAMA_DIR}/lib")
  file(GLOB GAIA_MEMORY_RUNTIME_FILES "${lib}/*${CMAKE_SHARED_LIBRARY_SUFFIX}*")
  # libllama.v0.4.0.so, and libllama.metal.v0.4.0.dylib on macOS.
  foreach(part llama ggml ggml-base)
    file(GLOB file "${lib}/*${part}.v${GAIA_MEMORY_LLAMA_VERSION}${CMAKE_SHARED_LIBRARY_SUFFIX}"
                   "${lib}/*${part}.metal.v${GAIA_MEMORY_LLAMA_VERSION}${CMAKE_SHARED_LIBRARY_SUFFIX}"
                   "${lib}/*${part}${CMAKE_SHARED_LIBRARY_SUFFIX}")
    if(NOT file)
      message(FATAL_ERROR "${lib} has no ${part} library; remove ${GAIA_MEMORY_LLAMA_DIR} and run scripts/setup again.")
    endif()
    list(GET file 0 file)
    target_link_libraries(gaia_memory_llama INTERFACE "${file}")
  endforeach()
  target_include_directories(gaia_memory_llama SYSTEM INTERFACE "${GAIA_MEMORY_LLAMA_DIR}/include")
  set(GAIA_MEMORY_RUNTIME_DIR "${lib}")
elseif(GAIA_MEMORY_LLAMA STREQUAL "system")
  find_package(llama REQUIRED)
  target_link_libraries(gaia_memory_llama INTERFACE llama)
  set(GAIA_MEMORY_RUNTIME_DIR "")
elseif(GAIA_MEMORY_LLAMA STREQUAL "source")
  if(NOT EXISTS "${GAIA_MEMORY_LLAMA_DIR}/source/CMakeLists.txt")
    message(FATAL_ERROR
      "The sources of llama.cpp are not in ${GAIA_MEMORY_LLAMA_DIR}/source.\n"
      "Run scripts/setup --runtime source to fetch them.")
  endif()
  # Linked in whole: one file to install. That takes one set of kernels for every processor it may
  # run on, so those of the building machine are left out: on x86-64 all that goes beyond the
  # baseline. Models then run several times slower than with the prebuilt runtime, which chooses
  # among sets; whoever builds for one machine passes -DGGML_NATIVE=ON.
  function(gaia_memory_add_llama)
    set(BUILD_SHARED_LIBS OFF)
    foreach(part COMMON TESTS TOOLS EXAMPLES SERVER APP)
      set(LLAMA_BUILD_${part} OFF CACHE BOOL "" FORCE)
    endforeach()
    set(GGML_NATIVE OFF CACHE BOOL "Use all instructions of the building machine")
    if(NOT GGML_NATIVE)
      foreach(instructions SSE42 AVX AVX2 BMI2 FMA F16C)
        set(GGML_${instructions} OFF CACHE BOOL "")
      endforeach()
    endif()
    set(GGML_OPENMP OFF CACHE BOOL "" FORCE)
    add_subdirectory("${GAIA_MEMORY_LLAMA_DIR}/source" "${PROJECT_BINARY_DIR}/llama.cpp" EXCLUDE_FROM_ALL SYSTEM)
  endfunction()
  gaia_memory_add_llama()
  target_link_libraries(gaia_memory_llama INTERFACE llama ggml)
  set(GAIA_MEMORY_RUNTIME_DIR "")
elseif(GAIA_MEMORY_LLAMA STREQUAL "none")
  set(GAIA_MEMORY_HAS_LLAMA OFF)
  set(GAIA_MEMORY_RUNTIME_DIR "")
else()
  message(FATAL_ERROR "GAIA_MEMORY_LLAMA is '${GAIA_MEMORY_LLAMA}'; it takes prebuilt, system, source or none")
endif()
