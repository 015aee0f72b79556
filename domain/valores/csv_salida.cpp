#include "domain/valores/csv_salida.hpp"

#include <algorithm>
#include <utility>

namespace gestor {
namespace {

// Whether a text begins, after blanks and quotes, with a sign that a spreadsheet takes for a formula; the wide signs of
// East Asian keyboards count too.
bool es_formula(std::string_view texto) {
    texto.remove_prefix(std::min(texto.find_first_not_of(" \t\r\""), texto.size()));
    for (std::string_view const signo : {"=", "+", "-", "@", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"})
        if (texto.starts_with(signo)) return true;
    return false;
}

}  // namespace

// A spreadsheet runs a cell that begins like a formula; an apostrophe makes it text. A spreadsheet that splits by
// semicolons or tabs sees a cell begin after each of them and after a line end, where our quotes do not protect it.
void csv_texto(std::string_view texto, std::string& salida) {
    constexpr std::string_view comienzos = ";\t\r\n";
    bool const simple = texto.find_first_of(",\"") == std::string_view::npos &&
                        texto.find_first_of(comienzos) == std::string_view::npos;
    if (simple && !es_formula(texto)) {
        salida += texto;
        return;
    }
    salida += '"';
    bool comienza = true;
    for (std::size_t i = 0; i < texto.size(); ++i) {
        if (comienza && es_formula(texto.substr(i))) salida += '\'';
        comienza = comienzos.find(texto[i]) != std::string_view::npos;
        if (texto[i] == '"') salida += '"';
        salida += texto[i];
    }
    salida += '"';
}

namespace {

bool es_escalar(Tipo const& tipo) {
    return tipo.especie == Especie::valor ||
           (tipo.especie == Especie::opcional && tipo.interno->especie == Especie::valor);
}

void celda(Tipo const& tipo, void const* valor, std::string& salida) {
    if (tipo.especie == Especie::opcional)
        return tipo.contar(valor) == 0 ? void() : celda(*tipo.interno, tipo.elemento(valor, 0), salida);
    if (tipo.salida != Salida::texto) return tipo.escribir(valor, salida);
    std::string texto;
    tipo.escribir(valor, texto);
    csv_texto(texto, salida);
}

// Writes a row, and then the rows of the same type below it.
void filas(Tipo const& lista, void const* valor, std::string& salida) {
    Tipo const& fila = *lista.interno;
    for (std::size_t i = 0; i < lista.contar(valor); ++i) {
        auto* const objeto = const_cast<void*>(lista.elemento(valor, i));  // one accessor serves readers and writers
        bool primera = true;
        for (auto const& campo : fila.campos()) {
            if (!es_escalar(*campo.tipo)) continue;
            if (!std::exchange(primera, false)) salida += ',';
            celda(*campo.tipo, campo.en(objeto), salida);
        }
        salida += "\r\n";
        for (auto const& campo : fila.campos())
            if (campo.tipo->especie == Especie::lista && campo.tipo->interno == &fila)
                filas(*campo.tipo, campo.en(objeto), salida);
    }
}

}  // namespace

Campo const* filas_de_reporte(Tipo const& tipo) {
    if (tipo.especie != Especie::objeto) return nullptr;
    Campo const* una = nullptr;
    for (auto const& campo : tipo.campos()) {
        if (campo.tipo->especie != Especie::lista || campo.tipo->interno->especie != Especie::objeto) continue;
        if (una != nullptr) return nullptr;
        una = &campo;
    }
    return una;
}

std::string csv_columnas(Tipo const& fila) {
    std::string nombres;
    for (auto const& campo : fila.campos())
        if (es_escalar(*campo.tipo)) nombres += (nombres.empty() ? "" : ",") + std::string(campo.nombre);
    return nombres;
}

void csv_escribir(Campo const& lista, void const* reporte, std::string& salida) {
    salida += csv_columnas(*lista.tipo->interno) + "\r\n";
    filas(*lista.tipo, lista.en(const_cast<void*>(reporte)), salida);
}

}  // namespace gestor
