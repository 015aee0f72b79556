#pragma once
// Stored columns that only one type of sale has.
#include "domain/ventas/tipos_ventas.hpp"
#include "persistence/tabla.hpp"

namespace gestor::ventas {

struct FacturaPropia {
    Booleano entregaInmediata = true;
    IdOCero listaPreciosId;
    std::optional<ObjetoLibre> addenda;
    std::optional<InformacionGlobal> informacionGlobal;
    std::optional<CfdiRelacionados> cfdiRelacionados;
    std::optional<EscuelaNueva> escuela{};
    Cadena matricula{};  // copied from escuela, because a list filters by it
};
DTO(FacturaPropia, entregaInmediata, listaPreciosId, addenda, informacionGlobal, cfdiRelacionados, escuela, matricula)
inline TablaPropia const tabla_factura(*tipo_de<FacturaPropia>(), "documento");

struct NotaPropia {
    Booleano entregaInmediata = true;
    Cadena caja;
    Dinero cambio;
    std::optional<EscuelaNueva> escuela;
    Cadena matricula;  // copied from escuela, because a list filters by it
};
DTO(NotaPropia, entregaInmediata, caja, cambio, escuela, matricula)
inline TablaPropia const tabla_nota(*tipo_de<NotaPropia>(), "documento");

struct CotizacionPropia {
    IdOCero listaPreciosId;
    std::optional<Fecha> vigenciaFecha;
};
DTO(CotizacionPropia, listaPreciosId, vigenciaFecha)
inline TablaPropia const tabla_cotizacion(*tipo_de<CotizacionPropia>(), "documento");

struct PedidoPropio : CotizacionPropia {
    std::optional<FechaHora> entregaFecha;
    std::optional<DomicilioNuevo> domicilio;  // delivery address
};
DTO_DE((CotizacionPropia), PedidoPropio, entregaFecha, domicilio)
inline TablaPropia const tabla_pedido(*tipo_de<PedidoPropio>(), "documento");

}  // namespace gestor::ventas
