#pragma once
#include <cstddef>

namespace gestor::archivos {

// Of a stored content; the last block is shorter. The schema has the same number.
inline constexpr std::size_t bytes_por_bloque = 256UL * 1024;

}  // namespace gestor::archivos
