#pragma once
// Lines that name a document to pay, or a concept: in an egress, in a payment request.
#include "domain/bancos/conceptos.hpp"
#include "domain/bancos/egresos/consultas.hpp"

namespace gestor::bancos {

inline bool hay(std::optional<IdOCero> const& id) {
    return id && id->presente();
}

struct IdAusente {
    Id id;
};
DTO(IdAusente, id)

// Concepts that an egress admits.
UsoDeConceptos const& conceptos_de_egreso();

// Each line names one thing: a document to pay, or a concept.
template <class Partida>
void exigir_destino(std::vector<Partida> const& partidas) {
    for (std::size_t i = 0; i < partidas.size(); ++i)
        if (hay(partidas[i].transaccionIdCompra) == hay(partidas[i].conceptoId))
            throw Problema::en(en_fila("partidas", i, "conceptoId"), codigo::concepto_invalido,
                               "cada partida lleva transaccionIdCompra o conceptoId, uno de los dos");
}

// Projects and classifiers that the lines name must exist.
template <std::string_view const& ausentes, class Partida>
void exigir_existentes(Escritura& db, std::vector<Partida> const& partidas, std::optional<IdOCero> Partida::*miembro,
                       std::string_view nombre, Fallas& fallas) {
    std::vector<Id> ids;
    for (auto const& p : partidas)
        if (hay(p.*miembro)) ids.push_back(*(p.*miembro)->id());
    if (ids.empty()) return;
    auto const faltan = db.lista<IdAusente, ausentes>("ids"_es(ids));
    for (std::size_t i = 0; i < partidas.size(); ++i)
        for (auto const& f : faltan)
            if (auto const& suyo = partidas[i].*miembro; hay(suyo) && *suyo->id() == f.id) {
                fallas.agregar(en_fila("partidas", i, nombre), codigo::no_existe, "no existe o no está activo");
                break;
            }
}
template <class Partida>
void exigir_clasificacion(Escritura& db, std::vector<Partida> const& partidas, Fallas& fallas) {
    exigir_existentes<sql::proyectos_ausentes>(db, partidas, &Partida::proyectoId, "proyectoId", fallas);
    exigir_existentes<sql::clasificadores_ausentes>(db, partidas, &Partida::clasificadorCostoId, "clasificadorCostoId",
                                                    fallas);
}

}  // namespace gestor::bancos
