#pragma once
// Routes, compiled from the operation tables at start. A literal segment wins over a parameter, literals match without
// regard to case, a trailing slash is ignored. Two rows that collide are a start-up error.
#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "domain/operacion/operacion.hpp"
#include "domain/valores/cota.hpp"

namespace gestor {

// OperacionActiva: an operation row loaded in the server, and its index in the metrics.
struct OperacionActiva {
    Operacion const* declarada = nullptr;
    Area const* area = nullptr;
    unsigned indice = 0;
    std::string nombre{};                           // POST /api/PedidoCliente
    Cota cuerpo;                                    // greatest legal body
    std::vector<Campo> parametros{};                // parameters of the query
    std::vector<OperacionActiva const*> versiones;  // newest first, when there is more than one
};

// Camino: one path with its methods.
struct Camino {
    std::string ruta;
    std::vector<std::string_view> parametros;
    std::array<OperacionActiva const*, 4> por_verbo{};
    std::string permitidos;  // value of the Allow header

    OperacionActiva const* operacion(std::string_view verbo) const;  // null: no such method
};

class Router {
public:
    // throws std::logic_error that names both rows when two collide
    explicit Router(std::span<Area const* const> areas);
    ~Router();

    // Methods of the path, and its decoded parameters; nullptr when no operation has the path.
    Camino const* buscar(std::string_view ruta, std::vector<std::string>& parametros) const;
    std::span<OperacionActiva const> operaciones() const { return operaciones_; }

private:
    struct Nodo;
    void agregar(OperacionActiva& activa);
    std::vector<OperacionActiva> operaciones_;
    std::unique_ptr<Nodo> raiz_;
};

// Router of all areas, without the operations that the server answers by itself; made at the first call.
Router const& router_de_areas();

// Decodes %XX and, in a query, '+'; false when the encoding is broken.
bool decodificar(std::string_view texto, bool consulta, std::string& salida);
std::string codificar(std::string_view texto);

}  // namespace gestor
