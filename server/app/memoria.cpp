#include "server/app/memoria.hpp"

#include <malloc.h>

#include <algorithm>
#include <limits>
#include <thread>

#include "persistence/sabotaje.hpp"

namespace gestor {
namespace {

constexpr std::size_t grande = 8UL * 1024 * 1024;

}  // namespace

MemoriaDeTrabajo::MemoriaDeTrabajo(CargaDeLlamada de)
    : de_(de), antes_(de.carga != nullptr ? de.carga->bytes() : 0), contar_(*this) {}

// The charge is released last: until the system has the memory back, no other call may use it.
MemoriaDeTrabajo::~MemoriaDeTrabajo() {
    if (de_.carga == nullptr) return;
    if (de_.carga->bytes() >= grande && !sin("devolucion")) devolver_memoria();
    de_.carga->shrink_to(antes_);
}

std::shared_ptr<void> MemoriaDeTrabajo::tomar(std::size_t bytes) {
    if (de_.carga == nullptr || de_.presupuesto == nullptr) return nullptr;
    auto const todo = antes_ + *en_uso_ + bytes;
    if (!de_.carga->grow_to(*de_.presupuesto, de_.dueno, todo)) {
        constexpr auto porque = "se están leyendo demasiados archivos grandes";
        // Only the first XML of a call may wait for memory: two calls that hold one XML and need another would wait for
        // each other.
        if (*en_uso_ == 0 && todo <= de_.presupuesto->all()) throw SinMemoriaAhora(causa::saturado, porque);
        throw NoDisponible(causa::saturado, porque);
    }
    *en_uso_ += bytes;
    return std::shared_ptr<void>(nullptr, [uso = en_uso_, bytes](void*) { *uso -= bytes; });
}

void devolver_memoria() {
    malloc_trim(0);
}

// Blocks of a megabyte and more come from the system directly and return to it when freed. By default glibc raises both
// bounds to the largest block ever freed, and each arena (eight per core) would keep up to 64 MB.
void acotar_arenas() {
    constexpr int bloque = 1 << 20, resto = 4 << 20, el_mayor = 32 << 20;  // glibc takes no greater block bound
    mallopt(M_MMAP_THRESHOLD, sin("devolucion") ? el_mayor : bloque);
    mallopt(M_TRIM_THRESHOLD, sin("devolucion") ? std::numeric_limits<int>::max() : resto);
    mallopt(M_ARENA_MAX, static_cast<int>(std::max(4U, std::thread::hardware_concurrency())));
}

}  // namespace gestor
