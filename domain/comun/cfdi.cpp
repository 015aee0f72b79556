#include "domain/comun/cfdi.hpp"

#include <algorithm>

namespace gestor {

void rechazar_cfdi(std::string_view donde, std::string_view mensaje) {
    throw Problema::en(campo_cfdi, codigo::cfdi_invalido,
                       std::string(donde) + (donde.empty() ? "" : ": ") + std::string(mensaje));
}

fiscal::Cfdi leer_cfdi_o_rechazar(std::string_view bytes, std::string_view campo) {
    try {
        return fiscal::leer_cfdi(bytes);
    } catch (fiscal::Ilegible const& e) {
        if (campo.empty()) throw Problema(codigo::cfdi_invalido, e.what());
        throw Problema::en(std::string(campo), codigo::cfdi_invalido, e.what());
    }
}

void exigir_tipo(fiscal::Cfdi const& cfdi, std::string_view tipo) {
    if (cfdi.tipoDeComprobante != tipo)
        rechazar_cfdi("TipoDeComprobante",
                      fiscal::citado(cfdi.tipoDeComprobante.value_or("(ausente)")) + ", debe ser " + std::string(tipo));
}

fiscal::Cfdi leer_cfdi_enviado(std::string_view bytes, std::string_view tipo) {
    auto cfdi = leer_cfdi_o_rechazar(bytes, campo_cfdi);
    exigir_tipo(cfdi, tipo);
    return cfdi;
}

void exigir_rfc(std::string_view parte, fiscal::Dato const& escrito, std::string_view rfc, std::string_view quien) {
    if (escrito == rfc) return;
    throw Problema::en(campo_cfdi, codigo::cfdi_rfc_no_corresponde,
                       std::string(parte) + " " + fiscal::citado(escrito.value_or("(ausente)")) + " no es " +
                           std::string(quien) + ", " + std::string(rfc));
}

std::string decir(fiscal::Verificacion const& v) {
    return v.codigo + ": " + v.descripcion + " (" + v.detalle + ")";
}

std::vector<std::string> fallas_del_sello(fiscal::Veredicto const& veredicto) {
    std::vector<std::string> fallas;
    for (auto const& v : veredicto)
        if (v.dictamen == fiscal::Dictamen::error && (v.codigo.starts_with("SELLO") || v.codigo.starts_with("TFD")))
            fallas.push_back(decir(v));
    return fallas;
}

void exigir_total(fiscal::Cfdi const& cfdi, Dinero total) {
    auto const suyo = valor_cfdi_exigido<Dinero>(cfdi.total, "Total");
    if (std::max(suyo, total) - std::min(suyo, total) <= Dinero{"0.01"}) return;
    std::string nuestro;
    total.escribir(nuestro);
    throw Problema::en(campo_cfdi, codigo::cfdi_total_no_corresponde,
                       "el CFDI dice " + fiscal::citado(*cfdi.total) + " y el documento suma " + nuestro);
}

}  // namespace gestor
