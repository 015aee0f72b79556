#pragma once
// The memory of a call's work on a worker: the XML that it reads, counted with the body of its request in the one
// budget. A worker's arena would keep what large work gives back: it goes to the system when that ends.
#include "domain/fiscal/memoria.hpp"
#include "persistence/error_base.hpp"
#include "server/http/body_budget.hpp"

namespace gestor {

// Whose memory a call takes; none: nobody counts.
struct CargaDeLlamada {
    BodyBudget* presupuesto = nullptr;
    std::int64_t dueno = 0;
    BodyCharge* carga = nullptr;
};

// SinMemoriaAhora: the first XML of a call found no memory. The unit of work is rolled back, nobody outside was asked,
// and ejecutar() does the call again for up to 5 s.
struct SinMemoriaAhora : NoDisponible {
    using NoDisponible::NoDisponible;
};

class MemoriaDeTrabajo final : public fiscal::Memoria {
public:
    explicit MemoriaDeTrabajo(CargaDeLlamada de);
    ~MemoriaDeTrabajo() override;
    MemoriaDeTrabajo(MemoriaDeTrabajo const&) = delete;
    MemoriaDeTrabajo& operator=(MemoriaDeTrabajo const&) = delete;

    std::shared_ptr<void> tomar(std::size_t bytes) override;

private:
    CargaDeLlamada de_;
    std::size_t antes_;
    std::shared_ptr<std::size_t> en_uso_ = std::make_shared<std::size_t>(0);
    fiscal::ContarMemoria contar_;
};

void devolver_memoria();  // what is free, to the system

// Before any thread: how the allocator gives memory back.
void acotar_arenas();

}  // namespace gestor
