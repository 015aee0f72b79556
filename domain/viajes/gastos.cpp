// Expenses of a travel agency: one for each supplier's document, all of a booking in its file, in one transaction.
#include <algorithm>

#include "domain/bancos/ofrece.hpp"
#include "domain/compras/documentos.hpp"
#include "domain/contactos/ofrece.hpp"
#include "domain/motor/captura/folio_fiscal.hpp"
#include "domain/motor/escritura/emisor.hpp"
#include "domain/motor/importes/costos.hpp"
#include "domain/viajes/consultas.hpp"
#include "domain/viajes/documentos.hpp"
#include "domain/viajes/escrituras.hpp"
#include "domain/viajes/expedientes.hpp"
#include "domain/viajes/reglas.hpp"

namespace gestor::viajes {
namespace {

struct PapelPropio {  // PapelPropio: stored columns of a supplier's document
    Cadena serieProveedor;
    Cadena folioProveedor;
    Fecha fechaProveedor;
    Booleano esTercero = false;
};
DTO(PapelPropio, serieProveedor, folioProveedor, fechaProveedor, esTercero)

}  // namespace
static TablaPropia const tabla_papel(*tipo_de<PapelPropio>(), "compra");

namespace {

// FallasDeGasto: faults with the names of the body's members. A fault of the header is reported once, not with every
// document.
struct FallasDeGasto {
    Fallas todas{};
    std::optional<ErrorCampo> concepto{};  // the concept is not one of expenses

    void tomar(Fallas const& de, std::size_t i) {
        constexpr std::string_view linea = "partidas[0].", propios[] = {"fecha", "moneda", "tipoCambio"};
        for (auto const& f : de.lista()) {
            bool const de_linea = f.campo.starts_with(linea);
            bool const propio = std::ranges::find(propios, f.campo) != std::end(propios);
            auto campo = de_linea ? en_fila("proveedores", i, std::string_view(f.campo).substr(linea.size()))
                         : propio ? en_fila("proveedores", i, f.campo)
                                  : f.campo;
            bool const de_encabezado = !campo.starts_with("proveedores");
            if (de_linea && campo.ends_with("conceptoId") && f.codigo == codigo::rango) {
                if (!concepto) concepto = {std::move(campo), f.codigo, f.mensaje};
            } else if (!de_encabezado || i == 0) {
                todas.agregar(std::move(campo), f.codigo, f.mensaje);
            }
        }
    }
    void lanzar() {
        todas.lanzar();
        if (concepto) throw Problema(codigo::concepto_invalido, concepto->mensaje, {*concepto});
    }
};

EncabezadoNuevo encabezado_de(GastoDeViajeNuevo const& g, Fecha fecha) {
    EncabezadoNuevo e;
    e.fecha = FechaDocumento(FechaHora(fecha));
    e.sucursalId = g.sucursalId, e.proyectoId = g.proyectoId, e.centroCostoId = g.centroCostoId, e.notas = g.notas;
    return e;
}

// Draft of a supplier's document, with its references resolved.
Borrador resolver_entrada(Escritura& db, GastoDeViajeNuevo const& g, std::size_t i, FallasDeGasto& fallas,
                          std::vector<Cadena>& avisos) {
    Borrador b(db, compras::gasto, compras::gasto_nuevo);
    auto const& p = g.proveedores[i];
    auto e = encabezado_de(g, p.fecha);
    if (i == 0) e.referenciaExterna = g.referenciaExterna;
    if (p.moneda && !p.moneda->vacio()) e.moneda = p.moneda;
    e.tipoCambio = p.tipoCambio;
    Menciones m;
    auto const campo = en_fila("proveedores", i, p.rfc ? "rfc" : "proveedorId");
    auto const campo_codigo = en_fila("proveedores", i, "codigoProveedor");
    m.campo = campo, m.campo_codigo = campo_codigo;
    m.nombrar(p.proveedorId, p.codigoProveedor);
    if (p.rfc) m.contraparteId = contactos::proveedor_con_rfc(db, *p.rfc, TextoReq<300>(p.nombre->valor()), avisos);
    b.encabezado(e, m);
    PartidaNueva linea;
    linea.conceptoId = p.conceptoId, linea.descripcion = p.descripcion;
    linea.cantidad = Positivo<Cantidad>(Cantidad::de_entero(1));
    linea.precioUnitario = NoNegativo<Precio>();
    b.partidas(std::span(&linea, 1));
    acreditar(db, b.lineas, {p.acreditamiento});
    if (b.fallas.vacio()) comprobar_iva(p, b.lineas[0].perfil, en_fila("proveedores", i, "iva"), fallas.todas);
    fallas.tomar(b.fallas, i);
    for (auto const& a : b.c.avisos) avisos.push_back(Cadena::de_base(a));
    return b;
}

// ---- the file ----
std::optional<ExpedienteHallado> buscar_expediente(Escritura& db, GastoDeViajeNuevo const& g, Fallas& fallas) {
    bool const con_booking = g.booking && !g.booking->vacio();
    if (!g.expedienteId) return con_booking ? expediente_de(db, g.booking->valor()) : std::nullopt;
    auto hallado = db.uno<ExpedienteHallado, sql::expediente_por_id>("expedienteId"_es(*g.expedienteId));
    if (!hallado)
        fallas.agregar("expedienteId", codigo::no_existe, "no existe");
    else if (con_booking && hallado->booking.valor() != g.booking->valor())
        fallas.agregar("booking", codigo::rango, "no es la reserva de expedienteId; envíe uno solo de los dos");
    return hallado;
}

// Opens the file of the booking, dated on the first of its documents.
Id abrir_suyo(Escritura& db, GastoDeViajeNuevo const& g) {
    auto const primero = std::ranges::min(g.proveedores, {}, &ProveedorDeGasto::fecha).fecha;
    return abrir_expediente(db, encabezado_de(g, primero), *g.booking);
}

void exigir_uuids_nuevos(Escritura& db, GastoDeViajeNuevo const& g) {
    for (std::size_t i = 0; i < g.proveedores.size(); ++i)
        if (auto const& uuid = g.proveedores[i].uuid) exigir_uuid_nuevo(db, *uuid, en_fila("proveedores", i, "uuid"));
}

// ---- the expense ----
std::string o_vacio(auto const& texto) {
    return texto ? texto->valor() : std::string();
}

// Charges the expense to the account of its concept; an amount paid for a third party, to the account of third parties.
Cargo cargo_de(ProveedorDeGasto const& p, Hechos const& h, Linea const& l) {
    auto const& c = h.cubetasMxn;
    Dinero const base = c.total() + c[Cubeta::ivaRet] + c[Cubeta::isrRet] - c.iva() - c[Cubeta::ieps];
    if (p.esTercero.valor) return {{"TERCEROS"}, base};
    return {l.cuentaContableId != 0 ? Cuenta{{}, l.cuentaContableId} : Cuenta{"GASTO"}, base};
}

Id gastar(Emisor x, ProveedorDeGasto const& p, std::optional<Id> archivo) {
    auto& n = x.cabecera();
    x.dar_credito(p.fecha);
    if (p.uuid) n.uuid = Cadena::de_base(p.uuid->valor());
    PapelPropio const papel{Cadena::de_base(o_vacio(p.serie)), Cadena::de_base(o_vacio(p.folio)), p.fecha,
                            p.esTercero.valor};
    n.palabras = Cadena::de_base(papel.serieProveedor.valor() + papel.folioProveedor.valor());
    poner_importes(p, x.lineas[0]);
    poner_lineas(x.h(), x.lineas);
    tratar_ieps(x.db, x.h());
    x.h().cargos.push_back(cargo_de(p, x.h(), x.lineas[0]));
    x.propio(tabla_papel, papel);
    if (archivo) x.viene_de(*archivo);
    return std::move(x).emitir().id;
}

// ---- its payments ----
std::string moneda_de(std::optional<Texto<3>> const& moneda) {
    return moneda && !moneda->vacio() ? mayusculas(moneda->valor()) : "MXN";
}

// PorPagar: an expense to pay: its supplier, and the rate of its currency.
struct PorPagar {
    Id gasto;
    Id proveedor;
    TipoCambio tipoCambio;
};
// Rate of a payment: that of its own currency; a payment in pesos has the rate of the currency that it pays.
bancos::EgresoNuevo egreso_de(GastoDeViajeNuevo const& g, PagoDeGasto const& p, ProveedorDeGasto const& papel,
                              PorPagar const& que) {
    bancos::EgresoNuevo e;
    e.cuentaId = p.cuentaId, e.formaPagoId = p.formaPagoId, e.referencia = p.referencia;
    e.fecha = FechaDocumento(FechaHora(p.fechaPago));
    e.sucursalId = g.sucursalId, e.centroCostoId = g.centroCostoId, e.divisionId = g.proyectoId, e.notas = g.notas;
    if (p.moneda && !p.moneda->vacio()) e.moneda = p.moneda;
    e.beneficiarioId = BeneficiarioId(que.proveedor.valor());
    bancos::PartidaEgreso linea;
    linea.importeAbono = p.importe;
    linea.transaccionIdCompra = que.gasto;
    auto const suya = moneda_de(p.moneda), del_gasto = moneda_de(papel.moneda);
    bool const otra = suya != del_gasto, en_pesos = suya == "MXN";
    if (!otra || !en_pesos) e.tipoCambio = p.tipoCambio;
    if (otra && en_pesos) linea.tipoCambio = p.tipoCambio;
    if (otra && !en_pesos && del_gasto != "MXN") linea.tipoCambio = Positivo<TipoCambio>(que.tipoCambio);
    e.partidas.push_back(std::move(linea));
    return e;
}

bancos::Egresado pagar(Escritura& db, bancos::EgresoNuevo const& e, std::size_t i) {
    try {
        return bancos::egresar(db, e);
    } catch (Problema const& p) {
        throw en_pago(p, i);
    }
}

}  // namespace

GastoRegistradoViewModel registrar_gasto(Escritura& db, Sesion const& sesion, Cuerpo<GastoDeViajeNuevo> const& g) {
    if (!g.pagos.empty() && !sesion.permite("bancos.escribir"))
        throw Problema(codigo::permiso_denegado, "para pagar se requiere el permiso bancos.escribir");
    FallasDeGasto fallas;
    GastoRegistradoViewModel r;
    std::vector<Borrador> entradas;
    for (std::size_t i = 0; i < g.proveedores.size(); ++i)
        entradas.push_back(resolver_entrada(db, g, i, fallas, r.advertencias));
    auto const hallado = buscar_expediente(db, g, fallas.todas);
    fallas.lanzar();
    if (hallado) exigir_abierto(*hallado);
    exigir_uuids_nuevos(db, g);
    std::vector<Emisor> papeles;
    for (auto& e : entradas) papeles.push_back(std::move(e).bloquear());

    std::optional<Id> archivo;
    if (hallado)
        archivo = hallado->transaccionId;
    else if (g.booking && !g.booking->vacio())
        archivo = abrir_suyo(db, g);
    std::vector<Id> ids, egresos;
    std::vector<PorPagar> por_pagar;
    for (std::size_t i = 0; i < papeles.size(); ++i) {
        auto const& c = papeles[i].c;
        por_pagar.push_back({c.transaccionId, *c.contraparteId.id(), *c.tipoCambio});
        ids.push_back(gastar(std::move(papeles[i]), g.proveedores[i], archivo));
    }
    for (std::size_t i = 0; i < g.pagos.size(); ++i) {
        auto const cual = static_cast<std::size_t>(g.pagos[i].indiceProveedor.valor.valor());
        auto const e = egreso_de(g, g.pagos[i], g.proveedores[cual], por_pagar[cual]);
        auto const hecho = pagar(db, e, i);
        egresos.push_back(hecho.transaccionId);
        for (auto const& a : hecho.avisos) r.advertencias.push_back(Cadena::de_base(a));
    }

    r.gastos = db.lista<GastoDeProveedor, sql::gastos_registrados>("ids"_es(ids));
    r.egresos = db.lista<EgresoDeGasto, sql::egresos_registrados>("ids"_es(egresos));
    auto const& primero = r.gastos.front();
    r.transaccionId = primero.transaccionId, r.folio = primero.folio, r.total = primero.total, r.saldo = primero.saldo;
    r.transaccionIdServiceReferencia = archivo.value_or(primero.transaccionId);
    return r;
}

}  // namespace gestor::viajes
