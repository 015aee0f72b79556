#pragma once
// Passwords: scrypt with the parameters that OWASP gives as the least, about 0.3 s and 128 MB each, so only ever on the
// pool made for it.
#include <string>
#include <string_view>

namespace gestor::seguridad {

std::string contrasena_cifrar(std::string_view contrasena);  // scrypt$17$8$1$salt$hash
// A stored hash that is unreadable, empty, or of a time when less was enough, costs as much as a wrong password: time
// tells nothing.
bool contrasena_comprobar(std::string_view contrasena, std::string_view guardada);
bool contrasena_anticuada(std::string_view guardada);  // to be stored anew, now that it is known

std::string llave_nueva();  // an API key or password: 32 random bytes in a form that can be pasted anywhere

}  // namespace gestor::seguridad
