#pragma once
// Charges and credits of a contact between two days, with the balance before and after.
#include "domain/cartera/tipos.hpp"

namespace gestor::cartera {

// ---- the statement of one ----
struct MovimientoDeCuenta {
    FechaHora fecha;
    Cadena tipoDocumento;
    Cadena folio;
    Id transaccionId;
    Cadena referencia;
    Cadena concepto;
};
DTO(MovimientoDeCuenta, fecha, tipoDocumento, folio, transaccionId, referencia, concepto)
struct EstadoCuentaMovimiento : MovimientoDeCuenta {
    Dinero cargo;
    Dinero abono;
    Dinero saldo;
};
DTO_DE((MovimientoDeCuenta), EstadoCuentaMovimiento, cargo, abono, saldo)

struct EstadoCuentaViewModel {
    Cadena contacto;
    Cadena rfc;
    Cadena moneda;
    Dinero saldoInicial;
    std::vector<EstadoCuentaMovimiento> movimientos;
    Dinero totalCargos;
    Dinero totalAbonos;
    Dinero saldoFinal;
};
DTO(EstadoCuentaViewModel, contacto, rfc, moneda, saldoInicial, movimientos, totalCargos, totalAbonos, saldoFinal)

using TipoDeCuenta = Opcion<"Cliente", "Proveedor">;
struct EstadoCuentaFiltro {
    Id contactoId;
    TipoDeCuenta tipo;
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::optional<IdCatalogo> monedaId;
};
DTO(EstadoCuentaFiltro, contactoId, tipo, fechaInicial, fechaFinal, monedaId)
void validar(EstadoCuentaFiltro const& filtro, Fallas& fallas);

// ---- all of them ----
struct SaldoClienteProveedorViewModel : ContactoSaldoViewModel {
    Dinero saldoInicial;
    Dinero cargos;
    Dinero abonos;
    Dinero saldoFinal;
    Dinero saldoFinalMXN;
};
DTO_DE((ContactoSaldoViewModel), SaldoClienteProveedorViewModel, saldoInicial, cargos, abonos, saldoFinal,
       saldoFinalMXN)

struct MovidoEnMoneda {
    Cadena moneda;
    Dinero saldoInicial;
    Dinero cargos;
    Dinero abonos;
    Dinero saldoFinal;
};
DTO(MovidoEnMoneda, moneda, saldoInicial, cargos, abonos, saldoFinal)
struct SaldosClientesProveedoresTotales {
    std::vector<MovidoEnMoneda> monedas;
    Dinero saldoFinalMXN;
};
DTO(SaldosClientesProveedoresTotales, monedas, saldoFinalMXN)

struct SaldosClientesProveedoresFiltro {
    std::optional<TipoDeCuenta> tipo;
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::optional<IdCatalogo> monedaId;
    std::optional<Id> clasificacionId;
    Defecto<Booleano, "true"> soloConSaldo;
};
DTO(SaldosClientesProveedoresFiltro, tipo, fechaInicial, fechaFinal, monedaId, clasificacionId, soloConSaldo)
void validar(SaldosClientesProveedoresFiltro const& filtro, Fallas& fallas);

}  // namespace gestor::cartera
