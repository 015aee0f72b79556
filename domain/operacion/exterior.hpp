#pragma once
// Exterior: port to other servers: the tax authority, identity providers. The server implements it. A call blocks its
// thread, so it runs on threads of its own and never inside a transaction.
#include <chrono>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gestor {

struct PeticionExterna {
    std::string verbo = "GET";
    std::string url;  // http or https, whole
    std::vector<std::pair<std::string, std::string>> encabezados;
    std::string cuerpo;
    std::chrono::milliseconds conexion{5000}, total{10000};
    std::size_t maximo = 256UL * 1024;  // bytes of the answer's body
};

struct RespuestaExterna {
    unsigned estado = 0;  // HTTP status; a redirection is returned, not followed
    std::string tipo;     // Content-Type
    std::string cuerpo;
};

// FallaExterna: no answer: unreachable, late, too long, a bad certificate, an address that is not public.
struct FallaExterna : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// NoPreguntado: the request was never sent, or we cut it off: the other server has not failed.
struct NoPreguntado : FallaExterna {
    using FallaExterna::FallaExterna;
};

class Exterior {
public:
    virtual ~Exterior() = default;
    virtual RespuestaExterna pedir(PeticionExterna const& peticion) = 0;  // throws FallaExterna
};

}  // namespace gestor
