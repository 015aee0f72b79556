#include "domain/fiscal/regla.hpp"

#include <algorithm>
#include <chrono>
#include <set>

namespace gestor::fiscal {

std::optional<Exacto> importe(Dato const& dato) {
    if (!dato) return {};
    bool const negativo = dato->starts_with('-');
    auto const valor = Exacto::leer(std::string_view(*dato).substr(negativo ? 1 : 0));
    return valor && negativo ? -*valor : valor;
}

std::optional<Dia> leer_dia(Dato const& fecha) {
    static constexpr std::string_view forma = "dddd-dd-ddTdd:dd:dd";
    if (!fecha || fecha->size() != forma.size()) return {};
    for (std::size_t i = 0; i < forma.size(); ++i) {
        char const c = (*fecha)[i];
        if (forma[i] == 'd' ? c < '0' || c > '9' : c != forma[i]) return {};
    }
    auto const numero = [&](std::size_t desde, std::size_t cuantos) {
        unsigned n = 0;
        for (std::size_t i = desde; i < desde + cuantos; ++i) n = n * 10 + static_cast<unsigned>((*fecha)[i] - '0');
        return n;
    };
    auto const anio = numero(0, 4), mes = numero(5, 2), dia = numero(8, 2);
    std::chrono::year_month_day const ymd{std::chrono::year(static_cast<int>(anio)), std::chrono::month(mes),
                                          std::chrono::day(dia)};
    if (anio < 2010 || anio > 2099 || !ymd.ok() || numero(11, 2) > 23 || numero(14, 2) > 59 || numero(17, 2) > 59)
        return {};
    return anio * 10000 + mes * 100 + dia;
}

namespace {

std::string entre_comillas(Dato const& dato) {
    return dato ? "\"" + citado(*dato) + "\"" : "(ausente)";
}

bool es_uno_de(Dato const& dato, std::initializer_list<std::string_view> claves) {
    return dato && std::find(claves.begin(), claves.end(), *dato) != claves.end();
}

}  // namespace

Renglon::Renglon(ImpuestoCfdi const& escrito, std::string donde, Lado de, Catalogos const& catalogos,
                 std::optional<Dia> dia)
    : impuesto(&escrito),
      lugar(std::move(donde)),
      lado(de),
      base(fiscal::importe(escrito.base)),
      tasa(fiscal::importe(escrito.tasaOCuota)),
      importe(fiscal::importe(escrito.importe)),
      clave_buena(buscar(catalogos.impuestos, escrito.impuesto, dia) != nullptr),
      factor_bueno(buscar(catalogos.tipos_factor, escrito.tipoFactor, dia) != nullptr) {
    if (clave_buena && factor_bueno && !exento() && tasa)
        tasa_buena = catalogos.tasa(*escrito.impuesto, *escrito.tipoFactor, lado, *tasa, dia);
}

bool Renglon::completo() const {
    return exento() ? !impuesto->tasaOCuota && !impuesto->importe : tasa && importe;
}

bool Renglon::comparable() const {
    return clave_buena && factor_bueno && base && completo() && tasa_buena.value_or(true);
}

bool Renglon::sano() const {
    return comparable() && base->es_positivo();
}

bool sanos(Renglones const& renglones) {
    return std::all_of(renglones.begin(), renglones.end(), [](auto const& r) { return r.sano(); });
}

Renglones leer_renglones(std::vector<ImpuestoCfdi> const& escritos, std::string const& donde, Lado lado,
                         Catalogos const& catalogos, std::optional<Dia> dia) {
    Renglones salida;
    salida.reserve(escritos.size());
    for (std::size_t i = 0; i < escritos.size(); ++i)
        salida.emplace_back(escritos[i], con_indice(donde, i), lado, catalogos, dia);
    return salida;
}

std::string clase(Renglon const& r) {
    auto salida = citado(r.impuesto->impuesto.value_or(""));
    if (r.lado == Lado::retencion) return salida;
    salida += " " + citado(r.impuesto->tipoFactor.value_or(""));
    if (r.tasa) salida += " " + r.tasa->redondeado(6).texto();
    return salida;
}

Caso::Caso(Cfdi const& escrito, Catalogos const& claves)
    : cfdi(escrito),
      catalogos(claves),
      dia(leer_dia(escrito.fecha)),
      subTotal(importe(escrito.subTotal)),
      descuento(importe(escrito.descuento)),
      total(importe(escrito.total)) {
    // The catalogs are those of CFDI 4.0, whose keys begin in 2022: for a CFDI 3.3 only the existence of the key is
    // checked.
    auto const vigente = escrito.v40() ? dia : std::nullopt;
    if (buscar(claves.tipos_comprobante, escrito.tipoDeComprobante, vigente) != nullptr)
        tipo = *escrito.tipoDeComprobante;
    if (auto const* moneda = buscar(claves.monedas, escrito.moneda, vigente); moneda && escrito.moneda != "XXX")
        decimales = moneda->decimales;
    auto const agregar = [&](Renglones& a, std::vector<ImpuestoCfdi> const& de, std::string const& donde, Lado lado) {
        auto renglones = leer_renglones(de, donde, lado, claves, vigente);
        std::move(renglones.begin(), renglones.end(), std::back_inserter(a));
    };
    lineas.reserve(escrito.conceptos.size());
    for (std::size_t i = 0; i < escrito.conceptos.size(); ++i) {
        auto const& c = escrito.conceptos[i];
        auto const lugar = con_indice("Conceptos/Concepto", i);
        if (c.impuestos) {
            agregar(traslados, c.impuestos->traslados, lugar + "/Impuestos/Traslados/Traslado", Lado::traslado);
            agregar(retenciones, c.impuestos->retenciones, lugar + "/Impuestos/Retenciones/Retencion", Lado::retencion);
        }
        lineas.push_back(
            {&c, lugar, importe(c.cantidad), importe(c.valorUnitario), importe(c.importe), importe(c.descuento)});
    }
    if (escrito.impuestos) {
        agregar(resumen_traslados, escrito.impuestos->traslados, "Impuestos/Traslados/Traslado", Lado::traslado);
        agregar(resumen_retenciones, escrito.impuestos->retenciones, "Impuestos/Retenciones/Retencion",
                Lado::retencion);
    }
}

bool Caso::con_complemento(std::string_view parte_del_espacio) const {
    return std::any_of(cfdi.complementos.begin(), cfdi.complementos.end(),
                       [&](auto const& c) { return c.espacio.find(parte_del_espacio) != std::string::npos; });
}

std::string con_indice(std::string_view ruta, std::size_t i) {
    return std::string(ruta) + "[" + std::to_string(i + 1) + "]";
}

std::string escrito_como_dia(Dia dia) {
    auto texto = std::to_string(dia);
    return texto.insert(6, "-").insert(4, "-");
}

std::string hallado(std::string_view donde, std::string_view atributo, Dato const& dato) {
    return std::string(donde) + ": " + std::string(atributo) + " " + entre_comillas(dato);
}

void ausente(Juicio& j, std::string_view donde, std::string_view atributo, Dato const& dato) {
    j.exige(!dato, [&] { return hallado(donde, atributo, dato) + " no debe existir"; });
}

void escrito_asi(Juicio& j, std::string_view donde, std::string_view atributo, Dato const& dato,
                 std::string_view esperado) {
    if (!dato) return;  // the structure check reports a missing attribute
    j.exige(*dato == esperado,
            [&] { return hallado(donde, atributo, dato) + ", esperado \"" + std::string(esperado) + "\""; });
}

void con_decimales(Juicio& j, std::string_view donde, std::string_view atributo, std::optional<Exacto> const& valor,
                   std::optional<unsigned> decimales) {
    if (!valor || !decimales) return;
    j.exige(valor->decimales() <= *decimales, [&] {
        return std::string(donde) + ": " + std::string(atributo) + " " + valor->texto() + " tiene más de " +
               std::to_string(*decimales) + " decimales";
    });
}

void igual(Juicio& j, std::string_view donde, std::string_view atributo, Exacto const& hallado,
           Exacto const& esperado) {
    j.exige(hallado == esperado, [&] {
        return std::string(donde) + ": " + std::string(atributo) + " " + hallado.texto() + ", esperado " +
               esperado.texto();
    });
}

void entre(Juicio& j, std::string_view donde, std::string_view atributo, Exacto const& valor, Exacto const& minimo,
           Exacto const& maximo) {
    j.exige(minimo <= valor && valor <= maximo, [&] {
        return std::string(donde) + ": " + std::string(atributo) + " " + valor.texto() + ", esperado entre " +
               minimo.texto() + " y " + maximo.texto();
    });
}

void base_positiva(Renglones const& renglones, Juicio& j) {
    for (auto const& r : renglones)
        if (r.base)
            j.exige(r.base->es_positivo(),
                    [&] { return hallado(r.lugar, "Base", r.impuesto->base) + " debe ser mayor que cero"; });
}

void clave_de_impuesto(Renglones const& renglones, Catalogos const& catalogos, Juicio& j) {
    if (catalogos.impuestos.empty()) return;
    for (auto const& r : renglones)
        if (r.impuesto->impuesto)
            j.exige(r.clave_buena,
                    [&] { return hallado(r.lugar, "Impuesto", r.impuesto->impuesto) + " no está en el catálogo"; });
}

void clave_de_factor(Renglones const& renglones, Catalogos const& catalogos, Juicio& j) {
    if (catalogos.tipos_factor.empty()) return;
    for (auto const& r : renglones)
        if (r.impuesto->tipoFactor)
            j.exige(r.factor_bueno,
                    [&] { return hallado(r.lugar, "TipoFactor", r.impuesto->tipoFactor) + " no está en el catálogo"; });
}

void exento_sin_tasa(Renglones const& renglones, Juicio& j) {
    for (auto const& r : renglones)
        if (r.exento()) j.exige(r.completo(), [&] { return r.lugar + ": es Exento y tiene TasaOCuota o Importe"; });
}

void con_tasa_e_importe(Renglones const& renglones, Juicio& j) {
    for (auto const& r : renglones)
        if (r.factor_bueno && !r.exento())
            j.exige(r.impuesto->tasaOCuota && r.impuesto->importe,
                    [&] { return r.lugar + ": no es Exento y le falta TasaOCuota o Importe"; });
}

void sin_exentos(Renglones const& renglones, Juicio& j) {
    for (auto const& r : renglones)
        if (r.factor_bueno) j.exige(!r.exento(), [&] { return r.lugar + ": TipoFactor Exento en una retención"; });
}

void tasa_de_catalogo(Renglones const& renglones, Juicio& j) {
    for (auto const& r : renglones)
        if (r.tasa_buena)
            j.exige(*r.tasa_buena, [&] {
                return hallado(r.lugar, "TasaOCuota", r.impuesto->tasaOCuota) + " no es de " + *r.impuesto->impuesto +
                       " " + *r.impuesto->tipoFactor;
            });
}

void importe_de_la_base(Renglones const& renglones, std::optional<unsigned> decimales, Juicio& j) {
    for (auto const& r : renglones) {
        if (!r.sano() || r.exento()) continue;
        auto const holgura = Exacto::media_unidad(r.base->decimales());
        auto const d = decimales.value_or(r.importe->decimales());
        entre(j, r.lugar, "Importe", *r.importe, ((*r.base - holgura) * *r.tasa).piso(d),
              ((*r.base + holgura - Exacto::unidad(12)) * *r.tasa).techo(d));
    }
}

void uno_por_clase(Renglones const& renglones, Juicio& j) {
    std::set<std::string> vistas;
    for (auto const& r : renglones)
        if (r.clave_buena)
            j.exige(vistas.insert(clase(r)).second, [&] { return r.lugar + ": " + clase(r) + " ya está en otro"; });
}

void resumen_completo(Renglones const& renglones, Catalogos const& catalogos, Juicio& j) {
    for (auto const& r : renglones) {
        auto const& i = *r.impuesto;
        j.exige(i.base && i.impuesto && i.tipoFactor, [&] { return r.lugar + ": le falta un atributo"; });
        if (!i.tipoFactor || catalogos.tipos_factor.empty()) continue;
        j.exige(r.factor_bueno,
                [&] { return hallado(r.lugar, "TipoFactor", i.tipoFactor) + " no está en el catálogo"; });
        if (r.factor_bueno)
            j.exige(r.exento() ? !i.tasaOCuota && !i.importe : i.tasaOCuota && i.importe,
                    [&] { return r.lugar + ": le falta o le sobra TasaOCuota o Importe"; });
    }
}

void objeto_con_impuestos(Juicio& j, std::string_view donde, Dato const& objeto,
                          std::optional<ImpuestosCfdi> const& impuestos) {
    if (objeto == "02")
        j.exige(impuestos.has_value(), [&] { return hallado(donde, "ObjetoImp", objeto) + " sin Impuestos"; });
}

void objeto_sin_impuestos(Juicio& j, std::string_view donde, Dato const& objeto,
                          std::optional<ImpuestosCfdi> const& impuestos) {
    if (es_uno_de(objeto, {"01", "03", "04", "05"}))
        j.exige(!impuestos, [&] { return hallado(donde, "ObjetoImp", objeto) + " con Impuestos"; });
}

void objeto_sin_traslado(Juicio& j, std::string_view donde, Dato const& objeto,
                         std::optional<ImpuestosCfdi> const& impuestos) {
    if (!es_uno_de(objeto, {"06", "08"})) return;
    j.exige(!impuestos || (impuestos->traslados.empty() &&
                           std::all_of(impuestos->retenciones.begin(), impuestos->retenciones.end(),
                                       [](auto const& r) { return r.impuesto == "001"; })),
            [&] { return hallado(donde, "ObjetoImp", objeto) + " admite solo retención de ISR"; });
}

void objeto_con_ieps(Juicio& j, std::string_view donde, Dato const& objeto,
                     std::optional<ImpuestosCfdi> const& impuestos) {
    if (objeto != "07") return;
    auto const es = [](std::string_view clave) {
        return [clave](ImpuestoCfdi const& i) { return i.impuesto == clave; };
    };
    auto const alguno = [&](auto const& lista, auto f) { return std::any_of(lista.begin(), lista.end(), f); };
    j.exige(impuestos && alguno(impuestos->traslados, es("003")) && !alguno(impuestos->traslados, es("002")) &&
                !alguno(impuestos->retenciones, es("002")),
            [&] { return hallado(donde, "ObjetoImp", objeto) + " pide un traslado de IEPS y ningún IVA"; });
}

void nodo_con_impuestos(Juicio& j, std::string_view donde, std::optional<ImpuestosCfdi> const& impuestos) {
    if (!impuestos) return;
    j.exige(!impuestos->traslados.empty() || !impuestos->retenciones.empty(),
            [&] { return std::string(donde) + ": Impuestos sin traslados ni retenciones"; });
}

}  // namespace gestor::fiscal
