#pragma once
// Tables for the rows of a new document, each by its DTO (plan.hpp). A new field is a column, a member and its name in
// the DTO: sql::documento_guardar lists no columns.
#include "domain/motor/escritura/plan.hpp"

namespace gestor {

// CambioExistencia: sum of a plan's changes to one product in one warehouse.
struct CambioExistencia {
    Id almacenId;
    Id productoId;
    Cantidad cantidad;
    Dinero valor;
    Cantidad apartado;
    Cantidad enTransito;
};
DTO(CambioExistencia, almacenId, productoId, cantidad, valor, apartado, enTransito)

// MovimientoGuardado: a movement with the number of its layer, which may be a new layer.
struct MovimientoGuardado : MovimientoStock {
    Booleano nueva;
};
DTO_DE((MovimientoStock), MovimientoGuardado, nueva)

}  // namespace gestor

namespace gestor::tablas {

Tabla const& cabecera();
Tabla const& partidas();
Tabla const& impuestos();
Tabla const& retenciones();
Tabla const& series();
Tabla const& lotes();
Tabla const& banco();
Tabla const& relaciones();
Tabla const& existencias();
Tabla const& movimientos();
Tabla const& avances();
Tabla const& saldos();
Tabla const& reservas();

}  // namespace gestor::tablas
