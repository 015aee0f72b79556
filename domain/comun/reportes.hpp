#pragma once
// Parts that reports share: today, and parameters that name records.
#include <chrono>

#include "domain/comun/consultas.hpp"
#include "domain/valores/problema.hpp"
#include "persistence/maestra.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

inline Fecha hoy(Lectura& db) {
    return Fecha::de_base(db.consultar<sql::fecha_de_hoy>().filas[0][0].value());
}

inline Fecha fin_de_mes(int anio, unsigned mes) {
    using namespace std::chrono;
    return Fecha(sys_days(year_month_day_last(year(anio), month_day_last(month(mes)))));
}

inline void exigir(Lectura& db, Maestra const& maestra, std::string_view campo, ValorSql const& valor, Fallas& fallas) {
    if (valor && db.consultar(maestra.existe(campo), {{campo, valor}}).vacia())
        fallas.agregar(std::string(campo), codigo::no_existe, "no existe");
}

}  // namespace gestor
