#include "domain/motor/escritura/autorizar.hpp"

#include "domain/motor/escritura/consultas_motor.hpp"

namespace gestor {
namespace {

struct Facultad {
    Booleano propio;
    std::optional<Dinero> limite;
    Booleano excede;
};
DTO(Facultad, propio, limite, excede)

}  // namespace

void exigir_facultad(Escritura& db, Id documento, bool segregada) {
    auto const f = *db.uno<Facultad, sql::facultad>("transaccionId"_es(documento));
    if (segregada && f.propio)
        throw Problema(codigo::permiso_denegado, "quien solicita un pago no puede autorizarlo: lo autoriza otro");
    if (f.excede)
        throw Problema(codigo::permiso_denegado,
                       "excede el límite de autorización del usuario: " + *sql_de(*f.limite) + " pesos");
}

void autorizar(Escritura& db, Mudanza const& mudanza, FechaHora fecha, std::string const& notas) {
    mudar(db, mudanza);
    db.encolar<sql::autorizacion_anotar>("transaccionId"_es(mudanza.transaccionId), "fecha"_es(fecha),
                                         "notas"_es(notas));
}

}  // namespace gestor
