#pragma once
// A failure of the database as the rest of persistence sees it, whichever lane it happened on.
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "domain/valores/problema.hpp"

namespace gestor {

// Why a 503 was answered, in the few words that the metrics count by.
namespace causa {
inline constexpr std::string_view saturado = "saturado", conexion = "conexion", tiempo = "tiempo",
                                  conflicto = "conflicto", disco = "disco", biblioteca = "biblioteca",
                                  recursos = "recursos", solo_lectura = "solo_lectura", desconocido = "desconocido",
                                  exterior = "exterior";
}  // namespace causa

// Not the caller's doing. The caller is told `detalle`; the log, what happened in the words of whoever failed.
class NoDisponible : public Problema {
public:
    NoDisponible(std::string_view porque, std::string detalle, std::string razon = {}, unsigned segundos = 1)
        : Problema(codigo::no_disponible, std::move(detalle)), causa_(porque), razon_(std::move(razon)) {
        reintentar(segundos);
    }
    std::string_view causa() const { return causa_; }  // static storage
    std::string const& razon() const { return razon_.empty() ? detalle() : razon_; }

private:
    std::string_view causa_;
    std::string razon_;
};

// The statement ran for as long as it may, or an operator cancelled it.
struct TiempoAgotado : NoDisponible {
    using NoDisponible::NoDisponible;
};

// The state of an error as we understand it. After FATAL and PANIC there is no connection, whatever the reason; and a
// file that cannot be read or written has many codes, down to that of a missing privilege and that of a bug of
// PostgreSQL's own: where in PostgreSQL it happened tells. So has a library that it cannot load, which is what remains
// of one that was replaced beneath a running PostgreSQL.
std::string estado_propio(std::string const& estado, std::string_view severidad, std::string_view lugar);

class ErrorBase : public std::runtime_error {
public:
    ErrorBase(std::string estado, std::string restriccion, std::string const& mensaje)
        : std::runtime_error(mensaje), estado_(std::move(estado)), restriccion_(std::move(restriccion)) {}

    std::string const& sqlstate() const { return estado_; }
    bool conexion_perdida() const;  // nothing is known of what was in flight
    bool reintentable() const { return estado_ == "40001" || estado_ == "40P01"; }
    bool adelantado() const { return estado_ == "23505"; }  // another took the key while this ran
    bool plan_obsoleto() const { return estado_ == "0A000" || estado_ == "26000"; }
    bool solo_lectura() const { return estado_ == "25006"; }  // written in a transaction that may not

    // An error that the caller can mend becomes a Problema that names the field (a constraint is called
    // uq_contacto__rfc); what PostgreSQL lacks (a connection, its disk, time…) becomes NoDisponible; anything else is
    // rethrown as it is: our own fault.
    [[noreturn]] void traducir() const;
    // A Problema of the caller passes through this: it says where in a larger request it happened.
    void ubicar(std::function<Problema(Problema const&)> lugar) { lugar_ = std::move(lugar); }

private:
    [[noreturn]] void traducir_sin_lugar() const;
    std::string estado_;  // empty: the connection itself failed
    std::string restriccion_;
    std::function<Problema(Problema const&)> lugar_;
};

}  // namespace gestor
