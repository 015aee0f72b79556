#pragma once
#include <string>
#include <string_view>

namespace gestor {

// A .zip (PKWARE's APPNOTE) that holds one file, compressed. Of at most 4 GB, as whoever makes it in memory has anyway.
std::string zip_de(std::string_view nombre, std::string_view contenido);

}  // namespace gestor
