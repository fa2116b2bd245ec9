# The consumer takes this source tree in with add_subdirectory.
include("${CMAKE_CURRENT_LIST_DIR}/consumer.cmake")

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}/home")
try_consumer("-DGAIA_MEMORY_SOURCE=${SOURCE}" -DGAIA_MEMORY_APPS=OFF "-DBUILD_SHARED_LIBS=${SHARED}"
             "-DGAIA_MEMORY_LLAMA=${LLAMA}" "-DGAIA_MEMORY_LLAMA_DIR=${LLAMA_DIR}")
