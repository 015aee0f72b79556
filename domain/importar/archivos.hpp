#pragma once
// The kinds of files that are not one row, one master record (archivos.cpp).
#include "domain/importar/importar.hpp"
#include "domain/operacion/entorno.hpp"

namespace gestor {
struct Accion;
}

namespace gestor::importar {

std::unique_ptr<Importacion> importar_tipos_cambio();
std::unique_ptr<Importacion> importar_clasificadores_usuario();
std::unique_ptr<Importacion> importar_sucursales_usuario();
std::unique_ptr<Importacion> importar_promociones();
std::unique_ptr<Importacion> importar_saldos();
std::unique_ptr<Importacion> importar_documentos_abiertos();
std::unique_ptr<Importacion> importar_existencias();
std::unique_ptr<Importacion> importar_saldos_bancarios();
std::unique_ptr<Importacion> importar_estado_cuenta();

// Records that the API writes: each row goes through the API's own operations, the one that creates and, when there is
// one, the one that updates.
struct PorOperacion {
    std::string_view alta;     // route of the POST
    std::string_view edicion;  // route of the PUT, whose one parameter is the id; empty: what exists is refused
    std::string_view llave;    // column
    Maestra maestra;           // whose records it writes
    std::vector<Alias> alias{};
};
// One call of the API's own operation: the POST of this route. Gives its answer.
std::string ejecutar_alta(Escritura& db, std::string_view ruta, std::string const& cuerpo, Entorno const& entorno = {});
std::string ejecutar_alta(Escritura& db, Accion const& accion, std::string const& cuerpo, Entorno const& entorno);
Recurso recurso_por_operacion(std::string_view nombre, std::string_view descripcion, PorOperacion por,
                              std::vector<std::pair<std::string_view, std::string>> ayuda = {});

}  // namespace gestor::importar
