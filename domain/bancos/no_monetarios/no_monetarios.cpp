#include "domain/bancos/no_monetarios/no_monetarios.hpp"

#include "domain/bancos/documentos.hpp"
#include "domain/bancos/egresos/enterado.hpp"
#include "domain/bancos/no_monetarios/consultas.hpp"
#include "domain/bancos/solicitudes/solicitudes.hpp"
#include "domain/motor/escritura/cancelar.hpp"
#include "domain/motor/importes/costos.hpp"

namespace gestor::bancos {
namespace {

struct NoMonetarioPropio {  // NoMonetarioPropio: stored columns that only a payment without money has
    TipoNoMonetario tipoPago;
};
DTO(NoMonetarioPropio, tipoPago)

}  // namespace
static TablaPropia const tabla_no_monetario(*tipo_de<NoMonetarioPropio>(), "documento");

namespace {

constexpr FormaDeAplicar cobrar{.lista = "cobrar",
                                .documento = "transaccionId",
                                .importe = "importe",
                                .lado = Lado::venta,
                                .accion = AccionDocumento::cobrar,
                                .no_es = "no es un documento de venta por cobrar",
                                .de_otro = "lo debe otro contacto"};
constexpr FormaDeAplicar pagar{.lista = "pagar",
                               .documento = "transaccionId",
                               .importe = "importe",
                               .lado = Lado::compra,
                               .accion = AccionDocumento::pagar,
                               .no_es = "no es un documento de compra por pagar",
                               .de_otro = "se le debe a otro contacto"};

// ---- goods ----
std::vector<Linea> lineas_de(Escritura& db, Contexto const& c, PagoNoMonetarioNuevo const& nuevo, Fallas& fallas) {
    std::vector<PartidaNueva> partidas;
    for (auto const& p : nuevo.partidas) {
        PartidaNueva n;
        n.productoId = p.productoId, n.codigo = p.codigo, n.cantidad = p.cantidad, n.unidadMedidaId = p.unidadMedidaId;
        n.precioUnitario = NoNegativo<Precio>(Precio(p.precioUnitario));
        n.series.assign(p.series.begin(), p.series.end());
        n.lotes.assign(p.lotes.begin(), p.lotes.end());
        n.notas = p.notas;
        partidas.push_back(std::move(n));
    }
    validar_partidas(partidas, fallas);
    auto lineas = resolver_lineas(db, pago_no_monetario, c, c.fecha, partidas, fallas);
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        auto& l = lineas[i];
        // goods without taxes of their own: the taxes are those of the paid documents
        l.perfil = {"01", {}, {}, {}, {}, {}};
        l.guardada.objetoImpuesto = Cadena::de_base(l.perfil.objeto);
        if (l.guardada.productoId.presente() && l.tipo != "Producto")
            fallas.agregar(en_fila("partidas", i, "productoId"), codigo::rango,
                           "un servicio o un kit no tiene existencia");
    }
    calcular(lineas, fallas);
    return lineas;
}

// ---- settled debts ----
Dinero suma_de(std::span<Cartera::Aplicacion const> aplicaciones) {
    Dinero suma;
    for (auto const& c : aplicaciones) suma += c.importeFuente;
    return suma;
}

std::string texto(Dinero importe) {
    std::string salida;
    importe.escribir(salida);
    return salida;
}

// Goods and compensated debt together pay, to the cent, the customer's debt (`cobrar`).
void exigir_igualdad(TipoNoMonetario const& tipo, Dinero cobrado, Dinero pagado, Dinero mercancia,
                     TipoCambio tipo_cambio) {
    Fallas fallas;
    if (excede(cobrado, tipo_cambio))
        fallas.agregar("cobrar", codigo::rango, "no puede sumar más de 9999999999999.99, tampoco en pesos");
    if (cobrado != pagado + mercancia)
        fallas.agregar(
            tipo == "Compensacion" ? "pagar" : "partidas", codigo::rango,
            "cobrar suma " + texto(cobrado) + ", y la mercancía y los adeudos a cambio " + texto(pagado + mercancia));
    fallas.lanzar();
}

// Values the goods in pesos: the part of the debt that the goods pay, after our own debt has paid its part.
void poner_mercancia(Escritura& db, Hechos& h, std::vector<Linea> const& lineas, Dinero cobrado, Dinero pagado,
                     IdOCero almacen) {
    TipoCambio const tasa = h.documento.cabecera.tipoCambio;
    h.cubetasMxn = de_una_parte(multiplicar<2>(cobrado, tasa) - multiplicar<2>(pagado, tasa));
    h.piezas = piezas_que_entran(db, lineas, costos_de(h, lineas), almacen);
}

// Greatest sum of the documents of one payment.
constexpr Dinero sin_tope{"9999999999999.99"};

}  // namespace

PagoNoMonetarioResultado pagar_sin_dinero(Escritura& db, Cuerpo<PagoNoMonetarioNuevo> const& nuevo) {
    Borrador b(db, pago_no_monetario, no_monetario_nuevo);
    auto const por_cobrar = pedidos_de(nuevo.cobrar);
    auto por_pagar = pedidos_de(nuevo.pagar);
    Menciones menciones;
    menciones.nombrar(nuevo.contactoId, nuevo.codigoContacto);
    menciones.campo_codigo = "codigoContacto", menciones.del_origen = true;
    menciones.quien = Quien::deudor;
    menciones.almacenId = nuevo.almacenId;
    menciones.origenes = documentos_de(por_cobrar);
    for (Id const id : documentos_de(por_pagar)) menciones.origenes.push_back(id);
    b.encabezado(nuevo, menciones);
    b.lineas = lineas_de(db, b.c, nuevo, b.fallas);

    auto x = std::move(b).bloquear();
    auto& h = x.h();
    auto& cabecera = x.cabecera();
    auto const fuente = fuente_de(cabecera, sin_tope);
    x.e.aplicaciones = exigir_pagos(x.cartera(), fuente, por_cobrar, cabecera.fecha, cobrar);
    apartar(db, por_pagar);
    auto const compensado = exigir_pagos(x.cartera(), fuente, por_pagar, cabecera.fecha, pagar);
    Dinero const cobrado = suma_de(x.e.aplicaciones), pagado = suma_de(compensado);
    x.e.aplicaciones.insert(x.e.aplicaciones.end(), compensado.begin(), compensado.end());
    poner_lineas(h, x.lineas);
    exigir_igualdad(nuevo.tipo, cobrado, pagado, cabecera.total, cabecera.tipoCambio);
    poner_mercancia(db, h, x.lineas, cobrado, pagado, x.c.almacenId);
    cabecera.subtotal = cabecera.total = cobrado;
    x.propio(tabla_no_monetario, NoMonetarioPropio{nuevo.tipo});
    auto const aplicados = x.e.aplicaciones;
    auto hecho = std::move(x).emitir();
    PagoNoMonetarioResultado r{hecho.resultado(), nuevo.tipo, {}};
    for (auto const& cobro : aplicados) r.documentosAfectados.push_back(afectado(hecho.cartera, cobro));
    return r;
}

PagoNoMonetarioResultado cancelar_no_monetario(Escritura& db, Sesion const& sesion, Id id,
                                               ConsultaOCuerpo<CancelacionNoMonetaria> const& consulta) {
    static constexpr TipoDocumento const* tipos[] = {&pago_no_monetario};
    TipoNoMonetario suyo;
    auto const del_tipo = [&](DocumentoBloqueado const& d) {
        suyo = db.uno<NoMonetarioPropio, sql::tipo_no_monetario>("transaccionId"_es(d.transaccionId))->tipoPago;
        Fallas fallas;
        if (consulta.tipo && *consulta.tipo != suyo)
            fallas.agregar("tipo", codigo::rango, d.folio.valor() + " es de tipo " + std::string(suyo.valor()));
        fallas.lanzar();
        exigir_sin_enterar(db, d);
    };
    cancelar(db, sesion, id,
             {.tipos = tipos, .motivo = consulta.motivo ? consulta.motivo->valor() : std::string(), .antes = del_tipo});
    return {resultado(db, id), suyo, db.lista<FacturaAfectada, sql::facturas_afectadas>("transaccionId"_es(id))};
}

}  // namespace gestor::bancos
