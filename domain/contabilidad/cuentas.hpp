#pragma once
// The chart of accounts, as an accountant keeps it: a tree; what has movements stays where it is, and what the engine
// posts to stays what it is.
#include "domain/contabilidad/tipos_cuentas.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

Plan leer_cuenta_contable();
Plan leer_cuentas_contables();
inline Plan const cuenta_contable = leer_cuenta_contable();
inline Plan const cuentas_contables = leer_cuentas_contables();

Vista<CuentaContableViewModel> crear_cuenta(Escritura& db, Cuerpo<CuentaContableDatos> const& datos);
Vista<CuentaContableViewModel> modificar_cuenta(Escritura& db, Id id, Edicion<CuentaContableDatos> const& edicion);

}  // namespace gestor::contabilidad
