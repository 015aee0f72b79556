#include "domain/bancos/guardias.hpp"

#include <algorithm>

#include "domain/bancos/conciliacion/consultas.hpp"
#include "domain/bancos/solicitudes/consultas.hpp"
#include "domain/bancos/solicitudes/solicitudes.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::bancos {
namespace {

struct SolicitudQuePide {
    Id transaccionId;
};
DTO(SolicitudQuePide, transaccionId)

void cancelar_solicitud(DocumentoBloqueado const& solicitud, Acreditado& a) {
    constexpr auto porque = "sus documentos ya no tienen el saldo que pedía";
    auto const& t = transicion(solicitud.tipo(), solicitud, AccionDocumento::cancelar);
    a.terminan.push_back({solicitud.transaccionId, t.hasta.estado, std::max(a.fecha, solicitud.fecha), porque});
    a.avisos.push_back("la solicitud " + solicitud.folio.valor() + " se canceló: " + porque);
}

}  // namespace

void exigir_sin_conciliar(Escritura& db, DocumentoBloqueado const& d) {
    if (!d.tipo().en_banco || db.consultar<sql::esta_conciliado>("transaccionId"_es(d.transaccionId)).vacia()) return;
    throw Problema(codigo::estado_invalido, d.tipoDocumento.valor() + " " + d.folio.valor() +
                                                " no se puede cancelar: está conciliado con el banco");
}

void recortar_solicitudes(Escritura& db, ConDocumentos& bloqueados, Acreditado& a) {
    auto const& debe = a.documento;
    if (debe.tipo().lado != Lado::compra) return;
    Id const id = debe.transaccionId;
    std::vector<DocumentoOrigen> abiertas;
    Dinero sobra = -std::max(Dinero{}, Dinero(debe.saldo - a.total));
    for (auto const& s : db.lista<SolicitudQuePide, sql::solicitudes_de_documento>("transaccionId"_es(id))) {
        abiertas.push_back(bloqueados.abierto(s.transaccionId));
        for (auto const& l : abiertas.back().lineas)
            if (l.linea.guardada.origenId == id) sobra += por_pagar(l);
    }
    std::reverse(abiertas.begin(), abiertas.end());
    for (auto& abierta : abiertas) {
        std::vector<Avance> avances;
        Dinero menos, pide;
        bool pagado = false;
        for (auto const& l : abierta.lineas) {
            auto const& g = l.linea.guardada;
            Dinero const q = g.origenId == id ? std::min(sobra, por_pagar(l)) : Dinero{};
            pide += por_pagar(l) - q, pagado |= l.facturada.es_positivo();
            if (!q.es_positivo()) continue;
            avances.push_back({abierta.documento.transaccionId, g.numeroPartida.valor(), {}, {}, q});
            sobra -= q, menos += q;
        }
        if (avances.empty()) continue;
        if (pide.es_cero() && !pagado) {
            cancelar_solicitud(abierta.documento, a);
            continue;
        }
        a.avisos.push_back("la solicitud " + abierta.documento.folio.valor() + " pide " + texto_de(menos) +
                           " menos: ya no se debe");
        a.avanzan.push_back({std::move(abierta), std::move(avances)});
    }
}

}  // namespace gestor::bancos
