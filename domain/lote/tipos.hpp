#pragma once
#include "domain/valores/dto.hpp"
#include "domain/valores/id.hpp"
#include "domain/valores/libre.hpp"
#include "domain/valores/opcion.hpp"
#include "domain/valores/problema.hpp"
#include "domain/valores/texto.hpp"

namespace gestor::lote {

// Bytes of all operations of a batch together. Each operation also has the limit of its own type.
inline constexpr std::size_t lote_maximo = 4UL * 1024 * 1024;
using CuerpoDeOperacion = ObjetoHasta<lote_maximo>;

struct OperacionDeLote {
    std::optional<Texto<30>> id;
    Opcion<"POST", "PUT", "DELETE"> metodo;
    Texto<2000> ruta;
    std::optional<CuerpoDeOperacion> cuerpo;
};
DTO(OperacionDeLote, id, metodo, ruta, cuerpo)

struct LotePeticion {
    static constexpr std::uint64_t cuerpo_maximo = lote_maximo;
    Lista<OperacionDeLote, 1, 100> operaciones;
};
DTO(LotePeticion, operaciones)
void validar(LotePeticion const& lote, Fallas& fallas);

struct ResultadoDeLote {
    Texto<30> id;
    Entero<200, 200> estado;  // 200: all operations succeeded; a batch has no partial success
    ObjetoLibre cuerpo;
};
DTO(ResultadoDeLote, id, estado, cuerpo)

struct LoteViewModel {
    std::vector<ResultadoDeLote> resultados;
};
DTO(LoteViewModel, resultados)

}  // namespace gestor::lote
