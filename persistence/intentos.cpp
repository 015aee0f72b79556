#include "persistence/intentos.hpp"

#include "persistence/externa.hpp"

namespace gestor {
namespace {

constexpr std::string_view comenzar_intento = "SELECT intento_comenzar(:red)";
constexpr std::string_view devolver_intento = "SELECT intento_devolver(:red)";

}  // namespace

void intentar(Acceso& db, std::string_view red, std::function<void()> const& acceso) {
    auto const suya = "red"_es(red);
    if (db.consultar<comenzar_intento>(suya).filas.at(0).at(0) != "t")
        throw Problema(codigo::demasiadas_solicitudes, "demasiados intentos fallidos desde esta dirección")
            .reintentar(900);
    try {
        acceso();
    } catch (Problema const& p) {
        if (p.codigo() != codigo::no_autenticado) db.consultar<devolver_intento>(suya);
        throw;
    } catch (PorPreguntar const&) {  // the handler runs again from the start, once the question is answered
        db.consultar<devolver_intento>(suya);
        throw;
    }
    db.consultar<devolver_intento>(suya);
}

}  // namespace gestor
