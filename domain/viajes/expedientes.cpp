#include "domain/viajes/expedientes.hpp"

#include "domain/comun/consultas.hpp"
#include "domain/motor/escritura/emisor.hpp"
#include "domain/viajes/consultas.hpp"
#include "domain/viajes/documentos.hpp"

namespace gestor::viajes {

std::optional<ExpedienteHallado> expediente_de(Escritura& db, std::string const& booking) {
    db.consultar<sql::turno>("que"_es("booking " + booking));
    return db.uno<ExpedienteHallado, sql::expediente_de_booking>("booking"_es(booking));
}

void exigir_abierto(ExpedienteHallado const& e) {
    if (e.estado != Estado::Abierto)
        throw Problema(codigo::estado_invalido, "el expediente " + e.folio.valor() + " no está abierto")
            .con("accionesPermitidas", "[]");
}

Id abrir_expediente(Escritura& db, EncabezadoNuevo e, ReferenciaExterna const& booking) {
    e.referenciaExterna = booking;
    Borrador b(db, expediente, expediente_nuevo);
    b.encabezado(e, {});
    return std::move(b).bloquear().emitir().id;
}

}  // namespace gestor::viajes
