#pragma once
// The chart of accounts: a tree kept by an accountant. An account with movements keeps its place, and an account of the
// engine keeps its meaning.
#include "domain/contabilidad/cuentas/tipos.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::contabilidad {

LecturaCompilada leer_cuenta_contable();
LecturaCompilada leer_cuentas_contables();
inline LecturaCompilada const cuenta_contable = leer_cuenta_contable();
inline LecturaCompilada const cuentas_contables = leer_cuentas_contables();

Vista<CuentaContableViewModel> crear_cuenta(Escritura& db, Cuerpo<CuentaContableDatos> const& datos);
Vista<CuentaContableViewModel> modificar_cuenta(Escritura& db, Id id, Edicion<CuentaContableDatos> const& edicion);

}  // namespace gestor::contabilidad
