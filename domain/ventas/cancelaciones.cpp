// Cancel of sale documents: one function for all types, with the conditions that forbid it for each type.
#include "domain/motor/escritura/cancelar.hpp"
#include "domain/ventas/consultas_devoluciones.hpp"
#include "domain/ventas/documentos.hpp"
#include "domain/ventas/escrituras_regreso.hpp"
#include "domain/viajes/documentos.hpp"

namespace gestor::ventas {
namespace {

struct PagoPropio {
    Id id;
};
DTO(PagoPropio, id)

std::string texto(std::optional<Texto<250>> const& motivo) {
    return motivo ? motivo->valor() : std::string();
}

void exigir_motivo_sat(DocumentoBloqueado const& d, CancelacionVenta const& c) {
    Fallas fallas;
    bool const sustituye = c.motivoSat && *c.motivoSat == Opcion<"01", "02", "03", "04">("01");
    if (d.estatusTimbrado == EstatusTimbrado::Timbrado && !c.motivoSat)
        fallas.agregar("motivoSat", codigo::requerido, "es obligatorio para un documento timbrado");
    if (sustituye && !c.uuidSustitucion)
        fallas.agregar("uuidSustitucion", codigo::requerido, "es obligatorio con motivoSat 01");
    if (c.uuidSustitucion && !sustituye)
        fallas.agregar("uuidSustitucion", codigo::rango, "sólo se admite con motivoSat 01");
    fallas.lanzar();
}

// Reason of the cancel; the motive sent to the SAT is part of it.
std::string motivo_de(CancelacionVenta const& c) {
    auto motivo = texto(c.motivo);
    if (!c.motivoSat) return motivo;
    motivo += std::string(motivo.empty() ? "" : " ") + "(SAT " + std::string(c.motivoSat->valor());
    if (c.uuidSustitucion) motivo += ", " + c.uuidSustitucion->valor();
    return motivo + ")";
}

// Deposits made together with a sale note are cancelled before it; the permission to cancel the note is enough.
void cancelar_pagos(Escritura& db, Id nota, std::string const& motivo) {
    TipoDocumento const* const depositos[] = {&tipo_con(Lado::venta, Naturaleza::dinero)};
    for (auto const& pago : db.lista<PagoPropio, sql::pagos_propios>("transaccionId"_es(nota)))
        cancelar_con(db, pago.id, {.tipos = depositos, .motivo = motivo});
}

TransaccionResultado cancelar_con_pagos(Escritura& db, Sesion const& sesion, Id id,
                                        std::span<TipoDocumento const* const> tipos, std::string const& motivo,
                                        std::function<void(DocumentoBloqueado const&)> const& antes = {}) {
    cancelar_pagos(db, id, motivo);
    cancelar(db, sesion, id,
             {.tipos = tipos,
              .motivo = motivo,
              .bloqueos = usada<DocumentoRelacionado, sql::bloqueos_de_venta, "transaccionId">(),
              .antes = antes});
    return resultado(db, id);
}

}  // namespace

TransaccionResultado cancelar_venta(Escritura& db, Sesion const& sesion, Id id,
                                    ConsultaOCuerpo<CancelacionVenta> const& c) {
    static constexpr TipoDocumento const* tipos[] = {
        &factura_de_venta,      &nota_de_venta,      &pedido_de_cliente,       &remision_de_venta,
        &devolucion_de_cliente, &credito_de_cliente, &viajes::factura_de_viaje};
    return cancelar_con_pagos(db, sesion, id, tipos, motivo_de(c),
                              [&](DocumentoBloqueado const& d) { exigir_motivo_sat(d, c); });
}

TransaccionResultado cancelar_nota(Escritura& db, Sesion const& sesion, Id id,
                                   ConsultaOCuerpo<CancelacionMotivo> const& c) {
    static constexpr TipoDocumento const* tipos[] = {&nota_de_venta};
    return cancelar_con_pagos(db, sesion, id, tipos, texto(c.motivo));
}

TransaccionResultado cancelar_pedido(Escritura& db, Sesion const& sesion, Id id,
                                     ConsultaOCuerpo<CancelacionMotivo> const& c) {
    static constexpr TipoDocumento const* tipos[] = {&pedido_de_cliente};
    cancelar(db, sesion, id, {.tipos = tipos, .motivo = texto(c.motivo)});
    return resultado(db, id);
}

}  // namespace gestor::ventas
