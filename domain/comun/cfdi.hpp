#pragma once
// CFDI in a request: reading, and the checks of type, RFC and total.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/fiscal/cfdi.hpp"
#include "domain/fiscal/veredicto.hpp"
#include "domain/valores/decimal.hpp"
#include "domain/valores/problema.hpp"

namespace gestor {

namespace codigo {
inline constexpr std::string_view cfdi_invalido = "CFDI_INVALIDO", cfdi_rfc_no_corresponde = "CFDI_RFC_NO_CORRESPONDE",
                                  cfdi_total_no_corresponde = "CFDI_TOTAL_NO_CORRESPONDE",
                                  sello_invalido = "SELLO_INVALIDO";
}

// Name of the CFDI in every body.
inline constexpr char campo_cfdi[] = "xmlBase64";

// Throws CFDI_INVALIDO as a fault of `campo`; empty: of the request.
fiscal::Cfdi leer_cfdi_o_rechazar(std::string_view bytes, std::string_view campo = "");
// The CFDI must be of type I, E, P… Throws CFDI_INVALIDO.
void exigir_tipo(fiscal::Cfdi const& cfdi, std::string_view tipo);
// Reads a CFDI of that type. Throws CFDI_INVALIDO.
fiscal::Cfdi leer_cfdi_enviado(std::string_view bytes, std::string_view tipo);
[[noreturn]] void rechazar_cfdi(std::string_view donde, std::string_view mensaje);

// A value of the CFDI as a type of ours; absent stays absent. Throws CFDI_INVALIDO, with the place in the CFDI.
template <class T>
std::optional<T> valor_cfdi(fiscal::Dato const& dato, std::string_view donde) {
    if (!dato) return {};
    T valor;
    if (auto const falla = T::leer(*dato, valor)) rechazar_cfdi(donde, falla->mensaje);
    return valor;
}
template <class T>
T valor_cfdi_exigido(fiscal::Dato const& dato, std::string_view donde) {
    if (!dato) rechazar_cfdi(donde, "falta");
    return *valor_cfdi<T>(dato, donde);
}

// The RFC `escrito` in the CFDI must be `rfc`. Throws CFDI_RFC_NO_CORRESPONDE; `quien` names the expected party in the
// message.
void exigir_rfc(std::string_view parte, fiscal::Dato const& escrito, std::string_view rfc, std::string_view quien);
// Faults of seal and stamp, each "SELLO08: rule (value)".
std::vector<std::string> fallas_del_sello(fiscal::Veredicto const& veredicto);
std::string decir(fiscal::Verificacion const& verificacion);
// Total of the CFDI = `total`, to the cent. Throws CFDI_TOTAL_NO_CORRESPONDE.
void exigir_total(fiscal::Cfdi const& cfdi, Dinero total);

}  // namespace gestor
