#include "domain/fiscal/juzgar.hpp"

#include <algorithm>
#include <iterator>

#include "domain/fiscal/estructura.hpp"
#include "domain/fiscal/reglas_cfdi.hpp"
#include "domain/fiscal/reglas_pagos.hpp"
#include "domain/fiscal/sello.hpp"

namespace gestor::fiscal {

namespace {

void juzgar_archivo(Cfdi const& cfdi, Veredicto& v) {
    v.push_back({"XML01", "XML bien formado, en UTF-8 y sin DTD", Dictamen::correcto, {}});
    bool const prefijo = cfdi.raiz.prefijo == "cfdi";
    v.push_back({"XML02", "Espacio de nombres del SAT, con el prefijo cfdi",
                 prefijo ? Dictamen::correcto : Dictamen::error,
                 prefijo ? "" : hallado("Comprobante", "prefijo", std::string(cfdi.raiz.prefijo)), true});
    v.push_back({"XML03", "Versión 4.0 o 3.3", Dictamen::correcto, cfdi.version.value_or("")});
}

Veredicto juzgar_reglas(Cfdi const& cfdi, Catalogos const& catalogos) {
    Veredicto v;
    Caso const caso(cfdi, catalogos);
    juzgar(reglas_de_importes(), caso, v);
    juzgar(reglas_propias(), caso, v);
    if (!cfdi.v40()) {
        v.push_back({"CFDI40", "Reglas de CFDI 4.0", Dictamen::no_aplica, "El comprobante es 3.3"});
        return v;
    }
    juzgar(reglas_cfdi(), caso, v);
    if (cfdi.pagos.empty())
        v.push_back({"CRP20", "Reglas del complemento Pagos 2.0", Dictamen::no_aplica, "No trae el complemento"});
    else
        juzgar(reglas_pagos(), CasoPagos(caso), v);
    return v;
}

Veredicto con_archivo(Cfdi const& cfdi, Veredicto sellos) {
    Veredicto v;
    juzgar_archivo(cfdi, v);
    v.push_back(revisar_estructura(cfdi));
    std::ranges::move(sellos, std::back_inserter(v));
    return v;
}

Veredicto juzgar_con(Cfdi const& cfdi, Catalogos const& catalogos, Veredicto sellos) {
    auto v = con_archivo(cfdi, std::move(sellos));
    auto reglas = juzgar_reglas(cfdi, catalogos);
    for (auto& fila : reglas) fila.de_forma = true;
    std::ranges::move(reglas, std::back_inserter(v));
    return v;
}

}  // namespace

Veredicto juzgar(Cfdi const& cfdi, Catalogos const& catalogos, Certificados const& del_sat, Ahora ahora) {
    return juzgar_con(cfdi, catalogos, verificar_sello(cfdi, del_sat, ahora));
}

Veredicto juzgar_autenticidad(Cfdi const& cfdi, Certificados const& del_sat, Ahora ahora) {
    return con_archivo(cfdi, verificar_sello(cfdi, del_sat, ahora));
}

Veredicto juzgar_sin_sello(Cfdi const& cfdi, Catalogos const& catalogos) {
    return juzgar_con(cfdi, catalogos, {});
}

}  // namespace gestor::fiscal
