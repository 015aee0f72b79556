#pragma once
// Payment requests: made, authorized, cancelled; and what they are to whoever pays.
#include "domain/bancos/aplicaciones.hpp"
#include "domain/bancos/tipos_solicitudes.hpp"
#include "domain/motor/cancelar.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::bancos {

SolicitudRegistrada solicitar_pago(Escritura& db, Cuerpo<SolicitudPagoNueva> const& nueva);
SolicitudRegistrada solicitar_pago_v2(Escritura& db, Sesion const& sesion, Cuerpo<SolicitudPagoV2Nueva> const& nueva);
Vista<SolicitudPagoViewModel> autorizar_solicitud(Escritura& db, Sesion const& sesion, Id id,
                                                  Cuerpo<AutorizacionDePago> const& cuerpo);
TransaccionResultado cancelar_solicitud(Escritura& db, Sesion const& sesion, Id id,
                                        ConsultaOCuerpo<CancelacionMotivo> const& consulta);

// ---- to whoever pays ----
// The documents are locked: of the balance of each, what requests keep, but for the one that is being paid.
void apartar(Escritura& db, std::vector<PagoPedido>& pedidos, IdOCero salvo = {});

// A request under its lock, of which an egress pays some lines.
class SolicitudPorPagar {
public:
    // Faults of solicitudPagoId; throws ESTADO_INVALIDO.
    SolicitudPorPagar(Emisor& x, Id id);
    // The line that asks for this document, or for this concept, goes on by so much; `partida` says so.
    void pagar(PartidaGuardada& partida, IdOCero documento, IdOCero concepto, Dinero importe, std::string const& campo);

private:
    Emision::Origen& origen_;
};

}  // namespace gestor::bancos
