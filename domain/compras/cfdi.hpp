#pragma once
// A purchase invoice from the CFDI of its supplier.
#include "domain/compras/ofrece.hpp"
#include "domain/compras/tipos_compras.hpp"
#include "domain/comun/cfdi.hpp"
#include "domain/fiscal/certificado.hpp"
#include "domain/motor/escritura/plan.hpp"
#include "domain/operacion/sesion.hpp"
#include "persistence/unidad.hpp"

namespace gestor::compras {

struct FacturaConCfdi {
    FacturaCompraNueva factura;  // the body, completed from the CFDI
    CfdiLeido const& leido;
    fiscal::Cfdi const& cfdi = leido.cfdi;
    bool con_sus_lineas = false;  // the lines come from the CFDI with their taxes; a line without taxes is not taxed
    std::vector<LineaDeCfdi> lineas{};  // lines of the CFDI, when the document takes them
    std::vector<std::string> avisos{};
    std::string_view validacion{};  // judgement of file, structure, seal and stamp
};

// Date of the document: that of its CFDI, or the later one of its source documents. Throws CFDI_INVALIDO.
FechaDocumento fecha_de(Lectura& db, fiscal::Cfdi const& cfdi, std::vector<Id> const& origenes);
// Throws PERIODO_CERRADO, as a fault of `fecha`: the CFDI gave a date that the caller did not see.
void exigir_mes_abierto(Lectura& db, Fecha fecha);
// Judges the seal. Throws SELLO_INVALIDO, unless the caller accepts the CFDI: then PERMISO_DENEGADO without
// compras.autorizar.
void exigir_sello(FacturaConCfdi& con, Sesion const& sesion, fiscal::Certificados const& del_sat);

// Throws CFDI_INVALIDO, CFDI_RFC_NO_CORRESPONDE, NO_ENCONTRADO (no supplier has the issuer's RFC), VALIDACION.
FacturaConCfdi completar(Escritura& db, FacturaCompraNueva const& factura, CfdiLeido const& leido, bool con_productos);
// conceptoId is required when a line of the CFDI is no product of ours, and refused otherwise.
void validar_cfdi(FacturaCompraNueva const& factura, Fallas& fallas);
bool con_origen(FacturaCompraNueva const& factura);

// Lines keep their keys of the CFDI.
void poner_claves(std::span<LineaDeCfdi const> escritas, std::vector<Linea>& lineas);
// Copies form and method of payment, use and the issuer's regime from the CFDI, and its judgement.
void poner_datos_fiscales(FacturaConCfdi const& con, CabeceraNueva& cabecera);

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

// Compares the issuer and the receiver of the CFDI with the supplier and the organization.
void exigir_partes(fiscal::Cfdi const& cfdi, std::string_view organizacion, std::string_view proveedor);

}  // namespace gestor::compras
