#pragma once
// Bytes as text. The plain form is padded; the form for URLs (tokens, cursors) is not, and has one spelling only.
#include <optional>
#include <string>
#include <string_view>

namespace gestor {

std::string base64(std::string_view bytes);
std::optional<std::string> base64_leer(std::string_view texto);
std::string base64url(std::string_view bytes);
std::optional<std::string> base64url_leer(std::string_view texto);
std::string hexadecimal(std::string_view bytes);  // lower case

}  // namespace gestor
