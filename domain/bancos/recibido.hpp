#pragma once
// What every document that is money of somebody has in common: who, which account, how, in a currency that the account
// has.
#include "domain/bancos/aplicaciones.hpp"
#include "domain/motor/depositos.hpp"

namespace gestor::bancos {

struct Recibido {
    Contexto contexto;
    PagoResuelto pago;
};
template <class Nuevo>
Recibido recibir(Escritura& db, TipoDocumento const& tipo, Nuevo const& nuevo, Menciones const& menciones,
                 Fallas& fallas) {
    Recibido r;
    r.contexto = resolver(db, tipo, nuevo, menciones, fallas);
    r.pago = resolver_pago(db, tipo, r.contexto, {nuevo.formaPagoId, nuevo.cuentaId, nuevo.importe, nuevo.referencia},
                           fallas);
    exigir_cabe(nuevo.importe, r.contexto, "importe", fallas);
    return r;
}
// When nothing is wrong with it: its locks.
inline ConDocumentos empezar(Escritura& db, Contexto const& c, std::vector<Id> const& documentos, Fallas& fallas) {
    fallas.lanzar();
    return EnPeriodo::entrar(db, c).sin_contraparte().documentos(documentos);
}

}  // namespace gestor::bancos
