// Prints every statement of the program, one JSON per line: the constants of all consultas.hpp, and the statements of
// the declared reads with each of their filters. Only for tests.
#include <boost/json/serialize.hpp>
#include <boost/json/value_from.hpp>
#include <iostream>

#include "domain/motor/captura/consultas_resolver.hpp"
#include "domain/motor/tipo/recorte.hpp"
#include "domain/operacion/operacion.hpp"
#include "persistence/lectura_compilada.hpp"
#include "persistence/sentencia.hpp"
#include "server/app/operaciones.hpp"

namespace {

void imprimir(std::string_view clase, std::string_view nombre, gestor::Sentencia const& s) {
    std::cout << boost::json::serialize(boost::json::object{{"clase", clase},
                                                            {"nombre", nombre},
                                                            {"sql", s.sql},
                                                            {"parametros", boost::json::value_from(s.parametros)},
                                                            {"texto", gestor::con_nombres(s)}})
              << '\n';
}

}  // namespace

int main() {
    for (auto const& c : gestor::constantes_sql()) imprimir("constante", c.nombre, gestor::compilar(c.sql));
    // Statements without the parts that most requests do not need (motor/tipo/recorte).
    namespace sql = gestor::sql;
    for (auto const& [nombre, texto] :
         {std::pair("contexto recortado",
                    gestor::recortada(sql::contexto, {{"contexto_deudor", ""},
                                                      {"contexto_contraparte", sql::contraparte_por_id},
                                                      {"contexto_lista", sql::sin_lista},
                                                      {"contexto_cambio", sql::sin_cambio},
                                                      {"contexto_repetida", sql::sin_repetida},
                                                      {"contexto_origen", sql::sin_origen}})),
          std::pair("lineas_resolver recortado",
                    gestor::recortada(sql::lineas_resolver, {{"lineas_estimulo", sql::sin_estimulo},
                                                             {"lineas_concepto", sql::sin_concepto},
                                                             {"lineas_unidad", sql::unidad_del_producto},
                                                             {"lineas_destino", sql::sin_destino},
                                                             {"lineas_precio", sql::sin_precio}}))})
        imprimir("recortada", nombre, gestor::compilar(texto));
    for (auto const* area : gestor::todas_las_areas())
        for (auto const& o : area->operaciones) {
            if (o.que.lectura() == nullptr) continue;
            auto variantes = o.que.lectura()->preparadas();
            for (auto const& rara : o.que.lectura()->variantes_raras()) variantes.push_back(rara);
            for (auto const& v : variantes)
                for (auto const& s : v.sentencias) imprimir("lectura", std::string(o.ruta), s);
        }
    return 0;
}
