#pragma once
// Payment requests: creation, authorization, cancel; and their use by egresses.
#include "domain/bancos/aplicaciones.hpp"
#include "domain/bancos/solicitudes/tipos.hpp"
#include "domain/motor/escritura/cancelar.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::bancos {

SolicitudRegistrada solicitar_pago(Escritura& db, Cuerpo<SolicitudPagoNueva> const& nueva);
SolicitudRegistrada solicitar_pago_v2(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                      Cuerpo<SolicitudPagoV2Nueva> const& nueva);
Vista<SolicitudPagoViewModel> autorizar_solicitud(Escritura& db, Sesion const& sesion, Id id,
                                                  Cuerpo<AutorizacionDePago> const& cuerpo);
TransaccionResultado cancelar_solicitud(Escritura& db, Sesion const& sesion, Id id,
                                        ConsultaOCuerpo<CancelacionMotivo> const& consulta);

// ---- for egresses ----
// Balance of each locked document that open requests keep, but for the request `salvo`, which is being paid.
void apartar(Escritura& db, std::vector<PagoPedido>& pedidos, IdOCero salvo = {});

// Rest of a request's line. The engine stores the amounts of a request as quantities at unit price 1.
inline Dinero por_pagar(LineaOrigen const& linea) {
    return Dinero(redondear<2>(linea.queda()));
}

// SolicitudPorPagar: a locked payment request whose lines an egress pays.
class SolicitudPorPagar {
public:
    // Faults of solicitudPagoId go to the draft; throws ESTADO_INVALIDO.
    SolicitudPorPagar(Emisor& x, Id id);
    // Advances the line of the request with this document or concept by `importe`; `partida` keeps the reference.
    void pagar(PartidaGuardada& partida, IdOCero documento, IdOCero concepto, Dinero importe, std::string const& campo);

private:
    Emision::Origen& origen_;
};

}  // namespace gestor::bancos
