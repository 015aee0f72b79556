// File of rules of the import of CFDI.
#include <algorithm>
#include <iterator>
#include <vector>

#include "domain/importar/cfdi.hpp"
#include "domain/valores/texto.hpp"

namespace gestor::importar {
namespace {

constexpr struct {
    std::string_view columna;
    std::string ReglaCfdi::*miembro;
} columnas_de_regla[]{{"concepto", &ReglaCfdi::concepto},
                      {"centroCosto", &ReglaCfdi::centroCosto},
                      {"proyecto", &ReglaCfdi::proyecto},
                      {"sucursal", &ReglaCfdi::sucursal}};

}  // namespace

ReglasCfdi leer_reglas_cfdi(LectorRegistros& archivo) {
    std::vector<std::string> encabezado, celdas;
    if (!archivo.siguiente(encabezado)) throw ErroresImportacion("el archivo de reglas está vacío");
    std::size_t rfc = encabezado.size();
    std::vector<std::string ReglaCfdi::*> miembros(encabezado.size(), nullptr);
    for (std::size_t i = 0; i < encabezado.size(); ++i) {
        auto const nombre = recortar(encabezado[i]);
        auto const c = std::ranges::find_if(columnas_de_regla, [&](auto const& x) { return x.columna == nombre; });
        if (nombre == "rfc")
            rfc = i;
        else if (c == std::end(columnas_de_regla))
            throw ErroresImportacion("las reglas tienen rfc, concepto, centroCosto, proyecto y sucursal; no " +
                                     std::string(nombre));
        else
            miembros[i] = c->miembro;
    }
    if (rfc == encabezado.size()) throw ErroresImportacion("a las reglas les falta la columna rfc");
    ReglasCfdi reglas;
    while (archivo.siguiente(celdas)) {
        if (celdas.size() != encabezado.size())
            throw ErroresImportacion("línea " + std::to_string(archivo.linea()) +
                                     ": no tiene tantas celdas como el encabezado");
        ReglaCfdi regla;
        for (std::size_t i = 0; i < celdas.size(); ++i)
            if (miembros[i] != nullptr) regla.*miembros[i] = recortar(celdas[i]);
        if (!reglas.emplace(mayusculas(recortar(celdas[rfc])), std::move(regla)).second)
            throw ErroresImportacion("línea " + std::to_string(archivo.linea()) + ": repite un RFC");
    }
    return reglas;
}

}  // namespace gestor::importar
