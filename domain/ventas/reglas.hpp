#pragma once
// Rules of sales that other areas may ask.
#include <functional>

#include "domain/contactos/tipos.hpp"
#include "domain/motor/papel.hpp"
#include "domain/ventas/tipos_devoluciones.hpp"
#include "domain/ventas/tipos_documentos.hpp"
#include "domain/ventas/tipos_ventas.hpp"

namespace gestor::ventas {

// An order of another area that is billed as it ends: its lines, at its prices, by a note that nobody has paid.
struct PartidaIdentificada {  // which of its goods a line sells
    Entero<1, 100'000> numeroPartida;
    Lista<TextoReq<60>, 0, 10'000> series;
    Lista<LotePedido, 0, 1'000> lotes;
};
DTO(PartidaIdentificada, numeroPartida, series, lotes)
struct OrdenPorCobrar {
    Id transaccionId;
    EncabezadoNuevo encabezado;  // of the note
    Id clienteId;
    IdOCero vendedorId;
    IdOCero proyectoId;
    IdOCero centroCostoId;
    std::function<Mudanza(Documento const&)> terminar;  // the order under its lock: what becomes of it, or why not
    std::vector<PartidaIdentificada> partidas{};        // those that its lines do not name, or others
};
TransaccionResultado cobrar_orden(Escritura& db, OrdenPorCobrar const& orden);

// A sale that another system made, as its CFDI has it: an invoice when it is stamped, else a note. Throws
// CFDI_INVALIDO, CFDI_TOTAL_NO_CORRESPONDE, UUID_DUPLICADO. Nobody is refused the credit that he has already had.
struct VentaDeCfdi {
    fiscal::Cfdi const& cfdi;
    EncabezadoNuevo encabezado;  // its date and its currency are the CFDI's
    Id clienteId;
    EscuelaNueva escuela;
    struct Cobro {
        Id cuentaId;
        Id formaPagoId;
    };
    std::optional<Cobro> cobro{};  // all of it
};
TransaccionResultado registrar_venta(Escritura& db, VentaDeCfdi const& venta);

// A customer with a limit owes no more than that, in pesos, whatever is sold at the same time: its row is locked
// before.
void exigir_credito(Escritura& db, Contexto const& c, Dinero mas);

// Who is invoiced, as a contact that is made.
contactos::ContactoDatos datos_de(ClienteDeFactura const& cliente);

}  // namespace gestor::ventas
