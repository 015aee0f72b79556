#include "domain/fiscal/reglas_pagos.hpp"

#include <algorithm>
#include <map>

#include "domain/valores/fiscal.hpp"

namespace gestor::fiscal {

namespace {

using R = CasoPagos;
constexpr std::string_view raiz = "Comprobante", linea = "Conceptos/Concepto[1]", totales = "Pagos/Totales";
constexpr std::string_view del_pac = "Requiere los límites y las claves de confirmación del PAC";
constexpr unsigned pesos = 2;         // decimals of the totals, in MXN
constexpr unsigned cociente = 20;     // decimals kept of an endless division
constexpr unsigned equivalente = 10;  // decimals of EquivalenciaDR

std::optional<unsigned> decimales_de(Caso const& c, Dato const& moneda) {
    auto const* fila = buscar(c.catalogos.monedas, moneda, c.dia);
    return fila != nullptr && moneda != "XXX" ? std::optional(fila->decimales) : std::nullopt;
}

// ---- the CFDI around the complement: fixed values ----
template <Dato Cfdi::*Cual>
void sin(R const& r, Juicio& j, std::string_view atributo) {
    if (r.caso.tipo == "P") ausente(j, raiz, atributo, r.caso.cfdi.*Cual);
}
void fijo(R const& r, Juicio& j, std::string_view atributo, Dato Cfdi::*cual, std::string_view esperado) {
    if (r.caso.tipo == "P") escrito_asi(j, raiz, atributo, r.caso.cfdi.*cual, esperado);
}
ConceptoCfdi const* unico(R const& r) {
    auto const& conceptos = r.caso.cfdi.conceptos;
    return r.caso.tipo == "P" && conceptos.size() == 1 ? conceptos.data() : nullptr;
}
void linea_fija(R const& r, Juicio& j, std::string_view atributo, Dato ConceptoCfdi::*cual, std::string_view esperado) {
    if (auto const* c = unico(r)) escrito_asi(j, linea, atributo, c->*cual, esperado);
}
// Providers stamp 0.00 too.
void cero(Juicio& j, std::string_view donde, std::string_view atributo, Dato const& dato) {
    if (auto const valor = importe(dato)) igual(j, donde, atributo, *valor, Exacto(0));
}
void linea_sin(R const& r, Juicio& j, std::string_view atributo, Dato ConceptoCfdi::*cual) {
    if (auto const* c = unico(r)) ausente(j, linea, atributo, c->*cual);
}

// ---- totals, in MXN ----
bool con_cambio(R const& r) {
    return std::all_of(r.pagos.begin(), r.pagos.end(), [](auto const& p) { return p.cambio; });
}
template <class Valor>  // valor: amount of one payment, absent when it cannot be read
void total(R const& r, Juicio& j, std::string_view atributo, Dato const& escrito, Valor valor) {
    auto const hallado = importe(escrito);
    if (!con_cambio(r) || (escrito && !hallado)) return;
    Exacto suma;
    bool alguno = false;
    for (auto const& p : r.pagos) {
        bool legible = true;
        auto const v = valor(p, legible, alguno);
        if (!legible) return;
        suma += v * *p.cambio;
    }
    auto const esperado = suma.redondeado(pesos);
    if (hallado)
        igual(j, totales, atributo, *hallado, esperado);
    else if (alguno && !esperado.es_cero())
        j.exige(false, [&] { return std::string(totales) + ": falta " + std::string(atributo); });
}
template <class Cuenta>
void total_de(R const& r, Juicio& j, std::string_view atributo, Dato const& escrito, Renglones PagoLeido::*lado,
              std::optional<Exacto> Renglon::*cual, Cuenta cuenta) {
    total(r, j, atributo, escrito, [&](PagoLeido const& p, bool& legible, bool& alguno) {
        Exacto suma;
        for (auto const& renglon : p.*lado) {
            if (!cuenta(renglon)) continue;
            alguno = true;
            if (renglon.*cual)
                suma += *(renglon.*cual);
            else
                legible = false;
        }
        return suma;
    });
}
void total_retenido(R const& r, Juicio& j, std::string_view atributo, Dato const& escrito, std::string_view clave) {
    total_de(r, j, atributo, escrito, &PagoLeido::retenciones, &Renglon::importe,
             [&](Renglon const& i) { return i.impuesto->impuesto == clave; });
}
void total_iva(R const& r, Juicio& j, std::string_view atributo, Dato const& escrito,
               std::optional<Exacto> Renglon::*cual, std::string_view tasa) {
    auto const valor = Exacto::leer(tasa);
    total_de(r, j, atributo, escrito, &PagoLeido::traslados, cual, [&](Renglon const& i) {
        return i.impuesto->impuesto == "002" && i.impuesto->tipoFactor == "Tasa" && i.tasa && *i.tasa == *valor;
    });
}

// ---- payments ----
template <class F>
void por_pago(R const& r, F f) {
    for (auto const& p : r.pagos) f(p);
}
template <class F>
void por_documento(R const& r, F f) {
    for (auto const& p : r.pagos)
        for (auto const& d : p.documentos) f(p, d);
}
bool una_moneda(PagoLeido const& p) {
    return std::all_of(p.documentos.begin(), p.documentos.end(), [](auto const& d) { return d.misma_moneda; });
}
void solo_si_permite(R const& r, Juicio& j, std::string_view atributo, Dato Pago::*cual, bool FormaPago::*permite) {
    por_pago(r, [&](PagoLeido const& p) {
        if (p.forma != nullptr && !(p.forma->*permite)) ausente(j, p.lugar, atributo, p.pago->*cual);
    });
}
void con_patron(R const& r, Juicio& j, std::string_view atributo, Dato Pago::*cual, bool FormaPago::*permite,
                Patron FormaPago::*patron) {
    por_pago(r, [&](PagoLeido const& p) {
        auto const& cuenta = p.pago->*cual;
        if (p.forma != nullptr && p.forma->*permite && cuenta)
            j.exige((p.forma->*patron).admite(*cuenta), [&] { return hallado(p.lugar, atributo, cuenta); });
    });
}
void con_cadena(R const& r, Juicio& j, std::string_view atributo, Dato Pago::*cual, bool hay) {
    por_pago(r, [&](PagoLeido const& p) {
        if (p.pago->tipoCadPago.has_value() != hay) return;
        if (!hay)
            ausente(j, p.lugar, atributo, p.pago->*cual);
        else
            j.exige((p.pago->*cual).has_value(),
                    [&] { return p.lugar + ": TipoCadPago sin " + std::string(atributo); });
    });
}
// Monto of a payment in several currencies that is less than what it pays must lie between the sums of the paid amounts
// before they were rounded. A larger Monto is an excess, which the rules allow.
void monto_entre_margenes(R const& r, Juicio& j) {
    por_pago(r, [&](PagoLeido const& p) {
        if (una_moneda(p) || !p.monto || !p.monto->es_positivo() || !p.decimales) return;
        Exacto minimo, maximo, suma;
        for (auto const& d : p.documentos) {
            if (!d.equivalencia || !d.pagado) return;
            suma += d.pagado->entre_piso(*d.equivalencia, cociente);
            auto const dp = Exacto::media_unidad(d.pagado->decimales());
            auto const de =
                Exacto::media_unidad(d.documento->equivalenciaDR == "1" ? equivalente : d.equivalencia->decimales());
            auto const un = Exacto::unidad(16);
            minimo += (*d.pagado - dp).entre_piso(*d.equivalencia + de - un, *p.decimales);
            maximo += (*d.pagado + dp - un).entre_techo(*d.equivalencia - de, *p.decimales);
        }
        if (suma > *p.monto) entre(j, p.lugar, "Monto", *p.monto, minimo, maximo);
    });
}

// ---- taxes ----
template <class F>
void impuestos_dr(R const& r, Renglones DocumentoLeido::*lado, F f) {
    por_documento(r, [&](PagoLeido const&, DocumentoLeido const& d) { f(d.*lado); });
}
struct Suma {
    Exacto valor;
    long long inexactos = 0;  // addends that a division made inexact
    bool en_pago = false;
};
// Sums of the paid documents of a payment, in the currency of the payment, by class of tax. Absent: a value cannot be
// read.
std::optional<std::map<std::string, Suma>> sumas_de(PagoLeido const& p, Renglones DocumentoLeido::*lado,
                                                    std::optional<Exacto> Renglon::*cual) {
    std::map<std::string, Suma> sumas;
    for (auto const& d : p.documentos) {
        if ((d.*lado).empty()) continue;
        if (!d.equivalencia || !sanos(d.*lado)) return {};
        for (auto const& renglon : d.*lado) {
            auto& suma = sumas[clase(renglon)];
            if (!(renglon.*cual)) continue;
            suma.valor += (renglon.*cual)->entre_piso(*d.equivalencia, cociente);
            if (!d.misma_moneda) ++suma.inexactos;
        }
    }
    return sumas;
}
// The written amount may differ from the sum by one unit of its last decimal, or by one for each addend that a division
// made inexact.
void es_la_suma(Juicio& j, std::string_view lugar, std::string_view atributo, Exacto const& escrito, Suma const& suma) {
    auto const margen = Exacto::unidad(escrito.decimales()) * Exacto(std::max(1LL, suma.inexactos));
    j.exige(suma.valor - margen < escrito && escrito < suma.valor + margen, [&] {
        return std::string(lugar) + ": " + std::string(atributo) + " " + escrito.texto() + ", esperado " +
               suma.valor.redondeado(escrito.decimales()).texto();
    });
}
enum class Cuales { todos, exentos, gravados };
void sumas_del_pago(R const& r, Juicio& j, Renglones PagoLeido::*lado, Renglones DocumentoLeido::*lado_dr,
                    std::optional<Exacto> Renglon::*cual, std::string_view atributo, Cuales cuales, bool faltantes) {
    auto const cuenta = [&](std::string const& nombre) {
        return cuales == Cuales::todos || (nombre.find("Exento") != nombre.npos) == (cuales == Cuales::exentos);
    };
    por_pago(r, [&](PagoLeido const& p) {
        auto sumas = sumas_de(p, lado_dr, cual);
        if (!sumas) return;
        bool todos = true;
        for (auto const& renglon : p.*lado) {
            bool const bueno =
                lado == &PagoLeido::retenciones ? renglon.clave_buena && renglon.importe : renglon.comparable();
            todos = todos && bueno;
            if (!bueno) continue;
            auto& suma = (*sumas)[clase(renglon)];
            suma.en_pago = true;
            if (cuenta(clase(renglon)) && renglon.*cual) es_la_suma(j, renglon.lugar, atributo, *(renglon.*cual), suma);
        }
        if (!faltantes || !todos) return;
        for (auto const& s : *sumas)
            if (cuenta(s.first)) j.exige(s.second.en_pago, [&] { return p.lugar + "/ImpuestosP: falta " + s.first; });
    });
}
bool hay_traslado_iva(R const& r, bool solo_gravado) {
    return std::any_of(r.pagos.begin(), r.pagos.end(), [&](auto const& p) {
        return std::any_of(p.traslados.begin(), p.traslados.end(), [&](auto const& t) {
            return t.impuesto->impuesto == "002" && (!solo_gravado || (t.factor_bueno && !t.exento()));
        });
    });
}

constexpr Regla<R> de_pagos[] = {
    {"CRP20101", "TipoDeComprobante P",
     [](R const& r, Juicio& j) {
         if (!r.caso.tipo.empty()) escrito_asi(j, raiz, "TipoDeComprobante", r.caso.cfdi.tipoDeComprobante, "P");
     }},
    {"CRP20102", "Exportacion 01",
     [](R const& r, Juicio& j) {
         if (buscar(r.caso.catalogos.exportaciones, r.caso.cfdi.exportacion, r.caso.dia) != nullptr)
             fijo(r, j, "Exportacion", &Cfdi::exportacion, "01");
     }},
    {"CRP20103", "SubTotal 0",
     [](R const& r, Juicio& j) {
         if (r.caso.tipo == "P") cero(j, raiz, "SubTotal", r.caso.cfdi.subTotal);
     }},
    {"CRP20104", "Moneda XXX",
     [](R const& r, Juicio& j) {
         if (buscar(r.caso.catalogos.monedas, r.caso.cfdi.moneda, r.caso.dia) != nullptr)
             fijo(r, j, "Moneda", &Cfdi::moneda, "XXX");
     }},
    {"CRP20105", "Sin FormaPago", [](R const& r, Juicio& j) { sin<&Cfdi::formaPago>(r, j, "FormaPago"); }},
    {"CRP20106", "Sin MetodoPago", [](R const& r, Juicio& j) { sin<&Cfdi::metodoPago>(r, j, "MetodoPago"); }},
    {"CRP20107", "Sin CondicionesDePago",
     [](R const& r, Juicio& j) { sin<&Cfdi::condicionesDePago>(r, j, "CondicionesDePago"); }},
    {"CRP20108", "Sin Descuento", [](R const& r, Juicio& j) { sin<&Cfdi::descuento>(r, j, "Descuento"); }},
    {"CRP20109", "Sin TipoCambio", [](R const& r, Juicio& j) { sin<&Cfdi::tipoCambio>(r, j, "TipoCambio"); }},
    {"CRP20110", "Total 0",
     [](R const& r, Juicio& j) {
         if (r.caso.tipo == "P") cero(j, raiz, "Total", r.caso.cfdi.total);
     }},
    {"CRP20111", "Un solo concepto",
     [](R const& r, Juicio& j) {
         if (r.caso.tipo == "P")
             j.exige(r.caso.cfdi.conceptos.size() == 1,
                     [&] { return "Conceptos: hay " + std::to_string(r.caso.cfdi.conceptos.size()); });
     }},
    {"CRP20112", "Concepto sin más apartado que ACuentaTerceros",
     [](R const& r, Juicio& j) {
         auto const* c = unico(r);
         if (c == nullptr) return;
         j.exige(!c->impuestos && c->pedimentos.empty() && c->prediales.empty() && c->partes.empty() && !c->iedu &&
                     c->otros_hijos.empty(),
                 [] { return std::string(linea) + ": tiene apartados"; });
     }},
    {"CRP20113", "ClaveProdServ 84111506",
     [](R const& r, Juicio& j) { linea_fija(r, j, "ClaveProdServ", &ConceptoCfdi::claveProdServ, "84111506"); }},
    {"CRP20114", "Sin NoIdentificacion",
     [](R const& r, Juicio& j) { linea_sin(r, j, "NoIdentificacion", &ConceptoCfdi::noIdentificacion); }},
    {"CRP20115", "Cantidad 1",
     [](R const& r, Juicio& j) {
         if (auto const* c = unico(r); c != nullptr && importe(c->cantidad))
             linea_fija(r, j, "Cantidad", &ConceptoCfdi::cantidad, "1");
     }},
    {"CRP20116", "ClaveUnidad ACT",
     [](R const& r, Juicio& j) { linea_fija(r, j, "ClaveUnidad", &ConceptoCfdi::claveUnidad, "ACT"); }},
    {"CRP20117", "Sin Unidad", [](R const& r, Juicio& j) { linea_sin(r, j, "Unidad", &ConceptoCfdi::unidad); }},
    {"CRP20118", "Descripcion Pago",
     [](R const& r, Juicio& j) { linea_fija(r, j, "Descripcion", &ConceptoCfdi::descripcion, "Pago"); }},
    {"CRP20119", "ValorUnitario 0",
     [](R const& r, Juicio& j) {
         if (auto const* c = unico(r)) cero(j, linea, "ValorUnitario", c->valorUnitario);
     }},
    {"CRP20120", "Importe 0",
     [](R const& r, Juicio& j) {
         if (auto const* c = unico(r)) cero(j, linea, "Importe", c->importe);
     }},
    {"CRP20121", "Concepto sin Descuento",
     [](R const& r, Juicio& j) { linea_sin(r, j, "Descuento", &ConceptoCfdi::descuento); }},
    {"CRP20122", "ObjetoImp 01",
     [](R const& r, Juicio& j) {
         if (auto const* c = unico(r);
             c != nullptr && buscar(r.caso.catalogos.objetos_impuesto, c->objetoImp, r.caso.dia) != nullptr)
             linea_fija(r, j, "ObjetoImp", &ConceptoCfdi::objetoImp, "01");
     }},
    {"CRP20123", "Sin Impuestos",
     [](R const& r, Juicio& j) {
         if (r.caso.tipo == "P")
             j.exige(!r.caso.cfdi.impuestos, [] { return std::string("Comprobante: Impuestos no debe existir"); });
     }},
    // ---- Totales ----
    {"CRP20201", "TotalRetencionesIVA",
     [](R const& r, Juicio& j) {
         total_retenido(r, j, "TotalRetencionesIVA", r.totales.totalRetencionesIVA, "002");
     }},
    {"CRP20202", "TotalRetencionesISR",
     [](R const& r, Juicio& j) {
         total_retenido(r, j, "TotalRetencionesISR", r.totales.totalRetencionesISR, "001");
     }},
    {"CRP20203", "TotalRetencionesIEPS",
     [](R const& r, Juicio& j) {
         total_retenido(r, j, "TotalRetencionesIEPS", r.totales.totalRetencionesIEPS, "003");
     }},
    {"CRP20204", "TotalTrasladosBaseIVA16",
     [](R const& r, Juicio& j) {
         total_iva(r, j, "TotalTrasladosBaseIVA16", r.totales.totalTrasladosBaseIVA16, &Renglon::base, "0.16");
     }},
    {"CRP20205", "TotalTrasladosImpuestoIVA16",
     [](R const& r, Juicio& j) {
         total_iva(r, j, "TotalTrasladosImpuestoIVA16", r.totales.totalTrasladosImpuestoIVA16, &Renglon::importe,
                   "0.16");
     }},
    {"CRP20206", "TotalTrasladosBaseIVA8",
     [](R const& r, Juicio& j) {
         total_iva(r, j, "TotalTrasladosBaseIVA8", r.totales.totalTrasladosBaseIVA8, &Renglon::base, "0.08");
     }},
    {"CRP20207", "TotalTrasladosImpuestoIVA8",
     [](R const& r, Juicio& j) {
         total_iva(r, j, "TotalTrasladosImpuestoIVA8", r.totales.totalTrasladosImpuestoIVA8, &Renglon::importe,
                   "0.08");
     }},
    {"CRP20208", "TotalTrasladosBaseIVA0",
     [](R const& r, Juicio& j) {
         total_iva(r, j, "TotalTrasladosBaseIVA0", r.totales.totalTrasladosBaseIVA0, &Renglon::base, "0");
     }},
    {"CRP20209", "TotalTrasladosImpuestoIVA0",
     [](R const& r, Juicio& j) {
         total_iva(r, j, "TotalTrasladosImpuestoIVA0", r.totales.totalTrasladosImpuestoIVA0, &Renglon::importe, "0");
     }},
    {"CRP20210", "TotalTrasladosBaseIVAExento",
     [](R const& r, Juicio& j) {
         total_de(r, j, "TotalTrasladosBaseIVAExento", r.totales.totalTrasladosBaseIVAExento, &PagoLeido::traslados,
                  &Renglon::base, [](Renglon const& i) { return i.impuesto->impuesto == "002" && i.exento(); });
     }},
    {"CRP20211", "MontoTotalPagos",
     [](R const& r, Juicio& j) {
         if (r.totales.montoTotalPagos)
             total(r, j, "MontoTotalPagos", r.totales.montoTotalPagos, [](PagoLeido const& p, bool& legible, bool&) {
                 legible = p.monto.has_value();
                 return p.monto.value_or(Exacto());
             });
     }},
    // ---- Pago ----
    {"CRP20212", "FormaDePagoP distinta de 99",
     [](R const& r, Juicio& j) {
         por_pago(r, [&](PagoLeido const& p) {
             if (p.pago->formaDePagoP)
                 j.exige(p.pago->formaDePagoP != "99",
                         [&] { return hallado(p.lugar, "FormaDePagoP", p.pago->formaDePagoP); });
         });
     }},
    {"CRP20213", "MonedaP distinta de XXX",
     [](R const& r, Juicio& j) {
         por_pago(r, [&](PagoLeido const& p) {
             if (p.pago->monedaP)
                 j.exige(p.pago->monedaP != "XXX", [&] { return hallado(p.lugar, "MonedaP", p.pago->monedaP); });
         });
     }},
    {"CRP20214", "TipoCambioP con MonedaP distinta de MXN",
     [](R const& r, Juicio& j) {
         por_pago(r, [&](PagoLeido const& p) {
             if (p.pago->monedaP && p.pago->monedaP != "MXN")
                 j.exige(p.pago->tipoCambioP.has_value(), [&] { return p.lugar + ": falta TipoCambioP"; });
         });
     }},
    {"CRP20215", "TipoCambioP 1 con MonedaP MXN",
     [](R const& r, Juicio& j) {
         por_pago(r, [&](PagoLeido const& p) {
             auto const& cambio = p.pago->tipoCambioP;
             if (p.pago->monedaP == "MXN" && (!cambio || importe(cambio)))
                 j.exige(cambio == "1", [&] { return hallado(p.lugar, "TipoCambioP", cambio) + ", esperado \"1\""; });
         });
     }},
    {"CRP20216", "TipoCambioP fuera de límites con Confirmacion", nullptr, del_pac},
    {"CRP20217", "La suma de ImpPagado no es mayor que Monto",
     [](R const& r, Juicio& j) {
         por_pago(r, [&](PagoLeido const& p) {
             Exacto suma;
             for (auto const& d : p.documentos) {
                 if (!d.pagado) return;
                 suma += *d.pagado;
             }
             if (!una_moneda(p) || !p.monto || !p.monto->es_positivo()) return;
             j.exige(suma <= *p.monto, [&] {
                 return hallado(p.lugar, "Monto", p.pago->monto) + " es menor que lo pagado, " + suma.texto();
             });
         });
     }},
    {"CRP20218", "Monto mayor que cero",
     [](R const& r, Juicio& j) {
         por_pago(r, [&](PagoLeido const& p) {
             if (p.monto)
                 j.exige(p.monto->es_positivo(), [&] { return hallado(p.lugar, "Monto", p.pago->monto); });
         });
     }},
    {"CRP20219", "Monto con los decimales de MonedaP",
     [](R const& r, Juicio& j) {
         por_pago(r, [&](PagoLeido const& p) { con_decimales(j, p.lugar, "Monto", p.monto, p.decimales); });
     }},
    {"CRP20220", "Monto fuera de límites con Confirmacion", nullptr, del_pac},
    {"CRP20221", "RfcEmisorCtaOrd solo donde la forma de pago lo permite",
     [](R const& r, Juicio& j) {
         solo_si_permite(r, j, "RfcEmisorCtaOrd", &Pago::rfcEmisorCtaOrd, &FormaPago::ordenante);
     }},
    {"CRP20222", "RfcEmisorCtaOrd en la lista de RFC", nullptr, "Requiere la lista de RFC del SAT"},
    {"CRP20223", "NomBancoOrdExt con RfcEmisorCtaOrd XEXX010101000",
     [](R const& r, Juicio& j) {
         por_pago(r, [&](PagoLeido const& p) {
             if (p.pago->rfcEmisorCtaOrd == rfc_extranjero)
                 j.exige(p.pago->nomBancoOrdExt.has_value(), [&] { return p.lugar + ": falta NomBancoOrdExt"; });
         });
     }},
    {"CRP20224", "CtaOrdenante solo donde la forma de pago la permite",
     [](R const& r, Juicio& j) {
         solo_si_permite(r, j, "CtaOrdenante", &Pago::ctaOrdenante, &FormaPago::cuenta_ordenante);
     }},
    {"CRP20225", "CtaOrdenante con el patrón de la forma de pago",
     [](R const& r, Juicio& j) {
         con_patron(r, j, "CtaOrdenante", &Pago::ctaOrdenante, &FormaPago::cuenta_ordenante,
                    &FormaPago::patron_ordenante);
     }},
    {"CRP20226", "CtaBeneficiario con el patrón de la forma de pago",
     [](R const& r, Juicio& j) {
         con_patron(r, j, "CtaBeneficiario", &Pago::ctaBeneficiario, &FormaPago::cuenta_beneficiario,
                    &FormaPago::patron_beneficiario);
     }},
    {"CRP20227", "RfcEmisorCtaBen solo donde la forma de pago lo permite",
     [](R const& r, Juicio& j) {
         solo_si_permite(r, j, "RfcEmisorCtaBen", &Pago::rfcEmisorCtaBen, &FormaPago::beneficiario);
     }},
    {"CRP20228", "CtaBeneficiario solo donde la forma de pago la permite",
     [](R const& r, Juicio& j) {
         solo_si_permite(r, j, "CtaBeneficiario", &Pago::ctaBeneficiario, &FormaPago::cuenta_beneficiario);
     }},
    {"CRP20229", "TipoCadPago solo donde la forma de pago lo permite",
     [](R const& r, Juicio& j) {
         solo_si_permite(r, j, "TipoCadPago", &Pago::tipoCadPago, &FormaPago::cadena);
     }},
    {"CRP20230", "CertPago con TipoCadPago",
     [](R const& r, Juicio& j) { con_cadena(r, j, "CertPago", &Pago::certPago, true); }},
    {"CRP20231", "Sin CertPago si no hay TipoCadPago",
     [](R const& r, Juicio& j) { con_cadena(r, j, "CertPago", &Pago::certPago, false); }},
    {"CRP20232", "CadPago con TipoCadPago",
     [](R const& r, Juicio& j) { con_cadena(r, j, "CadPago", &Pago::cadPago, true); }},
    {"CRP20233", "Sin CadPago si no hay TipoCadPago",
     [](R const& r, Juicio& j) { con_cadena(r, j, "CadPago", &Pago::cadPago, false); }},
    {"CRP20234", "SelloPago con TipoCadPago",
     [](R const& r, Juicio& j) { con_cadena(r, j, "SelloPago", &Pago::selloPago, true); }},
    {"CRP20235", "Sin SelloPago si no hay TipoCadPago",
     [](R const& r, Juicio& j) { con_cadena(r, j, "SelloPago", &Pago::selloPago, false); }},
    // ---- DoctoRelacionado ----
    {"CRP20236", "MonedaDR distinta de XXX",
     [](R const& r, Juicio& j) {
         por_documento(r, [&](PagoLeido const&, DocumentoLeido const& d) {
             if (d.documento->monedaDR)
                 j.exige(d.documento->monedaDR != "XXX",
                         [&] { return hallado(d.lugar, "MonedaDR", d.documento->monedaDR); });
         });
     }},
    {"CRP20237", "EquivalenciaDR si MonedaDR no es MonedaP",
     [](R const& r, Juicio& j) {
         por_documento(r, [&](PagoLeido const& p, DocumentoLeido const& d) {
             if (p.decimales && d.decimales && !d.misma_moneda)
                 j.exige(d.documento->equivalenciaDR.has_value(), [&] { return d.lugar + ": falta EquivalenciaDR"; });
         });
     }},
    {"CRP20238", "EquivalenciaDR 1 si MonedaDR es MonedaP",
     [](R const& r, Juicio& j) {
         por_documento(r, [&](PagoLeido const&, DocumentoLeido const& d) {
             auto const& e = d.documento->equivalenciaDR;
             if (d.misma_moneda && (!e || importe(e)))
                 j.exige(e == "1", [&] { return hallado(d.lugar, "EquivalenciaDR", e) + ", esperado \"1\""; });
         });
     }},
    {"CRP20239", "ImpSaldoAnt mayor que cero",
     [](R const& r, Juicio& j) {
         por_documento(r, [&](PagoLeido const&, DocumentoLeido const& d) {
             if (d.anterior)
                 j.exige(d.anterior->es_positivo(),
                         [&] { return hallado(d.lugar, "ImpSaldoAnt", d.documento->impSaldoAnt); });
         });
     }},
    {"CRP20240", "ImpSaldoAnt con los decimales de MonedaDR",
     [](R const& r, Juicio& j) {
         por_documento(r, [&](PagoLeido const&, DocumentoLeido const& d) {
             con_decimales(j, d.lugar, "ImpSaldoAnt", d.anterior, d.decimales);
         });
     }},
    {"CRP20241", "ImpPagado mayor que cero",
     [](R const& r, Juicio& j) {
         por_documento(r, [&](PagoLeido const&, DocumentoLeido const& d) {
             if (d.pagado)
                 j.exige(d.pagado->es_positivo(),
                         [&] { return hallado(d.lugar, "ImpPagado", d.documento->impPagado); });
         });
     }},
    {"CRP20242", "ImpPagado con los decimales de MonedaDR",
     [](R const& r, Juicio& j) {
         por_documento(r, [&](PagoLeido const&, DocumentoLeido const& d) {
             con_decimales(j, d.lugar, "ImpPagado", d.pagado, d.decimales);
         });
     }},
    {"CRP20243", "ImpSaldoInsoluto con los decimales de MonedaDR",
     [](R const& r, Juicio& j) {
         por_documento(r, [&](PagoLeido const&, DocumentoLeido const& d) {
             con_decimales(j, d.lugar, "ImpSaldoInsoluto", d.insoluto, d.decimales);
         });
     }},
    {"CRP20244", "ImpSaldoInsoluto es ImpSaldoAnt menos ImpPagado, y no negativo",
     [](R const& r, Juicio& j) {
         por_documento(r, [&](PagoLeido const&, DocumentoLeido const& d) {
             if (!d.anterior || !d.pagado || !d.insoluto || !d.anterior->es_positivo() || !d.pagado->es_positivo())
                 return;
             igual(j, d.lugar, "ImpSaldoInsoluto", *d.insoluto, *d.anterior - *d.pagado);
             j.exige(Exacto(0) <= *d.insoluto,
                     [&] { return hallado(d.lugar, "ImpSaldoInsoluto", d.documento->impSaldoInsoluto); });
         });
     }},
    {"CRP20245", "ObjetoImpDR en c_ObjetoImp",
     [](R const& r, Juicio& j) {
         por_documento(r, [&](PagoLeido const&, DocumentoLeido const& d) {
             en_catalogo(j, d.lugar, "ObjetoImpDR", d.documento->objetoImpDR, r.caso.catalogos.objetos_impuesto,
                         r.caso.dia);
         });
     }},
    {"CRP20246", "ObjetoImpDR 02 con ImpuestosDR",
     [](R const& r, Juicio& j) {
         por_documento(r, [&](PagoLeido const&, DocumentoLeido const& d) {
             objeto_con_impuestos(j, d.lugar, d.documento->objetoImpDR, d.documento->impuestos);
         });
     }},
    {"CRP20247", "ObjetoImpDR 01, 03, 04 o 05 sin ImpuestosDR",
     [](R const& r, Juicio& j) {
         por_documento(r, [&](PagoLeido const&, DocumentoLeido const& d) {
             objeto_sin_impuestos(j, d.lugar, d.documento->objetoImpDR, d.documento->impuestos);
         });
     }},
    {"CRP20248", "ImpuestosDR con traslados o retenciones",
     [](R const& r, Juicio& j) {
         por_documento(r, [&](PagoLeido const&, DocumentoLeido const& d) {
             nodo_con_impuestos(j, d.lugar, d.documento->impuestos);
         });
     }},
    // ---- ImpuestosDR ----
    {"CRP20249", "BaseDR de una retención mayor que cero",
     [](R const& r, Juicio& j) {
         impuestos_dr(r, &DocumentoLeido::retenciones, [&](Renglones const& i) { base_positiva(i, j); });
     }},
    {"CRP20250", "ImpuestoDR de una retención en c_Impuesto",
     [](R const& r, Juicio& j) {
         impuestos_dr(r, &DocumentoLeido::retenciones,
                      [&](Renglones const& i) { clave_de_impuesto(i, r.caso.catalogos, j); });
     }},
    {"CRP20251", "TipoFactorDR de una retención en c_TipoFactor",
     [](R const& r, Juicio& j) {
         impuestos_dr(r, &DocumentoLeido::retenciones,
                      [&](Renglones const& i) { clave_de_factor(i, r.caso.catalogos, j); });
     }},
    {"CRP20252", "Ninguna RetencionDR Exento",
     [](R const& r, Juicio& j) {
         impuestos_dr(r, &DocumentoLeido::retenciones, [&](Renglones const& i) { sin_exentos(i, j); });
     }},
    {"CRP20253", "TasaOCuotaDR de una retención en c_TasaOCuota",
     [](R const& r, Juicio& j) {
         impuestos_dr(r, &DocumentoLeido::retenciones, [&](Renglones const& i) { tasa_de_catalogo(i, j); });
     }},
    {"CRP20254", "ImporteDR de una retención entre los límites de BaseDR por TasaOCuotaDR",
     [](R const& r, Juicio& j) {
         impuestos_dr(r, &DocumentoLeido::retenciones, [&](Renglones const& i) { importe_de_la_base(i, {}, j); });
     }},
    {"CRP20255", "BaseDR de un traslado mayor que cero",
     [](R const& r, Juicio& j) {
         impuestos_dr(r, &DocumentoLeido::traslados, [&](Renglones const& i) { base_positiva(i, j); });
     }},
    {"CRP20256", "ImpuestoDR de un traslado en c_Impuesto",
     [](R const& r, Juicio& j) {
         impuestos_dr(r, &DocumentoLeido::traslados,
                      [&](Renglones const& i) { clave_de_impuesto(i, r.caso.catalogos, j); });
     }},
    {"CRP20257", "TipoFactorDR de un traslado en c_TipoFactor",
     [](R const& r, Juicio& j) {
         impuestos_dr(r, &DocumentoLeido::traslados,
                      [&](Renglones const& i) { clave_de_factor(i, r.caso.catalogos, j); });
     }},
    {"CRP20258", "TrasladoDR Exento sin TasaOCuotaDR ni ImporteDR",
     [](R const& r, Juicio& j) {
         impuestos_dr(r, &DocumentoLeido::traslados, [&](Renglones const& i) { exento_sin_tasa(i, j); });
     }},
    {"CRP20259", "TrasladoDR de Tasa o Cuota con TasaOCuotaDR e ImporteDR",
     [](R const& r, Juicio& j) {
         impuestos_dr(r, &DocumentoLeido::traslados, [&](Renglones const& i) { con_tasa_e_importe(i, j); });
     }},
    {"CRP20260", "TasaOCuotaDR de un traslado en c_TasaOCuota",
     [](R const& r, Juicio& j) {
         impuestos_dr(r, &DocumentoLeido::traslados, [&](Renglones const& i) { tasa_de_catalogo(i, j); });
     }},
    {"CRP20261", "ImporteDR de un traslado entre los límites de BaseDR por TasaOCuotaDR",
     [](R const& r, Juicio& j) {
         impuestos_dr(r, &DocumentoLeido::traslados, [&](Renglones const& i) { importe_de_la_base(i, {}, j); });
     }},
    // ---- ImpuestosP ----
    {"CRP20262", "ImpuestoP de una retención en c_Impuesto",
     [](R const& r, Juicio& j) {
         por_pago(r, [&](PagoLeido const& p) { clave_de_impuesto(p.retenciones, r.caso.catalogos, j); });
     }},
    {"CRP20263", "Una RetencionP por impuesto",
     [](R const& r, Juicio& j) { por_pago(r, [&](PagoLeido const& p) { uno_por_clase(p.retenciones, j); }); }},
    {"CRP20264", "RetencionP con algún total de retenciones",
     [](R const& r, Juicio& j) {
         por_pago(r, [&](PagoLeido const& p) {
             if (!p.retenciones.empty())
                 j.exige(r.totales.totalRetencionesIVA || r.totales.totalRetencionesISR ||
                             r.totales.totalRetencionesIEPS,
                         [] { return std::string(totales) + ": falta el total de las retenciones"; });
         });
     }},
    {"CRP20265", "ImporteP de una retención: suma de las retenciones de los documentos",
     [](R const& r, Juicio& j) {
         sumas_del_pago(r, j, &PagoLeido::retenciones, &DocumentoLeido::retenciones, &Renglon::importe, "ImporteP",
                        Cuales::todos, true);
     }},
    {"CRP20266", "TrasladoP con BaseP, ImpuestoP y TipoFactorP, y los atributos que su factor requiere",
     [](R const& r, Juicio& j) {
         por_pago(r, [&](PagoLeido const& p) { resumen_completo(p.traslados, r.caso.catalogos, j); });
     }},
    {"CRP20267", "TrasladoP de IVA con algún total de bases",
     [](R const& r, Juicio& j) {
         auto const& t = r.totales;
         if (hay_traslado_iva(r, false))
             j.exige(t.totalTrasladosBaseIVA16 || t.totalTrasladosBaseIVA8 || t.totalTrasladosBaseIVA0 ||
                         t.totalTrasladosBaseIVAExento,
                     [] { return std::string(totales) + ": falta el total de las bases de IVA"; });
     }},
    {"CRP20268", "BaseP de un traslado: suma de las bases de los documentos",
     [](R const& r, Juicio& j) {
         sumas_del_pago(r, j, &PagoLeido::traslados, &DocumentoLeido::traslados, &Renglon::base, "BaseP",
                        Cuales::gravados, true);
     }},
    {"CRP20269", "BaseP de un traslado exento: suma de las bases de los documentos",
     [](R const& r, Juicio& j) {
         sumas_del_pago(r, j, &PagoLeido::traslados, &DocumentoLeido::traslados, &Renglon::base, "BaseP",
                        Cuales::exentos, true);
     }},
    {"CRP20270", "ImpuestoP de un traslado en c_Impuesto",
     [](R const& r, Juicio& j) {
         por_pago(r, [&](PagoLeido const& p) { clave_de_impuesto(p.traslados, r.caso.catalogos, j); });
     }},
    {"CRP20271", "Un TrasladoP por impuesto, factor y tasa",
     [](R const& r, Juicio& j) { por_pago(r, [&](PagoLeido const& p) { uno_por_clase(p.traslados, j); }); }},
    {"CRP20272", "TasaOCuotaP en c_TasaOCuota",
     [](R const& r, Juicio& j) { por_pago(r, [&](PagoLeido const& p) { tasa_de_catalogo(p.traslados, j); }); }},
    {"CRP20273", "TrasladoP de IVA no exento con algún total de impuestos",
     [](R const& r, Juicio& j) {
         auto const& t = r.totales;
         if (hay_traslado_iva(r, true))
             j.exige(t.totalTrasladosImpuestoIVA16 || t.totalTrasladosImpuestoIVA8 || t.totalTrasladosImpuestoIVA0,
                     [] { return std::string(totales) + ": falta el total del IVA"; });
     }},
    {"CRP20274", "ImporteP de un traslado: suma de los importes de los documentos",
     [](R const& r, Juicio& j) {
         sumas_del_pago(r, j, &PagoLeido::traslados, &DocumentoLeido::traslados, &Renglon::importe, "ImporteP",
                        Cuales::gravados, false);
     }},
    // ---- several currencies; ObjetoImpDR since 2024 ----
    {"CRP20275", "ImpPagado dentro de su margen de variación", nullptr, "Lo comprueba CRP20276, con la suma de los márgenes"},
    {"CRP20276", "Monto entre las sumas de los márgenes de ImpPagado, con varias monedas", monto_entre_margenes},
    {"CRP20277", "EquivalenciaDR 1 cuenta como 1.0000000000 en el margen", nullptr, "Es parte del cálculo de CRP20276"},
    {"CRP20278", "ObjetoImpDR 06 u 08 sin traslados y con solo retención de ISR",
     [](R const& r, Juicio& j) {
         por_documento(r, [&](PagoLeido const&, DocumentoLeido const& d) {
             objeto_sin_traslado(j, d.lugar, d.documento->objetoImpDR, d.documento->impuestos);
         });
     }},
    {"CRP20279", "ObjetoImpDR 07 con traslado de IEPS y sin IVA",
     [](R const& r, Juicio& j) {
         por_documento(r, [&](PagoLeido const&, DocumentoLeido const& d) {
             objeto_con_ieps(j, d.lugar, d.documento->objetoImpDR, d.documento->impuestos);
         });
     }},
    {"CRP20999", "FormaDePagoP, MonedaP, MonedaDR y TipoCadPago en sus catálogos",
     [](R const& r, Juicio& j) {
         auto const& c = r.caso;
         por_pago(r, [&](PagoLeido const& p) {
             en_catalogo(j, p.lugar, "FormaDePagoP", p.pago->formaDePagoP, c.catalogos.formas_pago, c.dia);
             en_catalogo(j, p.lugar, "MonedaP", p.pago->monedaP, c.catalogos.monedas, c.dia);
             en_catalogo(j, p.lugar, "TipoCadPago", p.pago->tipoCadPago, c.catalogos.tipos_cadena, c.dia);
             for (auto const& d : p.documentos)
                 en_catalogo(j, d.lugar, "MonedaDR", d.documento->monedaDR, c.catalogos.monedas, c.dia);
         });
     }},
};

}  // namespace

CasoPagos::CasoPagos(Caso const& comprobante) : caso(comprobante) {
    auto const& claves = caso.catalogos;
    auto const vigente = [](std::optional<Exacto> const& valor, bool unidad, Dato const& escrito) {
        return valor && valor->es_positivo() && (!unidad || escrito == "1") ? valor : std::nullopt;
    };
    for (auto const& complemento : caso.cfdi.pagos) {
        if (complemento.totales) totales = *complemento.totales;
        for (auto const& pago : complemento.pagos) {
            PagoLeido p;
            p.pago = &pago;
            p.lugar = con_indice("Pagos/Pago", pagos.size());
            // TipoCambioP counts as 1 when absent, so that the totals are judged all the same.
            p.cambio = pago.tipoCambioP ? vigente(importe(pago.tipoCambioP), pago.monedaP == "MXN", pago.tipoCambioP)
                                        : std::optional(Exacto(1));
            p.monto = importe(pago.monto);
            p.decimales = decimales_de(caso, pago.monedaP);
            p.forma = buscar(claves.formas_pago, pago.formaDePagoP, caso.dia);
            if (pago.impuestos) {
                p.traslados = leer_renglones(pago.impuestos->traslados, p.lugar + "/ImpuestosP/TrasladosP/TrasladoP",
                                             Lado::traslado, claves, caso.dia);
                p.retenciones =
                    leer_renglones(pago.impuestos->retenciones, p.lugar + "/ImpuestosP/RetencionesP/RetencionP",
                                   Lado::retencion, claves, caso.dia);
            }
            for (auto const& docto : pago.documentos) {
                DocumentoLeido d;
                d.documento = &docto;
                d.lugar = con_indice(p.lugar + "/DoctoRelacionado", p.documentos.size());
                d.misma_moneda = docto.monedaDR && docto.monedaDR == pago.monedaP;
                auto const escrita = importe(docto.equivalenciaDR);
                d.equivalencia = vigente(escrita, d.misma_moneda, docto.equivalenciaDR);
                d.anterior = importe(docto.impSaldoAnt);
                d.pagado = importe(docto.impPagado);
                d.insoluto = importe(docto.impSaldoInsoluto);
                d.decimales = decimales_de(caso, docto.monedaDR);
                if (docto.impuestos) {
                    d.traslados =
                        leer_renglones(docto.impuestos->traslados, d.lugar + "/ImpuestosDR/TrasladosDR/TrasladoDR",
                                       Lado::traslado, claves, caso.dia);
                    d.retenciones =
                        leer_renglones(docto.impuestos->retenciones, d.lugar + "/ImpuestosDR/RetencionesDR/RetencionDR",
                                       Lado::retencion, claves, caso.dia);
                }
                p.documentos.push_back(std::move(d));
            }
            pagos.push_back(std::move(p));
        }
    }
}

std::span<Regla<R> const> reglas_pagos() {
    return de_pagos;
}

}  // namespace gestor::fiscal
