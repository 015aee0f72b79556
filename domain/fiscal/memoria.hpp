#pragma once
// Memory of an XML in use, counted against the server's limits: one for all organizations and one for each. A thread
// without a counter (an operator's command) has no limit.
#include <cstddef>
#include <memory>

namespace gestor::fiscal {

class Memoria {
public:
    virtual ~Memoria() = default;
    // Takes `bytes` until the last copy of the result is destroyed. Throws when no memory is left.
    virtual std::shared_ptr<void> tomar(std::size_t bytes) = 0;
};

// ContarMemoria: while an object lives, XML that its thread reads is counted.
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
