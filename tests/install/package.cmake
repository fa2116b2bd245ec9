# Installs this build, moves what was installed, and lets the consumer find the package there.
include("${CMAKE_CURRENT_LIST_DIR}/consumer.cmake")

set(place "${WORK}/moved here")
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}/home")
run("${CMAKE_COMMAND}" --install "${BUILD}" --config "${CONFIG}" --prefix "${WORK}/installed")
file(RENAME "${WORK}/installed" "${place}")

try_consumer("-DCMAKE_PREFIX_PATH=${place}")

# The program runs there too, which takes its libraries to be found relative to it.
find_program(program gaia-memory PATHS "${place}/bin" NO_DEFAULT_PATH)
if(program)
  run("${program}" --version)
endif()

# Nothing of the package leads back to where it was made.
file(GLOB_RECURSE files "${place}/*.cmake")
foreach(file ${files})
  file(READ "${file}" text)
  foreach(origin "${WORK}/installed" "${BUILD}" "${SOURCE}" "${LLAMA_DIR}")
    string(FIND "${text}" "${origin}" position)
    if(NOT position EQUAL -1)
      message(FATAL_ERROR "${file} names ${origin}")
    endif()
  endforeach()
endforeach()
