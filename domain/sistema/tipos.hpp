#pragma once
#include "domain/motor/tipos.hpp"
#include "domain/valores/opcion.hpp"
#include "domain/valores/problema.hpp"

namespace gestor {

using TipoCambioRegistro = Opcion<"nuevo", "mejorado", "corregido", "info", "breaking">;

struct CambioViewModel {
    Id id;
    Fecha fecha;
    TipoCambioRegistro tipo;
    Cadena descripcion;
    Omitible<Cadena> endpoint;
    Omitible<Cadena> accionRequerida;
};
DTO(CambioViewModel, id, fecha, tipo, descripcion, endpoint, accionRequerida)

struct CambioFiltro {
    std::optional<TipoCambioRegistro> tipo;
    std::optional<Texto<250>> endpoint;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
};
DTO(CambioFiltro, tipo, endpoint, fechaInicial, fechaFinal)

void validar(CambioFiltro const& filtro, Fallas& fallas);

}  // namespace gestor
