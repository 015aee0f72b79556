#pragma once
// Settings of an organization that the rules read. Each is declared once, with its default and its bounds.
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "domain/valores/decimal.hpp"
#include "domain/valores/falla.hpp"
#include "domain/valores/id.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

struct ParametroOrganizacion {
    std::string_view clave;
    std::optional<Falla> (*comprobar)(std::string_view);
    std::string_view defecto;
    std::string_view descripcion;
};
std::span<ParametroOrganizacion const> parametros();
ParametroOrganizacion const* parametro_buscar(std::string_view clave);

// The value in force: the stored one, else the default.
std::string parametro_leer(Lectura& db, ParametroOrganizacion const& parametro);
// Stores a setting; an empty value restores the default. Throws Problema when the value is not of the parameter's type.
void parametro_poner(Escritura& db, ParametroOrganizacion const& parametro, std::string_view valor);

using DiasCierre = Entero<0, 366>;

template <class T>
T parametro(Lectura& db, std::string_view clave) {
    return exigir<T>(parametro_leer(db, *parametro_buscar(clave)));
}

}  // namespace gestor
