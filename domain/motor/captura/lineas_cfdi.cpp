#include "domain/motor/captura/lineas_cfdi.hpp"

#include <algorithm>

#include "domain/comun/cfdi.hpp"

namespace gestor {
namespace {

Importe calculado(ImpuestoNuevo const& n, ImpuestoLinea const& i, Cantidad cantidad) {
    if (!i.tasa) return {};
    return i.factor == "Cuota" && !n.base ? multiplicar<6>(cantidad, *i.tasa) : multiplicar<6>(i.base, *i.tasa);
}

ImpuestoLinea impuesto_de(ImpuestoNuevo const& n, Cantidad cantidad, Importe base, PerfilImpuestos const& perfil) {
    ImpuestoLinea i;
    i.impuesto = n.impuesto.valor();
    i.retencion = n.tipo.valor == "Retencion";
    i.factor = n.tipoFactor.valor.valor();
    if (n.tasaOCuota) i.tasa = *n.tasaOCuota;
    i.base = n.base ? Importe(*n.base) : base;
    i.importe = n.importe ? Importe(*n.importe) : calculado(n, i, cantidad);
    if (i.retencion) i.tipoRetencion = perfil.tipoRetencion;
    if (i.impuesto == "002") i.noAcreditable = perfil.noAcreditable;
    return i;
}

// A printed tax amount is within a cent of base × rate; at 0 % it is 0.
void exigir_importe(ImpuestoNuevo const& n, ImpuestoLinea const& i, Cantidad cantidad, std::string const& campo,
                    Fallas& fallas) {
    if (!n.importe || !i.tasa) return;
    Importe const seria = calculado(n, i, cantidad);
    if (i.tasa->es_cero() ? n.importe->es_cero() : al_centavo(*n.importe, seria)) return;
    std::string texto;
    seria.escribir(texto);
    fallas.agregar(campo, codigo::rango, "no corresponde a su base y su tasa: serían " + texto);
}

void fallas_de_impuesto(ImpuestoNuevo const& n, std::string const& camino, Fallas& fallas) {
    bool const exento = n.tipoFactor.valor == "Exento", retencion = n.tipo.valor == "Retencion";
    if (!exento && !n.tasaOCuota) fallas.agregar(camino + ".tasaOCuota", codigo::requerido, "es obligatoria");
    if (exento && (n.tasaOCuota || n.importe || n.impuesto != "002" || retencion))
        fallas.agregar(camino + ".tipoFactor", codigo::rango, "exento es sólo el IVA trasladado, sin tasa ni importe");
    if (n.tipoFactor.valor == "Cuota" && (n.impuesto != "003" || retencion))
        fallas.agregar(camino + ".tipoFactor", codigo::rango, "por cuota es sólo el IEPS trasladado");
    if (n.impuesto == "001" && !retencion) fallas.agregar(camino + ".tipo", codigo::rango, "el ISR sólo se retiene");
    if (n.impuesto == "003" && retencion) fallas.agregar(camino + ".tipo", codigo::rango, "el IEPS no se retiene");
    bool const iva = n.impuesto == "002" && !retencion && n.tasaOCuota;
    if (iva && *n.tasaOCuota != Tasa{"0.16"} && *n.tasaOCuota != Tasa{"0.08"} && !n.tasaOCuota->es_cero())
        fallas.agregar(camino + ".tasaOCuota", codigo::rango, "debe ser 0.16, 0.08 o 0");
}

// Price of a CFDI line; when its Importe was rounded, Importe ÷ Cantidad.
NoNegativo<Precio> precio_escrito(fiscal::ConceptoCfdi const& c, Cantidad cantidad, std::string const& donde) {
    auto const precio = valor_cfdi_exigido<NoNegativo<Precio>>(c.valorUnitario, donde + ", ValorUnitario");
    auto const importe = valor_cfdi_exigido<NoNegativo<Importe>>(c.importe, donde + ", Importe");
    if (multiplicar<6>(cantidad, precio) == importe) return precio;
    return NoNegativo<Precio>(dividir<6>(importe, cantidad));
}

ImpuestoNuevo impuesto_escrito(fiscal::ImpuestoCfdi const& i, bool retencion, std::string const& donde) {
    ImpuestoNuevo n;
    n.impuesto = valor_cfdi_exigido<decltype(n.impuesto)>(i.impuesto, donde + ", Impuesto");
    n.tipo.valor = retencion ? decltype(n.tipo.valor)("Retencion") : decltype(n.tipo.valor)("Traslado");
    n.tipoFactor.valor = valor_cfdi_exigido<decltype(n.tipoFactor.valor)>(i.tipoFactor, donde + ", TipoFactor");
    n.tasaOCuota = valor_cfdi<NoNegativo<Tasa>>(i.tasaOCuota, donde + ", TasaOCuota");
    n.base = valor_cfdi<NoNegativo<Importe>>(i.base, donde + ", Base");
    n.importe = valor_cfdi<NoNegativo<Importe>>(i.importe, donde + ", Importe");
    return n;
}

// A key that the catalogs lack is left out; the validation of the CFDI reports it.
template <class Clave>
Cadena clave_escrita(fiscal::Dato const& dato) {
    Clave clave;
    return dato && !Clave::leer(*dato, clave) ? Cadena::de_base(clave.valor()) : Cadena();
}

LineaDeCfdi linea_escrita(fiscal::ConceptoCfdi const& c, std::string const& donde) {
    LineaDeCfdi l;
    auto& p = l.partida;
    p.cantidad = valor_cfdi_exigido<Positivo<Cantidad>>(c.cantidad, donde + ", Cantidad");
    p.precioUnitario = precio_escrito(c, p.cantidad, donde);
    if (auto const descuento = valor_cfdi<NoNegativo<Importe>>(c.descuento, donde + ", Descuento"))
        p.descuento = *descuento;
    p.descripcion = valor_cfdi<Texto<1000>>(c.descripcion, donde + ", Descripcion");
    l.claveProductoServicio = clave_escrita<ClaveProductoServicio>(c.claveProdServ);
    l.claveUnidad = clave_escrita<ClaveUnidad>(c.claveUnidad);
    if (!c.impuestos) return l;
    auto& suyos = l.impuestos;
    for (auto const& t : c.impuestos->traslados) suyos.push_back(impuesto_escrito(t, false, donde + ", Traslado"));
    for (auto const& r : c.impuestos->retenciones) suyos.push_back(impuesto_escrito(r, true, donde + ", Retencion"));
    if (suyos.size() > 6) rechazar_cfdi(donde, "tiene más de 6 impuestos");
    return l;
}

}  // namespace

void validar_pdf(std::optional<Base64<pdf_maximo>> const& pdf, Fallas& fallas) {
    if (pdf && !pdf->bytes().starts_with("%PDF-")) fallas.agregar("pdfBase64", codigo::formato, "no es un PDF");
}

bool al_centavo(Importe enviado, Importe calculado) {
    return std::max(enviado, calculado) - std::min(enviado, calculado) <= Importe{"0.01"};
}

std::string lugar_de_concepto(std::size_t fila) {
    return "Concepto " + std::to_string(fila + 1);
}

std::vector<LineaDeCfdi> lineas_de(fiscal::Cfdi const& cfdi) {
    if (cfdi.conceptos.size() > 1'000) rechazar_cfdi("Conceptos", "son más de 1,000");
    std::vector<LineaDeCfdi> lineas;
    for (auto const& c : cfdi.conceptos) lineas.push_back(linea_escrita(c, lugar_de_concepto(lineas.size())));
    return lineas;
}

Locales locales_de(fiscal::Cfdi const& cfdi) {
    Locales l;
    if (!cfdi.locales) return l;
    auto const importe = [](fiscal::Dato const& dato, std::string_view donde) {
        return Dinero(valor_cfdi_exigido<NoNegativo<Dinero>>(dato, donde));
    };
    l.cargo = importe(cfdi.locales->totalTraslados, "ImpuestosLocales, TotaldeTraslados");
    l.retencion = importe(cfdi.locales->totalRetenciones, "ImpuestosLocales, TotaldeRetenciones");
    return l;
}

namespace {

// One tax may stand twice in a line only when each has its own base.
bool repite(ImpuestoNuevo const& a, ImpuestoNuevo const& b) {
    return a.impuesto == b.impuesto && a.tipo.valor == b.tipo.valor && !(a.base && b.base);
}

}  // namespace

void reemplazar_impuestos(Linea& linea, std::span<ImpuestoNuevo const> impuestos, std::size_t fila, bool timbrados,
                          Fallas& fallas) {
    auto& importes = linea.importes;
    importes.impuestos.clear();
    importes.ieps = {};
    for (int const vuelta : {0, 1}) {  // IEPS in the first round: it is part of the base of VAT
        for (std::size_t i = 0; i < impuestos.size(); ++i) {
            auto const& n = impuestos[i];
            bool const es_ieps = n.impuesto == "003";
            if (es_ieps != (vuelta == 0)) continue;
            for (std::size_t j = 0; j < i; ++j)
                if (repite(impuestos[j], n))
                    fallas.agregar(en_fila(en_fila("partidas", fila, "impuestos"), i), codigo::duplicado,
                                   "repite un impuesto de la partida");
            fallas_de_impuesto(n, en_fila(en_fila("partidas", fila, "impuestos"), i), fallas);
            bool const con_ieps = n.impuesto == "002" && n.tipo.valor == "Traslado";
            importes.impuestos.push_back(
                impuesto_de(n, linea.guardada.cantidad,
                            con_ieps ? Importe(importes.importe + importes.ieps) : importes.importe, linea.perfil));
            if (!timbrados)
                exigir_importe(n, importes.impuestos.back(), linea.guardada.cantidad,
                               en_fila(en_fila("partidas", fila, "impuestos"), i, "importe"), fallas);
            if (es_ieps) importes.ieps += importes.impuestos.back().importe;
        }
    }
    if (fallas.vacio()) importes.cubeta = mayor_base_de(importes.impuestos);
    linea.guardada.objetoImpuesto = Cadena(impuestos.empty() ? "01" : "02");
}

}  // namespace gestor
