# Compiler settings, and the two functions that declare what the project is made of.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

add_library(gaia_memory_flags INTERFACE)
if(MSVC)
  target_compile_options(gaia_memory_flags INTERFACE /W4 /utf-8)
  if(GAIA_MEMORY_WERROR)
    target_compile_options(gaia_memory_flags INTERFACE /WX)
  endif()
else()
  target_compile_options(gaia_memory_flags INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
    # The library asks callers to leave fields out: store({.category = "fact", .content = "..."}).
    -Wno-missing-field-initializers)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # Sees overlaps in std::string (GCC bug 105651) and unset members of std::optional and
    # std::shared_ptr (GCC bug 80635) where there are none.
    target_compile_options(gaia_memory_flags INTERFACE -Wno-restrict -Wno-maybe-uninitialized)
  endif()
  if(GAIA_MEMORY_WERROR)
    target_compile_options(gaia_memory_flags INTERFACE -Werror)
  endif()
endif()
if(GAIA_MEMORY_SANITIZER STREQUAL "address")
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
elseif(GAIA_MEMORY_SANITIZER STREQUAL "thread")
  add_compile_options(-fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
elseif(GAIA_MEMORY_SANITIZER)
  message(FATAL_ERROR "GAIA_MEMORY_SANITIZER is '${GAIA_MEMORY_SANITIZER}'; it takes address or thread")
endif()

find_program(GAIA_MEMORY_CCACHE ccache)
if(GAIA_MEMORY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${GAIA_MEMORY_CCACHE}")
endif()

# gaia_memory_component(NAME SOURCES file... [LINK target...])
# The current folder of src/: an object library whose third-party headers nobody else sees.
function(gaia_memory_component name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINK;DEFINE")
  set(target gaia_memory_${name})
  add_library(${target} OBJECT ${arg_SOURCES})
  target_include_directories(${target}
    PUBLIC "${PROJECT_SOURCE_DIR}/include" PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(${target} PRIVATE gaia_memory_flags ${arg_LINK})
  target_compile_definitions(${target} PRIVATE GAIA_MEMORY_BUILDING ${arg_DEFINE})
  set_property(GLOBAL APPEND PROPERTY GAIA_MEMORY_COMPONENTS ${target})
endfunction()

# gaia_memory_test(NAME SOURCES file... COMPONENTS name... [LINK target...] [LABELS label...])
# A test program. It may look inside the components that it names. Those with the label `threads`
# are what the thread sanitizer is for, and the target threads_tests.
function(gaia_memory_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;COMPONENTS;LINK;LABELS")
  list(TRANSFORM arg_COMPONENTS PREPEND gaia_memory_)
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/tests")
  target_link_libraries(${name} PRIVATE
    gaia_memory_flags ${arg_COMPONENTS} GTest::gmock GTest::gtest_main Threads::Threads ${arg_LINK})
  gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT 300 LABELS "${arg_LABELS}")
  if("threads" IN_LIST arg_LABELS)
    if(NOT TARGET threads_tests)
      add_custom_target(threads_tests)
    endif()
    add_dependencies(threads_tests ${name})
  endif()
endfunction()
