#pragma once
// Owning handle of a PGresult; libpq itself is included only by the .cpp files of this folder.
#include <memory>
#include <vector>

struct pg_result;

namespace gestor {

struct BorrarResultado {
    void operator()(pg_result* r) const noexcept;
};
using Resultado = std::unique_ptr<pg_result, BorrarResultado>;
using Resultados = std::vector<Resultado>;

}  // namespace gestor
