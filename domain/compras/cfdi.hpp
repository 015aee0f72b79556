#pragma once
// A purchase invoice from the CFDI of its supplier.
#include "domain/compras/ofrece.hpp"
#include "domain/compras/tipos_compras.hpp"
#include "domain/comun/cfdi.hpp"
#include "domain/fiscal/certificado.hpp"
#include "domain/motor/escritura/emisor.hpp"
#include "domain/operacion/sesion.hpp"
#include "persistence/unidad.hpp"

namespace gestor::compras {

struct FacturaConCfdi {
    FacturaCompraNueva factura;   // the body, completed from the CFDI
    CfdiLeido const* leido;       // null: the body has no CFDI
    bool fechada = false;         // the body has a date
    bool con_sus_lineas = false;  // the lines come from the CFDI with their taxes; a line without taxes is not taxed
    std::vector<LineaDeCfdi> lineas{};  // lines of the CFDI, when the document takes them
    std::vector<std::string> avisos{};
};

// Each of these steps leaves a body without xmlBase64 as it is.
// Throws CFDI_INVALIDO, CFDI_RFC_NO_CORRESPONDE, NO_ENCONTRADO (no supplier has the issuer's RFC), VALIDACION.
// con_productos: lines of the CFDI are matched to products; otherwise each gets the concept of the body.
FacturaConCfdi con_su_cfdi(Escritura& db, FacturaCompraNueva const& factura, CfdiLeido const* leido,
                           bool con_productos);
// A body without a date takes that of its CFDI, or the later one of its source documents. Throws CFDI_INVALIDO.
void fechar_por_cfdi(Lectura& db, FacturaConCfdi& con, std::vector<Id> const& origenes);
// Lines keep their keys of the CFDI; its currency, issuer and receiver are those of the document. Throws all faults,
// and PERIODO_CERRADO as a fault of `fecha` when the CFDI gave a date that the caller did not see.
void comprobar_cfdi(FacturaConCfdi const& con, Borrador& compra);
// Compares the total, judges the seal, and copies the fiscal data and the judgement into the header. Throws
// SELLO_INVALIDO, unless the caller accepts the CFDI: then PERMISO_DENEGADO without compras.autorizar.
void aceptar_cfdi(FacturaConCfdi& con, Emisor& compra, Sesion const& sesion, fiscal::Certificados const& del_sat);
// conceptoId is required when a line of the CFDI is no product of ours, and refused otherwise.
void validar_cfdi(FacturaCompraNueva const& factura, Fallas& fallas);
bool con_origen(FacturaCompraNueva const& factura);

// CfdiRecibido: a sealed CFDI of a supplier, which makes no invoice.
struct CfdiRecibido {
    fiscal::Cfdi cfdi;
    Uuid uuid;
    std::string_view validacion;  // judgement of file, structure, seal and stamp
};
// Reads a CFDI of type E or P for the organization. Throws CFDI_INVALIDO, CFDI_RFC_NO_CORRESPONDE, SELLO_INVALIDO.
CfdiRecibido leer_recibido(Lectura& db, std::string_view xml, std::string_view tipo,
                           fiscal::Certificados const& del_sat);

// FacturaDeProveedor: our document of a supplier's invoice, found by its fiscal folio.
struct FacturaDeProveedor {
    Id facturaId;
    Id objId;
    Cadena folio;
    FechaHora fecha;
    Cadena moneda;
    Dinero saldo;
    Dinero noAcreditable;  // VAT that is cost
    Id sucursalId;
    IdOCero proyectoId;
    IdOCero centroCostoId;
    Id proveedorId;
};
DTO(FacturaDeProveedor, facturaId, objId, folio, fecha, moneda, saldo, noAcreditable, sucursalId, proyectoId,
    centroCostoId, proveedorId)
std::optional<FacturaDeProveedor> factura_de_proveedor(Lectura& db, Uuid const& uuid, Rfc const& rfc);
// Throws NO_ENCONTRADO: no supplier has the issuer's RFC.
Id proveedor_que_emitio(Lectura& db, fiscal::Cfdi const& cfdi);

}  // namespace gestor::compras
