#pragma once
// The chart of accounts: a tree kept by an accountant. An account with movements keeps its place, and an account of the
// engine keeps its meaning.
#include "domain/contabilidad/cuentas/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

LECTURA(cuenta_contable);
LECTURA(cuentas_contables);

Vista<CuentaContableViewModel> crear_cuenta(Escritura& db, Cuerpo<CuentaContableDatos> const& datos);
Vista<CuentaContableViewModel> modificar_cuenta(Escritura& db, Id id, Edicion<CuentaContableDatos> const& edicion);

}  // namespace gestor::contabilidad
