#include "domain/contabilidad/polizas/hledger.hpp"

#include <algorithm>

#include "domain/valores/texto.hpp"

namespace gestor::contabilidad {
namespace {

// Characters that hledger takes for a space: two in a row end the name of an account.
bool es_espacio(char32_t c) {
    return c <= U' ' || c == 0x7F || (c >= 0x80 && c <= 0xA0) || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
           c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

// One line without comments, tags (a:b), dates in brackets, payees (a|b) or two spaces in a row.
std::string inofensivo(std::string_view texto) {
    std::string salida;
    bool espacio = false;
    for (std::size_t i = 0; i < texto.size();) {
        auto const desde = i;
        auto const c = siguiente_caracter(texto, i);
        if (!c || es_espacio(static_cast<char32_t>(*c))) {
            if (!c) i = desde + 1;
            espacio = !salida.empty();
            continue;
        }
        if (espacio) salida += ' ';
        espacio = false;
        switch (*c) {
            case ':':
                salida += '.';
                break;
            case ';':
                salida += ',';
                break;
            case '|':
                salida += '/';
                break;
            case '[':
            case '(':
                salida += '{';
                break;
            case ']':
            case ')':
                salida += '}';
                break;
            default:
                salida += texto.substr(desde, i - desde);
        }
    }
    return salida;
}

// The value of a tag ends at a comma.
std::string etiqueta(std::string_view texto) {
    auto salida = inofensivo(texto);
    std::replace(salida.begin(), salida.end(), ',', ' ');
    return salida;
}

}  // namespace

void Hledger::empezar(std::string_view organizacion) {
    salida_ += "; Contabilidad de " + inofensivo(organizacion) + "\n\ndecimal-mark .\ncommodity 1000.00 MXN\n\n";
}

void Hledger::cuenta(CuentaHledger const& c) {
    auto nombre = inofensivo(std::string(c.codigo) + " " + std::string(c.nombre));
    // At the beginning of a posting these are marks.
    if (nombre.empty() || std::string_view("*!=~&%#@").find(nombre.front()) != std::string_view::npos)
        nombre.insert(0, 1, '_');
    if (auto const padre = nombres_.find(c.padreId); padre != nombres_.end()) nombre = padre->second + ":" + nombre;
    if (!usados_.insert(nombre).second) usados_.insert(nombre += " #" + std::to_string(c.cuentaId));
    salida_ += "account " + nombre + "\n";
    nombres_[c.cuentaId] = std::move(nombre);
}

void Hledger::poliza(PolizaHledger const& p) {
    // The mark and the code are always there, so that no description can begin like one.
    salida_ += "\n" + std::string(p.fecha) + " * (" + inofensivo(p.tipo) + " " + std::string(p.numero) + ") " +
               inofensivo(p.concepto) + "\n";
    salida_ += "    ; poliza:" + std::to_string(p.polizaId) + ", tipo:" + inofensivo(p.tipo);
    if (!p.folio.empty()) salida_ += ", folio:" + inofensivo(p.folio);
    if (p.reversaDe > 0) salida_ += ", reversa:" + std::to_string(p.reversaDe);
    if (!p.usuario.empty()) salida_ += ", usuario:" + etiqueta(p.usuario);
    if (!p.registrada.empty()) salida_ += ", registrada:" + std::string(p.registrada);
    if (!p.cierre.empty()) salida_ += ", cierre:" + std::string(p.cierre);
    salida_ += '\n';
}

void Hledger::movimiento(std::int64_t cuentaId, std::string_view importe, std::string_view concepto) {
    salida_ += "    " + nombres_.at(cuentaId) + "  " + std::string(importe) + " MXN";
    if (auto const texto = inofensivo(concepto); !texto.empty()) salida_ += "  ; " + texto;
    salida_ += '\n';
}

}  // namespace gestor::contabilidad
