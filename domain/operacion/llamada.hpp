#pragma once
// A call of an operation and its answer, whoever makes it: HTTP, a batch, a file that is imported, a test.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/operacion/entorno.hpp"
#include "domain/operacion/sesion.hpp"
#include "domain/operacion/subida.hpp"
#include "persistence/plan.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

struct OperacionActiva;

// Views of a call live until the call is answered.
struct Llamada {
    OperacionActiva const* operacion = nullptr;
    std::vector<std::string> ruta;                                   // values of the {parameters}, decoded
    std::span<std::string_view const> nombres;                       // of those
    std::vector<std::pair<std::string_view, std::string>> consulta;  // under the names that the operation declares
    std::string_view cuerpo;                                         // JSON
    Recepcion const* recepcion = nullptr;  // of an operation that takes a file; null: no body came
    Sesion const* sesion = nullptr;        // null: nobody is known
    Entorno const* entorno = nullptr;
    bool simulada = false;  // everything is done, and then undone
    Fallas fallas;          // of form, found before its arguments are read: parameters that nobody reads

    std::string_view solicitud;                // its id
    std::string_view direccion;                // where it comes from
    std::string_view si_coincide;              // If-Match: the ETag that the caller saw
    std::string_view al_menos;                 // a position of the log that whoever answers must have reached
    bool csv = false;                          // the rows alone, not JSON
    std::optional<Idempotencia> idempotencia;  // its fingerprint begins as what was asked for, beside the body

    std::optional<std::string_view> parametro(std::string_view nombre) const {
        for (auto const& [n, v] : consulta)
            if (n == nombre) return v;
        return std::nullopt;
    }
};

// A stored content, streamed block by block.
struct Descarga {
    std::string nombre, tipo, etag;
    std::uint64_t bytes = 0;
    std::function<std::string(Lectura&, std::uint64_t desde)> bloque;  // the piece that begins at this offset
};

struct Contestacion {
    std::string cuerpo;  // in its envelope
    Paginacion paginacion;
    std::shared_ptr<Descarga const> descarga;  // instead of a body
    std::string lsn;                           // of what was written, where a replica has to know
};

}  // namespace gestor
