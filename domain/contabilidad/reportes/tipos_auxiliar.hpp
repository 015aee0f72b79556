#pragma once
// Auxiliary ledger: the movements of an account between two days, with its running balance.
#include "domain/contabilidad/cuentas/tipos.hpp"
#include "domain/contabilidad/reportes/tipos_balanza.hpp"

namespace gestor::contabilidad {

struct AuxiliarFiltro {
    CodigoCuenta cuenta;
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::optional<Id> sucursalId;
    std::optional<Id> proyectoId;
    std::optional<Id> clasificadorCostoId;
};
DTO(AuxiliarFiltro, cuenta, fechaInicial, fechaFinal, sucursalId, proyectoId, clasificadorCostoId)
void validar(AuxiliarFiltro const& filtro, Fallas& fallas);

struct AuxiliarMovimiento {
    Fecha fecha;
    Id polizaId;
    TipoPoliza tipo;
    Entero<0, 2'147'483'647> numero;
    Entero<1, 1'000'000> numeroPartida;
    Id cuentaId;
    Cadena cuenta;
    Cadena nombre;
    Cadena concepto;
    Dinero debe;
    Dinero haber;
    Dinero saldo;
    IdOCero transaccionId;
    Cadena tipoDocumento;
    Cadena folio;
    Cadena contacto;
    Cadena uuid;
};
DTO(AuxiliarMovimiento, fecha, polizaId, tipo, numero, numeroPartida, cuentaId, cuenta, nombre, concepto, debe, haber,
    saldo, transaccionId, tipoDocumento, folio, contacto, uuid)

struct AuxiliarViewModel : CuentaDeBalanza, BalanzaImportes {
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::vector<AuxiliarMovimiento> movimientos;
};
DTO_DE((CuentaDeBalanza, BalanzaImportes), AuxiliarViewModel, fechaInicial, fechaFinal, movimientos)

}  // namespace gestor::contabilidad
