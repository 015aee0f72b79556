// The buying side, written through the engine on a real database, without operations of the API.
#include <boost/test/unit_test.hpp>

#include "domain/motor/captura/lineas.hpp"
#include "domain/motor/escritura/etapas.hpp"
#include "domain/motor/escritura/sellado.hpp"
#include "domain/motor/tipo/lado.hpp"
#include "domain/ventas/documentos.hpp"
#include "tests/persistence/unidad_prueba.hpp"

BOOST_AUTO_TEST_SUITE(lados_test)

using namespace gestor;
using namespace gestor::prueba;

namespace {

// Empresa: a company with five contacts: a person who sells to it, another company, a customer, and an inactive one.
struct Empresa : ConBase<0> {
    Empresa() {
        base.ejecutar(R"(
            SELECT organizacion_crear('Uno', 'UNO980415K31', '601', '64000');
            INSERT INTO contacto (organizacion_id, contacto_id, codigo, tipo_contacto, nombre, rfc, activo) VALUES
                (1, 101, 'PERSONA', 'Proveedor', 'INES ZUÑIGA', 'ZUNI800101AB1', true),
                (1, 102, 'EMPRESA', 'Ambos', 'FLETES DEL NORTE', 'FNO980415K31', true),
                (1, 103, 'COMPRA', 'Cliente', 'COMPRADORA', 'CMP980415K31', true),
                (1, 104, 'RETIRADA', 'Proveedor', 'RETIRADA', 'RET980415K31', false);
            INSERT INTO concepto (organizacion_id, clave, nombre, tipo, cuenta_contable_id, tasa_iva)
            SELECT 1, 'CO-MERCA', 'Mercancía', 'Compra', cuenta_contable_id, 0.16 FROM cuenta_contable
            WHERE organizacion_id = 1 AND clave = 'INVENTARIO')");
    }
};

constexpr std::int64_t persona = 101, empresa = 102, compradora = 103, retirada = 104;
Inquilino const quien{1, 1, "http://x", 1};

template <class F>
void con_base(F f) {
    auto s = nueva();
    std::string respuesta;
    escribir_en_unidad(s, quien, nullptr, respuesta, [&](Escritura& db) { f(db); });
}

Id concepto(std::string const& clave) {
    return Id(std::stoll(
        Base::la().valor("SELECT concepto_id FROM concepto WHERE organizacion_id = 1 AND clave = '" + clave + "'")));
}

// Posting of a document type declared only for this test: the document owes its total.
void poliza_por_pagar(Hechos const& h, Poliza& p) {
    auto const& n = h.documento.cabecera;
    auto const& tipo = *tipo_de_objeto(n.objId.valor(), {});
    auto const& lado = cuentas_de(tipo.lado);
    Asiento a(p, lado);
    a.debe(cuenta_de_deuda(tipo), h.cubetasMxn.total());
    a.haber(lado.iva.pendiente, h.cubetasMxn.iva());
    a.debe(lado.iva_retenido.pendiente, h.cubetasMxn[Cubeta::ivaRet]);
    a.debe(lado.isr_retenido.pendiente, h.cubetasMxn[Cubeta::isrRet]);
    for (auto const& i : h.ingresos) p.debe({{}, i.cuentaId}, redondear<2>(i.importe));
}
constinit Nacimiento const nace{segun_saldo, {.poliza = poliza_por_pagar}};
constexpr Nacimiento const* nacimientos[] = {&nace};
TipoDocumento por_pagar(int obj_id) {
    auto tipo = *tipo_de_objeto(obj_id, {});
    tipo.nacimientos = nacimientos;
    tipo.precios = Precios::enviados;
    return tipo;
}

std::string fallas_de(TipoDocumento const& tipo, Menciones const& m) {
    std::string texto;
    con_base([&](Escritura& db) {
        Fallas fallas;
        resolver(db, tipo, {}, m, fallas);
        for (auto const& f : fallas.lista()) texto += f.campo + " " + f.codigo + " " + f.mensaje;
    });
    return texto;
}
std::string contraparte(TipoDocumento const& tipo, std::int64_t id) {
    Menciones m;
    m.contraparteId = Id(id);
    return fallas_de(tipo, m);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<Empresa>())

BOOST_AUTO_TEST_CASE(a_counterpart_has_the_role_that_its_document_asks_for) {
    auto const compra = por_pagar(13), gasto = por_pagar(14);
    BOOST_CHECK_EQUAL(contraparte(compra, persona), "");
    BOOST_CHECK_EQUAL(contraparte(compra, empresa), "");
    BOOST_CHECK_EQUAL(contraparte(gasto, persona), "");
    BOOST_CHECK_EQUAL(contraparte(ventas::factura_de_venta, empresa), "");
    BOOST_CHECK_EQUAL(contraparte(ventas::factura_de_venta, compradora), "");
    std::string const ese_proveedor = "proveedorId NO_EXISTE no existe ese proveedor o no está activo";
    BOOST_CHECK_EQUAL(contraparte(compra, compradora), ese_proveedor);
    BOOST_CHECK_EQUAL(contraparte(compra, retirada), ese_proveedor);
    BOOST_CHECK_EQUAL(contraparte(compra, 999), ese_proveedor);
    BOOST_CHECK_EQUAL(contraparte(gasto, compradora), "proveedorId NO_EXISTE no existe ese acreedor o no está activo");
    BOOST_CHECK_EQUAL(contraparte(ventas::factura_de_venta, persona),
                      "clienteId NO_EXISTE no existe ese cliente o no está activo");
    Menciones por_codigo;
    por_codigo.codigo = "compra";
    BOOST_CHECK_EQUAL(fallas_de(compra, por_codigo),
                      "codigoProveedor NO_EXISTE no existe ese proveedor o no está activo");
    BOOST_CHECK_EQUAL(fallas_de(ventas::factura_de_venta, por_codigo), "");
}

// ---- lines ----
namespace {

PartidaNueva partida(std::string const& clave, char const* precio) {
    PartidaNueva p;
    p.conceptoId = concepto(clave);
    p.cantidad = Positivo<Cantidad>::de_base("1");
    p.precioUnitario = NoNegativo<Precio>::de_base(precio);
    return p;
}

struct Borrador {
    Contexto contexto;
    std::vector<Linea> lineas;
};
Borrador resuelto(Escritura& db, TipoDocumento const& tipo, std::int64_t contacto,
                  std::vector<PartidaNueva> const& partidas, Fallas& fallas) {
    Menciones m;
    m.contraparteId = Id(contacto);
    Borrador b;
    b.contexto = resolver(db, tipo, {}, m, fallas);
    b.lineas = resolver_lineas(db, tipo, b.contexto, b.contexto.fecha, partidas, fallas);
    calcular(b.lineas, fallas);
    return b;
}

std::string retenido(TipoDocumento const& tipo, std::int64_t contacto, std::string const& clave) {
    std::string texto;
    con_base([&](Escritura& db) {
        Fallas fallas;
        auto const b = resuelto(db, tipo, contacto, {partida(clave, "1000")}, fallas);
        for (auto const& f : fallas.lista()) texto += f.campo + " " + f.mensaje;
        for (auto const& i : b.lineas.at(0).importes.impuestos)
            if (i.retencion) {
                texto += i.impuesto + " ";
                i.importe.escribir(texto);
                texto += " ";
            }
    });
    return texto;
}

}  // namespace

BOOST_AUTO_TEST_CASE(lines_name_the_concepts_of_their_role) {
    std::string const ajeno = "partidas[0].conceptoId el concepto no es de este tipo de documentos, o no se usa en él";
    BOOST_CHECK_EQUAL(retenido(por_pagar(13), empresa, "CO-MERCA"), "");
    BOOST_CHECK_EQUAL(retenido(por_pagar(13), empresa, "GA-GENERAL"), ajeno);
    BOOST_CHECK_EQUAL(retenido(por_pagar(14), empresa, "CO-MERCA"), ajeno);
    BOOST_CHECK_EQUAL(retenido(por_pagar(14), empresa, "VE-GENERAL"), ajeno);
    BOOST_CHECK_EQUAL(retenido(ventas::factura_de_venta, empresa, "GA-GENERAL"), ajeno);
}

// A company withholds from a person, and on freight also from a company; nobody withholds from us, because we are a
// company.
BOOST_AUTO_TEST_CASE(who_pays_withholds) {
    BOOST_CHECK_EQUAL(retenido(por_pagar(14), persona, "GA-HONOR"), "002 106.667 001 100.00 ");
    BOOST_CHECK_EQUAL(retenido(por_pagar(14), empresa, "GA-HONOR"), "");
    BOOST_CHECK_EQUAL(retenido(por_pagar(14), empresa, "GA-FLETES"), "002 40.00 ");
    BOOST_CHECK_EQUAL(retenido(ventas::factura_de_venta, empresa, "VE-SERVICIO"), "");
}

// ---- written, and paid ----
namespace {

Id escribir_compra(TipoDocumento const& tipo, std::int64_t contacto, std::vector<PartidaNueva> const& partidas) {
    Id id;
    con_base([&](Escritura& db) {
        Fallas fallas;
        auto const b = resuelto(db, tipo, contacto, partidas, fallas);
        fallas.lanzar();
        Emision e;
        e.hechos.documento.cabecera = cabecera_de(tipo, {}, b.contexto);
        poner_lineas(e.hechos, b.lineas);
        EnPeriodo::entrar(db, b.contexto).contraparte(b.contexto.contraparteId).documentos({});
        aplicar(db, planificar(tipo, nace, std::move(e)));
        id = b.contexto.transaccionId;
    });
    return id;
}

void poliza_dinero(Hechos const& h, Poliza& p) {
    auto const& lado = cuentas_de(Lado::compra);
    p.tipo = "Egresos";
    p.haber({"BANCO"}, h.cubetasMxn.total());
    p.debe({lado.anticipo}, h.cubetasMxn.total());
}
constinit Nacimiento const nace_dinero{segun_saldo, {.poliza = poliza_dinero}};
constexpr Nacimiento const* de_dinero[] = {&nace_dinero};

// Pays money and applies it at once to a debt.
Id pagar(std::int64_t contacto, Id destino, Dinero importe, Quien como = Quien::activo) {
    Id id;
    con_base([&](Escritura& db) {
        auto tipo = tipo_con(Lado::compra, Naturaleza::anticipo);
        tipo.nacimientos = de_dinero;
        Menciones m;
        m.contraparteId = Id(contacto);
        m.quien = como;
        m.origenes = {destino};
        Fallas fallas;
        auto const c = resolver(db, tipo, {}, m, fallas);
        fallas.lanzar();
        Emision e;
        auto& n = e.hechos.documento.cabecera;
        n = cabecera_de(tipo, {}, c);
        n.subtotal = n.total = importe;
        e.hechos.cubetasMxn[Cubeta::noAfecto] = importe;
        e.aplicaciones = {{.fuente = c.transaccionId,
                           .destino = destino,
                           .importe = importe,
                           .importeFuente = importe,
                           .fecha = c.fecha}};
        auto bloqueados = EnPeriodo::entrar(db, c).contraparte(c.contraparteId).documentos({destino});
        aplicar(db, planificar(tipo, nace_dinero, std::move(e), bloqueados.cartera));
        id = c.transaccionId;
    });
    return id;
}

std::string poliza(Id id) {
    return Base::la().valor(
        "SELECT string_agg(CASE WHEN m.haber = 0 THEN 'D ' || c.clave || ' ' || m.debe ELSE 'A ' || c.clave || ' ' || "
        "m.haber END, ', ' ORDER BY p.poliza_id, m.numero) FROM poliza p JOIN poliza_movimiento m USING "
        "(organizacion_id, poliza_id) JOIN cuenta_contable c USING (organizacion_id, cuenta_contable_id) WHERE "
        "p.transaccion_id = " +
        std::to_string(id.valor()));
}
std::string columna(Id id, std::string const& cual) {
    return Base::la().valor("SELECT " + cual +
                            " FROM transaccion WHERE transaccion_id = " + std::to_string(id.valor()));
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_purchase_is_written_and_paid_by_the_same_engine) {
    auto const compra = escribir_compra(por_pagar(13), empresa, {partida("CO-SERVICIOS", "1000")});
    BOOST_CHECK_EQUAL(poliza(compra), "A PROVEEDORES 1160.00, D IVA_POR_ACREDITAR 160.00, D GASTO 1000.00");
    auto const pago = pagar(empresa, compra, Dinero{"333.33"});
    BOOST_CHECK_EQUAL(poliza(pago),
                      "A BANCO 333.33, A IVA_POR_ACREDITAR 45.98, D PROVEEDORES 333.33, D IVA_ACREDITABLE 45.98");
    BOOST_CHECK_EQUAL(columna(compra, "estado || ' ' || saldo"), "Parcial 826.67");
    BOOST_CHECK_EQUAL(
        Base::la().valor("SELECT tipo FROM aplicacion WHERE destino_id = " + std::to_string(compra.valor())), "Pago");
    auto const gasto = escribir_compra(por_pagar(14), empresa, {partida("GA-GENERAL", "100")});
    BOOST_CHECK_EQUAL(poliza(gasto), "A ACREEDORES 116.00, D IVA_POR_ACREDITAR 16.00, D GASTO 100.00");
}

// An inactive supplier can still be paid while the debt lasts. The same debt admits no sale to the contact.
BOOST_AUTO_TEST_CASE(whom_we_owe_can_be_paid) {
    auto const gasto = escribir_compra(por_pagar(14), persona, {partida("GA-GENERAL", "100")});
    auto const activar = [](bool activo) {
        Base::la().ejecutar(std::string("UPDATE contacto SET activo = ") + (activo ? "true" : "false") +
                            " WHERE contacto_id = " + std::to_string(persona));
    };
    activar(false);
    Menciones m;
    m.contraparteId = Id(persona);
    BOOST_CHECK_NE(fallas_de(por_pagar(14), m), "");
    m.quien = Quien::deudor;
    BOOST_CHECK_EQUAL(fallas_de(por_pagar(13), m), "");
    BOOST_CHECK_NE(fallas_de(ventas::factura_de_venta, m), "");
    pagar(persona, gasto, Dinero{"116"}, Quien::deudor);
    BOOST_CHECK_NE(fallas_de(por_pagar(13), m), "");
    activar(true);
}

// Writes on the account of a supplier take turns, as on a customer's account.
BOOST_AUTO_TEST_CASE(a_supplier_is_locked_as_a_customer_is) {
    con_base([&](Escritura& db) {
        Menciones m;
        m.contraparteId = Id(empresa);
        Fallas fallas;
        auto const c = resolver(db, por_pagar(13), {}, m, fallas);
        EnPeriodo::entrar(db, c).contraparte(c.contraparteId);
        BOOST_CHECK_EQUAL(
            Base::la().valor(
                "SELECT string_agg(contacto_id::text, ' ' ORDER BY contacto_id) FROM (SELECT contacto_id FROM "
                "contacto WHERE contacto_id > 100 FOR NO KEY UPDATE SKIP LOCKED) x"),
            "101 103 104");
    });
}

// ---- what we withhold ----
namespace {

std::string filas(std::string const& sql, Id id) {
    return Base::la().valor("SELECT string_agg(x, ', ' ORDER BY n) FROM (" + sql + std::to_string(id.valor()) +
                            ") q (n, x)");
}
std::string retenciones(Id documento) {
    return filas(
        "SELECT consecutivo, concat_ws(' ', impuesto, tipo_retencion, tasa::float8, base, importe) FROM "
        "retencion WHERE transaccion_id = ",
        documento);
}
std::string partes(Id pago) {
    return filas(
        "SELECT r.consecutivo, r.importe || CASE WHEN r.pesos = r.flujo THEN '' ELSE '!' END FROM aplicacion a, "
        "unnest(a.retenciones) r WHERE a.fuente_id = ",
        pago);
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_we_withhold_is_kept_and_paid_row_by_row) {
    auto const gasto =
        escribir_compra(por_pagar(14), persona,
                        {partida("GA-HONOR", "1000"), partida("GA-ARREND", "500.50"), partida("GA-RESICO", "200"),
                         partida("GA-FLETES", "300"), partida("GA-HONOR", "33.33")});
    BOOST_CHECK_EQUAL(retenciones(gasto),
                      "002 Honorarios 0.106667 1033.33 110.22, 001 Honorarios 0.1 1033.33 103.33, "
                      "002 Arrendamiento 0.106667 500.50 53.39, 001 Arrendamiento 0.1 500.50 50.05, "
                      "001 Otros 0.0125 200.00 2.50, 002 Fletes 0.04 300.00 12.00");
    BOOST_CHECK_EQUAL(poliza(gasto),
                      "A ACREEDORES 2027.75, D IVA_POR_ACREDITAR 325.41, A IVA_RET_PENDIENTE 175.61, "
                      "A ISR_RET_PENDIENTE 155.88, D GASTO 2033.83");
    auto const primero = pagar(persona, gasto, Dinero{"700"});
    BOOST_CHECK_EQUAL(partes(primero), "38.05, 35.67, 18.43, 17.28, 0.86, 4.14");
    BOOST_CHECK_EQUAL(poliza(primero),
                      "A BANCO 700.00, A IVA_POR_ACREDITAR 112.33, D ACREEDORES 700.00, D IVA_ACREDITABLE 51.71, "
                      "D IVA_RET_PENDIENTE 60.62, D ISR_RET_PENDIENTE 53.81, A IVA_RET_POR_PAGAR 60.62, "
                      "A ISR_RET_HONOR 35.67, A ISR_RET_ARREND 17.28, A ISR_RET_OTROS 0.86, "
                      "D IVA_ACREDITABLE_RETENIDO 60.62");
    auto const segundo = pagar(persona, gasto, Dinero{"0.05"});
    BOOST_CHECK_EQUAL(partes(segundo), "0.01, 0.01");
    auto const ultimo = pagar(persona, gasto, Dinero::de_base(columna(gasto, "saldo")));
    BOOST_CHECK_EQUAL(partes(ultimo), "72.16, 67.65, 34.96, 32.77, 1.64, 7.86");
    con_base([&](Escritura& db) {  // a cancel reads the withholding rows of each application
        auto const guardadas = aplicaciones_de(db, {segundo});
        BOOST_REQUIRE_EQUAL(guardadas.size(), 1u);
        BOOST_CHECK_EQUAL(guardadas[0].retenciones.size(), 2u);
    });
}

// The line keeps the kind of its withholding, so a document that takes over the line withholds the same.
BOOST_AUTO_TEST_CASE(a_line_that_is_taken_over_keeps_its_kind) {
    auto const gasto =
        escribir_compra(por_pagar(14), persona, {partida("GA-ARREND", "10"), partida("GA-GENERAL", "10")});
    con_base([&](Escritura& db) {
        auto const lineas = lineas_de(db, Lado::compra, gasto);
        BOOST_REQUIRE_EQUAL(lineas.size(), 2u);
        BOOST_CHECK_EQUAL(lineas[0].linea.perfil.tipoRetencion, "Arrendamiento");
        BOOST_CHECK_EQUAL(lineas[1].linea.perfil.tipoRetencion, "");
    });
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
