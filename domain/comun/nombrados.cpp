#include "domain/comun/nombrados.hpp"

namespace gestor {

void fallas_de_campos(std::vector<FallaDeCampo> const& halladas, Fallas& fallas) {
    for (auto const& f : halladas) fallas.agregar(f.campo.valor(), f.codigo.valor(), f.mensaje.valor());
}

void fallas_de_filas(std::vector<FallaDeFila> const& halladas, std::string_view lista, Fallas& fallas) {
    for (auto const& f : halladas)
        fallas.agregar(en_fila(lista, static_cast<std::size_t>(f.fila.valor()), f.campo), f.codigo.valor(),
                       f.mensaje.valor());
}

}  // namespace gestor
