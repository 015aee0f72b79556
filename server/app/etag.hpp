#pragma once
// Entity tags: the hash of a body, and the lists of them that callers send.
#include <string>
#include <string_view>

namespace gestor {

std::string etiqueta(std::string_view cuerpo);  // quoted
// "*" or one of the list. Our tags are strong; a weak spelling of one matches only where the caller compares weakly.
bool contiene_etiqueta(std::string_view lista, std::string_view etag, bool debil);

}  // namespace gestor
