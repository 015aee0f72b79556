#pragma once
// The port through which the domain asks others: the tax authority, identity providers. The server has the client; a
// call blocks its thread, so that it is made from threads of their own and never inside a transaction.
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
    unsigned estado = 0;  // a redirection is an answer like any other: nobody follows it
    std::string tipo;     // Content-Type
    std::string cuerpo;
};

// There is no answer: not reached, late, too long, a certificate that is not good, an address that is not public.
struct FallaExterna : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// And not through them: nobody was asked, or we hung up. It says nothing of them, and counts for nothing.
struct NoPreguntado : FallaExterna {
    using FallaExterna::FallaExterna;
};

class Exterior {
public:
    virtual ~Exterior() = default;
    virtual RespuestaExterna pedir(PeticionExterna const& peticion) = 0;  // throws FallaExterna
};

}  // namespace gestor
