#include "domain/importar/explicar.hpp"

#include <algorithm>

#include "domain/importar/consultas.hpp"
#include "domain/valores/texto.hpp"

namespace gestor::importar {
namespace {

bool cifras(std::string_view texto) {
    return !texto.empty() && texto.find_first_not_of("0123456789") == texto.npos;
}

// Digits in groups: 1,234,567.
bool en_miles(std::string_view entero) {
    auto const primero = entero.substr(0, entero.find(','));
    if (!cifras(primero) || primero.size() > 3 || primero.size() == entero.size()) return false;
    for (auto resto = entero.substr(primero.size()); !resto.empty(); resto.remove_prefix(4))
        if (resto.size() < 4 || resto[0] != ',' || !cifras(resto.substr(1, 3))) return false;
    return true;
}

std::string numero_ajeno(std::string_view celda, std::string_view mensaje) {
    auto const coma = celda.rfind(',');
    if (coma == celda.npos) return std::string(mensaje);
    auto const dicho = "«" + std::string(celda) + "» ";
    if (en_miles(celda)) return dicho + "puede ser de miles o de fracción: escríbalo sin coma";
    return dicho + "lleva coma donde va el punto decimal: escríbalo como 1234.50";
}

struct Unico {
    std::string_view recurso, columna, quien;
};
constexpr Unico unicos[] = {{"contactos", "rfc", sql::contacto_de_rfc},
                            {"contactos", "referenciaExterna", sql::contacto_de_referencia},
                            {"productos", "referenciaExterna", sql::producto_de_referencia},
                            {"rutas", "almacen", sql::ruta_de_almacen}};

std::string quien_lo_tiene(Lectura& db, Recurso const& recurso, std::string_view columna, std::string_view celda,
                           std::string mensaje) {
    for (auto const& u : unicos) {
        if (u.recurso != recurso.nombre || u.columna != columna) continue;
        auto const quien = db.consultar(u.quien, {{"valor", std::string(celda)}});
        if (!quien.vacia()) mensaje += ": lo tiene " + quien.filas[0][0].value();
    }
    return mensaje;
}

}  // namespace

std::string parecidas(Lectura& db, Recurso const& recurso, std::string_view columna, std::string_view celda,
                      std::string mensaje) {
    auto const ref = std::ranges::find(recurso.referencias, columna, &std::pair<std::string_view, Maestra>::first);
    if (ref == recurso.referencias.end()) return mensaje;
    auto const& m = ref->second;
    auto const filas = db.consultar(sql::parecidas(m.tabla, m.clave, m.global), {{"dicha", std::string(celda)}});
    std::string claves;
    for (auto const& fila : filas.filas) claves += (claves.empty() ? "" : ", ") + fila[0].value();
    return claves.empty() ? mensaje : mensaje + " «" + std::string(celda) + "»; se parece a " + claves;
}

std::string numero_escrito(std::string_view celda) {
    std::string_view resto = celda;
    auto const quitar = [&](char c) {
        bool const esta = resto.starts_with(c);
        if (esta) resto = recortar(resto.substr(1));
        return esta;
    };
    bool const negativo = quitar('-'), pesos = quitar('$');
    auto const entero = resto.substr(0, resto.find('.'));
    auto const fraccion = resto.substr(entero.size());
    bool const miles = en_miles(entero) && (pesos || !fraccion.empty() || std::ranges::count(entero, ',') > 1);
    bool const claro = miles || (pesos && cifras(entero));
    if (!claro || (!fraccion.empty() && !cifras(fraccion.substr(1)))) return std::string(celda);
    std::string numero = negativo ? "-" : "";
    std::ranges::copy_if(entero, std::back_inserter(numero), [](char c) { return c != ','; });
    return numero.append(fraccion);
}

std::string explicar(Lectura& db, Recurso const& recurso, std::string_view columna, Tipo const* tipo,
                     std::string_view celda, ErrorCampo const& error) {
    bool const de_tipo = error.codigo == codigo::tipo && tipo != nullptr;
    if (de_tipo && tipo->forma->clase == Clase::booleano) return "debe ser si o no";
    bool const numero = de_tipo && (tipo->forma->clase == Clase::numero || tipo->forma->clase == Clase::entero);
    if (numero) return numero_ajeno(celda, error.mensaje);
    if (error.mensaje == "no existe") return parecidas(db, recurso, columna, celda, error.mensaje);
    if (error.mensaje == "ya existe") return quien_lo_tiene(db, recurso, columna, celda, error.mensaje);
    return error.mensaje;
}

}  // namespace gestor::importar
