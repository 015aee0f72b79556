#pragma once
// Functions of sales that other areas may call.
#include <functional>

#include "domain/contactos/tipos.hpp"
#include "domain/motor/captura/lineas_cfdi.hpp"
#include "domain/ventas/tipos_devoluciones.hpp"
#include "domain/ventas/tipos_documentos.hpp"
#include "domain/ventas/tipos_ventas.hpp"

namespace gestor::ventas {

// OrdenPorCobrar: order of another area, billed when it closes: its lines at its prices become an unpaid sale note.
struct PartidaIdentificada {  // serial numbers and lots that a line sells
    Entero<1, 100'000> numeroPartida;
    Lista<TextoReq<60>, 0, 10'000> series;
    Lista<LotePedido, 0, 1'000> lotes;
};
DTO(PartidaIdentificada, numeroPartida, series, lotes)
struct OrdenPorCobrar {
    Id transaccionId;
    EncabezadoNuevo encabezado;  // header of the note
    Id clienteId;
    IdOCero vendedorId;
    IdOCero proyectoId;
    IdOCero centroCostoId;
    std::function<Mudanza(Documento const&)> terminar;  // next state of the locked order, or the reason against it
    // serial numbers and lots for lines of the order, in place of the stored ones
    std::vector<PartidaIdentificada> partidas{};
};
TransaccionResultado cobrar_orden(Escritura& db, OrdenPorCobrar const& orden);

// VentaDeCfdi: a sale made by another system, from its CFDI: an invoice when it is stamped, else a note. Throws
// CFDI_INVALIDO, CFDI_TOTAL_NO_CORRESPONDE, UUID_DUPLICADO. No credit limit applies, because the credit was already
// given.
struct VentaDeCfdi {
    fiscal::Cfdi const& cfdi;
    EncabezadoNuevo encabezado;  // date and currency come from the CFDI
    Id clienteId;
    EscuelaNueva escuela;
    Validacion validacion;  // judgement of the CFDI
    struct Cobro {
        Id cuentaId;
        Id formaPagoId;
    };
    std::optional<Cobro> cobro{};  // payment of the whole sale
};
TransaccionResultado registrar_venta(Escritura& db, VentaDeCfdi const& venta);

// Throws when the customer's debt, in pesos, would exceed the credit limit. The customer's row is locked, so two
// simultaneous sales cannot exceed it together.
void exigir_credito(Escritura& db, Contexto const& c, Dinero mas);

// Data of the invoiced customer, to create the contact.
contactos::ContactoDatos datos_de(ClienteDeFactura const& cliente);

}  // namespace gestor::ventas
