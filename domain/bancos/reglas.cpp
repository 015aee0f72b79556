#include "domain/comun/reglas.hpp"

#include <algorithm>

#include "domain/bancos/tipos_cobros.hpp"

namespace gestor {
namespace {

void validar_aplicaciones(std::vector<AplicacionPedida> const& aplicaciones, Fallas& fallas) {
    for (auto a = aplicaciones.begin(); a != aplicaciones.end(); ++a)
        if (std::any_of(aplicaciones.begin(), a, [&](auto const& x) { return x.transaccionId == a->transaccionId; }))
            fallas.agregar(en_fila("aplicaciones", static_cast<std::size_t>(a - aplicaciones.begin()), "transaccionId"),
                           codigo::duplicado, "repite un documento; envíe un solo importe por documento");
}

}  // namespace

void validar(DepositoFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(DepositoFechasFiltro const& f, Fallas& fallas) {
    constexpr std::chrono::days un_anio{366};  // both ends are in it
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
    if (fallas.vacio() && f.fechaFinal - f.fechaInicial >= un_anio)
        fallas.agregar("fechaFinal", codigo::rango_fechas, "el rango pasa de 366 días");
}

void validar(DepositoNuevo const& d, Fallas& fallas) {
    validar_aplicaciones(d.aplicaciones, fallas);
    if (d.tipo.valor == "Cobranza") {
        if (!d.contactoId) fallas.agregar("contactoId", codigo::requerido, "la cobranza es de un cliente");
        if (!d.partidas.empty())
            fallas.agregar("partidas", codigo::rango, "una cobranza no lleva partidas; se asigna con aplicaciones");
        return;
    }
    if (!d.aplicaciones.empty())
        fallas.agregar("aplicaciones", codigo::rango, "un depósito por concepto no se aplica a documentos");
    if (d.partidas.empty()) {
        fallas.agregar("partidas", codigo::requerido, "un depósito por concepto lleva al menos una partida");
        return;
    }
    Dinero suma;
    for (auto const& p : d.partidas) suma += p.importe;
    if (suma != d.importe) fallas.agregar("importe", codigo::rango, "no es la suma de las partidas");
}

void validar(AnticipoNuevo const& a, Fallas& fallas) {
    if (!a.tasaIva) return;
    if (*a.tasaIva != Tasa{"0.16"} && *a.tasaIva != Tasa{"0.08"} && !a.tasaIva->es_cero())
        fallas.agregar("tasaIva", codigo::rango, "debe ser 0.16, 0.08 o 0");
    if (a.exentoIva.valor && !a.tasaIva->es_cero())
        fallas.agregar("exentoIva", codigo::rango, "un anticipo exento no tiene tasaIva");
}

void validar(AsignacionNueva const& a, Fallas& fallas) {
    validar_aplicaciones(a.aplicaciones, fallas);
}

}  // namespace gestor
