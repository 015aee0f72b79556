// Payment receipts (CFDI P) of suppliers, each paid invoice joined to the payment of ours.
#include <algorithm>
#include <map>

#include "domain/archivos/guardar.hpp"
#include "domain/compras/cfdi.hpp"
#include "domain/compras/consultas_recibos.hpp"
#include "domain/compras/ofrece.hpp"
#include "domain/comun/servicio_sat.hpp"
#include "domain/motor/captura/folio_fiscal.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::compras {

bool ReciboRegistrado::pagado() const {
    return std::ranges::none_of(facturas, [](FacturaDeRecibo const& f) { return f.egreso.empty(); });
}

namespace {

// Pagada: a DoctoRelacionado of the receipt, with the date of its payment.
struct Pagada {
    FechaHora fechaPago;
    Uuid uuid;
    Entero<1, 1'000'000> parcialidad;
    Texto<3> divisa;
    NoNegativo<Dinero> saldoAnterior;
    Positivo<Dinero> importe;
    NoNegativo<Dinero> saldoInsoluto;
};

std::vector<Pagada> pagadas_de(fiscal::Cfdi const& cfdi) {
    std::vector<Pagada> pagadas;
    for (auto const& complemento : cfdi.pagos)
        for (auto const& pago : complemento.pagos)
            for (auto const& d : pago.documentos) {
                auto const lugar = "DoctoRelacionado " + std::to_string(pagadas.size() + 1) + ", ";
                Pagada p;
                p.fechaPago = valor_cfdi_exigido<FechaHora>(pago.fechaPago, "Pago, FechaPago");
                p.uuid = valor_cfdi_exigido<Uuid>(d.idDocumento, lugar + "IdDocumento");
                p.parcialidad = valor_cfdi_exigido<decltype(p.parcialidad)>(d.numParcialidad, lugar + "NumParcialidad");
                p.divisa = valor_cfdi_exigido<decltype(p.divisa)>(d.monedaDR, lugar + "MonedaDR");
                p.saldoAnterior = valor_cfdi_exigido<decltype(p.saldoAnterior)>(d.impSaldoAnt, lugar + "ImpSaldoAnt");
                p.importe = valor_cfdi_exigido<decltype(p.importe)>(d.impPagado, lugar + "ImpPagado");
                p.saldoInsoluto =
                    valor_cfdi_exigido<decltype(p.saldoInsoluto)>(d.impSaldoInsoluto, lugar + "ImpSaldoInsoluto");
                pagadas.push_back(std::move(p));
            }
    if (pagadas.empty()) rechazar_cfdi("Pagos", "no dice qué facturas se pagaron");
    return pagadas;
}

struct EgresoDeRecibo {
    Id egresoId;
    Cadena folio;
};
DTO(EgresoDeRecibo, egresoId, folio)

struct ReciboGuardado {
    Entero<1, 1'000'000> numero;
    Cadena sustituidoPor;
    Cadena egreso;
};
DTO(ReciboGuardado, numero, sustituidoPor, egreso)

// Papel: the XML, stored once with each document. With an invoice it is not the CFDI of that invoice.
class Papel {
public:
    Papel(Escritura& db, Sesion const& sesion, std::string nombre, std::string_view xml)
        : db_(db), sesion_(sesion), nombre_(std::move(nombre)), xml_(xml) {}
    Id con(IdOCero documento, bool es_suyo) {
        auto const [guardado, nuevo] = guardados_.try_emplace(documento.valor());
        if (nuevo)
            guardado->second =
                archivos::guardar_archivo(db_, sesion_,
                                          {documento, nombre_, "xml", es_suyo ? "XML" : "Otro", "application/xml"},
                                          archivos::contenido_de(xml_))
                    .archivoId;
        return guardado->second;
    }

private:
    Escritura& db_;
    Sesion const& sesion_;
    std::string nombre_;
    std::string_view xml_;
    std::map<std::int64_t, Id> guardados_;
};

}  // namespace

ReciboRegistrado registrar_recibo_de_pago(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                          std::string_view xml) {
    auto const r = leer_recibido(db, xml, "P", entorno.sat->certificados());
    auto const pagadas = pagadas_de(r.cfdi);
    auto const rfc = valor_cfdi_exigido<Rfc>(r.cfdi.emisor.rfc, "Emisor, Rfc");
    auto const guardados = db.lista<ReciboGuardado, sql::recibo_guardado>("uuid"_es(r.uuid));
    ReciboRegistrado salida;
    salida.estaba = !guardados.empty();
    if (salida.estaba) salida.sustituido_por = guardados[0].sustituidoPor.valor();
    if (!salida.sustituido_por.empty()) return salida;
    if (!salida.estaba) exigir_vigente(db, r.uuid, "uuid");
    for (auto const& relacion : r.cfdi.relaciones) {
        if (relacion.tipoRelacion != "04") continue;
        for (auto const& u : relacion.uuid)
            db.encolar<sql::recibo_sustituido>("uuid"_es(r.uuid),
                                               "sustituido"_es(valor_cfdi_exigido<Uuid>(u, "CfdiRelacionado, UUID")),
                                               "rfc"_es(rfc));
    }
    Papel papel(db, sesion, r.uuid.valor(), xml);
    for (std::size_t i = 0; i < pagadas.size(); ++i) {
        auto const& p = pagadas[i];
        auto const factura = factura_de_proveedor(db, p.uuid, rfc);
        auto& f = salida.facturas.emplace_back();
        f.uuid = p.uuid, f.parcialidad = texto_de(p.parcialidad), f.importe = texto_de(p.importe);
        if (factura) f.folio = factura->folio.valor();
        auto const numero = std::to_string(i + 1);
        for (auto const& g : guardados)
            if (texto_de(g.numero) == numero) f.egreso = g.egreso.valor();
        if (!f.egreso.empty()) continue;
        std::optional<EgresoDeRecibo> egreso;
        if (factura)
            egreso = db.uno<EgresoDeRecibo, sql::egreso_de_recibo>("facturaId"_es(factura->facturaId),
                                                                   "facturaUuid"_es(p.uuid), "importe"_es(p.importe),
                                                                   "fechaPago"_es(p.fechaPago));
        if (egreso) f.egreso = egreso->folio.valor();
        if (salida.estaba && !egreso) continue;
        IdOCero const documento = egreso    ? IdOCero(egreso->egresoId)
                                  : factura ? IdOCero(factura->facturaId)
                                            : IdOCero();
        auto const archivo = papel.con(documento, egreso.has_value());
        auto const pagado = egreso ? sql_de(egreso->egresoId) : ValorSql();
        if (salida.estaba)
            db.encolar<sql::recibo_pagado>("uuid"_es(r.uuid), "numero"_es(numero), "egresoId"_es(pagado),
                                           "archivoId"_es(archivo));
        else
            db.encolar<sql::recibo_nuevo>(
                "uuid"_es(r.uuid), "numero"_es(numero), "rfc"_es(rfc), "fechaPago"_es(p.fechaPago),
                "facturaUuid"_es(p.uuid), "parcialidad"_es(p.parcialidad), "moneda"_es(p.divisa),
                "saldoAnterior"_es(p.saldoAnterior), "importe"_es(p.importe), "saldoInsoluto"_es(p.saldoInsoluto),
                "egresoId"_es(pagado), "archivoId"_es(archivo));
    }
    return salida;
}

}  // namespace gestor::compras
