#include "domain/importar/agregados.hpp"

#include <algorithm>

namespace gestor::importar {

std::string arreglo_sql(Json const& lista) {
    std::string salida = "{";
    for (auto const& elemento : lista.hijos) {
        salida += salida.size() > 1 ? ",\"" : "\"";
        for (char c : elemento.texto) {
            if (c == '"' || c == '\\') salida += '\\';
            salida += c;
        }
        salida += '"';
    }
    return salida + "}";
}

std::string referida(Referencia const& ref) {
    std::string tabla(ref.tabla);
    std::replace(tabla.begin(), tabla.end(), '_', ' ');
    return std::string(ref.por == "codigo" ? "código" : ref.por) + " de " + tabla + ", que ya existe";
}

void exigir_lista(Lectura& db, ListaCelda const& lista, Json const& celda, Fallas& fallas) {
    if (lista.faltan.empty() || celda.hijos.empty()) return;
    auto const faltan = db.consultar(lista.faltan, {{"valores", arreglo_sql(celda)}});
    for (auto const& fila : faltan.filas)
        fallas.agregar(std::string(lista.campo), codigo::no_existe, "no existe «" + fila[0].value_or("") + "»");
}

bool poner_lista(Escritura& db, ListaCelda const& lista, Id id, Json const& celda) {
    return !db.consultar(lista.poner, {{"valores", arreglo_sql(celda)}, {"id", sql_de(id)}}).vacia();
}

Json sin_borrar(Json datos, std::string_view campo) {
    for (std::size_t i = 0; i < datos.claves.size(); ++i) {
        if (datos.claves[i] != campo || datos.hijos[i].clase != Json::Clase::nulo) continue;
        datos.claves.erase(datos.claves.begin() + static_cast<std::ptrdiff_t>(i));
        datos.hijos.erase(datos.hijos.begin() + static_cast<std::ptrdiff_t>(i));
        break;
    }
    return datos;
}

void exigir_arbol(Lectura& db, std::string const& tabla, std::string const& llave, Id id, bool activo) {
    if (!db.consultar(sql::arbol_sin_fin(tabla, llave), {{"id", sql_de(id)}}).vacia())
        rechazar("padre", codigo::rango, "haría un ciclo, o más de 20 niveles");
    if (activo) return;
    auto const hijos = db.consultar(sql::hijos_activos(tabla), {{"id", sql_de(id)}});
    if (!hijos.vacia())
        rechazar("activo", codigo::rango, "no puede desactivarse: debajo está activo " + hijos.filas[0][0].value());
}

}  // namespace gestor::importar
