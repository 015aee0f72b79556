#include "domain/operacion/operacion.hpp"
#include "domain/sistema/consultas.hpp"
#include "domain/sistema/tipos.hpp"

namespace gestor {
namespace {

using C = CambioViewModel;
using F = CambioFiltro;
Plan const cambios(pagina<C, F>(sql::cambios,  //
                                filtro<&F::tipo>("b.tipo = :tipo"),
                                filtro<&F::endpoint>("position(lower(:endpoint) IN lower(b.endpoint)) > 0"),
                                filtro<&F::fechaInicial>("b.fecha >= :fechaInicial::date"),
                                filtro<&F::fechaFinal>("b.fecha <= :fechaFinal::date")),
                   "cambios");

// clang-format off
Operacion const operaciones[] = {
//   verbo        ruta                   permiso  qué      sobre        resumen
    {Verbo::GET, "/api/RegistroCambios", publico, cambios, Sobre::PAGE, "Lista el registro de cambios de la interfaz"},
};
// clang-format on

}  // namespace

extern Area const area_sistema;
Area const area_sistema{"sistema", "Sistema: registro de cambios, objetos y addendas", operaciones};

}  // namespace gestor
