#include "domain/valores/csv.hpp"

namespace gestor {

// CRLF counts as LF, outside quotes and inside.
int LectorCsv::tomar() {
    auto* b = entrada_.rdbuf();
    int c = b->sbumpc();
    if (c == '\r' && b->sgetc() == '\n') c = b->sbumpc();
    if (c == '\n') ++linea_;
    return c;
}

void LectorCsv::agregar(std::string& campo, int c) {
    if (campo.size() >= campo_maximo)
        throw ErrorRegistros(inicio_, "un campo pasa de " + std::to_string(campo_maximo) + " bytes");
    if (++bytes_ > registro_maximo)
        throw ErrorRegistros(inicio_, "el registro pasa de " + std::to_string(registro_maximo) + " bytes");
    campo += Traits::to_char_type(c);
}

// Past the opening quote; ends past the closing one.
void LectorCsv::entre_comillas(std::string& campo) {
    auto const abierta = linea_;
    for (;;) {
        int const c = tomar();
        if (c == Traits::eof()) throw ErrorRegistros(abierta, "las comillas no se cierran");
        if (c == '"') {
            if (entrada_.rdbuf()->sgetc() != '"') return;
            entrada_.rdbuf()->sbumpc();
        }
        agregar(campo, c);
    }
}

// True when another field follows in the same record.
bool LectorCsv::campo(std::string& campo) {
    campo.clear();
    bool const comillas = entrada_.rdbuf()->sgetc() == '"';
    if (comillas) {
        entrada_.rdbuf()->sbumpc();
        entre_comillas(campo);
    }
    for (;;) {
        int const c = tomar();
        if (c == Traits::eof() || c == '\n') return false;
        if (c == Traits::to_int_type(separador_)) return true;
        if (comillas) throw ErrorRegistros(linea_, "hay texto después de unas comillas que ya se cerraron");
        agregar(campo, c);
    }
}

bool LectorCsv::siguiente(std::vector<std::string>& campos) {
    auto* b = entrada_.rdbuf();
    if (!comenzado_) {
        comenzado_ = true;
        std::string_view constexpr marca = "\xEF\xBB\xBF";
        std::size_t n = 0;
        while (n < marca.size() && b->sgetc() == Traits::to_int_type(marca[n])) b->sbumpc(), ++n;
        while (n > 0 && n < marca.size()) b->sungetc(), --n;
    }
    while (b->sgetc() == '\n' || b->sgetc() == '\r')
        if (int const c = tomar(); c == '\r') {  // alone: the start of a field
            b->sputbackc('\r');
            break;
        }
    if (b->sgetc() == Traits::eof()) return false;
    inicio_ = linea_;
    bytes_ = 0;
    std::size_t n = 0;
    for (bool hay = true; hay; ++n) {
        if (campos.size() <= n) campos.emplace_back();
        hay = campo(campos[n]);
    }
    campos.resize(n);
    return true;
}

}  // namespace gestor
