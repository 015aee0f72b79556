#pragma once
// Passwords: scrypt with OWASP's minimum parameters: about 0.3 s and 128 MB each, so only on the pool made for hashing.
#include <string>
#include <string_view>

namespace gestor::seguridad {

std::string contrasena_cifrar(std::string_view contrasena);  // scrypt$17$8$1$salt$hash
// Compares a password. An unreadable, empty or outdated stored hash takes as long as a wrong password, so the time
// reveals nothing.
bool contrasena_comprobar(std::string_view contrasena, std::string_view guardada);
// true: the hash is outdated, and is stored again while the password is known
bool contrasena_anticuada(std::string_view guardada);

std::string llave_nueva();  // API key or password: 32 random bytes in characters that can be pasted anywhere

}  // namespace gestor::seguridad
