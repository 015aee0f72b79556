#pragma once
// Call of an operation, and its answer, from HTTP, a batch, an imported file or a test.
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
#include "persistence/lectura_compilada.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

struct OperacionActiva;

// Llamada: its views live until the call is answered.
struct Llamada {
    OperacionActiva const* operacion = nullptr;
    std::vector<std::string> ruta;                                   // values of the {parameters}, decoded
    std::span<std::string_view const> nombres;                       // names of those parameters
    std::vector<std::pair<std::string_view, std::string>> consulta;  // by the names that the operation declares
    std::string_view cuerpo;                                         // JSON
    // the received form, of an operation that takes a file; null: no body
    Recepcion const* recepcion = nullptr;
    Sesion const* sesion = nullptr;  // null: not authenticated
    Entorno const* entorno = nullptr;
    Reloj reloj{};          // present moment of the whole call
    bool simulada = false;  // dry run: done and rolled back
    Fallas fallas;          // faults found before the arguments are read: unknown parameters

    std::string_view solicitud;                // id of the request
    std::string_view direccion;                // address of the caller
    std::string_view si_coincide;              // If-Match: the ETag that the caller saw
    std::string_view al_menos;                 // log position that the answering server must have reached; empty: any
    bool csv = false;                          // answer with the rows alone, as CSV
    std::optional<Idempotencia> idempotencia;  // request fingerprint of method, path and query; the body is added later

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
    // piece of the content that begins at this offset
    std::function<std::string(Lectura&, std::uint64_t desde)> bloque;
};

struct Contestacion {
    std::string cuerpo;  // body of the answer, with its envelope
    Paginacion paginacion;
    std::shared_ptr<Descarga const> descarga;        // instead of a body
    std::optional<std::vector<std::string>> planes;  // dry run: the plans of the engine
    std::string lsn;                                 // log position of the write, for reads from a replica
};

}  // namespace gestor
