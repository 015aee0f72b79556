#pragma once
// The answers without business logic (health, root, metrics, documents) and small helpers of the application.
#include <string>
#include <string_view>

#include "server/app/intercambio.hpp"

namespace gestor {

void contestar_interna(Intercambio& x);

std::string disposicion(std::string_view nombre);  // Content-Disposition of a download, safe for hostile names
// a media type that the server delivers; any other becomes octet-stream
std::string_view tipo_conocido(std::string_view tipo);
// Folder of uploaded files; throws std::runtime_error when it is not writable.
std::string carpeta_temporal(Settings const& s);
// Text of the file that a setting names; throws std::runtime_error with the remedy.
std::string leer_archivo(Settings const& s, std::string_view nombre);

}  // namespace gestor
