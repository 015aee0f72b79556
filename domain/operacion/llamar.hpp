#pragma once
// Operation called from inside: by a batch, an imported file, the demo. Routing, permission, bounds, reading and
// execution are those of HTTP. Session and field names of its faults differ.
#include "domain/operacion/referencias.hpp"
#include "domain/operacion/router.hpp"

namespace gestor {

// Pedido: its views live until the call is answered.
struct Pedido {
    std::string_view metodo;
    std::string_view ruta;  // path, with or without a query
    std::string_view cuerpo{};
};

// Lugar: place of a fault in a larger request: operaciones[3].cuerpo.partidas[0].cantidad, operaciones[3].ruta.id. A
// call outside a larger request has the operation's own names.
struct Lugar {
    std::string base{};
    OperacionActiva const* operacion = nullptr;
    std::span<std::string_view const> nombres{};  // names of the values in the path
    std::vector<std::string_view> enviados{};     // names of the parameters that the query has

    std::string propio(std::string_view campo) const;
    std::string de_operacion(std::string_view campo) const;
    Problema problema(Problema const& p) const;
};

// LlamadaInterna: one call. A batch takes each step for all its calls before the next step.
class LlamadaInterna {
public:
    explicit LlamadaInterna(Pedido const& pedido, std::string lugar = {}) : pedido_(pedido), lugar_{std::move(lugar)} {}

    // Finds the operation and checks the caller's permission; throws PERMISO_DENEGADO. An unknown method or path is
    // added to `fallas`.
    void dirigir(Sesion const& sesion, Entorno const& entorno, Fallas& fallas);
    // Reads the arguments and reports all faults of form at once. `anteriores`: names of the earlier calls that a
    // reference may use; a call with references is read in full when it runs. Null: "$" is plain text.
    void leer(Respuestas const* anteriores, Fallas& fallas);
    // Runs the call and returns its answer. Writes are sent before correr() returns, so the next call sees them.
    // `libres`: bytes that references may still add.
    Contestacion correr(Escritura& db, Respuestas const& anteriores, std::size_t& libres);

private:
    void buscar_referencias(Respuestas const& anteriores, Fallas& fallas);
    void completar(Respuestas const& anteriores, std::size_t& libres, Fallas& fallas);
    void exigir_medida(Fallas& fallas) const;
    void preparar();
    void exigir_lado(Sesion const& sesion) const;
    template <class F>
    auto aqui(F const& hacer) const;
    Operacion const& declarada() const { return *llamada_.operacion->declarada; }

    Pedido pedido_;
    Lugar lugar_;
    Llamada llamada_;
    std::string cuerpo_;
    bool espera_ = false;
    Trabajo<Escritura> trabajo_;
};

// llamar: dirigir, leer and correr. Throws the faults as a Problema.
Contestacion llamar(Escritura& db, Sesion const& sesion, Entorno const& entorno, Pedido const& pedido,
                    Respuestas const* anteriores = nullptr);

// Texts of the plans that the engine applied, in order. A plan shows accounts, costs and balances: a caller without
// permission to read the ledger gets none.
std::vector<std::string> planes_para(Sesion const& sesion, Escritura& db);

}  // namespace gestor
