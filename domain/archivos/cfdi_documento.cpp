#include "domain/archivos/cfdi_documento.hpp"

#include "domain/archivos/consultas.hpp"
#include "domain/archivos/consultas_validar.hpp"
#include "domain/comun/cfdi.hpp"
#include "domain/comun/tarea_sat.hpp"
#include "domain/fiscal/juzgar.hpp"
#include "domain/fiscal/xml.hpp"
#include "domain/motor/captura/consultas_resolver.hpp"

namespace gestor::archivos {
namespace {

TipoDocumento const* tipo_de(DocumentoDeCfdi const& d) {
    return tipo_de_objeto(d.objId.valor(), d.origen.valor());
}

std::string nombre_de(DocumentoDeCfdi const& d) {
    return d.tipoDocumento.valor() + " " + d.folio.valor();
}

bool es_de_pago(fiscal::Cfdi const& cfdi) {
    return cfdi.tipoDeComprobante == "P";
}

bool es_de_otro(fiscal::Cfdi const& cfdi, DocumentoDeCfdi const& d, bool ajeno) {
    return !es_su_recibo(cfdi, d) && (ajeno || (!d.uuid.vacio() && cfdi.uuid() != d.uuid.valor()));
}

bool sumar(fiscal::Dato const& dato, ImporteCfdi& suma) {
    ImporteCfdi importe;
    if (!dato || ImporteCfdi::leer(*dato, importe)) return false;
    suma += importe;
    return true;
}

}  // namespace

DocumentoDeCfdi bloquear_documento(Escritura& db, Id transaccionId) {
    auto documento = db.uno<DocumentoDeCfdi, sql::documento_de_cfdi>("transaccionId"_es(transaccionId));
    if (!documento) throw Problema(codigo::no_encontrado, "no existe un documento con ese identificador");
    return std::move(*documento);
}

Lado lado_de(fiscal::Cfdi const& cfdi, std::string_view rfc_propio) {
    if (cfdi.emisor.rfc == rfc_propio) return Lado::venta;
    return cfdi.receptor.rfc == rfc_propio ? Lado::compra : Lado::ninguno;
}

std::string rfc_ajeno(fiscal::Cfdi const& cfdi, Lado lado) {
    return (lado == Lado::venta ? cfdi.receptor.rfc : cfdi.emisor.rfc).value_or("");
}

std::optional<ImporteCfdi> total_de(fiscal::Cfdi const& cfdi) {
    ImporteCfdi total;
    if (!es_de_pago(cfdi)) return sumar(cfdi.total, total) ? std::optional(total) : std::nullopt;
    for (auto const& complemento : cfdi.pagos)
        for (auto const& pago : complemento.pagos)
            if (!sumar(pago.monto, total)) return std::nullopt;
    return total;
}

bool en_moneda(fiscal::Cfdi const& cfdi, std::string const& moneda) {
    if (!es_de_pago(cfdi)) return cfdi.moneda == moneda;
    for (auto const& complemento : cfdi.pagos)
        for (auto const& pago : complemento.pagos)
            if (pago.monedaP != moneda) return false;
    return true;
}

bool lleva_cfdi(DocumentoDeCfdi const& d) {
    auto const* const tipo = tipo_de(d);
    return tipo != nullptr && tipo->comprobante != Comprobante::ninguno;
}

bool es_pago_a_proveedor(DocumentoDeCfdi const& d) {
    auto const* const tipo = tipo_de(d);
    return tipo != nullptr && tipo->comprobante == Comprobante::pago && tipo->lado == Lado::compra;
}

Cadena recibo_de(Lectura& db, fiscal::Cfdi const& cfdi, Id transaccionId) {
    auto const uuid = es_de_pago(cfdi) ? cfdi.uuid() : std::nullopt;
    if (!uuid) return {};
    auto const suyo = db.consultar<sql::recibo_de_egreso>("uuid"_es(*uuid), "transaccionId"_es(transaccionId));
    return suyo.vacia() ? Cadena() : Cadena::de_base(*uuid);
}

bool es_su_recibo(fiscal::Cfdi const& cfdi, DocumentoDeCfdi const& d) {
    return !d.recibo.vacio() && cfdi.uuid() == d.recibo.valor();
}

std::optional<Reparo> discrepancia(fiscal::Cfdi const& cfdi, DocumentoDeCfdi const& d) {
    auto const* const tipo = tipo_de(d);
    auto const clase = tipo != nullptr ? clave_de(tipo->comprobante) : "";
    if (clase.empty()) return Reparo{codigo::cfdi_invalido, nombre_de(d) + " no lleva un CFDI propio"};
    if (cfdi.tipoDeComprobante != clase)
        return Reparo{codigo::cfdi_invalido, "es un CFDI de tipo " +
                                                 fiscal::citado(cfdi.tipoDeComprobante.value_or("")) + " y " +
                                                 nombre_de(d) + " lleva uno de tipo " + std::string(clase)};
    bool const vendemos = tipo->lado == Lado::venta;
    auto const& propio = vendemos ? cfdi.emisor.rfc : cfdi.receptor.rfc;
    if (propio != d.rfcPropio.valor() || rfc_ajeno(cfdi, tipo->lado) != d.rfc.valor())
        return Reparo{codigo::cfdi_rfc_no_corresponde, "es de " + fiscal::citado(cfdi.emisor.rfc.value_or("")) +
                                                           " para " + fiscal::citado(cfdi.receptor.rfc.value_or("")) +
                                                           " y " + nombre_de(d) + " es de " +
                                                           (vendemos ? d.rfcPropio : d.rfc).valor() + " para " +
                                                           (vendemos ? d.rfc : d.rfcPropio).valor()};
    auto const total = total_de(cfdi);
    constexpr ImporteCfdi un_centavo{"0.01"};
    bool const igual = total && *total - d.total <= un_centavo && d.total - *total <= un_centavo;
    if (!igual || !en_moneda(cfdi, d.moneda.valor()))
        return Reparo{codigo::cfdi_total_no_corresponde, "su total o su moneda no son los de " + nombre_de(d)};
    return std::nullopt;
}

std::vector<std::string> avisos_del_sello(fiscal::Cfdi const& cfdi, fiscal::Certificados const& del_sat) {
    using enum fiscal::Dictamen;
    for (auto const& v : fiscal::verificar_sello(cfdi, del_sat))
        if (v.dictamen == error || (v.codigo == "SELLO08" && v.dictamen != correcto))
            return {"el sello o el timbre del CFDI no valen, o no se pueden juzgar: " + decir(v)};
    return {};
}

std::string juicio_de(fiscal::Cfdi const& cfdi, DocumentoDeCfdi const& d, bool ajeno,
                      fiscal::Certificados const& del_sat) {
    if (es_de_otro(cfdi, d, ajeno)) return "Inválido";
    return std::string(fiscal::validacion(fiscal::juzgar_autenticidad(cfdi, del_sat)));
}

std::string_view juicio_de_ilegible(std::string_view xml) {
    try {
        return fiscal::leer_xml(xml).raiz.nombre == "Comprobante" ? "Parcial" : "Inválido";
    } catch (fiscal::Ilegible const&) {
        return "Parcial";
    }
}

std::string anotar_juicio(Escritura& db, fiscal::Cfdi const& cfdi, DocumentoDeCfdi const& d, bool ajeno,
                          fiscal::Certificados const& del_sat) {
    auto const& antes = d.validacion.valor();
    bool const otro = es_de_otro(cfdi, d, ajeno);
    if (otro && antes != "Sin validar") return antes;
    auto dicho = juicio_de(cfdi, d, ajeno, del_sat);
    if (dicho != "Inválido" && (antes == "Cancelado" || antes == "No encontrado")) return antes;
    db.encolar<sql::documento_validado>("transaccionId"_es(d.transaccionId), "validacion"_es(dicho));
    return dicho;
}

std::optional<Reparo> poner_folio_fiscal(Escritura& db, fiscal::Cfdi const& cfdi, DocumentoDeCfdi const& d,
                                         bool bien_sellado) {
    auto const uuid = cfdi.uuid();
    if (!uuid) return Reparo{codigo::cfdi_invalido, "no está timbrado"};
    FechaHora timbrado;
    auto const& fecha = cfdi.timbres.front().fechaTimbrado;
    auto const timbrado_el = fecha && !FechaHora::leer(*fecha, timbrado) ? std::optional(timbrado) : std::nullopt;
    bool const nuevo = d.uuid != *uuid;
    if (nuevo) {
        if (!d.uuid.vacio())
            return Reparo{codigo::uuid_duplicado, nombre_de(d) + " tiene otro folio fiscal, " + d.uuid.valor()};
        if (d.estado == "Cancelado") return Reparo{codigo::estado_invalido, nombre_de(d) + " está cancelado"};
        if (auto const otro = db.uno<DocumentoRelacionado, sql::uuid_registrado>("uuid"_es(*uuid)))
            return Reparo{codigo::uuid_duplicado,
                          otro->tipoDocumento.valor() + " " + otro->folio.valor() + " tiene ese folio fiscal"};
    }
    db.consultar<sql::poner_folio_fiscal>("transaccionId"_es(d.transaccionId), "uuid"_es(*uuid),
                                          "fechaTimbrado"_es(timbrado_el));
    if (d.estatusTimbrado == EstatusTimbrado::SinTimbrar && (bien_sellado || tipo_de(d)->lado == Lado::compra))
        mover_timbrado(db, d.transaccionId, EstatusTimbrado::SinTimbrar, AccionTimbrado::timbrar);
    if (nuevo) consultar_sat_despues(db, cfdi);
    return std::nullopt;
}

}  // namespace gestor::archivos
