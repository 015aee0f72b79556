#include "domain/importar/al_corte.hpp"

#include "domain/importar/consultas_al_corte.hpp"
#include "domain/motor/escritura/etapas.hpp"

namespace gestor::importar {

void ImportacionAlCorte::exigir_corte(Escritura& db) {
    if (std::exchange(exigido_, true)) return;
    auto const hoy = Fecha::de_base(db.consultar<sql::dia_del_corte>().filas[0][0].value());
    if (corte > hoy) throw Problema(codigo::validacion, "--fecha es posterior a hoy");
    exigir_periodo_abierto(db, corte, hoy);
}

}  // namespace gestor::importar
