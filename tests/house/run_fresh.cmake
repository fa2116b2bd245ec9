# Runs PROGRAM in an empty FOLDER that is also its home, so that it finds and leaves nothing.
file(REMOVE_RECURSE "${FOLDER}")
file(MAKE_DIRECTORY "${FOLDER}")
execute_process(
  COMMAND "${CMAKE_COMMAND}" -E env --unset=GAIA_MEMORY_DB "HOME=${FOLDER}" "${PROGRAM}"
  WORKING_DIRECTORY "${FOLDER}" COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
