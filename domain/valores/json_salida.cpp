#include <array>

#include "domain/valores/json.hpp"

namespace gestor {
namespace {

constexpr auto necesita_escape = [] {
    std::array<bool, 256> t{};
    for (std::size_t i = 0; i < 0x20; ++i) t[i] = true;
    t['"'] = t['\\'] = true;
    return t;
}();

void escapar(char c, std::string& salida) {
    switch (c) {
        case '"':
            salida += "\\\"";
            return;
        case '\\':
            salida += "\\\\";
            return;
        case '\n':
            salida += "\\n";
            return;
        case '\t':
            salida += "\\t";
            return;
        case '\r':
            salida += "\\r";
            return;
        default:
            break;
    }
    constexpr char hex[] = "0123456789abcdef";
    salida += "\\u00";
    salida += hex[(static_cast<unsigned char>(c) >> 4) & 0xF];
    salida += hex[static_cast<unsigned char>(c) & 0xF];
}

// The text of a NUMERIC is already exact; only trailing zeros beyond the minimum of decimals are removed.
void decimal(std::string_view texto, int minimo, std::string& salida) {
    auto punto = texto.find('.');
    if (punto == std::string_view::npos) {
        salida += texto;
        if (minimo > 0) salida.append(1, '.').append(static_cast<std::size_t>(minimo), '0');
        return;
    }
    auto const cortar = punto + 1 + static_cast<std::size_t>(minimo);
    auto fin = texto.size();
    while (fin > cortar && texto[fin - 1] == '0') --fin;
    if (fin == punto + 1 && minimo == 0) {
        salida += texto.substr(0, punto);
        return;
    }
    salida += texto.substr(0, fin);
    for (auto hay = fin; hay < cortar; ++hay) salida += '0';
}

void nulo_de(Tipo const& tipo, std::string& salida) {  // a text or a date without value is "", never null
    bool const texto = tipo.especie == Especie::valor && tipo.forma->clase == Clase::texto;
    salida += texto ? "\"\"" : "null";
}

}  // namespace

void json_texto(std::string_view texto, std::string& salida) {
    salida += '"';
    std::size_t desde = 0;
    for (std::size_t i = 0; i < texto.size(); ++i) {
        if (!necesita_escape[static_cast<unsigned char>(texto[i])]) continue;
        salida.append(texto.substr(desde, i - desde));
        escapar(texto[i], salida);
        desde = i + 1;
    }
    salida.append(texto.substr(desde));
    salida += '"';
}

void json_columna(Tipo const& miembro, std::string_view texto, bool nulo, std::string& salida) {
    bool const opcional = miembro.especie == Especie::opcional;
    Tipo const& tipo = opcional ? *miembro.interno : miembro;
    if (nulo) {
        if (opcional) return nulo_de(tipo, salida);
        switch (tipo.salida) {
            case Salida::texto:
            case Salida::fecha_hora:
                salida += "\"\"";
                return;
            case Salida::booleano:
                salida += "false";
                return;
            case Salida::entero:
                salida += '0';
                return;
            case Salida::decimal:
                return decimal("0", tipo.minimo_decimales, salida);
            case Salida::json:
                salida += "{}";
                return;
        }
    }
    switch (tipo.salida) {
        case Salida::texto:
            return json_texto(texto, salida);
        case Salida::entero:
        case Salida::json:
            salida += texto;
            return;
        case Salida::decimal:
            return decimal(texto, tipo.minimo_decimales, salida);
        case Salida::booleano:
            salida += texto == "t" ? "true" : "false";
            return;
        case Salida::fecha_hora:  // PostgreSQL writes 2025-03-01 10:00:00
            salida += '"';
            salida += texto.substr(0, 10);
            if (texto.size() > 11) salida.append(1, 'T').append(texto.substr(11, 8));
            salida += '"';
            return;
    }
}

void json_escribir(Tipo const& tipo, void const* valor, std::string& salida) {
    switch (tipo.especie) {
        case Especie::valor:
            if (tipo.forma->clase == Clase::texto) {
                std::string texto;
                tipo.escribir(valor, texto);
                json_texto(texto, salida);
            } else {
                tipo.escribir(valor, salida);
            }
            return;
        case Especie::opcional:
            if (tipo.contar(valor) == 0) return nulo_de(*tipo.interno, salida);
            return json_escribir(*tipo.interno, tipo.elemento(valor, 0), salida);
        case Especie::lista: {
            salida += '[';
            auto const n = tipo.contar(valor);
            for (std::size_t i = 0; i < n; ++i) {
                if (i > 0) salida += ',';
                json_escribir(*tipo.interno, tipo.elemento(valor, i), salida);
            }
            salida += ']';
            return;
        }
        case Especie::objeto: {
            salida += '{';
            auto const pintada = tipo.pintada != nullptr ? tipo.pintada(valor) : std::string_view("{}");
            salida += pintada.substr(1, pintada.size() - 2);
            bool primero = pintada.size() == 2;
            for (auto const& campo : tipo.campos()) {
                if (campo.en == nullptr) continue;
                // One accessor serves readers and writers; writing only reads.
                void const* miembro = campo.en(const_cast<void*>(valor));
                if (campo.tipo->omitible && campo.tipo->contar(miembro) == 0) continue;
                if (!primero) salida += ',';
                primero = false;
                salida.append(1, '"').append(campo.nombre).append("\":");
                json_escribir(*campo.tipo, miembro, salida);
            }
            salida += '}';
            return;
        }
    }
}

void json_escribir(Json const& json, std::string& salida) {
    switch (json.clase) {
        case Json::Clase::nulo:
            salida += "null";
            return;
        case Json::Clase::booleano:
        case Json::Clase::numero:
            salida += json.texto;
            return;
        case Json::Clase::texto:
            return json_texto(json.texto, salida);
        case Json::Clase::lista:
        case Json::Clase::objeto:
            break;
    }
    bool const objeto = json.clase == Json::Clase::objeto;
    salida += objeto ? '{' : '[';
    for (std::size_t i = 0; i < json.hijos.size(); ++i) {
        if (i > 0) salida += ',';
        if (objeto) json_texto(json.claves[i], salida), salida += ':';
        json_escribir(json.hijos[i], salida);
    }
    salida += objeto ? '}' : ']';
}

}  // namespace gestor
