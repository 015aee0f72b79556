#include "domain/fiscal/memoria.hpp"

#include <utility>

namespace gestor::fiscal {
namespace {

thread_local Memoria* de_este_hilo = nullptr;

}  // namespace

ContarMemoria::ContarMemoria(Memoria& donde) : antes_(std::exchange(de_este_hilo, &donde)) {}

ContarMemoria::~ContarMemoria() {
    de_este_hilo = antes_;
}

std::shared_ptr<void> tomar_memoria(std::size_t bytes) {
    return de_este_hilo == nullptr ? nullptr : de_este_hilo->tomar(bytes);
}

}  // namespace gestor::fiscal
