#include "domain/ruta/guardias.hpp"

#include "domain/ruta/consultas_guardias.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::ruta {

void exigir_dia_abierto(Escritura& db, Id almacen, Fecha dia) {
    auto const filas = db.consultar<sql::ruta_liquidada>("almacenes"_es(std::vector{almacen}), "dia"_es(dia));
    if (filas.vacia()) return;
    throw Problema(codigo::periodo_cerrado, "la ruta ya se liquidó el " + texto_de(dia) + " con " +
                                                filas.filas[0][0].value() + ": ese día no admite más documentos");
}

void exigir_sin_liquidar_desde(Escritura& db, std::vector<Id> const& almacenes, Fecha dia) {
    auto const filas = db.consultar<sql::ruta_liquidada_desde>("almacenes"_es(almacenes), "dia"_es(dia));
    if (filas.vacia()) return;
    throw Problema(codigo::periodo_cerrado, "la ruta ya se liquidó el " + filas.filas[0][0].value() +
                                                ": su mercancía ya no se mueve con esa fecha ni con una anterior");
}

void exigir_sin_liquidar(Escritura& db, DocumentoBloqueado const& d) {
    auto const filas = db.consultar<sql::esta_liquidado>("transaccionId"_es(d.transaccionId),
                                                         "dinero"_es(d.tipo().en_banco ? "true" : "false"));
    if (filas.vacia()) return;
    throw Problema(codigo::estado_invalido, d.tipoDocumento.valor() + " " + d.folio.valor() +
                                                " no se puede cancelar: es parte de " + filas.filas[0][0].value());
}

}  // namespace gestor::ruta
