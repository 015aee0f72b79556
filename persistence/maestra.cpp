#include "persistence/maestra.hpp"

namespace gestor {
namespace {

std::string de_la_organizacion(Maestra const& m) {
    return std::string(" FROM ").append(m.tabla).append(" x WHERE ") +
           (m.global ? "" : "organizacion_id = :organizacionId AND ");
}

}  // namespace

std::string Maestra::existe(std::string_view parametro) const {
    return "SELECT 1" + de_la_organizacion(*this).append(llave).append(" = :").append(parametro);
}

std::string Maestra::id_de_clave(bool toda) const {
    auto sql = std::string("SELECT ").append(llave).append(" AS id").append(toda ? ", x::text AS todo" : "");
    sql += de_la_organizacion(*this);
    return sql.append(normalizada.empty() ? clave : normalizada)
        .append(normalizada.empty() ? " = :clave" : " = upper(:clave)");
}

}  // namespace gestor
