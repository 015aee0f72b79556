#include "domain/bancos/traspasos/traspasos.hpp"

#include "domain/bancos/aplicaciones.hpp"
#include "domain/bancos/documentos.hpp"
#include "domain/bancos/traspasos/consultas.hpp"
#include "domain/comun/reportes.hpp"

namespace gestor::bancos {
namespace {

struct CuentaPropia {
    Id cuentaId;
    Cadena cuenta;
    Cadena tipo;
    IdCatalogo monedaId;
    IdOCero cuentaContableId;
};
DTO(CuentaPropia, cuentaId, cuenta, tipo, monedaId, cuentaContableId)

// Mitad: a side of a transfer: bank account, amount, and the names of its members in the body.
struct Mitad {
    TipoDocumento const& tipo;
    Nacimiento const& nacimiento;
    std::string_view cuenta, importe;
};
constexpr Mitad salida{egreso_de_banco, egreso_de_traspaso, "cuentaOrigenId", "importeOrigen"};
constexpr Mitad llegada{deposito_de_banco, deposito_de_traspaso, "cuentaDestinoId", "importeDestino"};

CuentaPropia exigir_cuenta(std::vector<CuentaPropia> const& hay, Id id, Mitad const& m, Fallas& fallas) {
    for (auto const& c : hay)
        if (c.cuentaId == id) return c;
    fallas.agregar(std::string(m.cuenta), codigo::no_existe, "no existe o no está activo");
    return {};
}

// Amount that arrives: the amount that left, or, in another currency, the amount that the bank gave for it.
Dinero importe_que_llega(TraspasoNuevo const& t, bool misma_moneda, Fallas& fallas) {
    if (misma_moneda && t.importeDestino && *t.importeDestino != t.importeOrigen)
        fallas.agregar("importeDestino", codigo::rango,
                       "las cuentas son de la misma moneda: debe ser igual a importeOrigen");
    if (!misma_moneda && !t.importeDestino)
        fallas.agregar("importeDestino", codigo::requerido, "las cuentas son de monedas distintas");
    return t.importeDestino ? Dinero(*t.importeDestino) : Dinero(t.importeOrigen);
}

// SaldoEnLibros: balance of a bank account in foreign currency on a day, and its balance in pesos in the ledger.
struct SaldoEnLibros {
    Dinero saldo;
    Dinero libro;
};
DTO(SaldoEnLibros, saldo, libro)

// Pesos of the sold currency: its share of the account's pesos in the ledger. Absent when the account holds nothing:
// the rate of the day applies.
std::optional<Dinero> pesos_que_salen(Escritura& db, TraspasoNuevo const& t, CuentaPropia const& origen) {
    if (origen.monedaId.valor() == 1) return std::nullopt;
    auto const dia = t.fecha ? t.fecha->fecha() : hoy(db);
    auto const s = db.uno<SaldoEnLibros, sql::saldo_en_libros>("cuentaId"_es(origen.cuentaId), "fechaCorte"_es(dia),
                                                               "fechaFinal"_es(dia));
    if (!s || !s->saldo.es_positivo() || !s->libro.es_positivo()) return std::nullopt;
    Dinero const pesos = t.importeOrigen == s->saldo ? s->libro : prorratear(s->libro, t.importeOrigen, s->saldo);
    return pesos.es_positivo() ? std::optional(pesos) : std::nullopt;
}

// Document of one side: date, branch and pesos as given; without pesos, at the day's rate of the account's currency.
Borrador resolver_mitad(Escritura& db, Mitad const& m, TraspasoNuevo const& t, CuentaPropia const& cuenta,
                        Dinero importe, std::optional<Dinero> pesos) {
    Borrador b(db, m.tipo, m.nacimiento);
    EncabezadoNuevo e;
    e.fecha = t.fecha, e.sucursalId = t.sucursalId, e.monedaId = cuenta.monedaId;
    bool const con_pesos = pesos && cuenta.monedaId.valor() != 1;
    if (con_pesos) {
        auto const cambio = dividir<6>(*pesos, importe);
        if (!cambio.es_positivo())
            throw Problema::en(std::string(m.importe), codigo::rango, "equivale a menos de un centavo");
        e.tipoCambio = Positivo<TipoCambio>(cambio);
    }
    b.encabezado(e, {});
    Fallas fallas;
    for (auto const& f : b.fallas.lista()) {  // faults of currency and rate belong to the account
        bool const de_moneda = f.campo == "tipoCambio" || f.campo == "monedaId";
        fallas.agregar(de_moneda ? std::string(m.cuenta) : f.campo, f.codigo, f.mensaje);
    }
    exigir_cabe(importe, b.c, m.importe, fallas);
    fallas.lanzar();
    PagoResuelto pago;
    pago.cuenta = cuenta_de_libro(cuenta.cuentaContableId, cuenta.tipo);
    pago.banco.cuentaId = cuenta.cuentaId, pago.banco.cuenta = cuenta.cuenta;
    pago.banco.tipo = "Traspaso", pago.banco.forma = Cadena::de_base("Traspaso entre cuentas");
    if (t.referencia) pago.banco.referencia = Cadena::de_base(t.referencia->valor());
    poner_dinero(b.h(), pago, importe);
    if (con_pesos) b.h().cubetasMxn[Cubeta::noAfecto] = *pesos;
    return b;
}

}  // namespace

TraspasoResultado traspasar(Escritura& db, Cuerpo<TraspasoNuevo> const& nuevo) {
    Fallas fallas;
    auto const cuentas = db.lista<CuentaPropia, sql::cuentas_propias>(
        "ids"_es(std::vector<Id>{nuevo.cuentaOrigenId, nuevo.cuentaDestinoId}));
    auto const origen = exigir_cuenta(cuentas, nuevo.cuentaOrigenId, salida, fallas);
    auto const destino = exigir_cuenta(cuentas, nuevo.cuentaDestinoId, llegada, fallas);
    fallas.lanzar();
    auto const importe = importe_que_llega(nuevo, origen.monedaId == destino.monedaId, fallas);
    fallas.lanzar();
    // two transfers that sell the same dollars take turns: the second sees the remaining dollars
    db.consultar<sql::turno>("que"_es("traspaso"));
    auto sale = resolver_mitad(db, salida, nuevo, origen, nuevo.importeOrigen, pesos_que_salen(db, nuevo, origen));
    Dinero const salen = sale.h().cubetasMxn.total();
    auto llega = resolver_mitad(db, llegada, nuevo, destino, importe, salen);
    sale.h().documento.banco->beneficiario = destino.cuenta;
    Dinero const diferencia = llega.h().cubetasMxn.total() - salen;
    llega.h().cargos.push_back({{"TRASPASOS"}, -salen});
    llega.viene_de(sale.c.transaccionId);
    auto const salida_hecha = std::move(sale).bloquear().emitir();
    auto const llegada_hecha = std::move(llega).bloquear().emitir();
    auto avisos = salida_hecha.avisos;
    avisos.insert(avisos.end(), llegada_hecha.avisos.begin(), llegada_hecha.avisos.end());
    return {resultado(db, salida_hecha.id), resultado(db, llegada_hecha.id), diferencia, advertencias_de(avisos)};
}

std::vector<std::string> cancelar_dinero(Escritura& db, Sesion const& sesion, Id id, Cancelacion const& c) {
    static constexpr TipoDocumento const* mitades[] = {&egreso_de_banco, &deposito_de_banco};
    auto const otra = db.uno<DocumentoRelacionado, sql::otra_mitad>("transaccionId"_es(id));
    auto const con_ella = [&] { cancelar_con(db, otra->transaccionId, {.tipos = mitades, .motivo = c.motivo}); };
    // Both sides are locked in the order of their ids, whichever of them the caller named.
    if (otra && otra->transaccionId < id) con_ella();
    cancelar(db, sesion, id, c);
    if (otra && id < otra->transaccionId) con_ella();
    if (!otra) return {};
    return {"se canceló también " + otra->tipoDocumento.valor() + " " + otra->folio.valor() +
            ", la otra mitad del traspaso"};
}

}  // namespace gestor::bancos
