#pragma once
// The memory that an XML takes while somebody works with it, counted where it is bounded: the server bounds it for all
// and for each organization. A thread that nobody counts for, as one of a command of the operator, has no bound.
#include <cstddef>
#include <memory>

namespace gestor::fiscal {

class Memoria {
public:
    virtual ~Memoria() = default;
    // Taken until the last copy of what it gives is gone. Throws when there is none left.
    virtual std::shared_ptr<void> tomar(std::size_t bytes) = 0;
};

// While it lives, what its thread reads is counted there.
class ContarMemoria {
public:
    explicit ContarMemoria(Memoria& donde);
    ~ContarMemoria();
    ContarMemoria(ContarMemoria const&) = delete;
    ContarMemoria& operator=(ContarMemoria const&) = delete;

private:
    Memoria* antes_;
};

std::shared_ptr<void> tomar_memoria(std::size_t bytes);

}  // namespace gestor::fiscal
