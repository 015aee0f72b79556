#pragma once
// Intercambio: one request on its way through the chain: the HTTP request, the call made of it, and the answer.
#include <chrono>
#include <memory>
#include <string>
#include <string_view>

#include "domain/operacion/llamada.hpp"
#include "server/app/aplicacion.hpp"
#include "server/http/http.hpp"

namespace gestor {

struct Intercambio {
    Intercambio(HiloServidor& h, Request& q, Response& r)
        : hilo(h), req(q), res(r), inicio(std::chrono::steady_clock::now()) {}

    HiloServidor& hilo;
    Request& req;
    Response& res;

    std::string solicitud_id;
    std::chrono::steady_clock::time_point inicio;
    Camino const* recurso = nullptr;
    std::shared_ptr<Token const> token;
    Llamada llamada;
    Contestacion contestacion;
    bool contestado = false;  // a middleware gave the whole answer

    bool dirigida() const { return llamada.operacion != nullptr; }
    Operacion const& declarada() const { return *llamada.operacion->declarada; }
    bool acepta(std::string_view tipo) const { return req.header("Accept").find(tipo) != std::string_view::npos; }
};

}  // namespace gestor
