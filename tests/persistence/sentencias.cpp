// Every statement of the program, one JSON per line: the constants of all consultas.hpp, as they are or as parts of
// others, and what the declared reads are compiled to, with each of their filters. Only for tests.
#include <boost/json/serialize.hpp>
#include <boost/json/value_from.hpp>
#include <iostream>

#include "domain/operacion/operacion.hpp"
#include "persistence/plan.hpp"
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
