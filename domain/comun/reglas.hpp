#pragma once
// Rules that several areas share.
#include <optional>
#include <set>
#include <span>

#include "domain/valores/fecha.hpp"
#include "domain/valores/id.hpp"
#include "domain/valores/problema.hpp"

namespace gestor {

inline void validar_rango(std::optional<Fecha> const& inicial, std::optional<Fecha> const& final_, Fallas& fallas) {
    if (inicial && final_ && final_->dias() < inicial->dias())
        fallas.agregar("fechaFinal", codigo::rango_fechas, "debe ser igual o posterior a fechaInicial");
}

// A list of records names each record once.
inline void validar_distintos(std::span<Id const> ids, std::string_view lista, Fallas& fallas) {
    std::set<Id> vistos;
    for (std::size_t i = 0; i < ids.size(); ++i)
        if (!vistos.insert(ids[i]).second) fallas.agregar(en_fila(lista, i), codigo::duplicado, "repite uno anterior");
}

template <class T>
void validar_ieps(T const& datos, Fallas& fallas) {
    if (datos.tasaIeps->es_positivo() && datos.cuotaIeps->es_positivo())
        fallas.agregar("cuotaIeps", codigo::rango, "va con tasaIeps 0: el IEPS es por tasa o por cuota");
}

}  // namespace gestor
