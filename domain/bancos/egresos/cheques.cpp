#include "domain/bancos/egresos/cheques.hpp"

#include <algorithm>

#include "domain/bancos/egresos/consultas.hpp"

namespace gestor::bancos {
namespace {

struct NumeroDeCheque {
    Entero<0, 999'999'999'999'999> numero;
};
DTO(NumeroDeCheque, numero)

}  // namespace

void comprobar_cheque(std::optional<NumeroCheque> const& escrito, PagoResuelto const& pago, Fallas& fallas) {
    bool const hay = escrito && !escrito->vacio();
    if (hay && !pago.cheque) fallas.agregar("numeroCheque", codigo::rango, "la forma de pago no es un cheque");
    if (!hay && pago.cheque && !pago.consecutivo)
        fallas.agregar("numeroCheque", codigo::requerido, "la forma de pago no lleva consecutivo: envíe el número");
}

// A cheque number written by hand moves the counter of its account beyond it, so that the number is not assigned again.
// A number of more than 12 digits does not move the counter, which would run out of numbers.
Cadena numerar_cheque(Escritura& db, std::optional<NumeroCheque> const& numero, PagoResuelto const& pago) {
    if (!pago.cheque) return {};
    std::string const escrito = numero ? numero->valor() : std::string();
    bool const es_numero = !escrito.empty() && escrito.size() <= 12 &&
                           std::all_of(escrito.begin(), escrito.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (!escrito.empty() && !es_numero) return Cadena::de_base(escrito);
    auto const tomado = db.uno<NumeroDeCheque, sql::cheque_tomar>(
        "cuentaId"_es(pago.banco.cuentaId), "numero"_es(es_numero ? ValorSql(escrito) : std::nullopt));
    return Cadena::de_base(es_numero ? escrito : std::to_string(tomado->numero.valor()));
}

}  // namespace gestor::bancos
