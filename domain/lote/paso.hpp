#pragma once
// One operation of a batch: found, read and run as the same operation is when it comes alone.
#include "domain/lote/referencias.hpp"
#include "domain/lote/tipos.hpp"
#include "domain/operacion/router.hpp"

namespace gestor::lote {

// Where in the batch something is wrong: operaciones[3].cuerpo.partidas[0].cantidad, operaciones[3].ruta.id.
struct Lugar {
    std::size_t indice = 0;
    OperacionActiva const* operacion = nullptr;
    std::span<std::string_view const> nombres{};  // of what its path holds
    std::vector<std::string_view> enviados{};     // in its query

    std::string propio(std::string_view campo) const { return en_fila("operaciones", indice, campo); }
    std::string de_operacion(std::string_view campo) const;  // as the operation itself calls it
    Problema problema(Problema const& p) const;
};

// A batch whose caller may do each of its operations.
struct LotePermitido : Cuerpo<LotePeticion> {};

class Paso {
public:
    Paso(OperacionDeLote const& pedida, std::size_t indice) : pedida_(pedida), lugar_{indice} {}

    // Its operation, and whether the caller may do it: throws where not, and what is wrong with the path joins the
    // faults.
    void dirigir(Sesion const& sesion, Entorno const& entorno, Fallas& fallas);
    // Its arguments, all faults of form at once; those of one that refers to earlier answers wait for these.
    void leer(Respuestas const& anteriores, Fallas& fallas);
    // Its answer, in its envelope. Everything it writes has been written, so that the next sees it. libres: bytes that
    // references of the batch may still bring.
    std::string correr(Escritura& db, Respuestas const& anteriores, std::size_t& libres);

private:
    void completar(Respuestas const& anteriores, std::size_t& libres, Fallas& fallas);
    void preparar();
    void exigir_lado(Sesion const& sesion) const;
    template <class F>
    auto aqui(F const& hacer) const;
    Operacion const& declarada() const { return *llamada_.operacion->declarada; }

    OperacionDeLote const& pedida_;
    Lugar lugar_;
    Llamada llamada_;
    std::string cuerpo_;
    bool espera_ = false;
    Trabajo<Escritura> trabajo_;
};

}  // namespace gestor::lote
