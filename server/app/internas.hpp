#pragma once
// The answers that need no business (health, root, metrics, documents) and the small helpers of the application.
#include <string>
#include <string_view>

#include "server/app/intercambio.hpp"

namespace gestor {

void contestar_interna(Intercambio& x);

std::string disposicion(std::string_view nombre);       // Content-Disposition of a download, hostile names included
std::string_view tipo_conocido(std::string_view tipo);  // a media type we hand out; anything else is octet-stream
// Where files are spooled while they arrive; throws std::runtime_error when nothing can be written there.
std::string carpeta_temporal(Settings const& s);
// The text of the file that a setting names; throws std::runtime_error that says what to do.
std::string leer_archivo(Settings const& s, std::string_view nombre);

}  // namespace gestor
