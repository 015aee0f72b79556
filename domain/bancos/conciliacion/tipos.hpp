#pragma once
// Bank accounts: balance and movements, and their reconciliation with the statement of the bank.
#include "domain/motor/tipos.hpp"
#include "domain/valores/problema.hpp"

namespace gestor::bancos {

struct MovimientoBancario {
    FechaHora fecha;
    Cadena tipoDocumento;
    Cadena folio;
    Id transaccionId;
    Cadena contacto;
    Cadena referencia;
    Dinero deposito;
    Dinero egreso;
    Dinero saldo;
    Booleano conciliado;
};
DTO(MovimientoBancario, fecha, tipoDocumento, folio, transaccionId, contacto, referencia, deposito, egreso, saldo,
    conciliado)

struct SaldoCuentaFila {
    Id cuentaId;
    Cadena cuenta;
    Cadena banco;
    Cadena moneda;
    Dinero saldoInicial;
    Dinero depositos;
    Dinero egresos;
    Dinero saldoFinal;
    Dinero saldoConciliado;
    Dinero porConciliar;
};
DTO(SaldoCuentaFila, cuentaId, cuenta, banco, moneda, saldoInicial, depositos, egresos, saldoFinal, saldoConciliado,
    porConciliar)

struct SaldoCuentaRegistro : SaldoCuentaFila {
    std::vector<MovimientoBancario> movimientos;
};
DTO_DE((SaldoCuentaFila), SaldoCuentaRegistro, movimientos)

struct SaldoCuentaBancariaViewModel {
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::vector<SaldoCuentaRegistro> registros;
};
DTO(SaldoCuentaBancariaViewModel, fechaInicial, fechaFinal, registros)

struct SaldoCuentasFiltro {
    std::optional<Id> cuentaId;
    Fecha fechaInicial;
    Fecha fechaFinal;
    Defecto<Booleano, "false"> soloConciliados;
};
DTO(SaldoCuentasFiltro, cuentaId, fechaInicial, fechaFinal, soloConciliados)
void validar(SaldoCuentasFiltro const& filtro, Fallas& fallas);

struct ConciliacionNueva {
    // The two lists name movements of one company's bank account: another company has other ids.
    static constexpr std::string_view sin_ejemplo[] = {"marcar", "desmarcar"};
    Id cuentaId;
    Fecha fechaCorte;
    Dinero saldoEstado;
    Lista<Id, 0, 10'000> marcar;
    Lista<Id, 0, 10'000> desmarcar;
};
DTO(ConciliacionNueva, cuentaId, fechaCorte, saldoEstado, marcar, desmarcar)
void validar(ConciliacionNueva const& nueva, Fallas& fallas);

struct MovimientoPorConciliar {
    FechaHora fecha;
    Cadena tipoDocumento;
    Cadena folio;
    Id transaccionId;
    Cadena contacto;
    Cadena referencia;
    Dinero deposito;
    Dinero egreso;
};
DTO(MovimientoPorConciliar, fecha, tipoDocumento, folio, transaccionId, contacto, referencia, deposito, egreso)

using ConteoMovimientos = Entero<0, maximo_json>;
struct ConciliacionViewModel {
    Id cuentaId;
    Cadena cuenta;
    Cadena moneda;
    Fecha fechaCorte;
    Dinero saldoEstado;
    Dinero saldoConciliado;
    Dinero diferencia;
    Dinero saldoFinal;
    Dinero porConciliar;
    ConteoMovimientos marcados;
    ConteoMovimientos desmarcados;
    ConteoMovimientos totalPendientes;
    std::vector<MovimientoPorConciliar> pendientes;  // at most the first 1,000
};
DTO(ConciliacionViewModel, cuentaId, cuenta, moneda, fechaCorte, saldoEstado, saldoConciliado, diferencia, saldoFinal,
    porConciliar, marcados, desmarcados, totalPendientes, pendientes)

}  // namespace gestor::bancos
