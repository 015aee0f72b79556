#include "domain/motor/cartera/depositos.hpp"

#include "domain/motor/captura/consultas_resolver.hpp"
#include "domain/motor/escritura/sellado.hpp"
#include "domain/valores/json.hpp"

namespace gestor {
namespace {

struct PagoDeBase {
    Id transaccionId;
    Cadena serie;
    IdOCero cuentaId;
    Cadena cuenta;
    Cadena tipoCuenta;
    IdOCero cuentaContableId;
    Booleano mismaMoneda;
    IdOCero formaPagoId;
    Cadena forma;
    Cadena claveSat33;
    Booleano usable;  // the form of payment is usable in this direction
    Booleano cheque;
    Booleano consecutivo;
    Booleano chequera;
};
DTO(PagoDeBase, transaccionId, serie, cuentaId, cuenta, tipoCuenta, cuentaContableId, mismaMoneda, formaPagoId, forma,
    claveSat33, usable, cheque, consecutivo, chequera)

TipoDocumento const& dinero_de_ventas() {
    return tipo_con(Lado::venta, Naturaleza::dinero);
}

bool sale(TipoDocumento const& tipo) {
    return tipo.lado == Lado::compra;
}

std::vector<PagoDeBase> consultar(Escritura& db, TipoDocumento const& tipo, Contexto const& c,
                                  std::span<PagoNuevo const> pagos) {
    if (pagos.empty()) return {};
    std::string filas;
    json_escribir(std::vector<PagoNuevo>(pagos.begin(), pagos.end()), filas);
    return db.lista<PagoDeBase, sql::pagos_resolver>(
        "pagos"_es(std::move(filas)), "objId"_es(std::int64_t{tipo.obj_id}), "sucursalId"_es(c.sucursalId),
        "monedaId"_es(c.monedaId), "sale"_es(sale(tipo) ? "true" : "false"));
}

void comprobar(TipoDocumento const& tipo, PagoNuevo const& p, PagoDeBase const& r, std::string const& camino,
               Fallas& fallas) {
    if (!r.formaPagoId.presente())
        fallas.agregar(camino + "formaPagoId", codigo::no_existe, "no existe o no está activo");
    else if (!r.usable)
        fallas.agregar(camino + "formaPagoId", codigo::rango,
                       "la forma de pago no se usa en " + std::string(sale(tipo) ? "egresos" : "depósitos"));
    else if (r.claveSat33 == "12" || r.claveSat33 == "17" || r.claveSat33 == "30")
        fallas.agregar(camino + "formaPagoId", codigo::rango,
                       "dación en pago, compensación y aplicación de anticipos no mueven dinero: nada " +
                           std::string(sale(tipo) ? "sale del banco" : "entra al banco"));
    else if (sale(tipo) && r.cheque && r.cuentaId.presente() && !r.chequera)
        fallas.agregar(camino + "formaPagoId", codigo::rango, "la cuenta no maneja cheques");
    if (p.cuentaId && !r.cuentaId.presente())
        fallas.agregar(camino + "cuentaId", codigo::no_existe, "no existe o no está activo");
    else if (!r.cuentaId.presente())
        fallas.agregar(camino + "cuentaId", codigo::requerido, "la sucursal no tiene una caja de esa moneda");
    else if (!r.mismaMoneda)
        fallas.agregar(camino + "cuentaId", codigo::rango, "la cuenta no es de la moneda del documento");
}

PagoResuelto resuelto(PagoNuevo const& p, PagoDeBase const& r) {
    PagoResuelto pago;
    pago.transaccionId = r.transaccionId;
    pago.serie = r.serie;
    if (r.cuentaId.presente()) pago.banco.cuentaId = Id(r.cuentaId.valor());
    pago.banco.formaPagoId = r.formaPagoId;
    pago.banco.cuenta = r.cuenta;
    pago.banco.forma = r.forma;
    if (p.referencia) pago.banco.referencia = Cadena::de_base(p.referencia->valor());
    pago.cuenta = cuenta_de_libro(r.cuentaContableId, r.tipoCuenta);
    pago.claveSat33 = r.claveSat33.valor();
    pago.importe = p.importe;
    pago.cheque = r.cheque, pago.consecutivo = r.consecutivo;
    return pago;
}

// Header of the deposit of a sale: same customer, branch, day and currency as the sale.
CabeceraNueva cabecera_de_deposito(CabeceraNueva const& venta, PagoResuelto const& pago) {
    CabeceraNueva n;
    n.transaccionId = pago.transaccionId;
    n.objId = dinero_de_ventas().obj_id;
    n.serie = pago.serie;
    n.sucursalId = venta.sucursalId;
    n.fecha = venta.fecha;
    n.contactoId = venta.contactoId;
    n.contacto = venta.contacto;
    n.rfc = venta.rfc;
    n.monedaId = venta.monedaId;
    n.moneda = venta.moneda;
    n.tipoCambio = venta.tipoCambio;
    n.proyectoId = venta.proyectoId;
    n.centroCostoId = venta.centroCostoId;
    n.almacenId = venta.almacenId;  // moving warehouse: the money belongs to its day
    return n;
}

}  // namespace

Cuenta cuenta_de_libro(IdOCero propia, Cadena const& tipo) {
    if (propia.presente()) return {{}, propia.valor()};
    return {tipo == "Caja" ? "CAJA" : "BANCO"};
}

std::vector<PagoResuelto> resolver_pagos(Escritura& db, Contexto const& c, std::span<PagoNuevo const> pagos,
                                         Fallas& fallas) {
    std::vector<PagoResuelto> resueltos;
    auto const& tipo = dinero_de_ventas();
    auto const filas = consultar(db, tipo, c, pagos);
    for (std::size_t i = 0; i < filas.size(); ++i) {
        comprobar(tipo, pagos[i], filas[i], en_fila("pagos", i) + ".", fallas);
        if (filas[i].serie.vacio() && c.sucursalId.presente())
            fallas.agregar(en_fila("pagos", i), codigo::no_existe, "la sucursal no tiene serie de depósitos");
        resueltos.push_back(resuelto(pagos[i], filas[i]));
    }
    return resueltos;
}

PagoResuelto resolver_pago(Escritura& db, TipoDocumento const& tipo, Contexto const& c, PagoNuevo const& pago,
                           Fallas& fallas) {
    auto const fila = consultar(db, tipo, c, {&pago, 1}).at(0);
    comprobar(tipo, pago, fila, {}, fallas);
    return resuelto(pago, fila);
}

void poner_dinero(Hechos& h, PagoResuelto const& pago, Dinero importe) {
    auto& c = h.documento.cabecera;
    c.subtotal = importe;
    c.total = importe;
    h.documento.banco = pago.banco;
    h.contra = pago.cuenta;
    h.cubetasMxn[Cubeta::noAfecto] = multiplicar<2>(importe, c.tipoCambio);  // the pesos as one part, without taxes
}

Id depositar(Escritura& db, CabeceraNueva const& venta, PagoResuelto const& pago, Dinero importe, Cartera& cartera) {
    Emision e;
    e.hechos.documento.cabecera = cabecera_de_deposito(venta, pago);
    poner_dinero(e.hechos, pago, importe);
    // a cancel of the sale finds the deposit by this relation
    e.hechos.relaciones.push_back({venta.transaccionId, pago.transaccionId, "Origen"});
    e.aplicaciones.push_back({.fuente = pago.transaccionId,
                              .destino = venta.transaccionId,
                              .importe = importe,
                              .importeFuente = importe,
                              .fecha = venta.fecha});
    auto const& tipo = dinero_de_ventas();
    aplicar(db, planificar(tipo, *tipo.nacimientos.front(), std::move(e), cartera));
    return pago.transaccionId;
}

}  // namespace gestor
