#pragma once
// Functions of purchases that other areas may call.
#include <memory>

#include "domain/compras/tipos_compras.hpp"
#include "domain/fiscal/cfdi.hpp"
#include "domain/fiscal/veredicto.hpp"
#include "domain/operacion/entorno.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::compras {

// CfdiLeido: a CFDI that was read, and perhaps judged (seal, stamp and structure), before its registration.
struct CfdiLeido {
    fiscal::Cfdi cfdi;
    std::optional<fiscal::Veredicto> autenticidad;
};
struct FacturaDeCfdi {
    Pregunta folio;  // answered when the unit ends
    Dinero total;
    std::vector<std::string> avisos;
};
// Registers the CFDI of a supplier (`papel.xmlBase64`) as a purchase invoice (OP-141), or as an expense: then each line
// gets the concept `conceptoId`, even when a product of ours has its code, and the supplier is a creditor.
FacturaDeCfdi registrar_factura_de_cfdi(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                        FacturaCompraNueva const& papel, CfdiLeido const& leido, bool es_gasto);

// CreditoDeCfdi: a credit note that a supplier issued (CFDI E), as it comes in.
struct CreditoDeCfdi {
    std::string_view xml;
    std::optional<FechaDocumento> fecha;  // absent: that of the CFDI
    std::optional<IdOCero> sucursalId;    // of a note without an invoice
};
struct CreditoRegistrado {
    TransaccionResultado nota;  // the note, or the advance of ours (es_anticipo)
    std::string sobre;          // folio of the invoice that it credits; empty: none, or several
    struct Asignacion {
        Id documento;
        std::string folio;
        Dinero importe;
    };
    std::vector<Asignacion> asignaciones{};  // what the caller assigns of `nota` next, on that day
    FechaHora dia_de_asignar{};
    bool es_anticipo = false;
    std::vector<std::string> avisos{};
};
// Registers a credit note over the invoice that its CFDI is related to: returned goods (03) as a return, an advance of
// ours (07) as its assignment. Without a relation it is a balance in our favour; of several invoices too, and it is to
// be assigned to them, the oldest first, when they owe it and have its taxes. Throws NO_ENCONTRADO (none of its
// invoices is registered), UUID_DUPLICADO, ESTADO_INVALIDO (it replaces a note in the books), VALIDACION.
CreditoRegistrado registrar_credito_de_cfdi(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                            CreditoDeCfdi const& papel);

// FacturaDeRecibo: an invoice that a payment receipt (CFDI P) says is paid.
struct FacturaDeRecibo {
    std::string folio;  // of our document; empty: the invoice is not registered here
    Uuid uuid;
    std::string parcialidad, importe;
    std::string egreso;  // folios of the payments of ours; empty: none of this invoice and amount
};
std::string decir(FacturaDeRecibo const& factura);
struct ReciboRegistrado {
    bool estaba = false;
    std::string sustituido_por;  // UUID of the receipt that replaces it
    std::vector<FacturaDeRecibo> facturas;

    bool pagado() const;  // each invoice has its payment
};
// Reads a payment receipt of a supplier and throws when it cannot be kept: CFDI_INVALIDO, CFDI_RFC_NO_CORRESPONDE,
// SELLO_INVALIDO, ESTADO_INVALIDO (the authority's metadata know it as cancelled). A reader writes nothing, so that its
// caller may catch the refusal and go on. The xml stays with the caller.
struct ReciboLegible;
using ReciboLeido = std::shared_ptr<ReciboLegible const>;
ReciboLeido leer_recibo_de_pago(Lectura& db, Entorno const& entorno, std::string_view xml);
// Whether the receipt says that the invoice of this fiscal folio was paid.
bool paga(ReciboLeido const& recibo, std::string_view factura);
// Keeps it. Each invoice in it is joined to the payment of ours of that invoice and amount that has no receipt yet, or
// to several that follow each other and add up to it; those with `egreso` go first. A receipt that was kept before is
// joined to what was paid since.
ReciboRegistrado registrar_recibo_de_pago(Escritura& db, Sesion const& sesion, ReciboLeido const& recibo,
                                          IdOCero egreso = {});
ReciboRegistrado registrar_recibo_de_pago(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                          std::string_view xml);

}  // namespace gestor::compras
