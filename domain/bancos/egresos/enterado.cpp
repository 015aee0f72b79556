#include "domain/bancos/egresos/enterado.hpp"

#include <algorithm>

#include "domain/bancos/egresos/consultas.hpp"
#include "domain/comun/consultas.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::bancos {
namespace {

struct RetenidoPorEnterar {
    Id cuentaId;
    Booleano acreditable;  // true: account of the VAT that remitting makes creditable; false: an account of withheld
                           // tax owed
    Dinero importe;
};
DTO(RetenidoPorEnterar, cuentaId, acreditable, importe)

struct PorAcreditar {
    Dinero importe;
};
DTO(PorAcreditar, importe)

// Two remittances at once would both remit the same tax, so they take turns.
void tomar_turno(Escritura& db) {
    db.consultar<sql::turno>("que"_es("retenido por enterar"));
}

Dinero exigir_pendiente(Dinero enterado, Dinero pendiente, std::size_t fila) {
    static constexpr Dinero un_peso{"1"};
    if (pendiente.es_positivo() && enterado - pendiente < un_peso) return std::min(enterado, pendiente);
    throw Problema::en(en_fila("partidas", fila, "importeAbono"), codigo::saldo_insuficiente,
                       "excede las retenciones por enterar hasta ese día: " + texto_de(std::max(pendiente, Dinero{})));
}

}  // namespace

std::vector<Cargo> enterar(Escritura& db, std::span<Enterado const> lineas, Fecha dia) {
    std::vector<Cargo> cargos;
    if (lineas.empty()) return cargos;
    tomar_turno(db);
    std::vector<Id> cuentas;
    for (auto const& l : lineas) cuentas.push_back(l.cuentaId);
    auto const libros = db.lista<RetenidoPorEnterar, sql::retenido_por_enterar>("cuentas"_es(cuentas), "fecha"_es(dia));
    Dinero por_acreditar;
    for (auto const& l : libros)
        if (l.acreditable) por_acreditar = l.importe;
    for (auto const& libro : libros) {
        if (libro.acreditable) continue;
        Dinero enterado, pagado;
        bool iva = false;
        for (auto const& l : lineas) {
            if (l.cuentaId != libro.cuentaId) continue;
            enterado += l.importe, iva = l.iva;
            pagado = exigir_pendiente(enterado, libro.importe, l.fila);
        }
        cargos.push_back({{"GASTO"}, enterado - pagado});
        cargos.push_back({{{}, libro.cuentaId.valor()}, pagado - enterado});
        if (!iva) continue;
        // Creditable part of the remitted VAT: the same share that the ledger has in IVA_ACREDITABLE_RETENIDO.
        Dinero const acreditado = prorratear(por_acreditar, pagado, libro.importe);
        cargos.push_back({{"IVA_ACREDITABLE"}, acreditado});
        cargos.push_back({{"IVA_ACREDITABLE_RETENIDO"}, -acreditado});
    }
    return cargos;
}

void acreditar_isr(Escritura& db, Id cuenta, Fecha dia, std::vector<Cargo>& cargos) {
    tomar_turno(db);
    Dinero const retenido = db.uno<PorAcreditar, sql::isr_por_acreditar>("fecha"_es(dia))->importe;
    cargos.push_back({{{}, cuenta.valor()}, retenido});
    cargos.push_back({{"ISR_RET_A_FAVOR"}, -retenido});
}

void exigir_sin_enterar(Escritura& db, DocumentoBloqueado const& pago) {
    tomar_turno(db);
    exigir_sin_documentos(
        db.lista<DocumentoRelacionado, sql::enterado_despues>("transaccionId"_es(pago.transaccionId)),
        "la retención de " + pago.folio.valor() + " ya se enteró; cancele primero el egreso que la enteró");
}

}  // namespace gestor::bancos
