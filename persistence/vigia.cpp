#include "persistence/vigia.hpp"

#include <optional>

#include "persistence/error_base.hpp"

namespace gestor {
namespace {

// Sample write: needs permission to write, the libraries of triggers and indexes, room on the disk (a sort larger than
// its memory takes some and frees it) and a log that can be written.
constexpr std::string_view muestra[] = {
    "INSERT INTO idempotencia SELECT * FROM idempotencia WHERE false",
    "DO LANGUAGE plpgsql 'BEGIN END'",
    "SELECT public.unaccent('a'), public.similarity('a', 'b')",
    // synchronous_commit = local: the sample does not wait for a replica that is away; real writes wait, and report it.
    "SELECT set_config('work_mem', '64kB', true), set_config('synchronous_commit', 'local', true)",
    "SELECT count(*) FROM (SELECT repeat(md5(n::text), 30) AS texto FROM generate_series(1, 300) n ORDER BY texto) t",
    "SELECT pg_logical_emit_message(true, 'gestor', '')",
};

}  // namespace

bool Vigia::mirar(Session& sesion) {
    std::optional<std::string> porque = "";
    try {
        sesion.comenzar(false, 0);
        for (auto const sentencia : muestra) sesion.consultar(sentencia, {});
        sesion.confirmar();
    } catch (ErrorBase const& e) {
        porque = e.what();
        if (e.conexion_perdida() || e.sqlstate() == "57014" || e.sqlstate() == "55P03") porque.reset();
    }
    sesion.soltar();
    if (porque && se_escribe_.exchange(porque->empty(), std::memory_order_relaxed) != porque->empty()) avisar_(*porque);
    return !se_escribe();
}

}  // namespace gestor
