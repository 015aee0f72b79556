# Brings the reference's viewer from npm into DIR: cmake -DNPM=… -DSRC=… -DDIR=… -DWORK=… -P viewer.cmake
# Never fails the build: without npm or network the server shows its own plain reference. The stamp is written either way, so
# that an offline machine does not try again at every build; delete DIR to try again.
file(REMOVE_RECURSE ${DIR} ${WORK})
file(MAKE_DIRECTORY ${DIR} ${WORK})
set(result "no hay npm")
if(NPM)
    file(COPY ${SRC}/package.json ${SRC}/package-lock.json ${SRC}/.npmrc DESTINATION ${WORK})
    execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --prefer-offline --fetch-retries=1
                    WORKING_DIRECTORY ${WORK} TIMEOUT 120 RESULT_VARIABLE result OUTPUT_VARIABLE log ERROR_VARIABLE log)
endif()
set(from ${WORK}/node_modules/swagger-ui-dist)
if(result EQUAL 0 AND EXISTS ${from}/swagger-ui-bundle.js AND EXISTS ${from}/swagger-ui.css)
    file(COPY ${from}/swagger-ui-bundle.js ${from}/swagger-ui.css DESTINATION ${DIR})
    # The licences of what is served, beside it.
    file(READ ${from}/LICENSE license)
    file(READ ${from}/NOTICE notice)
    file(READ ${from}/swagger-ui-bundle.js.LICENSE.txt others)
    file(WRITE ${DIR}/visor-licencias.txt "${notice}\n${others}\n${license}")
    file(WRITE ${DIR}/.hecho "visor\n")
else()
    message(STATUS "docs: sin el visor interactivo (npm: ${result}); se servirá la referencia sencilla")
    file(WRITE ${DIR}/.hecho "sencilla: ${result}\n${log}\n")
endif()
file(REMOVE_RECURSE ${WORK})
