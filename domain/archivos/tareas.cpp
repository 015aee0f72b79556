#include "domain/comun/tareas.hpp"

#include "domain/archivos/consulta_sat.hpp"
#include "domain/archivos/validar.hpp"

namespace gestor::archivos {
namespace {

using namespace std::chrono_literals;
constexpr std::chrono::seconds esperas[] = {30s, 1min, 2min, 4min, 8min, 15min, 30min, 1h};

bool siempre(Entorno const&) {
    return true;
}

// clang-format off
constexpr TipoDeTarea tipos[] = {
//   nombre                       qué                                             si puede          esperas  plazo  hilos
    {ConsultarSat::tipo_de_tarea, &hacer_tarea<ConsultarSat, &consultar_despues>, &puede_consultar, esperas, 96h,   4},
    {JuzgarXml::tipo_de_tarea,    &hacer_tarea<JuzgarXml, &juzgar_guardados>,     &siempre,         esperas, 720h,  1},
};
// clang-format on

}  // namespace

extern TareasDeArea const tareas;
constinit TareasDeArea const tareas{tipos};

}  // namespace gestor::archivos
