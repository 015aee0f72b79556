// Effects of each row of the document tables, as text. For all rows, at random: debit equals credit, and a plan plus
// its reversal is nothing.
#include <boost/test/unit_test.hpp>
#include <map>
#include <random>

#include "domain/bancos/documentos.hpp"
#include "domain/compras/documentos.hpp"
#include "domain/inventario/documentos.hpp"
#include "domain/motor/captura/encabezado.hpp"
#include "domain/motor/captura/lineas.hpp"
#include "domain/motor/cartera/cartera.hpp"
#include "domain/motor/escritura/apertura.hpp"
#include "domain/motor/escritura/etapas.hpp"
#include "domain/motor/escritura/sellado.hpp"
#include "domain/ventas/documentos.hpp"
#include "tests/domain/cubetas_ayuda.hpp"
#include "tests/domain/importes_ayuda.hpp"

BOOST_AUTO_TEST_SUITE(plan_documento_test)

using namespace gestor;

namespace {

constexpr std::int64_t almacen = 7, otro_almacen = 8;

ExistenciaActual existencia(std::int64_t producto, char const* metodo, Cantidad cantidad, Dinero valor) {
    ExistenciaActual e;
    e.almacenId = Id(almacen), e.productoId = Id(producto), e.codigo = Cadena("P" + std::to_string(producto));
    e.metodoCosteo = decltype(e.metodoCosteo)::de_base(metodo);
    e.cantidad = cantidad, e.valor = valor;
    return e;
}

CapaAbierta capa(std::int64_t id, std::int64_t producto, int dia, Cantidad restante, Dinero valor) {
    CapaAbierta c;
    c.almacenId = Id(almacen), c.productoId = Id(producto), c.capaId = Id(id);
    c.fecha = FechaHora(Fecha(2026, 1, static_cast<unsigned>(dia)));
    c.restante = restante, c.valor = valor;
    return c;
}

Pieza pieza(int numero, std::int64_t producto, Cantidad cantidad) {
    Pieza p;
    p.numeroPartida = numero, p.fila = static_cast<std::size_t>(numero - 1);
    p.almacenId = Id(almacen), p.productoId = Id(producto), p.cantidad = cantidad;
    return p;
}

Pieza que_entra(int numero, std::int64_t producto, Cantidad cantidad, Dinero valor) {
    auto p = pieza(numero, producto, cantidad);
    p.rumbo = Rumbo::entra, p.valor = valor;
    return p;
}

// Stock of two products, one costed by PEPS and one by average: 10 units at 100 and 5 at 110 of each.
Existencias quince() {
    Existencias e;
    e.actuales = {existencia(1, "PEPS", Cantidad{"15"}, Dinero{"1550"}),
                  existencia(2, "PROMEDIO", Cantidad{"15"}, Dinero{"1550"})};
    e.capas = {capa(11, 1, 1, Cantidad{"10"}, Dinero{"1000"}), capa(12, 1, 2, Cantidad{"5"}, Dinero{"550"}),
               capa(21, 2, 1, Cantidad{"10"}, {}), capa(22, 2, 2, Cantidad{"5"}, {})};
    return e;
}

Hechos hechos(TipoDocumento const& tipo, std::vector<Linea> lineas, TipoCambio tipo_cambio = TipoCambio{"1"}) {
    Hechos h;
    auto& c = h.documento.cabecera;
    c.transaccionId = Id(500), c.objId = tipo.obj_id, c.sucursalId = Id(1), c.serie = Cadena("X");
    c.fecha = FechaHora(Fecha(2026, 3, 15)), c.monedaId = 1, c.moneda = Cadena("MXN"), c.tipoCambio = tipo_cambio;
    Fallas fallas;
    calcular(lineas, fallas);
    BOOST_REQUIRE(fallas.vacio());
    poner_lineas(h, lineas);
    h.contra = {"BANCO"};
    return h;
}

Linea linea(Cantidad cantidad, Precio precio, PerfilImpuestos p = perfil(Tasa{"0.16"})) {
    Linea l;
    l.guardada.cantidad = cantidad, l.guardada.precioUnitario = precio, l.guardada.factor = Cantidad{"1"};
    l.perfil = std::move(p);
    return l;
}

DocumentoBloqueado documento(std::int64_t id, TipoDocumento const& tipo, Dinero total, Cubetas const& cubetas,
                             TipoCambio tipo_cambio = TipoCambio{"1"}) {
    DocumentoBloqueado d;
    d.transaccionId = Id(id), d.objId = Id(tipo.obj_id), d.total = d.saldo = total, d.tipoCambio = tipo_cambio;
    d.monedaId = tipo_cambio == TipoCambio{"1"} ? 1 : 2;
    d.cubetas = cubetas, d.cubetasMxn = a_pesos(cubetas, tipo_cambio);
    d.nacer(cubetas, *d.cubetasMxn);
    return d;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_invoice_sells_posts_and_takes_the_oldest_layers) {
    auto h = hechos(ventas::factura_de_venta, {linea(Cantidad{"12"}, Precio{"200"})});
    h.existencias = quince();
    h.piezas = {pieza(1, 1, Cantidad{"12"})};
    BOOST_CHECK_EQUAL(planificar(ventas::factura_de_venta, ventas::factura_nueva, h).texto(),
                      R"(documento 1 serie X Pendiente total 2784.00 saldo 2784.00
existencia almacén 7 producto 1 -10 valor -1000.00 capa 11
existencia almacén 7 producto 1 -2 valor -220.00 capa 12
póliza Diario
  D CLIENTES 2784.00
  A VENTAS_16 2400.00
  A IVA_POR_COBRAR 384.00
  D COSTO_VENTAS 1220.00
  A INVENTARIO 1220.00
)");
    h.piezas = {pieza(1, 2, Cantidad{"12"})};
    BOOST_CHECK_EQUAL(texto(planificar(ventas::factura_de_venta, ventas::factura_nueva, h).nuevo->partidas[0].costo),
                      "1240.00");
}

BOOST_AUTO_TEST_CASE(all_the_taxes_of_a_sale_have_their_account) {
    auto ieps = perfil(Tasa{"0.16"});
    ieps.ieps = Tasa{"0.08"};
    auto retenida = perfil(Tasa{"0.16"});
    retenida.ivaRetenido = Tasa{"0.106667"}, retenida.isrRetenido = Tasa{"0.10"};
    auto con_descuento = linea(Cantidad{"3"}, Precio{"99.99"});
    con_descuento.guardada.descuento = Importe{"10"};
    auto const h = hechos(
        ventas::nota_de_venta,
        {con_descuento, linea(Cantidad{"2.5"}, Precio{"33.333333"}, perfil(Tasa{"0.08"})),
         linea(Cantidad{"10"}, Precio{"12.50"}, ieps), linea(Cantidad{"1"}, Precio{"500"}, perfil({})),
         linea(Cantidad{"1"}, Precio{"200"}, perfil(Tasa{"0"})), linea(Cantidad{"1"}, Precio{"1000"}, retenida)});
    BOOST_CHECK_EQUAL(planificar(ventas::nota_de_venta, ventas::nota_nueva, h).texto(),
                      R"(documento 2 serie X Pendiente total 2236.30 saldo 2236.30
póliza Diario
  D CLIENTES 2236.30
  D IVA_RET_A_FAVOR_PENDIENTE 106.67
  D ISR_RET_A_FAVOR_PENDIENTE 100.00
  A VENTAS_16 1414.97
  A VENTAS_8 83.33
  A VENTAS_0 200.00
  A VENTAS_EXENTAS 500.00
  A IVA_POR_COBRAR 234.67
  A IEPS_POR_COBRAR 10.00
)");
}

BOOST_AUTO_TEST_CASE(an_order_reserves_and_posts_nothing) {
    auto h = hechos(ventas::pedido_de_cliente, {linea(Cantidad{"20"}, Precio{"10"})});
    h.existencias = quince();
    h.piezas = {pieza(1, 1, Cantidad{"20"})};
    BOOST_CHECK_EQUAL(planificar(ventas::pedido_de_cliente, ventas::pedido_nuevo, h).texto(),
                      "documento 3 serie X Pendiente total 232.00 saldo 0.00\n"
                      "apartado almacén 7 producto 1 +20\n");
}

BOOST_AUTO_TEST_CASE(an_invoice_of_a_note_posts_nothing) {
    auto const h = hechos(ventas::factura_de_venta, {linea(Cantidad{"1"}, Precio{"100"})});
    BOOST_CHECK_EQUAL(planificar(ventas::factura_de_venta, ventas::factura_de_notas, h).texto(),
                      "documento 1 serie X Pendiente total 116.00 saldo 116.00\n");
}

// 1,160.00 at 16 % and 1,000.00 at 0 %; half was paid in the other system, at an exchange rate other than 1.
CabeceraNueva de_otro_sistema(Dinero total, TipoCambio tipo_cambio) {
    CabeceraNueva c;
    c.transaccionId = Id(500);
    c.serie = Cadena("A");
    c.numero = 7;
    c.fecha = FechaHora(Fecha(2025, 11, 15));
    c.fechaApertura = Fecha(2026, 1, 2);
    c.total = total;
    c.tipoCambio = tipo_cambio;
    return c;
}

BOOST_AUTO_TEST_CASE(what_another_system_left_opens_with_the_rest_of_it) {
    Cubetas queda = base16(Dinero{"500"}, Dinero{"80"});
    queda[Cubeta::base0] = Dinero{"500"};
    auto const sellado = apertura(ventas::factura_de_venta, de_otro_sistema(Dinero{"2160"}, TipoCambio{"17.5"}), queda);
    auto const& plan = *sellado;
    BOOST_CHECK_EQUAL(plan.texto(),
                      R"(documento 1 serie A Pendiente total 2160.00 saldo 2160.00
Heredado 500 → 500 1080.00 iva 80.00
saldo 500 -1080.00 Parcial
póliza Diario
  D CLIENTES 18900.00
  A IVA_POR_COBRAR 1400.00
  A APERTURA 17500.00
)");
    BOOST_CHECK(plan.fecha == FechaHora(Fecha(2026, 1, 2)));
    BOOST_CHECK(plan.nuevo->cabecera.fecha == FechaHora(Fecha(2025, 11, 15)));
    BOOST_CHECK(plan.saldos[0].partes() == queda);
    BOOST_CHECK_EQUAL(plan.nuevo->partidas.size(), 2u);
    auto retenida = base16(Dinero{"1000"}, Dinero{"160"});
    retenida[Cubeta::ivaRet] = Dinero{"106.67"}, retenida[Cubeta::isrRet] = Dinero{"100"};
    BOOST_CHECK_EQUAL(
        apertura(compras::factura_de_compra, de_otro_sistema(Dinero{"1906.66"}, TipoCambio{"1"}), retenida)->texto(),
        R"(documento 13 serie A Pendiente total 1906.66 saldo 1906.66
retención 1 002  0.10667 de 2000.00 213.34
retención 2 001  0.1 de 2000.00 200.00
Heredado 500 → 500 953.33 iva 160.00
  retención 1 106.67
  retención 2 100.00
saldo 500 -953.33 Parcial
póliza Diario
  A PROVEEDORES 953.33
  D IVA_POR_ACREDITAR 160.00
  A IVA_RET_PENDIENTE 106.67
  A ISR_RET_PENDIENTE 100.00
  D APERTURA 1000.00
)");
    auto const compra = apertura(compras::factura_de_compra, de_otro_sistema(Dinero{"1160"}, TipoCambio{"1"}),
                                 base16(Dinero{"1000"}, Dinero{"160"}));
    BOOST_CHECK_EQUAL(compra->texto(),
                      "documento 13 serie A Pendiente total 1160.00 saldo 1160.00\npóliza Diario\n"
                      "  A PROVEEDORES 1160.00\n  D IVA_POR_ACREDITAR 160.00\n  D APERTURA 1000.00\n");
}

BOOST_AUTO_TEST_CASE(a_deposit_waits_and_collects) {
    auto h = hechos(bancos::deposito_de_banco, {linea(Cantidad{"1"}, Precio{"500"}, perfil({}, "01"))});
    auto plan = planificar(bancos::deposito_de_banco, bancos::deposito_nuevo, h);
    BOOST_CHECK_EQUAL(plan.texto(),
                      "documento 8 serie X Pendiente total 500.00 saldo 500.00\n"
                      "póliza Ingresos\n  D BANCO 500.00\n  A ANTICIPO_CLIENTES 500.00\n");
    Cartera cartera({documento(500, bancos::deposito_de_banco, Dinero{"500"}, {}),
                     documento(600, ventas::factura_de_venta, Dinero{"1160"}, base16(Dinero{"1000"}, Dinero{"160"}))});
    cartera.aplicar({.fuente = Id(500),
                     .destino = Id(600),
                     .importe = Dinero{"333.33"},
                     .importeFuente = Dinero{"333.33"},
                     .fecha = FechaHora(Fecha(2026, 3, 15))},
                    plan, plan.polizas[0]);
    BOOST_CHECK_EQUAL(plan.texto(),
                      R"(documento 8 serie X Pendiente total 500.00 saldo 500.00
Cobro 500 → 600 333.33 iva 45.98
saldo 600 -333.33 Parcial
saldo 500 -333.33 Parcial
póliza Ingresos
  D BANCO 500.00
  A ANTICIPO_CLIENTES 166.67
  D IVA_POR_COBRAR 45.98
  A CLIENTES 333.33
  A IVA_COBRADO 45.98
)");
}

BOOST_AUTO_TEST_CASE(another_currency_leaves_its_difference) {
    Cartera cartera({documento(500, bancos::deposito_de_banco, Dinero{"23200"}, {}),
                     documento(600, ventas::factura_de_venta, Dinero{"1160"}, base16(Dinero{"1000"}, Dinero{"160"}),
                               TipoCambio{"18"})});
    PlanDocumento plan;
    Poliza poliza;
    cartera.aplicar({.fuente = Id(500),
                     .destino = Id(600),
                     .importe = Dinero{"1160"},
                     .importeFuente = Dinero{"23200"},
                     .tipoCambio = TipoCambio{"20"},
                     .fecha = {}},
                    plan, poliza);
    plan.polizas = {poliza};
    BOOST_CHECK_EQUAL(plan.texto(),
                      R"(Cobro 500 → 600 1160.00 iva 160.00
saldo 600 -1160.00 Pagado
saldo 500 -23200.00 Asignado
póliza Diario
  D ANTICIPO_CLIENTES 23200.00
  D IVA_POR_COBRAR 2880.00
  A CLIENTES 20880.00
  A IVA_COBRADO 3200.00
  A UTILIDAD_CAMBIARIA 2000.00
)");
}

// Professional fees of 1,000.00, freight of 500.00 and a supplier in RESICO for 400.00; half is paid.
BOOST_AUTO_TEST_CASE(what_we_withhold_is_owed_by_kind_once_it_is_paid) {
    auto const retenida = [](Tasa iva, Tasa isr, char const* tipo) {
        auto p = perfil(Tasa{"0.16"});
        p.ivaRetenido = iva, p.isrRetenido = isr, p.tipoRetencion = tipo;
        return p;
    };
    auto const h = hechos(compras::factura_de_compra,
                          {linea(Cantidad{"1"}, Precio{"1000"}, retenida(Tasa{"0.106667"}, Tasa{"0.10"}, "Honorarios")),
                           linea(Cantidad{"1"}, Precio{"500"}, retenida(Tasa{"0.04"}, {}, "Fletes")),
                           linea(Cantidad{"1"}, Precio{"400"}, retenida({}, Tasa{"0.0125"}, "Otros"))});
    auto compra = documento(600, compras::factura_de_compra, h.totales.total, h.totales.cubetas);
    compra.retenciones = Retenciones(h.documento.retenciones);
    Cartera cartera({documento(500, tipo_con(Lado::compra, Naturaleza::anticipo), Dinero{"5000"}, {}), compra});
    PlanDocumento plan;
    Poliza poliza;
    Dinero const mitad = dividir<2>(h.totales.total, Tasa{"2"});
    cartera.aplicar({.fuente = Id(500), .destino = Id(600), .importe = mitad, .importeFuente = mitad, .fecha = {}},
                    plan, poliza);
    plan.polizas = {poliza};
    BOOST_CHECK_EQUAL(plan.texto(), R"(Pago 500 → 600 986.17 iva 152.00
  retención 1 53.34
  retención 3 10.00
  retención 2 50.00
  retención 4 2.50
saldo 600 -986.17 Parcial
saldo 500 -986.17 Parcial
póliza Diario
  A ANTICIPO_PROVEEDORES 986.17
  A IVA_POR_ACREDITAR 152.00
  D PROVEEDORES 986.17
  D IVA_ACREDITABLE 88.66
  D IVA_RET_PENDIENTE 63.34
  D ISR_RET_PENDIENTE 52.50
  A IVA_RET_POR_PAGAR 63.34
  A ISR_RET_HONOR 50.00
  A ISR_RET_OTROS 2.50
  D IVA_ACREDITABLE_RETENIDO 63.34
)");
}

BOOST_AUTO_TEST_CASE(an_advance_declared_its_vat_when_it_came) {
    Cartera cartera({documento(500, bancos::anticipo_de_cliente, Dinero{"1160"}, base16(Dinero{"1000"}, Dinero{"160"})),
                     documento(600, ventas::factura_de_venta, Dinero{"1160"}, base16(Dinero{"1000"}, Dinero{"160"}))});
    PlanDocumento plan;
    Poliza poliza;
    cartera.aplicar({.fuente = Id(500),
                     .destino = Id(600),
                     .importe = Dinero{"1160"},
                     .importeFuente = Dinero{"1160"},
                     .fecha = {}},
                    plan, poliza);
    plan.polizas = {poliza};
    BOOST_CHECK_EQUAL(plan.texto(),
                      R"(Cobro 500 → 600 1160.00 iva 160.00
saldo 600 -1160.00 Pagado
saldo 500 -1160.00 Aplicado
póliza Diario
  D ANTICIPO_CLIENTES 1000.00
  D IVA_POR_COBRAR 160.00
  A CLIENTES 1160.00
)");
}

BOOST_AUTO_TEST_CASE(goods_in_out_and_elsewhere) {
    auto const mover = [](Nacimiento const& como, std::vector<Pieza> piezas) {
        auto const& tipo = &como == &inventario::entrega_nueva ? inventario::entrega_de_mercancia
                                                               : inventario::movimiento_de_inventario;
        auto h = hechos(tipo, {});
        h.existencias = quince();
        auto destino = existencia(1, "PEPS", {}, {});
        destino.almacenId = Id(otro_almacen);
        h.existencias.actuales.push_back(destino);
        h.contra = {"APERTURA"}, h.destino = Id(otro_almacen), h.piezas = std::move(piezas);
        return planificar(tipo, como, h).texto();
    };
    auto const hallada = que_entra(1, 1, Cantidad{"1"}, Dinero{"50"});
    BOOST_CHECK_EQUAL(mover(inventario::movimiento_nuevo, {que_entra(1, 2, Cantidad{"3"}, Dinero{"100"})}) +
                          mover(inventario::movimiento_nuevo, {pieza(1, 1, Cantidad{"11"})}) +
                          mover(inventario::movimiento_nuevo, {hallada, pieza(2, 2, Cantidad{"15"})}) +
                          mover(inventario::traspaso_de_inventario, {pieza(1, 1, Cantidad{"11"})}) +
                          mover(inventario::envio_de_inventario, {pieza(1, 1, Cantidad{"11"})}) +
                          mover(inventario::entrega_nueva, {pieza(1, 1, Cantidad{"1"})}),
                      R"(documento 16 serie X Aplicado total 0.00 saldo 0.00
existencia almacén 7 producto 2 +3 valor +100.00 capa nueva
póliza Diario
  D INVENTARIO 100.00
  A APERTURA 100.00
documento 16 serie X Aplicado total 0.00 saldo 0.00
existencia almacén 7 producto 1 -10 valor -1000.00 capa 11
existencia almacén 7 producto 1 -1 valor -110.00 capa 12
póliza Diario
  A INVENTARIO 1110.00
  D APERTURA 1110.00
documento 16 serie X Aplicado total 0.00 saldo 0.00
existencia almacén 7 producto 1 +1 valor +50.00 capa nueva
existencia almacén 7 producto 2 -10 valor -1033.33 capa 21
existencia almacén 7 producto 2 -5 valor -516.67 capa 22
póliza Diario
  A INVENTARIO 1500.00
  D APERTURA 1500.00
documento 16 serie X Aplicado total 0.00 saldo 0.00
existencia almacén 7 producto 1 -10 valor -1000.00 capa 11
existencia almacén 7 producto 1 -1 valor -110.00 capa 12
existencia almacén 8 producto 1 +10 valor +1000.00 capa nueva
existencia almacén 8 producto 1 +1 valor +110.00 capa nueva
documento 16 serie X EnTransito total 0.00 saldo 0.00
existencia almacén 7 producto 1 -10 valor -1000.00 capa 11
existencia almacén 7 producto 1 -1 valor -110.00 capa 12
en camino al almacén 8 producto 1 +10 valor +1000.00 capa 11
en camino al almacén 8 producto 1 +1 valor +110.00 capa 12
póliza Diario
  A INVENTARIO 1110.00
  D INV_TRANSITO 1110.00
documento 17 serie X Aplicado total 0.00 saldo 0.00
existencia almacén 7 producto 1 -1 valor -100.00 capa 11
póliza Diario
  D COSTO_VENTAS 100.00
  A INVENTARIO 100.00
)");
}

BOOST_AUTO_TEST_CASE(three_units_of_a_hundred_cost_a_hundred) {
    Existencias e;
    e.actuales = {existencia(1, "PEPS", Cantidad{"3"}, Dinero{"100"})};
    e.capas = {capa(11, 1, 1, Cantidad{"3"}, Dinero{"100"})};
    std::string costos;
    for (int i = 0; i < 3; ++i) costos += texto(e.salida(pieza(1, 1, Cantidad{"1"})).at(0).valor) + " ";
    BOOST_CHECK_EQUAL(costos, "-33.33 -33.34 -33.33 ");
    BOOST_CHECK_EXCEPTION(e.salida(pieza(1, 1, Cantidad{"0.000001"})), Problema,
                          [](Problema const& p) { return p.codigo() == codigo::existencia_insuficiente; });
}

BOOST_AUTO_TEST_CASE(what_other_orders_hold_is_not_for_sale) {
    auto e = quince();
    e.actuales[0].apartado = Cantidad{"10"};
    auto p = pieza(1, 1, Cantidad{"6"});
    BOOST_CHECK_THROW(e.salida(p), Problema);
    p.apartado = Cantidad{"1"};  // 1 of the 10 reserved units is reserved for the order itself
    BOOST_CHECK_EQUAL(e.salida(p).size(), 1U);
}

// ---- every row of every table ----
namespace {

// Goods in transit of line `numero`, product `numero`: 14 units at a cost that does not divide.
EnCamino en_camino(int numero) {
    EnCamino c;
    c.numeroPartida = numero, c.almacenId = Id(otro_almacen), c.productoId = Id(numero), c.capaId = Id(10 + numero);
    c.restante = Cantidad{"14"}, c.valor = Dinero{"1000.01"}, c.valorCapa = numero == 1 ? c.valor : Dinero{};
    return c;
}

Linea al_azar(std::mt19937& azar) {
    auto const n = [&](int hasta) { return static_cast<int>(azar() % static_cast<unsigned>(hasta)); };
    std::optional<Tasa> const tasas[] = {Tasa{"0.16"}, Tasa{"0.08"}, Tasa{"0"}, std::nullopt};
    auto const& tasa = tasas[n(4)];
    auto p = perfil(tasa, n(8) == 0 ? "01" : "02");
    if (n(4) == 0) p.ieps = Tasa{"0.08"};
    if (n(5) == 0) p.ivaRetenido = Tasa{"0.106667"}, p.isrRetenido = Tasa{"0.10"}, p.tipoRetencion = "Honorarios";
    if (n(7) == 0) p.isrRetenido = Tasa{"0.0125"}, p.tipoRetencion = "Otros";
    auto const cantidad = Cantidad::de_unidades(1 + n(5'000'000));
    auto l = linea(cantidad, Precio::de_unidades(1 + n(900'000'000)), p);
    if (n(3) == 0)
        l.guardada.descuento = prorratear(Importe(multiplicar<6>(l.guardada.cantidad, l.guardada.precioUnitario)),
                                          Cantidad::de_entero(n(90)), Cantidad::de_entero(100));
    if (n(6) == 0) l.cuentaContableId = 900;
    return l;
}

std::map<std::string, Dinero> mayor(std::vector<PlanDocumento const*> const& planes) {
    std::map<std::string, Dinero> saldos;
    for (auto const* plan : planes)
        for (auto const& p : plan->polizas)
            for (auto const& l : p.lineas) saldos[l.clave.valor() + texto(l.cuentaId)] += l.debe - l.haber;
    return saldos;
}

template <class T>
void nada(std::map<std::string, T> const& sumas) {
    for (auto const& [cual, suma] : sumas) BOOST_CHECK_MESSAGE(suma.es_cero(), cual << " queda con " << texto(suma));
}

void con_su_reversa(PlanDocumento const& plan) {
    auto const otro = inverso(plan, Estado::Cancelado, plan.fecha, "");
    nada(mayor({&plan, &otro}));
    std::map<std::string, Cantidad> cantidades;
    std::map<std::string, Dinero> valores;
    for (auto const* p : {&plan, &otro}) {
        for (auto const& m : p->existencias) {
            auto const llave = texto(m.almacenId) + "/" + texto(m.productoId) + "/" + texto(m.capaId) +
                               m.serie.valor() + (m.transito ? " en camino" : "");
            cantidades[llave] += m.cantidad;
            valores[llave] += m.valor;
            valores["capa " + llave] += m.valorCapa;
        }
        for (auto const& r : p->apartados) cantidades["apartado " + texto(r.productoId)] += r.cantidad;
        for (auto const& a : p->avances)
            cantidades["avance " + texto(a.numeroPartida)] += a.surtida + a.facturada + a.devuelta;
    }
    nada(cantidades);
    nada(valores);
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_birth_balances_and_can_be_undone) {
    std::mt19937 azar(20260315);
    int planes = 0;
    for (auto const* tipo : tipos_de_documento())
        for (auto const* nacimiento : tipo->nacimientos) {
            for (int vez = 0; vez < 300; ++vez, ++planes) {
                std::vector<Linea> lineas;
                for (unsigned i = 0; i < 1 + azar() % 6; ++i) lineas.push_back(al_azar(azar));
                auto h =
                    hechos(*tipo, lineas, TipoCambio::de_unidades(azar() % 2 ? 1'000'000 : 1 + azar() % 40'000'000));
                h.existencias = quince();
                std::int64_t const producto = 1 + azar() % 2;
                h.piezas = {pieza(1, producto, Cantidad::de_unidades(1 + azar() % 14'000'000))};
                h.piezas[0].rumbo = azar() % 2 ? Rumbo::entra : Rumbo::sale;
                h.piezas[0].valor = Dinero::de_unidades(azar() % 100'000);
                h.piezas[0].partidaEnvio = static_cast<int>(h.piezas[0].productoId.valor());
                for (int n : {1, 2}) h.existencias.enCamino.push_back(en_camino(n));
                auto destino = h.existencias.actuales;
                for (auto& e : destino) e.almacenId = Id(otro_almacen), h.existencias.actuales.push_back(e);
                h.destino = Id(otro_almacen);
                h.avances = {{Id(400), 1, Cantidad{"1"}, Cantidad{"2"}, {}}};
                h.declarado = escalar(h.cubetasMxn, Dinero::de_unidades(azar() % 100'000));
                h.porCobrar = escalar(
                    h.cubetasMxn, prorratear(h.cubetasMxn.total(), Cantidad::de_entero(azar() % 101), Cantidad{"100"}));
                con_su_reversa(planificar(*tipo, *nacimiento, h));
            }
        }
    BOOST_CHECK_GT(planes, 3000);
}

// Sales and purchases at their own rates, settled at another rate: first the debts of both sides, then goods for the
// rest.
BOOST_AUTO_TEST_CASE(what_is_settled_without_money_leaves_nothing_waiting) {
    std::mt19937 azar(28);
    auto const tasa = [&] { return TipoCambio::de_unidades(2 + azar() % 40'000'000); };
    for (int vez = 0; vez < 2000; ++vez) {
        auto const iguales = azar() % 4 == 0;
        TipoCambio const una = tasa();
        Cartera cartera;
        Emision e{};
        Dinero cobrado, pagado;
        auto const debe = [&](TipoDocumento const& tipo, Dinero total, Dinero parte) {
            Id const id(600 + static_cast<std::int64_t>(e.aplicaciones.size()));
            Dinero const iva = dividir<2>(multiplicar<2>(total, Tasa{"0.16"}), Tasa{"1.16"});
            cartera.agregar(documento(id.valor(), tipo, total, base16(total - iva, iva), iguales ? una : tasa()));
            e.aplicaciones.push_back(
                {.fuente = Id(500), .destino = id, .importe = parte, .importeFuente = parte, .fecha = {}});
            (tipo.lado == Lado::venta ? cobrado : pagado) += parte;
        };
        auto const varios = [&](TipoDocumento const& tipo, unsigned cuantos) {
            for (unsigned i = 0; i < cuantos; ++i) {
                auto const total = static_cast<std::int64_t>(1 + azar() % 1'000'000);
                auto const parte = azar() % 2 ? total : 1 + static_cast<std::int64_t>(azar()) % total;
                debe(tipo, Dinero::de_unidades(total), Dinero::de_unidades(parte));
            }
        };
        varios(ventas::factura_de_venta, 1 + azar() % 4);
        varios(compras::factura_de_compra, azar() % 4);
        if (pagado > cobrado) debe(ventas::factura_de_venta, pagado - cobrado, pagado - cobrado);
        auto& h = e.hechos = hechos(bancos::pago_no_monetario, {}, una);
        h.documento.cabecera.monedaId = 2;
        h.documento.cabecera.subtotal = h.documento.cabecera.total = cobrado;
        h.existencias = quince();
        if (cobrado > pagado)
            h.piezas = {que_entra(1, 1, Cantidad{"3"}, multiplicar<2>(cobrado, una) - multiplicar<2>(pagado, una))};
        auto const plan = planificar(bancos::pago_no_monetario, bancos::no_monetario_nuevo, std::move(e), cartera);
        for (auto const& [cuenta, saldo] : mayor({&*plan}))
            BOOST_CHECK_MESSAGE(!cuenta.starts_with("ANTICIPO") || saldo.es_cero(), cuenta << " " << texto(saldo));
        for (auto const& s : plan->saldos) {
            auto const& d = *cartera.buscar(s.transaccionId);
            BOOST_CHECK_NE(s.transaccionId.valor(), 500);
            BOOST_CHECK_EQUAL(texto(d.partes().total()), texto(d.saldo));
        }
        con_su_reversa(*plan);
    }
}

BOOST_AUTO_TEST_CASE(every_row_says_who_may_and_a_cancel_ends_it) {
    for (auto const* tipo : tipos_de_documento())
        for (auto const& fila : tipo->flujo) {
            BOOST_CHECK(!fila.permiso.empty());
            BOOST_CHECK(!fila.desde.tiene(Estado::Cancelado));
            bool const cancela = fila.accion == AccionDocumento::cancelar;
            BOOST_CHECK_EQUAL(cancela, fila.hasta == Destino(Estado::Cancelado));
            bool const visita =
                // a work order is called off by its technician and has no effects to undo
                tipo->clave == "OrdenTrabajo";
            if (cancela && !visita) BOOST_CHECK(fila.permiso.ends_with(".cancelar"));
            if (fila.hasta == segun_saldo) BOOST_CHECK(tipo->saldo != nullptr);
            if (fila.hasta == segun_avance) BOOST_CHECK(tipo->avance != nullptr);
        }
}

// The table says where the engine derives the state: from the balance, from the progress of the lines, or not at all.
BOOST_AUTO_TEST_CASE(what_follows_is_what_the_table_says) {
    using A = AccionDocumento;
    for (auto const* tipo : tipos_de_documento())
        for (auto const& fila : tipo->flujo) {
            bool const por_saldo = fila.accion == A::cobrar || fila.accion == A::asignar ||
                                   fila.accion == A::devolver ||
                                   ((fila.accion == A::pagar || fila.accion == A::liberar) && tipo->saldo != nullptr);
            bool const por_avance =
                tipo->avance != nullptr && (fila.accion == A::entregar || fila.accion == A::recibir ||
                                            fila.accion == A::facturar || fila.accion == A::pagar);
            BOOST_CHECK_EQUAL(por_saldo, fila.hasta == segun_saldo);
            BOOST_CHECK_EQUAL(por_avance, fila.hasta == segun_avance);
            bool const se_queda = (fila.accion == A::entregar && !por_avance) || fila.accion == A::modificar ||
                                  fila.accion == A::reasignar;
            BOOST_CHECK_EQUAL(se_queda, fila.hasta == el_mismo);
        }
}

// Each state has at most one row for an action; with two, the table would answer with the first.
BOOST_AUTO_TEST_CASE(no_two_rows_begin_alike) {
    for (auto const* tipo : tipos_de_documento())
        for (auto const& fila : tipo->flujo)
            for (auto const& otra : tipo->flujo)
                for (std::size_t e = 0; e < Nombres<Estado>::valores.size() && &fila != &otra; ++e) {
                    auto const estado = static_cast<Estado>(e);
                    BOOST_CHECK(fila.accion != otra.accion || !fila.desde.tiene(estado) || !otra.desde.tiene(estado));
                }
}

// For any balance and any payment the parts add up, the lines equal the header, and the ledger equals the balance.
BOOST_AUTO_TEST_CASE(openings_at_random) {
    std::mt19937 azar(20261116);
    for (int vez = 0; vez < 2'000; ++vez) {
        Cubetas queda;
        for (std::size_t i = 0; i < numero_bases; ++i)
            if (azar() % 2) queda.valores[i] = Dinero::de_unidades(azar() % 1'000'000);
        queda[Cubeta::noAfecto] += Dinero{"0.01"};
        queda[Cubeta::iva16] = multiplicar<2>(queda[Cubeta::base16], Tasa{"0.16"});
        queda[Cubeta::iva8] = multiplicar<2>(queda[Cubeta::base8], Tasa{"0.08"});
        if (azar() % 3 == 0) queda[Cubeta::ieps] = Dinero::de_unidades(azar() % 100);
        Dinero bases;
        for (std::size_t i = 0; i < numero_bases; ++i) bases += queda.valores[i];
        queda[Cubeta::ieps] = std::min(queda[Cubeta::ieps], bases);
        if (azar() % 3 == 0) queda[Cubeta::ivaRet] = multiplicar<2>(queda[Cubeta::base16], Tasa{"0.106667"});
        Dinero const pagado = Dinero::de_unidades(azar() % 2 ? azar() % 2'000'000 : 0);
        auto const cambio = TipoCambio::de_unidades(azar() % 2 ? 1'000'000 : 1 + azar() % 40'000'000);
        auto const sellado = apertura(ventas::factura_de_venta, de_otro_sistema(queda.total() + pagado, cambio), queda);
        auto const& plan = *sellado;
        auto const& c = plan.nuevo->cabecera;
        con_su_reversa(plan);
        BOOST_REQUIRE(c.cubetas->total() == c.total);
        BOOST_REQUIRE(c.total == c.subtotal + c.iva + c.ieps - c.ivaRetenido - c.isrRetenido);
        for (auto const& parte : c.cubetas->valores) BOOST_REQUIRE(!parte.es_negativo());
        auto const& al_fin = plan.saldos.empty() ? static_cast<Pendiente const&>(c) : plan.saldos[0];
        BOOST_REQUIRE(al_fin.partes() == queda);
        BOOST_REQUIRE(al_fin.pesos() == a_pesos(queda, cambio));
        Importe lineas, iva, ieps;
        for (auto const& g : plan.nuevo->partidas) lineas += g.importe;
        for (auto const& i : plan.nuevo->impuestos) {
            if (i.impuesto == "002" && i.tipo == "Traslado") iva += i.importe;
            if (i.impuesto == "003") ieps += i.importe;
        }
        BOOST_REQUIRE(lineas == c.subtotal && iva == c.iva && ieps == c.ieps);
    }
}

BOOST_AUTO_TEST_SUITE_END()
