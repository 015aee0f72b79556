#pragma once
// Memory of a call's work on a worker: the XML that it reads, counted with its request body in one budget. The arena of
// a worker would keep freed memory, so large work returns it to the system at its end.
#include "domain/fiscal/memoria.hpp"
#include "persistence/error_base.hpp"
#include "server/http/body_budget.hpp"

namespace gestor {

// Organization that the memory of a call is charged to; none: not counted.
struct CargaDeLlamada {
    BodyBudget* presupuesto = nullptr;
    std::int64_t dueno = 0;
    BodyCharge* carga = nullptr;
};

// SinMemoriaAhora: the first XML of a call found no memory. The unit of work is rolled back, no other server was asked,
// and ejecutar() repeats the call for up to 5 s.
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

void devolver_memoria();  // returns free memory to the system

// Bounds the memory that the allocator keeps; called before the first thread.
void acotar_arenas();

}  // namespace gestor
