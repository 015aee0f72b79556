#include "domain/comun/nombrados.hpp"

#include "domain/valores/texto.hpp"

namespace gestor {

struct FallaDeCampo {
    Cadena campo;  // empty: the row itself
    Cadena codigo;
    Cadena mensaje;
};
DTO(FallaDeCampo, campo, codigo, mensaje)

struct FallaDeFila : FallaDeCampo {
    Entero<0, 1'000'000> fila;
};
DTO_DE((FallaDeCampo), FallaDeFila, fila)

void fallas_de_campos(Lectura& db, std::string_view sql, Valores valores, Fallas& fallas) {
    for (auto const& f : db.lista<FallaDeCampo>(sql, std::move(valores)))
        fallas.agregar(f.campo.valor(), f.codigo.valor(), f.mensaje.valor());
}

void fallas_de_filas(Lectura& db, std::string_view sql, Valores valores, std::string_view lista, Fallas& fallas) {
    for (auto const& f : db.lista<FallaDeFila>(sql, std::move(valores)))
        fallas.agregar(en_fila(lista, static_cast<std::size_t>(f.fila.valor()), f.campo), f.codigo.valor(),
                       f.mensaje.valor());
}

}  // namespace gestor
