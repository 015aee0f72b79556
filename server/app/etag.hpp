#pragma once
// Entity tags: the hash of a body, and lists of tags in If-Match and If-None-Match.
#include <string>
#include <string_view>

namespace gestor {

std::string etiqueta(std::string_view cuerpo);  // hash of the body, in quotes
// Whether the list is "*" or has the tag. Our tags are strong; a weak spelling (W/) matches only when `debil`.
bool contiene_etiqueta(std::string_view lista, std::string_view etag, bool debil);

}  // namespace gestor
