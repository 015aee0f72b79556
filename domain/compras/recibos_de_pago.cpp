// Payment receipts (CFDI P) of suppliers, each paid invoice joined to the payment of ours.
#include <algorithm>
#include <map>
#include <span>
#include <tuple>

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

struct PagoSinRecibo {
    Id egresoId;
    Cadena folio;
    Dinero importe;
    Entero<0, 10'000'000> dias;  // to the date of payment
};
DTO(PagoSinRecibo, egresoId, folio, importe, dias)

// Payments that follow each other and add up to the amount, to the cent: those with `egreso` first, then the fewest,
// the most exact, the nearest to the date of payment.
std::span<PagoSinRecibo const> los_que_suman(std::span<PagoSinRecibo const> pagos, Dinero importe, IdOCero egreso) {
    constexpr Dinero un_centavo{"0.01"};
    using Orden = std::tuple<bool, std::size_t, Dinero, std::int64_t, std::size_t>;
    std::optional<Orden> mejor;
    for (std::size_t i = 0; i < pagos.size(); ++i) {
        Dinero suma;
        bool sin_el = true;
        for (std::size_t j = i; j < pagos.size() && suma <= importe; ++j) {
            suma += pagos[j].importe;
            sin_el = sin_el && IdOCero(pagos[j].egresoId) != egreso;
            auto const falta = suma < importe ? importe - suma : suma - importe;
            if (falta > un_centavo) continue;
            Orden const este{sin_el, j - i, falta, pagos[j].dias.valor(), i};
            if (!mejor || este < *mejor) mejor = este;
        }
    }
    if (!mejor) return {};
    return pagos.subspan(std::get<4>(*mejor), std::get<1>(*mejor) + 1);
}

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

struct ReciboLegible {
    std::string_view xml;
    CfdiRecibido cfdi;
    Rfc rfc;
    std::vector<Pagada> pagadas;
    std::vector<Uuid> sustituidos;
    std::vector<ReciboGuardado> guardados;
};

std::string decir(FacturaDeRecibo const& f) {
    return (f.folio.empty() ? "la factura " + f.uuid.valor() : f.folio) + " parcialidad " + f.parcialidad + ", " +
           f.importe + ", " +
           (f.folio.empty()    ? "no está registrada"
            : f.egreso.empty() ? "nadie la pagó aquí"
                               : "pagada con " + f.egreso);
}

ReciboLeido leer_recibo_de_pago(Lectura& db, Entorno const& entorno, std::string_view xml) {
    ReciboLegible r{xml, leer_recibido(db, xml, "P", entorno.sat->certificados()), {}, {}, {}, {}};
    r.pagadas = pagadas_de(r.cfdi.cfdi);
    r.rfc = valor_cfdi_exigido<Rfc>(r.cfdi.cfdi.emisor.rfc, "Emisor, Rfc");
    for (auto const& relacion : r.cfdi.cfdi.relaciones)
        if (relacion.tipoRelacion == "04")
            for (auto const& u : relacion.uuid)
                r.sustituidos.push_back(valor_cfdi_exigido<Uuid>(u, "CfdiRelacionado, UUID"));
    if (std::ranges::count(r.sustituidos, r.cfdi.uuid) > 0) rechazar_cfdi("CfdiRelacionado", "se sustituye a sí mismo");
    r.guardados = db.lista<ReciboGuardado, sql::recibo_guardado>("uuid"_es(r.cfdi.uuid));
    if (r.guardados.empty()) exigir_vigente(db, r.cfdi.uuid, "uuid");
    return std::make_shared<ReciboLegible>(std::move(r));
}

bool paga(ReciboLeido const& recibo, std::string_view factura) {
    return std::ranges::any_of(recibo->pagadas, [&](Pagada const& p) { return p.uuid.valor() == factura; });
}

ReciboRegistrado registrar_recibo_de_pago(Escritura& db, Sesion const& sesion, ReciboLeido const& recibo,
                                          IdOCero egreso) {
    auto const& [xml, r, rfc, pagadas, sustituidos, guardados] = *recibo;
    ReciboRegistrado salida;
    salida.estaba = !guardados.empty();
    if (salida.estaba) salida.sustituido_por = guardados[0].sustituidoPor.valor();
    if (!salida.sustituido_por.empty()) return salida;
    for (auto const& sustituido : sustituidos)
        db.encolar<sql::recibo_sustituido>("uuid"_es(r.uuid), "sustituido"_es(sustituido), "rfc"_es(rfc));
    Papel papel(db, sesion, r.uuid.valor(), xml);
    std::vector<Id> unidos;
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
        std::vector<PagoSinRecibo> pagos;
        if (factura)
            pagos = db.lista<PagoSinRecibo, sql::pagos_sin_recibo>(
                "facturaId"_es(factura->facturaId), "facturaUuid"_es(p.uuid), "fechaPago"_es(p.fechaPago),
                "uuid"_es(r.uuid), "numero"_es(numero));
        auto const suyos = los_que_suman(pagos, p.importe, egreso);
        if (salida.estaba && suyos.empty()) continue;
        std::optional<Id> archivo;
        std::vector<Id> egresos;
        for (auto const& pago : suyos) {
            auto const guardado = papel.con(IdOCero(pago.egresoId), true);
            if (!archivo) archivo = guardado;
            f.egreso += (f.egreso.empty() ? "" : ", ") + pago.folio.valor();
            egresos.push_back(pago.egresoId);
        }
        if (!archivo) archivo = papel.con(factura ? IdOCero(factura->facturaId) : IdOCero(), false);
        if (salida.estaba) {
            db.encolar<sql::recibo_pagado>("uuid"_es(r.uuid), "numero"_es(numero), "archivoId"_es(*archivo));
            db.encolar<sql::recibo_sin_egresos>("uuid"_es(r.uuid), "numero"_es(numero));
        } else {
            db.encolar<sql::recibo_nuevo>("uuid"_es(r.uuid), "numero"_es(numero), "rfc"_es(rfc),
                                          "fechaPago"_es(p.fechaPago), "facturaUuid"_es(p.uuid),
                                          "parcialidad"_es(p.parcialidad), "moneda"_es(p.divisa),
                                          "saldoAnterior"_es(p.saldoAnterior), "importe"_es(p.importe),
                                          "saldoInsoluto"_es(p.saldoInsoluto), "archivoId"_es(*archivo));
        }
        if (egresos.empty()) continue;
        db.encolar<sql::recibo_de_egresos>("uuid"_es(r.uuid), "numero"_es(numero), "egresos"_es(egresos));
        unidos.insert(unidos.end(), egresos.begin(), egresos.end());
    }
    if (!unidos.empty())
        db.encolar<sql::egresos_juzgados>("ids"_es(unidos), "uuid"_es(r.uuid), "validacion"_es(r.validacion));
    return salida;
}

ReciboRegistrado registrar_recibo_de_pago(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                          std::string_view xml) {
    return registrar_recibo_de_pago(db, sesion, leer_recibo_de_pago(db, entorno, xml));
}

}  // namespace gestor::compras
