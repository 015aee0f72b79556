# The documentation, in two parts: the pages' sources compiled into the program, so that /docs needs no file, and the viewer
# of the reference in ${CMAKE_BINARY_DIR}/docs, which the server finds beside its executable. Included after the target `server`.
set(DOCS_SOURCE ${CMAKE_CURRENT_SOURCE_DIR}/server/docs)
set(DOCS_BUILT ${CMAKE_CURRENT_BINARY_DIR}/docs)

embed(embedded_docs server/docs/paginas server/docs/html.hpp *.html *.css *.js *.svg *.xml)
target_sources(server PRIVATE ${GENERATED}/embedded_docs.cpp)

option(GESTOR_DOCS_VIEWER "bring the interactive reference from npm when there is one" ON)
set(DOCS_NPM "")
if(GESTOR_DOCS_VIEWER)
    find_program(NPM npm)
    if(NPM)
        set(DOCS_NPM ${NPM})
    endif()
endif()
add_custom_command(
    OUTPUT ${DOCS_BUILT}/.hecho
    COMMAND ${CMAKE_COMMAND} -DNPM=${DOCS_NPM} -DSRC=${DOCS_SOURCE} -DDIR=${DOCS_BUILT} -DWORK=${CMAKE_CURRENT_BINARY_DIR}/docs-npm
            -P ${DOCS_SOURCE}/viewer.cmake
    DEPENDS ${DOCS_SOURCE}/package.json ${DOCS_SOURCE}/package-lock.json ${DOCS_SOURCE}/.npmrc ${DOCS_SOURCE}/viewer.cmake
    COMMENT "docs: visor de la referencia" VERBATIM)
add_custom_target(docs ALL DEPENDS ${DOCS_BUILT}/.hecho)
