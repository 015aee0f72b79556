#pragma once
// The published change log of the interface: rows of the program, cambios.inc of every area, gathered by the build.
#include <span>
#include <string_view>

#include "persistence/lectura.hpp"

namespace gestor::sistema {

struct Cambio {
    unsigned id;
    std::string_view fecha;  // yyyy-MM-dd
    std::string_view tipo;
    std::string_view endpoint;  // empty: the whole interface
    std::string_view descripcion;
    std::string_view accion{};  // empty: the caller need not change anything
};

std::span<Cambio const> cambios();  // newest first

// Indexes of the entries that pass the filters of GET /api/RegistroCambios.
std::vector<std::size_t> cambios_que_quedan(Parametro const& enviado);
std::vector<ValorSql> fila_de_cambio(std::size_t cual);

}  // namespace gestor::sistema
