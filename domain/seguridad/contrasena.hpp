#pragma once
// Passwords: scrypt, about 60 ms and 32 MB each, so only ever on the pool made for it.
#include <string>
#include <string_view>

namespace gestor {

std::string contrasena_cifrar(std::string_view contrasena);  // scrypt$15$8$1$salt$hash
// An unreadable or empty stored form costs as much as a wrong password: time tells nothing.
bool contrasena_comprobar(std::string_view contrasena, std::string_view guardada);

std::string llave_nueva();  // an API key or password: 32 random bytes in a form that can be pasted anywhere

}  // namespace gestor
