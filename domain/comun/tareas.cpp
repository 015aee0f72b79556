#include "domain/comun/tareas.hpp"

#include <algorithm>
#include <stdexcept>

#include "domain/comun/consultas_tareas.hpp"

namespace gestor {

TiposDeTarea reunir_tareas(std::span<TareasDeArea const* const> areas) {
    TiposDeTarea todos;
    for (auto const* area : areas)
        for (auto const& t : area->tipos) {
            auto const mal = [&](std::string_view que) {
                throw std::logic_error("la tarea " + std::string(t.nombre) + " " + std::string(que));
            };
            if (std::ranges::any_of(todos, [&](auto const* otro) { return otro->nombre == t.nombre; }))
                mal("se declara dos veces");
            if (t.esperas.empty()) mal("no tiene esperas");
            if (t.plazo <= std::chrono::seconds(0)) mal("no tiene plazo");
            if (t.hilos == 0) mal("no tiene hilos");
            todos.push_back(&t);
        }
    return todos;
}

TiposDeTarea const& tipos_de_tarea() {
    static auto const todos = reunir_tareas(tareas_por_area());
    return todos;
}

void encolar_tarea(Escritura& db, std::string_view tipo, std::string_view datos, std::string_view clave) {
    auto const& tipos = tipos_de_tarea();
    auto const t = std::ranges::find(tipos, tipo, [](auto const* uno) { return uno->nombre; });
    if (t == tipos.end()) throw std::logic_error("se encola una tarea que nadie hace: " + std::string(tipo));
    std::string fila = R"({"tipo":)";
    json_texto(tipo, fila);
    json_texto(clave, fila += R"(,"clave":)");
    fila.append(R"(,"plazo":)").append(std::to_string((*t)->plazo.count()));
    fila.append(R"(,"datos":)").append(datos).append("}");
    db.al_final<sql::tareas_nuevas, "tareas">(fila);
}

}  // namespace gestor
