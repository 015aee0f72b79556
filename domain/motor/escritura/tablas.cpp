#include "domain/motor/escritura/tablas.hpp"

namespace gestor::tablas {
namespace {

template <class T>
Tabla const& tabla(std::string_view nombre, std::vector<Tabla::Excepcion> excepciones = {},
                   Tabla::Llave llave = Tabla::Llave::del_documento) {
    static Tabla const unica(*tipo_de<T>(), nombre, std::move(excepciones), llave);
    return unica;
}

}  // namespace

Tabla const& cabecera() {
    return tabla<CabeceraNueva>("transaccion",
                                {{.campo = "metodoPago", .nula = true},
                                 {.campo = "formaPago", .nula = true},
                                 {.campo = "usoCFDI", .nula = true},
                                 {.campo = "regimenFiscal", .nula = true},
                                 {.campo = "numero", .fuera = true}},  // next number of the series, except for
                                                                       // documents of another system
                                Tabla::Llave::propia);
}
Tabla const& partidas() {
    return tabla<PartidaGuardada>("partida", {{.campo = "numeroPartidaOrigen", .nula = true}});
}
Tabla const& impuestos() {
    return tabla<ImpuestoGuardado>("partida_impuesto", {{.campo = "tasaOCuota", .columna = "tasa_cuota"}});
}
Tabla const& retenciones() {
    return tabla<RetencionGuardada>("retencion");
}
Tabla const& series() {
    return tabla<SerieGuardada>("partida_serie");
}
Tabla const& lotes() {
    return tabla<LoteGuardado>("partida_lote");
}
Tabla const& banco() {
    return tabla<MovimientoBancoNuevo>("movimiento_banco");
}
Tabla const& relaciones() {
    return tabla<RelacionNueva>("relacion", {}, Tabla::Llave::propia);
}
Tabla const& existencias() {
    return tabla<CambioExistencia>("existencia");
}
Tabla const& movimientos() {
    return tabla<MovimientoGuardado>("movimiento_inventario");
}
Tabla const& avances() {
    return tabla<Avance>("partida");
}
Tabla const& saldos() {
    return tabla<CambioSaldo>("transaccion");
}
Tabla const& reservas() {
    return tabla<Reserva>("apartado");
}

}  // namespace gestor::tablas
