#include "domain/valores/csv.hpp"

#include "domain/valores/texto.hpp"

namespace gestor {
namespace {

// Characters 0x80 to 0x9F of Windows-1252; 0: no character. All other bytes equal Unicode.
constexpr char32_t de_windows[] = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                   0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                   0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                   0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

bool es_utf8(std::string_view texto) {
    for (std::size_t i = 0; i < texto.size();)
        if (!siguiente_caracter(texto, i)) return false;
    return true;
}

// Writes a character below U+10000 as UTF-8.
void poner_utf8(char32_t c, std::string& salida) {
    auto const byte = [&](char32_t b) { salida += static_cast<char>(static_cast<unsigned char>(b)); };
    if (c < 0x80) return byte(c);
    if (c < 0x800) return byte(0xC0 | c >> 6), byte(0x80 | (c & 0x3F));
    byte(0xE0 | c >> 12), byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F));
}

// Converts from Windows-1252; false when a byte is no character of it.
bool desde_windows(std::string& texto) {
    std::string salida;
    for (char const letra : texto) {
        auto const b = static_cast<unsigned char>(letra);
        char32_t const c = b >= 0x80 && b < 0xA0 ? de_windows[b - 0x80] : b;
        if (c == 0 && b != 0) return false;
        poner_utf8(c, salida);
    }
    texto = std::move(salida);
    return true;
}

// A record's bytes are counted with its separators: an empty field takes memory too.
void acotar_registro(std::size_t bytes, std::size_t linea) {
    if (bytes > registro_maximo)
        throw ErrorRegistros(linea, "el registro pasa de " + std::to_string(registro_maximo) + " bytes");
}

}  // namespace

// Next character; CRLF is read as LF, outside quotes and inside.
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
    acotar_registro(++bytes_, inicio_);
    campo += Traits::to_char_type(c);
}

// Reads a quoted field from after its opening quote to after its closing quote.
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

bool LectorCsv::separa(int c) {
    bool const decide = separador_ == por_ver && !comentario_ && (c == ',' || c == ';' || c == '\t');
    if (decide) separador_ = Traits::to_char_type(c);
    return separador_ != por_ver && c == Traits::to_int_type(separador_);
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
        if (separa(c)) return true;
        if (comillas) throw ErrorRegistros(linea_, "hay texto después de unas comillas que ya se cerraron");
        agregar(campo, c);
    }
}

void LectorCsv::quitar_marca() {
    auto* b = entrada_.rdbuf();
    std::string_view constexpr marca = "\xEF\xBB\xBF";
    std::size_t n = 0;
    while (n < marca.size() && b->sgetc() == Traits::to_int_type(marca[n])) b->sbumpc(), ++n;
    while (n > 0 && n < marca.size()) b->sungetc(), --n;
    if (int const c = b->sgetc(); c == 0xFF || c == 0xFE)
        throw ErrorRegistros(1, "el archivo está en UTF-16: guárdelo como CSV UTF-8");
}

bool LectorCsv::siguiente(std::vector<std::string>& campos) {
    auto* b = entrada_.rdbuf();
    if (!std::exchange(comenzado_, true)) quitar_marca();
    // a lone CR begins a field
    while (b->sgetc() == '\n' || b->sgetc() == '\r')
        if (int const c = tomar(); c == '\r') {
            b->sputbackc('\r');
            break;
        }
    if (b->sgetc() == Traits::eof()) return false;
    inicio_ = linea_;
    bytes_ = 0;
    comentario_ = b->sgetc() == '#';
    std::size_t n = 0;
    for (bool hay = true; hay; ++n) {
        if (n > 0) acotar_registro(++bytes_, inicio_);
        if (campos.size() <= n) campos.emplace_back();
        hay = campo(campos[n]);
    }
    campos.resize(n);
    if (separador_ == por_ver && !comentario_) separador_ = ',';  // a header with a single column
    for (auto& c : campos)
        if (!es_utf8(c) && !desde_windows(c)) throw ErrorRegistros(inicio_, "no está en UTF-8 ni en Windows-1252");
    return true;
}

}  // namespace gestor
