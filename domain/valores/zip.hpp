#pragma once
#include <string>
#include <string_view>

namespace gestor {

// A .zip file (PKWARE's APPNOTE) with one compressed file inside. At most 4 GB, the limit of a file made in memory
// here.
std::string zip_de(std::string_view nombre, std::string_view contenido);

}  // namespace gestor
