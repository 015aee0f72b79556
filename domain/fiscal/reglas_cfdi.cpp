#include "domain/fiscal/reglas_cfdi.hpp"

#include <algorithm>
#include <map>

#include "domain/valores/fiscal.hpp"

namespace gestor::fiscal {

namespace {

constexpr std::string_view raiz = "Comprobante";
constexpr std::string_view publico = "PUBLICO EN GENERAL";
constexpr std::string_view lista_rfc = "Requiere la lista de RFC del SAT";
constexpr std::string_view del_pac = "Requiere los límites y las claves de confirmación del PAC";

std::string punto(std::string_view texto) {
    return std::string(raiz) + ": " + std::string(texto);
}

// ---- parties ----
std::optional<Rfc> rfc_de(Dato const& dato) {  // absent: no valid RFC, which the structure check reports
    Rfc leido;
    if (!dato || Rfc::leer(*dato, leido) || leido.valor() != *dato) return {};
    return leido;
}
// Whether an RFC belongs to a company. Absent: unreadable, or a generic RFC.
std::optional<bool> es_moral(Dato const& dato) {
    auto const rfc = rfc_de(dato);
    if (!rfc || rfc->generico()) return {};
    return rfc->persona_moral();
}
bool generico(Dato const& rfc) {
    return rfc && es_rfc_generico(*rfc);
}
std::optional<bool> fisica_o_moral(Caso const& c, Dato const& rfc, Dato const& regimen) {
    auto const* fila = buscar(c.catalogos.regimenes, regimen, c.dia);
    auto const moral = es_moral(rfc);
    if (fila == nullptr || !moral) return {};
    return *moral ? fila->moral : fila->fisica;
}
void regimen_de_persona(Caso const& c, Juicio& j, std::string_view donde, std::string_view atributo, Dato const& rfc,
                        Dato const& regimen) {
    if (auto const cabe = fisica_o_moral(c, rfc, regimen))
        j.exige(*cabe, [&] { return hallado(donde, atributo, regimen) + " no es del tipo de persona de " + *rfc; });
}
void uso_del_receptor(Caso const& c, Juicio& j) {
    auto const& r = c.cfdi.receptor;
    auto const* uso = buscar(c.catalogos.usos, r.usoCFDI, c.dia);
    if (uso == nullptr) return;
    if (c.de_tipo("PN")) {
        std::string_view const clave = c.tipo == "P" ? "CP01" : "CN01";
        j.exige(r.usoCFDI == clave, [&] {
            return hallado("Receptor", "UsoCFDI", r.usoCFDI) + ", esperado " + std::string(clave) + " en tipo " +
                   std::string(c.tipo);
        });
        if (r.usoCFDI != clave) return;
    }
    if (auto const moral = es_moral(r.rfc))
        j.exige(*moral ? uso->moral : uso->fisica,
                [&] { return hallado("Receptor", "UsoCFDI", r.usoCFDI) + " no es del tipo de persona"; });
    bool const regimen_bueno = buscar(c.catalogos.regimenes, r.regimenFiscalReceptor, c.dia) != nullptr &&
                               fisica_o_moral(c, r.rfc, r.regimenFiscalReceptor).value_or(true) &&
                               (!generico(r.rfc) || r.regimenFiscalReceptor == "616");
    if (regimen_bueno)
        j.exige(
            std::find(uso->regimenes.begin(), uso->regimenes.end(), *r.regimenFiscalReceptor) != uso->regimenes.end(),
            [&] {
                return hallado("Receptor", "UsoCFDI", r.usoCFDI) + " no es del régimen " + *r.regimenFiscalReceptor;
            });
}

// ---- lines ----
// Bounds of Cantidad × ValorUnitario before either was rounded.
void importe_del_producto(Juicio& j, std::string_view lugar, std::optional<Exacto> const& cantidad,
                          std::optional<Exacto> const& valor, std::optional<Exacto> const& importe,
                          std::optional<unsigned> decimales) {
    if (!cantidad || !valor || !importe || !decimales) return;
    auto const dc = Exacto::media_unidad(cantidad->decimales()), dv = Exacto::media_unidad(valor->decimales());
    auto const un = Exacto::unidad(12);
    auto const bajo = valor->es_cero() ? Exacto(0) : ((*cantidad - dc) * (*valor - dv)).piso(*decimales);
    entre(j, lugar, "Importe", *importe, bajo, ((*cantidad + dc - un) * (*valor + dv - un)).techo(*decimales));
}
// Decimals of the lines. XXX, the currency of a CFDI of type T (traslado), has no decimals in its catalog; the lines
// are valued in pesos with cents, and limits in whole pesos would accept an error of almost two pesos.
std::optional<unsigned> decimales_de_linea(Caso const& c) {
    return c.cfdi.moneda == "XXX" ? 2 : c.decimales;
}
void importes_de_lineas(Caso const& c, Juicio& j) {
    for (auto const& l : c.lineas)
        if (!c.de_tipo("IEN") || (l.valor && l.valor->es_positivo()))
            importe_del_producto(j, l.lugar, l.cantidad, l.valor, l.importe, decimales_de_linea(c));
}
template <class F>
void por_parte(Caso const& c, F f) {
    for (auto const& l : c.lineas)
        for (std::size_t i = 0; i < l.concepto->partes.size(); ++i)
            f(l.concepto->partes[i], con_indice(l.lugar + "/Parte", i));
}
void pedimento(Juicio& j, std::string_view lugar, Dato const& numero) {
    static constexpr std::string_view forma = "dd  dd  dddd  ddddddd";
    if (!numero) return;
    bool vale = numero->size() == forma.size();
    for (std::size_t i = 0; vale && i < forma.size(); ++i)
        vale = forma[i] == 'd' ? (*numero)[i] >= '0' && (*numero)[i] <= '9' : (*numero)[i] == ' ';
    j.exige(vale, [&] { return hallado(lugar, "NumeroPedimento", numero) + ", esperado " + std::string(forma); });
}
std::optional<Exacto> suma_de_lineas(Caso const& c, std::optional<Exacto> Linea::*cual, Dato ConceptoCfdi::*escrito) {
    Exacto suma;
    for (auto const& l : c.lineas) {
        if (l.concepto->*escrito && !(l.*cual)) return {};
        if (l.*cual) suma += *(l.*cual);
    }
    return suma;
}

// ---- summary ----
struct Suma {
    Exacto base, importe;
    bool en_resumen = false;
};
using Sumas = std::map<std::string, Suma>;
Sumas por_clase(Renglones const& lineas) {
    Sumas sumas;
    for (auto const& r : lineas) {
        auto& suma = sumas[clase(r)];
        if (r.base) suma.base += *r.base;
        if (r.importe) suma.importe += *r.importe;
    }
    return sumas;
}
bool claves_buenas(Renglones const& renglones) {
    return std::all_of(renglones.begin(), renglones.end(), [](auto const& r) { return r.clave_buena; });
}
// Each row of the summary must equal the sum of the lines of its class, and no class may be missing.
void retenciones_de_lineas(Caso const& c, Juicio& j) {
    if (!c.decimales || !sanos(c.retenciones)) return;
    auto sumas = por_clase(c.retenciones);
    for (auto const& r : c.resumen_retenciones) {
        if (!r.clave_buena) continue;
        auto& suma = sumas[clase(r)];
        suma.en_resumen = true;
        if (r.importe) igual(j, r.lugar, "Importe", *r.importe, suma.importe.redondeado(*c.decimales));
    }
    if (c.de_tipo("TP") || !claves_buenas(c.resumen_retenciones)) return;
    for (auto const& s : sumas)
        j.exige(s.second.en_resumen, [&] { return "Impuestos: falta la retención de " + s.first; });
}
void traslados_de_lineas(Caso const& c, Juicio& j, bool exentos, std::optional<Exacto> Renglon::*cual,
                         Exacto Suma::*esperado, std::string_view atributo) {
    if (!c.decimales || !sanos(c.traslados)) return;
    auto sumas = por_clase(c.traslados);
    for (auto const& r : c.resumen_traslados) {
        if (!r.comparable()) continue;
        auto& suma = sumas[clase(r)];
        suma.en_resumen = true;
        if (r.exento() == exentos && r.*cual)
            igual(j, r.lugar, atributo, *(r.*cual), (suma.*esperado).redondeado(*c.decimales));
    }
    // An omitted row is reported once: an exempt row by its base, any other by its amount.
    bool const lo_dice = exentos || cual == &Renglon::importe;
    bool const todos = std::all_of(c.resumen_traslados.begin(), c.resumen_traslados.end(),
                                   [](auto const& r) { return r.comparable(); });
    if (!lo_dice || c.de_tipo("TP") || !todos) return;
    for (auto const& s : sumas)
        if ((s.first.find("Exento") != s.first.npos) == exentos)
            j.exige(s.second.en_resumen, [&] { return "Impuestos: falta el traslado de " + s.first; });
}
std::optional<Exacto> suma_de_importes(Renglones const& renglones) {
    Exacto suma;
    for (auto const& r : renglones) {
        if (r.impuesto->importe && !r.importe) return {};
        if (r.importe) suma += *r.importe;
    }
    return suma;
}
void total_del_resumen(Juicio& j, std::string_view atributo, Dato const& total, Renglones const& renglones) {
    auto const escrito = importe(total);
    auto const suma = suma_de_importes(renglones);
    if (escrito && suma) igual(j, "Impuestos", atributo, *escrito, *suma);
}
template <class F>
void del_resumen(Caso const& c, F f) {
    if (c.cfdi.impuestos) f(*c.cfdi.impuestos);
}
// False when the value is written and unreadable: a rule that needs it then reports nothing. An absent value counts as
// readable.
bool leido(Dato const& escrito, std::optional<Exacto> const& valor) {
    return !escrito || valor;
}
void total_del_comprobante(Caso const& c, Juicio& j) {
    auto const& cfdi = c.cfdi;
    if (!c.total || !c.subTotal || !leido(cfdi.descuento, c.descuento) || c.con_complemento("aerolineas")) return;
    auto esperado = *c.subTotal - c.descuento.value_or(Exacto());
    bool legible = true;
    auto const suma = [&](Dato const& dato, bool mas) {
        auto const valor = importe(dato);
        if (!leido(dato, valor)) legible = false;
        if (valor) esperado = mas ? esperado + *valor : esperado - *valor;
    };
    if (cfdi.impuestos) {
        suma(cfdi.impuestos->totalTrasladados, true);
        suma(cfdi.impuestos->totalRetenidos, false);
    }
    if (cfdi.locales) {
        suma(cfdi.locales->totalTraslados, true);
        suma(cfdi.locales->totalRetenciones, false);
    }
    if (legible) igual(j, raiz, "Total", *c.total, esperado);
}
void subtotal_de_lineas(Caso const& c, Juicio& j) {
    auto const suma = suma_de_lineas(c, &Linea::importe, &ConceptoCfdi::importe);
    bool const todas = std::all_of(c.lineas.begin(), c.lineas.end(), [](auto const& l) { return l.importe; });
    if (c.de_tipo("IEN") && c.subTotal && c.decimales && suma && todas)
        igual(j, raiz, "SubTotal", *c.subTotal, suma->redondeado(*c.decimales));
}
void descuento_de_lineas(Caso const& c, Juicio& j) {
    auto const suma = suma_de_lineas(c, &Linea::descuento, &ConceptoCfdi::descuento);
    if (c.de_tipo("IEN") && c.decimales && suma && leido(c.cfdi.descuento, c.descuento))
        igual(j, raiz, "Descuento", c.descuento.value_or(Exacto()), suma->redondeado(*c.decimales));
}
template <void (*F)(Caso const&, Juicio&)>
void solo_33(Caso const& c, Juicio& j) {
    if (!c.cfdi.v40()) F(c, j);
}

constexpr Regla<Caso> de_importes[] = {
    {"IMP01", "CFDI 3.3: SubTotal es la suma de los importes de los conceptos", solo_33<subtotal_de_lineas>},
    {"IMP02", "CFDI 3.3: Total es SubTotal menos Descuento más traslados menos retenciones",
     solo_33<total_del_comprobante>},
    {"IMP03", "CFDI 3.3: TotalImpuestosTrasladados es la suma de los traslados",
     [](Caso const& c, Juicio& j) {
         if (c.cfdi.v40()) return;
         del_resumen(c, [&](auto const& i) {
             total_del_resumen(j, "TotalImpuestosTrasladados", i.totalTrasladados, c.resumen_traslados);
         });
     }},
    {"IMP04", "CFDI 3.3: TotalImpuestosRetenidos es la suma de las retenciones",
     [](Caso const& c, Juicio& j) {
         if (c.cfdi.v40()) return;
         del_resumen(c, [&](auto const& i) {
             total_del_resumen(j, "TotalImpuestosRetenidos", i.totalRetenidos, c.resumen_retenciones);
         });
     }},
    {"IMP05", "Descuento es la suma de los descuentos de los conceptos", descuento_de_lineas},
    {"IMP06", "CFDI 3.3: Importe de un concepto entre los límites de Cantidad por ValorUnitario",
     solo_33<importes_de_lineas>},
};

void catalogos_33(Caso const& c, Juicio& j) {  // catalogs that 4.0 did not change
    auto const& cfdi = c.cfdi;
    en_catalogo(j, raiz, "Moneda", cfdi.moneda, c.catalogos.monedas, {});
    en_catalogo(j, raiz, "TipoDeComprobante", cfdi.tipoDeComprobante, c.catalogos.tipos_comprobante, {});
    en_catalogo(j, raiz, "FormaPago", cfdi.formaPago, c.catalogos.formas_pago, {});
    en_catalogo(j, raiz, "MetodoPago", cfdi.metodoPago, c.catalogos.metodos_pago, {});
}
void dentro_de_su_vigencia(Caso const& c, Juicio& j) {
    constexpr Dia ultimo = 20230331;
    if (c.dia) j.exige(*c.dia <= ultimo, [&] { return hallado(raiz, "Fecha", c.cfdi.fecha); });
}
// The schema of local taxes allows negative amounts; this rule reports them, because no authority charges a negative
// tax.
void locales_positivos(Caso const& c, Juicio& j) {
    auto const& l = c.cfdi.locales;
    if (!l) return;
    auto const mira = [&](std::string_view atributo, Dato const& dato) {
        if (auto const valor = importe(dato))
            j.exige(Exacto(0) <= *valor, [&] { return hallado("ImpuestosLocales", atributo, dato) + " es negativo"; });
    };
    mira("TotaldeRetenciones", l->totalRetenciones);
    mira("TotaldeTraslados", l->totalTraslados);
    for (auto const* filas : {&l->retenciones, &l->traslados})
        for (auto const& fila : *filas) {
            mira("tasa", fila.tasa);
            mira("Importe", fila.importe);
        }
}

constexpr Regla<Caso> de_gestor[] = {
    {"GES01",
     "MetodoPago PUE con una FormaPago que no es 99",
     [](Caso const& c, Juicio& j) {
         if (c.cfdi.metodoPago == "PUE" && c.cfdi.formaPago)
             j.exige(c.cfdi.formaPago != "99", [&] { return hallado(raiz, "FormaPago", c.cfdi.formaPago); });
     },
     {},
     Dictamen::advertencia},
    {"GES02", "Total con los decimales de la moneda",
     [](Caso const& c, Juicio& j) { con_decimales(j, raiz, "Total", c.total, c.decimales); }},
    {"GES03",
     "ResidenciaFiscal y NumRegIdTrib de un receptor extranjero",
     [](Caso const& c, Juicio& j) {
         auto const& r = c.cfdi.receptor;
         if (r.rfc == rfc_extranjero)
             j.exige(r.residenciaFiscal && r.numRegIdTrib,
                     [] { return std::string("Receptor: falta ResidenciaFiscal o NumRegIdTrib"); });
     },
     {},
     Dictamen::advertencia},
    {"GES04", "Impuestos locales no negativos", locales_positivos, {}, Dictamen::advertencia},
    {"GES05", "CFDI 3.3: Fecha hasta el 31 de marzo de 2023", solo_33<dentro_de_su_vigencia>},
    {"GES06", "CFDI 3.3: Moneda, TipoDeComprobante, FormaPago y MetodoPago en sus catálogos", solo_33<catalogos_33>},
};

// CFDI40102 and CFDI40106 are reported with the seal (verificar_sello).
constexpr Regla<Caso> del_cfdi[] = {
    // ---- Comprobante ----
    {"CFDI40101", "Fecha con la forma AAAA-MM-DDThh:mm:ss",
     [](Caso const& c, Juicio& j) {
         if (c.cfdi.fecha) j.exige(c.dia.has_value(), [&] { return hallado(raiz, "Fecha", c.cfdi.fecha); });
     }},
    {"CFDI40103", "FormaPago no existe en tipo T, N o P",
     [](Caso const& c, Juicio& j) {
         if (c.de_tipo("TNP")) ausente(j, raiz, "FormaPago", c.cfdi.formaPago);
     }},
    {"CFDI40104", "FormaPago en c_FormaPago",
     [](Caso const& c, Juicio& j) {
         en_catalogo(j, raiz, "FormaPago", c.cfdi.formaPago, c.catalogos.formas_pago, c.dia);
     }},
    {"CFDI40105", "MetodoPago PPD con FormaPago 99",
     [](Caso const& c, Juicio& j) {
         auto const& forma = c.cfdi.formaPago;
         if (c.cfdi.metodoPago != "PPD" || c.de_tipo("TNP")) return;
         if (forma && buscar(c.catalogos.formas_pago, forma, c.dia) == nullptr) return;
         j.exige(forma == "99", [&] { return hallado(raiz, "FormaPago", forma) + ", esperado 99"; });
     }},
    {"CFDI40107", "SubTotal con los decimales de la moneda",
     [](Caso const& c, Juicio& j) { con_decimales(j, raiz, "SubTotal", c.subTotal, c.decimales); }},
    {"CFDI40108", "SubTotal de I, E o N: redondeo de la suma de los importes", subtotal_de_lineas},
    {"CFDI40109", "SubTotal de T o P: cero",
     [](Caso const& c, Juicio& j) {
         if (c.de_tipo("TP") && c.subTotal)
             j.exige(c.subTotal->es_cero(), [&] { return hallado(raiz, "SubTotal", c.cfdi.subTotal); });
     }},
    {"CFDI40110", "Descuento no mayor que SubTotal",
     [](Caso const& c, Juicio& j) {
         if (c.descuento && c.subTotal)
             j.exige(*c.descuento <= *c.subTotal, [&] {
                 return hallado(raiz, "Descuento", c.cfdi.descuento) + " es mayor que SubTotal " + c.subTotal->texto();
             });
     }},
    {"CFDI40111", "Sin descuentos en tipo T o P",
     [](Caso const& c, Juicio& j) {
         if (!c.de_tipo("TP")) return;
         ausente(j, raiz, "Descuento", c.cfdi.descuento);
         for (auto const& l : c.lineas) ausente(j, l.lugar, "Descuento", l.concepto->descuento);
     }},
    {"CFDI40112", "Descuento con los decimales de la moneda",
     [](Caso const& c, Juicio& j) { con_decimales(j, raiz, "Descuento", c.descuento, c.decimales); }},
    {"CFDI40113", "Moneda en c_Moneda",
     [](Caso const& c, Juicio& j) { en_catalogo(j, raiz, "Moneda", c.cfdi.moneda, c.catalogos.monedas, c.dia); }},
    {"CFDI40114", "TipoCambio 1, si lo hay, con Moneda MXN",
     [](Caso const& c, Juicio& j) {
         auto const cambio = importe(c.cfdi.tipoCambio);
         if (c.cfdi.moneda == "MXN" && cambio) igual(j, raiz, "TipoCambio", *cambio, Exacto(1));
     }},
    {"CFDI40115", "TipoCambio con toda moneda que no es MXN ni XXX",
     [](Caso const& c, Juicio& j) {
         if (c.cfdi.moneda != "MXN" && c.cfdi.moneda != "XXX" &&
             buscar(c.catalogos.monedas, c.cfdi.moneda, c.dia) != nullptr)
             j.exige(c.cfdi.tipoCambio.has_value(), [] { return punto("falta TipoCambio"); });
     }},
    {"CFDI40116", "Sin TipoCambio con Moneda XXX",
     [](Caso const& c, Juicio& j) {
         if (c.cfdi.moneda == "XXX") ausente(j, raiz, "TipoCambio", c.cfdi.tipoCambio);
     }},
    {"CFDI40117", "TipoCambio positivo, hasta 18 enteros y 6 decimales",
     [](Caso const& c, Juicio& j) {
         if (!c.cfdi.tipoCambio) return;
         auto const cambio = Exacto::leer(*c.cfdi.tipoCambio, 18, 6);
         j.exige(cambio && cambio->es_positivo(), [&] { return hallado(raiz, "TipoCambio", c.cfdi.tipoCambio); });
     }},
    {"CFDI40118", "TipoCambio fuera de límites con Confirmacion", nullptr, del_pac},
    {"CFDI40119", "Total: SubTotal menos Descuento más traslados menos retenciones, federales y locales",
     total_del_comprobante},
    {"CFDI40120", "Total fuera de límites con Confirmacion", nullptr, del_pac},
    {"CFDI40121", "TipoDeComprobante en c_TipoDeComprobante",
     [](Caso const& c, Juicio& j) {
         en_catalogo(j, raiz, "TipoDeComprobante", c.cfdi.tipoDeComprobante, c.catalogos.tipos_comprobante, c.dia);
     }},
    {"CFDI40122", "Exportacion 02 con el complemento ComercioExterior",
     [](Caso const& c, Juicio& j) {
         if (c.cfdi.exportacion == "02")
             j.exige(c.con_complemento("ComercioExterior"),
                     [] { return punto("Exportacion 02 sin el complemento ComercioExterior"); });
     }},
    {"CFDI40123", "Exportacion en c_Exportacion",
     [](Caso const& c, Juicio& j) {
         en_catalogo(j, raiz, "Exportacion", c.cfdi.exportacion, c.catalogos.exportaciones, c.dia);
     }},
    {"CFDI40124", "MetodoPago en c_MetodoPago",
     [](Caso const& c, Juicio& j) {
         en_catalogo(j, raiz, "MetodoPago", c.cfdi.metodoPago, c.catalogos.metodos_pago, c.dia);
     }},
    {"CFDI40125", "MetodoPago no existe en tipo T o P",
     [](Caso const& c, Juicio& j) {
         if (c.de_tipo("TP")) ausente(j, raiz, "MetodoPago", c.cfdi.metodoPago);
     }},
    {"CFDI40126", "LugarExpedicion en c_CodigoPostal",
     [](Caso const& c, Juicio& j) {
         auto const& lugar = c.cfdi.lugarExpedicion;
         CodigoPostal leido;
         if (!lugar) return;
         bool const forma = !CodigoPostal::leer(*lugar, leido) && leido.valor() == *lugar;
         j.exige(forma, [&] { return hallado(raiz, "LugarExpedicion", lugar) + ", esperado 5 dígitos"; });
         if (forma) en_catalogo(j, raiz, "LugarExpedicion", lugar, c.catalogos.codigos_postales, c.dia);
     }},
    {"CFDI40127", "Sin Confirmacion dentro de los límites", nullptr, del_pac},
    {"CFDI40128", "Confirmacion válida", nullptr, del_pac},
    {"CFDI40129", "Confirmacion no usada antes", nullptr, del_pac},
    // ---- InformacionGlobal, CfdiRelacionados ----
    {"CFDI40130", "InformacionGlobal solo, y siempre, con XAXX010101000 y PUBLICO EN GENERAL",
     [](Caso const& c, Juicio& j) {
         auto const& r = c.cfdi.receptor;
         bool const es_publico = r.rfc == rfc_publico && r.nombre == publico;
         if (!rfc_de(r.rfc)) return;
         if (c.cfdi.global)
             j.exige(es_publico, [&] { return hallado("Receptor", "Rfc", r.rfc) + " o Nombre no corresponde a una factura global"; });
         else if (c.tipo == "I")
             j.exige(!es_publico, [] { return punto("falta InformacionGlobal"); });
     }},
    {"CFDI40131", "Periodicidad en c_Periodicidad",
     [](Caso const& c, Juicio& j) {
         if (auto const& g = c.cfdi.global)
             en_catalogo(j, "InformacionGlobal", "Periodicidad", g->periodicidad, c.catalogos.periodicidades, c.dia);
     }},
    {"CFDI40132", "Periodicidad 05 de un emisor del régimen 621",
     [](Caso const& c, Juicio& j) {
         if (c.cfdi.global && c.cfdi.global->periodicidad == "05")
             j.exige(c.cfdi.emisor.regimenFiscal == "621",
                     [&] { return hallado("Emisor", "RegimenFiscal", c.cfdi.emisor.regimenFiscal); });
     }},
    {"CFDI40133", "Meses en c_Meses",
     [](Caso const& c, Juicio& j) {
         if (auto const& g = c.cfdi.global)
             en_catalogo(j, "InformacionGlobal", "Meses", g->meses, c.catalogos.meses, c.dia);
     }},
    {"CFDI40134", "Meses de 01 a 12 si Periodicidad no es 05",
     [](Caso const& c, Juicio& j) {
         auto const& g = c.cfdi.global;
         if (g && g->meses && g->periodicidad != "05" &&
             buscar(c.catalogos.periodicidades, g->periodicidad, c.dia) != nullptr)
             j.exige(*g->meses >= "01" && *g->meses <= "12", [&] { return hallado("InformacionGlobal", "Meses", g->meses); });
     }},
    {"CFDI40135", "Meses de 13 a 18 si Periodicidad es 05",
     [](Caso const& c, Juicio& j) {
         auto const& g = c.cfdi.global;
         if (g && g->meses && g->periodicidad == "05")
             j.exige(*g->meses >= "13" && *g->meses <= "18", [&] { return hallado("InformacionGlobal", "Meses", g->meses); });
     }},
    {"CFDI40136", "Año de Fecha o uno de los cinco anteriores",
     [](Caso const& c, Juicio& j) {
         if (!c.cfdi.global || !c.cfdi.global->anio || !c.dia) return;
         auto const anio = Exacto::leer(*c.cfdi.global->anio, 4, 0);
         long long const actual = *c.dia / 10000;
         if (anio) entre(j, "InformacionGlobal", "Año", *anio, Exacto(actual - 5), Exacto(actual));
     }},
    {"CFDI40137", "TipoRelacion en c_TipoRelacion",
     [](Caso const& c, Juicio& j) {
         for (std::size_t i = 0; i < c.cfdi.relaciones.size(); ++i)
             en_catalogo(j, con_indice("CfdiRelacionados", i), "TipoRelacion", c.cfdi.relaciones[i].tipoRelacion,
                         c.catalogos.tipos_relacion, c.dia);
     }},
    // ---- Emisor, Receptor ----
    {"CFDI40138", "Nombre del emisor en la lista de RFC", nullptr, lista_rfc},
    {"CFDI40139", "Nombre del emisor igual al registrado con su RFC", nullptr, lista_rfc},
    {"CFDI40140", "RegimenFiscal en c_RegimenFiscal",
     [](Caso const& c, Juicio& j) {
         en_catalogo(j, "Emisor", "RegimenFiscal", c.cfdi.emisor.regimenFiscal, c.catalogos.regimenes, c.dia);
     }},
    {"CFDI40141", "RegimenFiscal del tipo de persona del emisor",
     [](Caso const& c, Juicio& j) {
         auto const& e = c.cfdi.emisor;
         regimen_de_persona(c, j, "Emisor", "RegimenFiscal", e.rfc, e.regimenFiscal);
     }},
    {"CFDI40142", "FacAtrAdquirente, número de operación válido", nullptr, lista_rfc},
    {"CFDI40143", "Rfc del receptor en la lista de RFC", nullptr, lista_rfc},
    {"CFDI40144", "Nombre del receptor en la lista de RFC", nullptr, lista_rfc},
    {"CFDI40145", "Nombre del receptor igual al registrado con su RFC", nullptr, lista_rfc},
    {"CFDI40146", "Nombre PUBLICO EN GENERAL con Rfc XAXX010101000",
     [](Caso const& c, Juicio& j) {
         auto const& r = c.cfdi.receptor;
         if (r.nombre == publico && rfc_de(r.rfc))
             j.exige(r.rfc == rfc_publico, [&] { return hallado("Receptor", "Rfc", r.rfc); });
     }},
    {"CFDI40147", "DomicilioFiscalReceptor en la lista de RFC", nullptr, lista_rfc},
    {"CFDI40148", "DomicilioFiscalReceptor igual al registrado con su RFC", nullptr, lista_rfc},
    {"CFDI40149", "DomicilioFiscalReceptor de un RFC genérico igual a LugarExpedicion",
     [](Caso const& c, Juicio& j) {
         auto const& r = c.cfdi.receptor;
         CodigoPostal a, b;
         if (!generico(r.rfc) || !r.domicilioFiscalReceptor || !c.cfdi.lugarExpedicion ||
             CodigoPostal::leer(*r.domicilioFiscalReceptor, a) || CodigoPostal::leer(*c.cfdi.lugarExpedicion, b))
             return;
         j.exige(r.domicilioFiscalReceptor == c.cfdi.lugarExpedicion, [&] {
             return hallado("Receptor", "DomicilioFiscalReceptor", r.domicilioFiscalReceptor) + ", esperado " +
                    *c.cfdi.lugarExpedicion;
         });
     }},
    {"CFDI40150", "ResidenciaFiscal en c_Pais",
     [](Caso const& c, Juicio& j) {
         en_catalogo(j, "Receptor", "ResidenciaFiscal", c.cfdi.receptor.residenciaFiscal, c.catalogos.paises, c.dia);
     }},
    {"CFDI40151", "ResidenciaFiscal solo con XEXX010101000",
     [](Caso const& c, Juicio& j) {
         auto const& r = c.cfdi.receptor;
         if (rfc_de(r.rfc) && r.rfc != rfc_extranjero) ausente(j, "Receptor", "ResidenciaFiscal", r.residenciaFiscal);
     }},
    {"CFDI40152", "ResidenciaFiscal distinta de MEX",
     [](Caso const& c, Juicio& j) {
         auto const& pais = c.cfdi.receptor.residenciaFiscal;
         if (pais) j.exige(pais != "MEX", [&] { return hallado("Receptor", "ResidenciaFiscal", pais); });
     }},
    {"CFDI40153", "ResidenciaFiscal con NumRegIdTrib",
     [](Caso const& c, Juicio& j) {
         auto const& r = c.cfdi.receptor;
         if (r.numRegIdTrib && r.rfc == rfc_extranjero)
             j.exige(r.residenciaFiscal.has_value(),
                     [] { return std::string("Receptor: NumRegIdTrib sin ResidenciaFiscal"); });
     }},
    {"CFDI40154", "NumRegIdTrib solo con XEXX010101000",
     [](Caso const& c, Juicio& j) {
         auto const& r = c.cfdi.receptor;
         if (rfc_de(r.rfc) && r.rfc != rfc_extranjero) ausente(j, "Receptor", "NumRegIdTrib", r.numRegIdTrib);
     }},
    {"CFDI40155", "NumRegIdTrib con XEXX010101000 y ComercioExterior",
     [](Caso const& c, Juicio& j) {
         auto const& r = c.cfdi.receptor;
         if (r.rfc == rfc_extranjero && c.con_complemento("ComercioExterior"))
             j.exige(r.numRegIdTrib.has_value(), [] { return std::string("Receptor: falta NumRegIdTrib"); });
     }},
    {"CFDI40156", "NumRegIdTrib con el patrón de su país",
     [](Caso const& c, Juicio& j) {
         auto const& r = c.cfdi.receptor;
         auto const* pais = buscar(c.catalogos.paises, r.residenciaFiscal, c.dia);
         if (pais != nullptr && r.numRegIdTrib)
             j.exige(pais->identidad.admite(*r.numRegIdTrib),
                     [&] { return hallado("Receptor", "NumRegIdTrib", r.numRegIdTrib); });
     }},
    {"CFDI40157", "RegimenFiscalReceptor en c_RegimenFiscal",
     [](Caso const& c, Juicio& j) {
         en_catalogo(j, "Receptor", "RegimenFiscalReceptor", c.cfdi.receptor.regimenFiscalReceptor,
                     c.catalogos.regimenes, c.dia);
     }},
    {"CFDI40158", "RegimenFiscalReceptor del tipo de persona del receptor",
     [](Caso const& c, Juicio& j) {
         auto const& r = c.cfdi.receptor;
         regimen_de_persona(c, j, "Receptor", "RegimenFiscalReceptor", r.rfc, r.regimenFiscalReceptor);
     }},
    {"CFDI40159", "RegimenFiscalReceptor 616 de un RFC genérico, salvo en N",
     [](Caso const& c, Juicio& j) {
         auto const& r = c.cfdi.receptor;
         if (c.tipo == "N") return;  // payroll of a deceased employee: NOM11 requires 605 of XAXX010101000 too
         if (generico(r.rfc) && buscar(c.catalogos.regimenes, r.regimenFiscalReceptor, c.dia) != nullptr)
             j.exige(r.regimenFiscalReceptor == "616",
                     [&] { return hallado("Receptor", "RegimenFiscalReceptor", r.regimenFiscalReceptor); });
     }},
    {"CFDI40160", "UsoCFDI en c_UsoCFDI",
     [](Caso const& c, Juicio& j) {
         en_catalogo(j, "Receptor", "UsoCFDI", c.cfdi.receptor.usoCFDI, c.catalogos.usos, c.dia);
     }},
    {"CFDI40161", "UsoCFDI del tipo de persona y del régimen del receptor; CP01 en P, CN01 en N", uso_del_receptor},
    // ---- Conceptos ----
    {"CFDI40162", "ClaveProdServ en c_ClaveProdServ",
     [](Caso const& c, Juicio& j) {
         for (auto const& l : c.lineas)
             en_catalogo(j, l.lugar, "ClaveProdServ", l.concepto->claveProdServ, c.catalogos.productos, c.dia);
     }},
    {"CFDI40163", "Complemento que pide ClaveProdServ", nullptr, "Requiere columnas de c_ClaveProdServ no cargadas"},
    {"CFDI40164", "Impuesto que pide ClaveProdServ", nullptr, "Requiere columnas de c_ClaveProdServ no cargadas"},
    {"CFDI40165", "ClaveUnidad en c_ClaveUnidad",
     [](Caso const& c, Juicio& j) {
         for (auto const& l : c.lineas)
             en_catalogo(j, l.lugar, "ClaveUnidad", l.concepto->claveUnidad, c.catalogos.unidades, c.dia);
     }},
    {"CFDI40166", "ValorUnitario mayor que cero en I, E o N",
     [](Caso const& c, Juicio& j) {
         if (!c.de_tipo("IEN")) return;
         for (auto const& l : c.lineas)
             if (l.valor)
                 j.exige(l.valor->es_positivo(),
                         [&] { return hallado(l.lugar, "ValorUnitario", l.concepto->valorUnitario); });
     }},
    {"CFDI40167", "Importe entre los límites de Cantidad por ValorUnitario", importes_de_lineas},
    {"CFDI40168", "Descuento con no más decimales que Importe",
     [](Caso const& c, Juicio& j) {
         for (auto const& l : c.lineas)
             if (l.importe) con_decimales(j, l.lugar, "Descuento", l.descuento, l.importe->decimales());
     }},
    {"CFDI40169", "Descuento no mayor que Importe",
     [](Caso const& c, Juicio& j) {
         for (auto const& l : c.lineas)
             if (l.importe && l.descuento)
                 j.exige(*l.descuento <= *l.importe, [&] {
                     return hallado(l.lugar, "Descuento", l.concepto->descuento) + " es mayor que Importe " +
                            l.importe->texto();
                 });
     }},
    {"CFDI40170", "ObjetoImp en c_ObjetoImp",
     [](Caso const& c, Juicio& j) {
         for (auto const& l : c.lineas)
             en_catalogo(j, l.lugar, "ObjetoImp", l.concepto->objetoImp, c.catalogos.objetos_impuesto, c.dia);
     }},
    {"CFDI40171", "ObjetoImp 02 con Impuestos",
     [](Caso const& c, Juicio& j) {
         for (auto const& l : c.lineas)
             objeto_con_impuestos(j, l.lugar, l.concepto->objetoImp, l.concepto->impuestos);
     }},
    {"CFDI40172", "ObjetoImp 01, 03, 04 o 05 sin Impuestos",
     [](Caso const& c, Juicio& j) {
         for (auto const& l : c.lineas)
             objeto_sin_impuestos(j, l.lugar, l.concepto->objetoImp, l.concepto->impuestos);
     }},
    {"CFDI40173", "Impuestos del concepto con traslados o retenciones",
     [](Caso const& c, Juicio& j) {
         for (auto const& l : c.lineas) nodo_con_impuestos(j, l.lugar, l.concepto->impuestos);
     }},
    {"CFDI40174", "Base de un traslado mayor que cero",
     [](Caso const& c, Juicio& j) { base_positiva(c.traslados, j); }},
    {"CFDI40175", "Impuesto de un traslado en c_Impuesto",
     [](Caso const& c, Juicio& j) { clave_de_impuesto(c.traslados, c.catalogos, j); }},
    {"CFDI40176", "TipoFactor de un traslado en c_TipoFactor",
     [](Caso const& c, Juicio& j) { clave_de_factor(c.traslados, c.catalogos, j); }},
    {"CFDI40177", "Traslado Exento sin TasaOCuota ni Importe",
     [](Caso const& c, Juicio& j) { exento_sin_tasa(c.traslados, j); }},
    {"CFDI40178", "Traslado de Tasa o Cuota con TasaOCuota e Importe",
     [](Caso const& c, Juicio& j) { con_tasa_e_importe(c.traslados, j); }},
    {"CFDI40179", "TasaOCuota de un traslado en c_TasaOCuota",
     [](Caso const& c, Juicio& j) { tasa_de_catalogo(c.traslados, j); }},
    {"CFDI40180", "Importe de un traslado entre los límites de Base por TasaOCuota",
     [](Caso const& c, Juicio& j) {
         if (c.decimales) importe_de_la_base(c.traslados, c.decimales, j);
     }},
    {"CFDI40181", "Base de una retención mayor que cero",
     [](Caso const& c, Juicio& j) { base_positiva(c.retenciones, j); }},
    {"CFDI40182", "Impuesto de una retención en c_Impuesto",
     [](Caso const& c, Juicio& j) { clave_de_impuesto(c.retenciones, c.catalogos, j); }},
    {"CFDI40183", "TipoFactor de una retención en c_TipoFactor",
     [](Caso const& c, Juicio& j) { clave_de_factor(c.retenciones, c.catalogos, j); }},
    {"CFDI40184", "Ninguna retención Exento",
     [](Caso const& c, Juicio& j) { sin_exentos(c.retenciones, j); }},
    {"CFDI40185", "TasaOCuota de una retención en c_TasaOCuota",
     [](Caso const& c, Juicio& j) { tasa_de_catalogo(c.retenciones, j); }},
    {"CFDI40186", "Importe de una retención entre los límites de Base por TasaOCuota",
     [](Caso const& c, Juicio& j) {
         if (c.decimales) importe_de_la_base(c.retenciones, c.decimales, j);
     }},
    {"CFDI40187", "RfcACuentaTerceros en la lista de RFC", nullptr, lista_rfc},
    {"CFDI40188", "RfcACuentaTerceros distinto del emisor y del receptor",
     [](Caso const& c, Juicio& j) {
         for (auto const& l : c.lineas)
             if (auto const& t = l.concepto->tercero; t && t->rfc)
                 j.exige(t->rfc != c.cfdi.emisor.rfc && t->rfc != c.cfdi.receptor.rfc,
                         [&] { return hallado(l.lugar, "RfcACuentaTerceros", t->rfc); });
     }},
    {"CFDI40189", "NombreACuentaTerceros en la lista de RFC", nullptr, lista_rfc},
    {"CFDI40190", "NombreACuentaTerceros igual al registrado con su RFC", nullptr, lista_rfc},
    {"CFDI40191", "RegimenFiscalACuentaTerceros en c_RegimenFiscal",
     [](Caso const& c, Juicio& j) {
         for (auto const& l : c.lineas)
             if (auto const& t = l.concepto->tercero)
                 en_catalogo(j, l.lugar, "RegimenFiscalACuentaTerceros", t->regimenFiscal, c.catalogos.regimenes,
                             c.dia);
     }},
    {"CFDI40192", "DomicilioFiscalACuentaTerceros en la lista de RFC", nullptr, lista_rfc},
    {"CFDI40193", "DomicilioFiscalACuentaTerceros igual al registrado con su RFC", nullptr, lista_rfc},
    {"CFDI40194", "NumeroPedimento del concepto: año, aduana, patente y número",
     [](Caso const& c, Juicio& j) {
         for (auto const& l : c.lineas)
             for (auto const& p : l.concepto->pedimentos) pedimento(j, l.lugar, p);
     }},
    {"CFDI40195", "Sin NumeroPedimento en el concepto con ComercioExterior",
     [](Caso const& c, Juicio& j) {
         if (!c.con_complemento("ComercioExterior")) return;
         for (auto const& l : c.lineas)
             for (auto const& p : l.concepto->pedimentos) ausente(j, l.lugar, "NumeroPedimento", p);
     }},
    {"CFDI40196", "ClaveProdServ de una parte en c_ClaveProdServ",
     [](Caso const& c, Juicio& j) {
         por_parte(c, [&](ParteCfdi const& p, std::string const& lugar) {
             en_catalogo(j, lugar, "ClaveProdServ", p.claveProdServ, c.catalogos.productos, c.dia);
         });
     }},
    {"CFDI40197", "ValorUnitario de una parte mayor que cero",
     [](Caso const& c, Juicio& j) {
         por_parte(c, [&](ParteCfdi const& p, std::string const& lugar) {
             if (auto const valor = importe(p.valorUnitario))
                 j.exige(valor->es_positivo(), [&] { return hallado(lugar, "ValorUnitario", p.valorUnitario); });
         });
     }},
    {"CFDI40198", "Importe de una parte entre los límites de Cantidad por ValorUnitario",
     [](Caso const& c, Juicio& j) {
         por_parte(c, [&](ParteCfdi const& p, std::string const& lugar) {
             auto const valor = importe(p.valorUnitario);
             if (valor && valor->es_positivo())
                 importe_del_producto(j, lugar, importe(p.cantidad), valor, importe(p.importe), decimales_de_linea(c));
         });
     }},
    {"CFDI40199", "NumeroPedimento de una parte: año, aduana, patente y número",
     [](Caso const& c, Juicio& j) {
         por_parte(c, [&](ParteCfdi const& p, std::string const& lugar) {
             for (auto const& numero : p.pedimentos) pedimento(j, lugar, numero);
         });
     }},
    {"CFDI40200", "Sin NumeroPedimento en una parte con ComercioExterior",
     [](Caso const& c, Juicio& j) {
         if (!c.con_complemento("ComercioExterior")) return;
         por_parte(c, [&](ParteCfdi const& p, std::string const& lugar) {
             for (auto const& numero : p.pedimentos) ausente(j, lugar, "NumeroPedimento", numero);
         });
     }},
    // ---- Impuestos ----
    {"CFDI40201", "Sin Impuestos del comprobante en T o P",
     [](Caso const& c, Juicio& j) {
         if (c.de_tipo("TP")) j.exige(!c.cfdi.impuestos, [] { return punto("Impuestos no debe existir"); });
     }},
    {"CFDI40202", "TotalImpuestosRetenidos con los decimales de la moneda",
     [](Caso const& c, Juicio& j) {
         del_resumen(c, [&](auto const& i) {
             con_decimales(j, "Impuestos", "TotalImpuestosRetenidos", importe(i.totalRetenidos), c.decimales);
         });
     }},
    {"CFDI40203", "TotalImpuestosRetenidos es la suma de las retenciones",
     [](Caso const& c, Juicio& j) {
         del_resumen(c, [&](auto const& i) {
             total_del_resumen(j, "TotalImpuestosRetenidos", i.totalRetenidos, c.resumen_retenciones);
         });
     }},
    {"CFDI40204", "TotalImpuestosTrasladados con los decimales de la moneda",
     [](Caso const& c, Juicio& j) {
         del_resumen(c, [&](auto const& i) {
             con_decimales(j, "Impuestos", "TotalImpuestosTrasladados", importe(i.totalTrasladados), c.decimales);
         });
     }},
    {"CFDI40205", "TotalImpuestosTrasladados es la suma de los traslados",
     [](Caso const& c, Juicio& j) {
         del_resumen(c, [&](auto const& i) {
             total_del_resumen(j, "TotalImpuestosTrasladados", i.totalTrasladados, c.resumen_traslados);
         });
     }},
    {"CFDI40206", "Retenciones con TotalImpuestosRetenidos",
     [](Caso const& c, Juicio& j) {
         del_resumen(c, [&](auto const& i) {
             if (i.retenciones_presente)
                 j.exige(i.totalRetenidos.has_value(),
                         [] { return std::string("Impuestos: falta TotalImpuestosRetenidos"); });
         });
     }},
    {"CFDI40207", "Impuesto de una retención del resumen en c_Impuesto",
     [](Caso const& c, Juicio& j) { clave_de_impuesto(c.resumen_retenciones, c.catalogos, j); }},
    {"CFDI40208", "Una retención del resumen por impuesto",
     [](Caso const& c, Juicio& j) { uno_por_clase(c.resumen_retenciones, j); }},
    {"CFDI40209", "Importe de una retención del resumen con TotalImpuestosRetenidos",
     [](Caso const& c, Juicio& j) {
         del_resumen(c, [&](auto const& i) {
             for (auto const& r : c.resumen_retenciones)
                 if (r.impuesto->importe)
                     j.exige(i.totalRetenidos.has_value(),
                             [&] { return r.lugar + ": Importe sin TotalImpuestosRetenidos"; });
         });
     }},
    {"CFDI40210", "Importe de una retención del resumen con los decimales de la moneda",
     [](Caso const& c, Juicio& j) {
         for (auto const& r : c.resumen_retenciones) con_decimales(j, r.lugar, "Importe", r.importe, c.decimales);
     }},
    {"CFDI40211", "Importe de una retención del resumen: redondeo de la suma de las bases de los conceptos",
     retenciones_de_lineas},
    {"CFDI40212", "Traslados con TotalImpuestosTrasladados, salvo solo exentos",
     [](Caso const& c, Juicio& j) {
         del_resumen(c, [&](auto const& i) {
             if (std::any_of(c.resumen_traslados.begin(), c.resumen_traslados.end(),
                             [](auto const& r) { return !r.exento(); }))
                 j.exige(i.totalTrasladados.has_value(),
                         [] { return std::string("Impuestos: falta TotalImpuestosTrasladados"); });
         });
     }},
    {"CFDI40213", "Traslado del resumen con Base, Impuesto y TipoFactor, y los atributos que su factor requiere",
     [](Caso const& c, Juicio& j) {
         resumen_completo(c.resumen_traslados, c.catalogos, j);
     }},
    {"CFDI40214", "Base de un traslado del resumen con los decimales de la moneda",
     [](Caso const& c, Juicio& j) {
         for (auto const& r : c.resumen_traslados) con_decimales(j, r.lugar, "Base", r.base, c.decimales);
     }},
    {"CFDI40215", "Base de un traslado del resumen: redondeo de la suma de las bases de los conceptos",
     [](Caso const& c, Juicio& j) { traslados_de_lineas(c, j, false, &Renglon::base, &Suma::base, "Base"); }},
    {"CFDI40216", "Base de un traslado exento del resumen: redondeo de la suma de las bases de los conceptos",
     [](Caso const& c, Juicio& j) { traslados_de_lineas(c, j, true, &Renglon::base, &Suma::base, "Base"); }},
    {"CFDI40217", "Impuesto de un traslado del resumen en c_Impuesto",
     [](Caso const& c, Juicio& j) { clave_de_impuesto(c.resumen_traslados, c.catalogos, j); }},
    {"CFDI40218", "Un traslado del resumen por impuesto, factor y tasa",
     [](Caso const& c, Juicio& j) { uno_por_clase(c.resumen_traslados, j); }},
    {"CFDI40219", "TasaOCuota de un traslado del resumen en c_TasaOCuota",
     [](Caso const& c, Juicio& j) { tasa_de_catalogo(c.resumen_traslados, j); }},
    {"CFDI40220", "Importe de un traslado del resumen con los decimales de la moneda",
     [](Caso const& c, Juicio& j) {
         for (auto const& r : c.resumen_traslados) con_decimales(j, r.lugar, "Importe", r.importe, c.decimales);
     }},
    {"CFDI40221", "Importe de un traslado del resumen: redondeo de la suma de los importes de los conceptos",
     [](Caso const& c, Juicio& j) {
         traslados_de_lineas(c, j, false, &Renglon::importe, &Suma::importe, "Importe");
     }},
    {"CFDI40222", "Exportacion 01 o 03 sin el complemento ComercioExterior",
     [](Caso const& c, Juicio& j) {
         if (auto const& e = c.cfdi.exportacion; e == "01" || e == "03")
             j.exige(!c.con_complemento("ComercioExterior"),
                     [&] { return hallado(raiz, "Exportacion", e) + " con el complemento ComercioExterior"; });
     }},
    {"CFDI40223", "RegimenFiscalACuentaTerceros 616 con el RFC EXT990101NI1",
     [](Caso const& c, Juicio& j) {
         for (auto const& l : c.lineas)
             if (auto const& t = l.concepto->tercero; t && t->rfc == "EXT990101NI1")
                 j.exige(t->regimenFiscal == "616",
                         [&] { return hallado(l.lugar, "RegimenFiscalACuentaTerceros", t->regimenFiscal); });
     }},
    {"CFDI40224", "Sin retención de ISR, por la marca del emisor en la lista de RFC", nullptr, lista_rfc},
    {"CFDI40225", "Con retención de ISR de 0.0125, por la marca del emisor en la lista de RFC", nullptr, lista_rfc},
    {"CFDI40226", "ObjetoImp 06 u 08 sin traslados y con solo retención de ISR",
     [](Caso const& c, Juicio& j) {
         for (auto const& l : c.lineas)
             objeto_sin_traslado(j, l.lugar, l.concepto->objetoImp, l.concepto->impuestos);
     }},
    {"CFDI40227", "ObjetoImp 07 con traslado de IEPS y sin IVA",
     [](Caso const& c, Juicio& j) {
         for (auto const& l : c.lineas) objeto_con_ieps(j, l.lugar, l.concepto->objetoImp, l.concepto->impuestos);
     }},
    {"CFDI40999", "Un CFDI de pago incluye el complemento Pagos 2.0",
     [](Caso const& c, Juicio& j) {
         if (c.tipo == "P")
             j.exige(!c.cfdi.pagos.empty(), [] { return std::string("Complemento: falta Pagos"); });
     }},
};

}  // namespace

std::span<Regla<Caso> const> reglas_de_importes() {
    return de_importes;
}
std::span<Regla<Caso> const> reglas_propias() {
    return de_gestor;
}
std::span<Regla<Caso> const> reglas_cfdi() {
    return del_cfdi;
}

}  // namespace gestor::fiscal
