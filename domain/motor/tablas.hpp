#pragma once
// The tables that the rows of a new document go to, each by its DTO (plan.hpp). A field more is a column, a member and
// its name in the DTO: sql::documento_guardar lists none.
#include "domain/motor/plan.hpp"

namespace gestor {

// CambioExistencia: all that a plan does to one product in one warehouse.
struct CambioExistencia {
    Id almacenId;
    Id productoId;
    Cantidad cantidad;
    Dinero valor;
    Cantidad apartado;
    Cantidad enTransito;
};
DTO(CambioExistencia, almacenId, productoId, cantidad, valor, apartado, enTransito)

// With the number of its layer, which it may have to make.
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
