#pragma once
// ErrorBase: failure of the database, from either lane.
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "domain/valores/problema.hpp"

namespace gestor {

// Causes of a 503, as the metrics count them.
namespace causa {
inline constexpr std::string_view saturado = "saturado", conexion = "conexion", tiempo = "tiempo",
                                  conflicto = "conflicto", disco = "disco", biblioteca = "biblioteca",
                                  recursos = "recursos", solo_lectura = "solo_lectura", desconocido = "desconocido",
                                  exterior = "exterior";
}  // namespace causa

// NoDisponible: a failure that the caller did not cause. The caller gets `detalle`; the log gets the text of the
// failing library.
class NoDisponible : public Problema {
public:
    NoDisponible(std::string_view porque, std::string detalle, std::string razon = {}, unsigned segundos = 1)
        : Problema(codigo::no_disponible, std::move(detalle)), causa_(porque), razon_(std::move(razon)) {
        reintentar(segundos);
    }
    std::string_view causa() const { return causa_; }  // points to static text
    std::string const& razon() const { return razon_.empty() ? detalle() : razon_; }

private:
    std::string_view causa_;
    std::string razon_;
};

// The statement reached its time limit, or an operator cancelled it.
struct TiempoAgotado : NoDisponible {
    using NoDisponible::NoDisponible;
};

// SQLSTATE in the terms of this program. After FATAL and PANIC there is no connection, whatever the code. Unreadable
// and unwritable files have many codes, which a missing privilege or a bug in PostgreSQL also have: the source file in
// the error (`lugar`) tells them apart. A library that PostgreSQL cannot load is told apart the same way: its package
// was replaced under a running server.
std::string estado_propio(std::string const& estado, std::string_view severidad, std::string_view lugar);

class ErrorBase : public std::runtime_error {
public:
    ErrorBase(std::string estado, std::string restriccion, std::string const& mensaje)
        : std::runtime_error(mensaje), estado_(std::move(estado)), restriccion_(std::move(restriccion)) {}

    std::string const& sqlstate() const { return estado_; }
    bool conexion_perdida() const;  // the outcome of statements in flight is unknown
    bool reintentable() const { return estado_ == "40001" || estado_ == "40P01"; }
    bool adelantado() const { return estado_ == "23505"; }  // another transaction inserted the key first
    bool plan_obsoleto() const { return estado_ == "0A000" || estado_ == "26000"; }
    bool solo_lectura() const { return estado_ == "25006"; }  // a write in a read-only transaction

    // traducir always throws. An error that the caller can correct becomes a Problema of its field (constraints have
    // names like uq_contacto__rfc). A lack of PostgreSQL (connection, disk, time) becomes NoDisponible. Any other error
    // is a bug of the program and is rethrown.
    [[noreturn]] void traducir() const;
    // ubicar: a Problema of the caller passes through `lugar`, which adds its place in a larger request.
    void ubicar(std::function<Problema(Problema const&)> lugar) { lugar_ = std::move(lugar); }

private:
    [[noreturn]] void traducir_sin_lugar() const;
    std::string estado_;  // empty: the connection failed
    std::string restriccion_;
    std::function<Problema(Problema const&)> lugar_;
};

}  // namespace gestor
