// CFDI from outside. The text of a parsed XML stays within the depth limit and is read the same after being written
// again; the values of a CFDI are those of its elements.
#include "domain/fiscal/cfdi.hpp"

#include "domain/fiscal/cadena.hpp"
#include "domain/fiscal/sello.hpp"
#include "domain/valores/texto.hpp"
#include "tests/fuzz/property.hpp"

using namespace gestor;
using namespace gestor::fiscal;

namespace {

bool same(Elemento const& a, Elemento const& b) {
    if (a.espacio != b.espacio || a.nombre != b.nombre || a.atributos != b.atributos ||
        a.hijos.size() != b.hijos.size())
        return false;
    for (std::size_t i = 0; i < a.hijos.size(); ++i)
        if (!same(a.hijos[i], b.hijos[i])) return false;
    return true;
}

void sound_text(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        auto const c = siguiente_caracter(text, at);
        property(c.has_value() && *c != 0, "what is read is text");
    }
}

void write(std::string_view text, std::string& out) {
    for (char const c : text) {
        if (c == '<' || c == '&' || c == '"' || static_cast<unsigned char>(c) < 0x20)
            out += "&#" + std::to_string(static_cast<int>(c)) + ";";
        else
            out += c;
    }
}

void write(Elemento const& e, unsigned depth, std::string& out) {
    property(depth <= 256, "no deeper than 256");
    sound_text(e.espacio);
    sound_text(e.nombre);
    out += "<" + std::string(e.nombre) + " xmlns=\"";
    write(e.espacio, out);
    out += "\"";
    for (auto const& [name, value] : e.atributos) {
        sound_text(name);
        sound_text(value);
        out += " " + std::string(name) + "=\"";
        write(value, out);
        out += "\"";
    }
    out += ">";
    for (auto const& child : e.hijos) write(child, depth + 1, out);
    out += "</" + std::string(e.nombre) + ">";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto const text = text_of(data, size);
    try {
        auto const read = leer_xml(text);
        std::string out;
        write(read.raiz, 1, out);
        property(same(leer_xml(out).raiz, read.raiz), "written again it is read as the same");
    } catch (Ilegible const& e) {
        property(e.what()[0] != '\0', "it is said why");
        return 0;
    }
    try {
        auto const cfdi = leer_cfdi(text);
        property(cfdi.version == (cfdi.raiz.espacio == espacio::cfdi40 ? "4.0" : "3.3"), "of a version that is read");
        property(!cfdi.uuid() || cfdi.timbres.size() == 1, "a fiscal folio is that of the only stamp");
        property(cfdi.timbres.size() <= cfdi.complementos.size(), "a stamp is a complement");
        auto const cadena = cadena_original(cfdi);
        property(cadena.has_value() == complementos_sin_cadena(cfdi).empty(), "what is not known has a name");
        property(!cadena || (cadena->starts_with("||" + *cfdi.version + "|") && cadena->ends_with("||")), "a string");
        auto const veredicto = verificar_sello(cfdi, {});
        property(veredicto.size() == (cfdi.v40() ? 18 : 16), "every row speaks");
        property(validacion(veredicto) != "Válido" || cadena, "what nobody can tell is not valid");
    } catch (Ilegible const&) {
    }
    return 0;
}
