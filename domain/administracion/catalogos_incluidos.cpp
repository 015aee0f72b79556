#include "domain/administracion/catalogos_incluidos.hpp"

#include <algorithm>
#include <utility>

// The assembler embeds the file: as a literal, two megabytes would be compiled at every change of a header.
asm(".pushsection .rodata\n"
    ".balign 16\n"
    "gestor_catalogos_inicio: .incbin \"" GESTOR_CATALOGOS
    "\"\n"
    "gestor_catalogos_fin: .byte 0\n"
    ".popsection\n");
extern "C" {
extern char const gestor_catalogos_inicio[] __attribute__((visibility("hidden")));
extern char const gestor_catalogos_fin[] __attribute__((visibility("hidden")));
}

namespace gestor::administracion {
namespace {

[[noreturn]] void ajeno(std::size_t linea) {
    throw ErrorRegistros(linea, "el catálogo incluido no tiene la forma debida");
}

std::vector<std::string_view> partir(std::string_view linea, char separador) {
    std::vector<std::string_view> partes;
    for (;;) {
        auto const fin = linea.find(separador);
        partes.push_back(linea.substr(0, fin));
        if (fin == std::string_view::npos) return partes;
        linea.remove_prefix(fin + 1);
    }
}

// Number of bytes that a field shares with the field above it: 0-9, a-z stand for 0 to 35.
std::size_t compartidos(char c) {
    constexpr std::string_view digitos = "0123456789abcdefghijklmnopqrstuvwxyz";
    return digitos.find(c);
}

}  // namespace

std::string_view catalogos_incluidos() {
    return {gestor_catalogos_inicio, static_cast<std::size_t>(gestor_catalogos_fin - gestor_catalogos_inicio)};
}

LectorCompacto::LectorCompacto(std::string_view texto) : texto_(texto) {
    auto const palabras = partir(una_linea(), ' ');
    if (palabras.size() < 4 || palabras[0] != "=") ajeno(linea_);
    catalogo_ = palabras[1];
    edicion_ = palabras[2];
    columnas_.assign(palabras.begin() + 3, palabras.end());
    anterior_.resize(columnas_.size());
}

std::string_view LectorCompacto::una_linea() {
    auto const fin = std::min(texto_.find('\n'), texto_.size());
    auto const linea = texto_.substr(0, fin);
    texto_.remove_prefix(std::min(fin + 1, texto_.size()));
    return linea;
}

bool LectorCompacto::siguiente(std::vector<std::string>& campos) {
    if (std::exchange(con_columnas_, false)) {
        campos = columnas_;
        return true;
    }
    if (texto_.empty() || texto_.starts_with("= ")) return false;
    ++linea_;
    auto const partes = partir(una_linea(), '\t');
    if (partes.size() > anterior_.size()) ajeno(linea_);
    for (std::size_t i = 0; i < anterior_.size(); ++i) {
        if (i >= partes.size()) {
            anterior_[i].clear();
            continue;
        }
        auto const n = partes[i].empty() ? std::string::npos : compartidos(partes[i][0]);
        if (n > anterior_[i].size()) ajeno(linea_);
        anterior_[i].replace(n, std::string::npos, partes[i].substr(1));
    }
    campos = anterior_;
    return true;
}

std::string_view LectorCompacto::resto() {
    while (!texto_.empty() && !texto_.starts_with("= ")) una_linea();
    return texto_;
}

}  // namespace gestor::administracion
