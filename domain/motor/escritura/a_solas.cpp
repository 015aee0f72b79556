#include "domain/motor/escritura/a_solas.hpp"

#include "domain/comun/consultas.hpp"
#include "domain/motor/escritura/consultas_motor.hpp"

namespace gestor {

ASolas ASolas::entrar(Escritura& db, AnioContable anio, MesContable desde, MesContable hasta) {
    db.consultar<sql::turno>("que"_es("periodo"));
    db.encolar<sql::meses_crear>("ejercicio"_es(anio), "desde"_es(desde), "hasta"_es(hasta));
    return {db, db.lista<MesApartado, sql::meses_apartar>("ejercicio"_es(anio), "desde"_es(desde), "hasta"_es(hasta))};
}

}  // namespace gestor
