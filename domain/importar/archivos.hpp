#pragma once
// Kinds of imports that are not one row, one master record (archivos.cpp).
#include "domain/importar/importar.hpp"
#include "domain/operacion/llamar.hpp"

namespace gestor::importar {

std::unique_ptr<Importacion> importar_tipos_cambio();
std::unique_ptr<Importacion> importar_clasificadores_usuario();
std::unique_ptr<Importacion> importar_sucursales_usuario();
std::unique_ptr<Importacion> importar_promociones();
std::unique_ptr<Importacion> importar_saldos();
std::unique_ptr<Importacion> importar_polizas();
std::unique_ptr<Importacion> importar_documentos_abiertos();
std::unique_ptr<Importacion> importar_existencias();
std::unique_ptr<Importacion> importar_saldos_bancarios();
std::unique_ptr<Importacion> importar_estado_cuenta();

// PorOperacion: records imported through the API's own operations: the one that creates and, if any, the one that
// updates.
struct PorOperacion {
    std::string_view alta;     // route of the POST
    std::string_view edicion;  // route of the PUT, whose one parameter is the id; empty: an existing record is refused
    std::string_view llave;    // key column
    Maestra maestra;           // master table of its records
    std::vector<Alias> alias{};
};
// Session of the operator: all permissions of the organization, and no user.
Sesion sesion_del_operador(Escritura& db);
// Calls an operation of the API. Returns its `data`.
Json llamar_operador(Escritura& db, Pedido const& pedido, Entorno const& entorno = {});
Recurso recurso_por_operacion(std::string_view nombre, std::string_view descripcion, PorOperacion por,
                              std::vector<std::pair<std::string_view, std::string>> ayuda = {});

}  // namespace gestor::importar
