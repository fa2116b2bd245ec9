# run(COMMAND...): stops the test, showing the command, if it fails.
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

# Configures and builds the consumer project in WORK and runs its program with a home of its own.
function(try_consumer)
  run("${CMAKE_COMMAND}" -S "${CONSUMER}" -B "${WORK}/build" -G "${GENERATOR}"
      "-DCMAKE_BUILD_TYPE=${CONFIG}" "-DCMAKE_CXX_COMPILER=${COMPILER}"
      "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}" ${ARGV})
  run("${CMAKE_COMMAND}" --build "${WORK}/build" --config "${CONFIG}")
  run("${CMAKE_COMMAND}" -E env "HOME=${WORK}/home" "${CMAKE_CTEST_COMMAND}"
      --test-dir "${WORK}/build" --build-config "${CONFIG}" --output-on-failure --no-tests=error)
endfunction()
