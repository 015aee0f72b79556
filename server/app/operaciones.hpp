#pragma once
// The operations that the server answers by itself, declared in the same table form as all others.
#include <vector>

#include "domain/operacion/operacion.hpp"
#include "domain/valores/opcion.hpp"

namespace gestor {

// Interna: which of its own answers the server gives (DelServidor).
enum class Interna : int { salud, viva, lista, raiz, metricas, openapi, docs };

struct HealthReport {
    Opcion<"Healthy", "Unhealthy"> status;
    Texto<60> version;
    Texto<20> fecha;  // yyyy-MM-ddTHH:mm:ssZ
    Opcion<"Healthy", "Unhealthy"> baseDatos;
};
DTO(HealthReport, status, version, fecha, baseDatos)

struct Raiz {
    Texto<60> servicio;
    Texto<60> version;
    Texto<512> documentacion;
};
DTO(Raiz, servicio, version, documentacion)

// All areas of the program: the business areas and the server's own.
std::vector<Area const*> todas_las_areas();

}  // namespace gestor
