#include "domain/valores/dto.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <string>

#include "domain/valores/decimal.hpp"
#include "domain/valores/esquema.hpp"
#include "domain/valores/fecha.hpp"
#include "domain/valores/id.hpp"
#include "domain/valores/json.hpp"
#include "domain/valores/opcion.hpp"
#include "domain/valores/texto.hpp"

// Reading into a DTO. A row is a body and all its faults, in the order in which the caller sees them.
namespace gestor {

struct LineaPrueba {
    std::optional<Id> productoId;
    Positivo<Cantidad> cantidad;
    std::optional<Precio> precioUnitario;
    Defecto<Importe, "0.5"> promocion;
    std::optional<Texto<10>> notas;
};
DTO(LineaPrueba, productoId, cantidad, precioUnitario, promocion, notas)

struct DomicilioPrueba {
    TextoReq<20> calle;
    std::optional<Texto<5>> codigoPostal;
};
DTO(DomicilioPrueba, calle, codigoPostal)

struct CabeceraPrueba {
    Id clienteId;
    TextoReq<10> referencia;
    static constexpr std::string_view sin_ejemplo[] = {"referencia"};
};
DTO(CabeceraPrueba, clienteId, referencia)

struct PedidoPrueba : CabeceraPrueba {
    Fecha fecha;
    Booleano credito;
    Opcion<"MXN", "USD"> moneda;
    std::optional<DomicilioPrueba> domicilio;
    std::vector<LineaPrueba> partidas;
    std::optional<std::vector<Id>> etiquetas;
    Defecto<Entero<1, 12>, "3"> mes;
    static constexpr std::string_view sin_ejemplo[] = {"mes"};
};
DTO_DE((CabeceraPrueba), PedidoPrueba, fecha, credito, moneda, domicilio, partidas, etiquetas, mes)

struct FichaPrueba {
    static constexpr Retirado retirados[] = {{"divisionId", "ya no se acepta; use otra cosa"}};
    TextoReq<10> nombre;
    std::optional<Texto<10>> notas;
    Defecto<Dinero, "5"> limite;
    std::optional<DomicilioPrueba> domicilio;
    std::vector<Id> sucursales;
    Lista<Id, 1, 3> productos;
};
DTO(FichaPrueba, nombre, notas, limite, domicilio, sucursales, productos)

struct FiltroPrueba {
    Id sucursalId;
    std::optional<Fecha> fechaInicial;
    std::optional<Opcion<"Abierto", "Cerrado">> estado;
    Defecto<Booleano, "true"> incluirDetalle;
    std::optional<Texto<5>> busqueda;
};
DTO(FiltroPrueba, sucursalId, fechaInicial, estado, incluirDetalle, busqueda)

namespace ajeno {
struct FiltroPrueba {
    Id almacenId;
};
DTO(FiltroPrueba, almacenId)
}  // namespace ajeno

}  // namespace gestor

BOOST_AUTO_TEST_SUITE(dto_test)

using namespace gestor;

namespace {

std::string lineas(std::vector<ErrorCampo> const& errores, bool con_mensaje = false) {
    std::string texto;
    for (auto const& e : errores)
        texto += (texto.empty() ? "" : "; ") + e.campo + " " + e.codigo + (con_mensaje ? " " + e.mensaje : "");
    return texto;
}

template <class T>
std::string fallas_de(std::string_view json, bool con_mensaje = false) {
    try {
        json_leer<T>(json);
        return "bien";
    } catch (Problema const& p) {
        if (p.codigo() != codigo::validacion) return std::string(p.codigo()) + " " + p.detalle();
        return lineas(p.errores(), con_mensaje);
    }
}

struct Fila {
    std::string_view json, fallas;
};

template <class T>
void comprobar(std::span<Fila const> filas) {
    for (auto const& fila : filas)
        BOOST_TEST_CONTEXT(fila.json) BOOST_CHECK_EQUAL(fallas_de<T>(fila.json), fila.fallas);
}

constexpr std::string_view linea = R"({"cantidad":1})";

std::string pedido(std::string_view cambios) {
    return R"({"clienteId":1,"referencia":"R","fecha":"2025-02-28","credito":true,"moneda":"MXN","partidas":[])" +
           std::string(cambios) + "}";
}

}  // namespace

BOOST_AUTO_TEST_CASE(description_has_every_member_bases_first) {
    std::string nombres;
    for (auto const& c : tipo_de<PedidoPrueba>()->campos()) nombres += std::string(c.nombre) + " ";
    BOOST_CHECK_EQUAL(nombres, "clienteId referencia fecha credito moneda domicilio partidas etiquetas mes ");
    BOOST_CHECK_EQUAL(tipo_de<PedidoPrueba>()->nombre, "PedidoPrueba");

    // Each accessor leads to its own member, also through a base that does not stand first.
    PedidoPrueba p;
    auto const campos = tipo_de<PedidoPrueba>()->campos();
    BOOST_CHECK(campos[0].en(&p) == &p.clienteId);
    BOOST_CHECK(campos[1].en(&p) == &p.referencia);
    BOOST_CHECK(campos[6].en(&p) == &p.partidas);
    BOOST_CHECK(campos[8].en(&p) == &p.mes);
    // Members that a base leaves out of the example are also left out of the derived DTO's example.
    BOOST_CHECK((std::ranges::equal(tipo_de<PedidoPrueba>()->sin_ejemplo,
                                    std::array<std::string_view, 2>{"referencia", "mes"})));
}

BOOST_AUTO_TEST_CASE(every_fault_at_once_in_the_order_of_the_declaration) {
    static constexpr Fila filas[] = {
        {R"({})", "clienteId REQUERIDO; referencia REQUERIDO; fecha REQUERIDO; credito REQUERIDO; moneda REQUERIDO"},
        // the order of the body does not matter
        {R"({"partidas":3,"moneda":"EUR","credito":"sí","fecha":"2025-02-31","referencia":"","clienteId":"7"})",
         "clienteId TIPO; referencia REQUERIDO; fecha FECHA_INVALIDA; credito TIPO; moneda RANGO; partidas TIPO"},
        {R"({"clienteId":0,"referencia":"12345678901","fecha":20250228,"credito":1,"moneda":7,"partidas":{}})",
         "clienteId RANGO; referencia LONGITUD; fecha TIPO; credito TIPO; moneda TIPO; partidas TIPO"},
        {R"({"clienteId":1.5,"referencia":null,"fecha":null,"credito":null,"moneda":null,"partidas":null,"mes":13})",
         "clienteId TIPO; referencia REQUERIDO; fecha REQUERIDO; credito REQUERIDO; moneda REQUERIDO; mes RANGO"},
        {R"([])", "cuerpo TIPO"},
        {R"("texto")", "cuerpo TIPO"},
        {R"(null)", "cuerpo TIPO"},
        {R"(7)", "cuerpo TIPO"},
    };
    comprobar<PedidoPrueba>(filas);
}

BOOST_AUTO_TEST_CASE(paths_name_the_element_of_the_list) {
    struct Caso {
        std::string json;
        std::string_view fallas;
    };
    std::string const l(linea);
    Caso const casos[] = {
        {pedido(R"(,"domicilio":{"calle":""})"), "domicilio.calle REQUERIDO"},
        {pedido(R"(,"domicilio":{"codigoPostal":"123456"})"),
         "domicilio.calle REQUERIDO; domicilio.codigoPostal LONGITUD"},
        {pedido(R"(,"domicilio":[])"), "domicilio TIPO"},
        {pedido(R"(,"domicilio":null)"), "bien"},
        {pedido(R"(,"etiquetas":[1,"2",3,0,null])"), "etiquetas[1] TIPO; etiquetas[3] RANGO; etiquetas[4] TIPO"},
        {pedido(R"(,"etiquetas":null)"), "bien"},
        {pedido(R"(,"etiquetas":7)"), "etiquetas TIPO"},
        {R"({"clienteId":1,"referencia":"R","fecha":"28/02/2025","credito":false,"moneda":"USD","partidas":[)" + l +
             "," + l +
             R"(,{"cantidad":0,"notas":"12345678901"},{"cantidad":-1,"productoId":"x"},{},7,{"cantidad":1e3}]})",
         "partidas[2].cantidad MAYOR_QUE_CERO; partidas[2].notas LONGITUD; partidas[3].productoId TIPO; "
         "partidas[3].cantidad MAYOR_QUE_CERO; partidas[4].cantidad REQUERIDO; partidas[5] TIPO; partidas[6].cantidad "
         "TIPO"},
    };
    for (auto const& c : casos) BOOST_TEST_CONTEXT(c.json) BOOST_CHECK_EQUAL(fallas_de<PedidoPrueba>(c.json), c.fallas);
}

BOOST_AUTO_TEST_CASE(unknown_fields_with_the_near_name) {
    struct Caso {
        std::string json;
        std::string_view fallas;
    };
    Caso const casos[] = {
        {pedido(R"(,"ClienteId":2)"),
         "ClienteId DESCONOCIDO no es un campo de esta operación; ¿quiso decir clienteId?"},
        {pedido(R"(,"ms":2)"), "ms DESCONOCIDO no es un campo de esta operación; ¿quiso decir mes?"},
        {pedido(R"(,"zzzzzzzz":2)"), "zzzzzzzz DESCONOCIDO no es un campo de esta operación"},
        {pedido(R"(,"domicilio":{"calle":"A","calles":1})"),
         "domicilio.calles DESCONOCIDO no es un campo de esta operación; ¿quiso decir calle?"},
        // faults of known members first, then the unknown ones in the order of the body
        {pedido(R"(,"zeta":1,"mes":0,"alfa":2)"),
         "mes RANGO debe estar entre 1 y 12; zeta DESCONOCIDO no es un campo de esta operación; alfa DESCONOCIDO no es "
         "un campo de esta operación"},
        {pedido(R"(,"":1)"), " DESCONOCIDO no es un campo de esta operación"},
    };
    for (auto const& c : casos)
        BOOST_TEST_CONTEXT(c.json) BOOST_CHECK_EQUAL(fallas_de<PedidoPrueba>(c.json, true), c.fallas);
}

BOOST_AUTO_TEST_CASE(a_hostile_name_is_cut_between_characters) {
    // 59 letters and a ñ across the limit of 60 bytes: what is echoed must still be UTF-8
    std::string const clave = std::string(59, 'x') + "\xC3\xB1" + std::string(200, 'y');
    for (std::string const& json : {pedido(",\"" + clave + "\":1"), "{\"" + clave + "\":1,\"" + clave + "\":2}"}) {
        auto const texto = fallas_de<PedidoPrueba>(json);
        BOOST_TEST(texto.size() < 200U);
        for (std::size_t i = 0; i < texto.size();) BOOST_REQUIRE_MESSAGE(siguiente_caracter(texto, i), texto);
    }
}

BOOST_AUTO_TEST_CASE(values_arrive_whole) {
    auto const p = json_leer<PedidoPrueba>(
        R"({"partidas":[{"cantidad":0.1,"precioUnitario":123456789.123456,"promocion":2},{"cantidad":3.000000,"productoId":9,"notas":" ñu "}],)"
        R"("moneda":"USD","credito":true,"fecha":"2024-02-29","referencia":"R\u00e9f","clienteId":9007199254740991,"etiquetas":[5,4],)"
        R"("domicilio":{"calle":"A \"B\""}})");
    BOOST_CHECK_EQUAL(p.clienteId.valor(), 9007199254740991);
    BOOST_CHECK_EQUAL(p.referencia.valor(), "Réf");
    BOOST_CHECK(p.fecha == Fecha(2024, 2, 29));
    BOOST_CHECK(p.credito.valor());
    BOOST_CHECK_EQUAL(p.moneda.valor(), "USD");
    BOOST_CHECK_EQUAL(p.domicilio.value().calle.valor(), "A \"B\"");
    BOOST_CHECK(!p.domicilio->codigoPostal);
    BOOST_REQUIRE_EQUAL(p.partidas.size(), 2U);
    BOOST_CHECK(p.partidas[0].cantidad == Cantidad{"0.1"});
    BOOST_CHECK(p.partidas[0].precioUnitario.value() == Precio{"123456789.123456"});
    BOOST_CHECK(p.partidas[0].promocion.valor == Importe{"2"});
    BOOST_CHECK(p.partidas[1].promocion.valor == Importe{"0.5"});  // the default
    BOOST_CHECK(p.partidas[1].cantidad == Cantidad{"3"});
    BOOST_CHECK_EQUAL(p.partidas[1].productoId.value().valor(), 9);
    BOOST_CHECK_EQUAL(p.partidas[1].notas.value().valor(), "ñu");
    BOOST_REQUIRE_EQUAL(p.etiquetas.value().size(), 2U);
    BOOST_CHECK_EQUAL((*p.etiquetas)[1].valor(), 4);
    BOOST_CHECK_EQUAL(p.mes.valor.valor(), 3);
}

BOOST_AUTO_TEST_CASE(null_is_absent_in_a_create_and_keeps_the_default) {
    auto const p = json_leer<PedidoPrueba>(pedido(R"(,"domicilio":null,"etiquetas":null,"mes":null)"));
    BOOST_CHECK(!p.domicilio);
    BOOST_CHECK(!p.etiquetas);
    BOOST_CHECK_EQUAL(p.mes.valor.valor(), 3);
}

// An update is read over the stored value: an absent member keeps it, null clears it (a default returns), a value
// replaces it whole.
BOOST_AUTO_TEST_CASE(an_update_is_read_over_what_is_stored) {
    auto const editada = [](std::string_view json) -> std::string {
        auto ficha = json_leer<FichaPrueba>(
            R"({"nombre":"A","notas":"n","limite":9,"domicilio":{"calle":"C","codigoPostal":"1"},"sucursales":[1,2],"productos":[7]})");
        std::string salida;
        try {
            Edicion<FichaPrueba>{json_leer(json)}.sobre(ficha);
        } catch (Problema const& p) {
            return lineas(p.errores(), true);
        }
        json_escribir(ficha, salida);
        return salida;
    };
    struct {
        std::string_view json, salida;
    } const filas[] = {
        {"{}",
         R"({"nombre":"A","notas":"n","limite":9.00,"domicilio":{"calle":"C","codigoPostal":"1"},"sucursales":[1,2],"productos":[7]})"},
        {R"({"nombre":"B","notas":null,"limite":null,"domicilio":null,"sucursales":null})",
         R"({"nombre":"B","notas":"","limite":5.00,"domicilio":null,"sucursales":[],"productos":[7]})"},
        {R"({"notas":"m","limite":0,"domicilio":{"calle":"D"},"sucursales":[3],"productos":[8,9]})",
         R"({"nombre":"A","notas":"m","limite":0.00,"domicilio":{"calle":"D","codigoPostal":"1"},"sucursales":[3],"productos":[8,9]})"},
        {R"({"nombre":null,"productos":null})", "nombre REQUERIDO es obligatorio; productos REQUERIDO es obligatorio"},
        {R"({"productos":[]})", "productos REQUERIDO debe traer al menos 1"},
        {R"({"productos":[1,2,3,4]})", "productos RANGO admite a lo más 3 elementos"},
        {R"({"domicilio":{"calle":null}})", "domicilio.calle REQUERIDO es obligatorio"},
        {R"({"divisionId":1})", "divisionId DESCONOCIDO ya no se acepta; use otra cosa"},
    };
    for (auto const& fila : filas) BOOST_TEST_CONTEXT(fila.json) BOOST_CHECK_EQUAL(editada(fila.json), fila.salida);
    BOOST_CHECK_EQUAL(fallas_de<FichaPrueba>("{}"), "nombre REQUERIDO; productos REQUERIDO");
}

BOOST_AUTO_TEST_CASE(numbers_are_read_from_their_own_text) {
    struct Numero {
        std::string_view json, cantidad, id;  // the value written again, or the code of the fault
    };
    static constexpr Numero filas[] = {
        {"0.1", "0.1", "TIPO"},
        {"1", "1", "1"},
        {"-0", "0", "RANGO"},
        {"-0.0", "0", "TIPO"},
        {"1.10", "1.1", "TIPO"},
        {"1.000000000", "1", "TIPO"},                         // trailing zeros past the scale are fine
        {"1.0000001", "RANGO", "TIPO"},                       // a seventh decimal is not
        {"1234567890123", "1234567890123", "1234567890123"},  // 13 before the point, as numeric(19,6)
        {"12345678901234", "RANGO", "12345678901234"},
        {"123456789.123456", "123456789.123456", "TIPO"},  // 15 significant digits
        {"1234567890.123456", "RANGO", "TIPO"},            // 16
        {"1234567890123456", "RANGO", "1234567890123456"},
        {"9007199254740993", "RANGO", "RANGO"},  // 2^53 + 1: a double would have rounded it
        {"1e2", "TIPO", "TIPO"},
        {"1E2", "TIPO", "TIPO"},
        {"1.0e0", "TIPO", "TIPO"},
        {"1e308", "TIPO", "TIPO"},
        {"1e-5", "TIPO", "TIPO"},
        {"99999999999999999999999999999999999999", "RANGO", "RANGO"},
        {"true", "TIPO", "TIPO"},
        {"\"1\"", "TIPO", "TIPO"},
        {"[1]", "TIPO", "TIPO"},
        {"{}", "TIPO", "TIPO"},
    };
    auto const leido = [](Tipo const& tipo, auto valor, std::string_view json) {
        Fallas fallas;
        json_leer(tipo, json_leer(json), &valor, "x", fallas);
        if (!fallas.vacio()) return fallas.lista()[0].codigo;
        std::string texto;
        valor.escribir(texto);
        return texto;
    };
    for (auto const& f : filas) BOOST_TEST_CONTEXT(f.json) {
            BOOST_CHECK_EQUAL(leido(*tipo_de<Cantidad>(), Cantidad(), f.json), f.cantidad);
            BOOST_CHECK_EQUAL(leido(*tipo_de<Id>(), Id(), f.json), f.id);
        }
}

BOOST_AUTO_TEST_CASE(a_field_level_code_is_never_the_code_of_an_answer) {
    auto const p = Problema::en("partidas[0].fecha", codigo::fecha_invalida, "no es una fecha");
    BOOST_CHECK_EQUAL(p.codigo(), "VALIDACION");
    BOOST_CHECK_EQUAL(p.errores().at(0).codigo, "FECHA_INVALIDA");
    for (auto const& c : codigos())
        BOOST_CHECK_EQUAL(Problema(c.codigo).codigo(), c.estado == 0 ? codigo::validacion : c.codigo);
}

BOOST_AUTO_TEST_CASE(a_published_name_belongs_to_one_type) {
    Esquemas esquemas;
    esquemas.de(*tipo_de<FiltroPrueba>(), Sentido::salida);
    BOOST_CHECK_THROW(esquemas.de(*tipo_de<ajeno::FiltroPrueba>(), Sentido::entrada), std::logic_error);
    esquemas.de(*tipo_de<FiltroPrueba>(), Sentido::entrada);
    BOOST_CHECK_THROW(esquemas.de(*tipo_de<ajeno::FiltroPrueba>(), Sentido::entrada), std::logic_error);
}

BOOST_AUTO_TEST_CASE(a_hostile_body_does_not_grow_the_answer) {
    std::string json = pedido("");
    json.pop_back();
    for (int i = 0; i < 1000; ++i) json += ",\"clave" + std::to_string(i) + "\":1";
    json += "}";
    try {
        json_leer<PedidoPrueba>(json);
        BOOST_ERROR("accepted");
    } catch (Problema const& p) {
        BOOST_CHECK_EQUAL(p.errores().size(), 100U);
        BOOST_CHECK_EQUAL(p.detalle(), "100 campos o más no son válidos; errores[] nombra los primeros 100");
    }
}

BOOST_AUTO_TEST_CASE(one_fault_reads_as_one) {
    try {
        json_leer<PedidoPrueba>(pedido(R"(,"mes":0)"));
        BOOST_ERROR("accepted");
    } catch (Problema const& p) {
        BOOST_CHECK_EQUAL(p.detalle(), "1 campo no es válido");
        BOOST_CHECK_EQUAL(p.codigo(), "VALIDACION");
    }
}

BOOST_AUTO_TEST_CASE(lists_have_a_bound) {
    std::string json =
        R"({"clienteId":1,"referencia":"R","fecha":"2025-02-28","credito":true,"moneda":"MXN","partidas":[],"etiquetas":[1)";
    for (int i = 0; i < 50'000; ++i) json += ",1";
    BOOST_CHECK_EQUAL(fallas_de<PedidoPrueba>(json + "]}", true), "etiquetas RANGO admite a lo más 50000 elementos");
}

BOOST_AUTO_TEST_CASE(query_parameters) {
    using Pares = std::vector<std::pair<std::string_view, std::string_view>>;
    struct Caso {
        Pares pares;
        std::string_view esperado;
    };
    Caso const casos[] = {
        {{}, "sucursalId REQUERIDO"},
        {{{"sucursalId", ""}}, "sucursalId REQUERIDO"},
        {{{"sucursalId", "7"}}, "7 - - true -"},
        {{{"sucursalId", "7"}, {"fechaInicial", ""}, {"estado", ""}, {"incluirDetalle", ""}, {"busqueda", ""}},
         "7 - - true -"},
        {{{"sucursalId", "7"},
          {"fechaInicial", "29/02/2024"},
          {"estado", "Cerrado"},
          {"incluirDetalle", "0"},
          {"busqueda", " ab "}},
         "7 2024-02-29 Cerrado false ab"},
        {{{"sucursalId", "x"},
          {"fechaInicial", "29/02/2023"},
          {"estado", "cerrado"},
          {"incluirDetalle", "si"},
          {"busqueda", "123456"}},
         "sucursalId TIPO; fechaInicial FECHA_INVALIDA; estado RANGO; incluirDetalle TIPO; busqueda LONGITUD"},
        {{{"sucursalId", "0"}, {"busqueda", "a\x01"}}, "sucursalId RANGO; busqueda FORMATO"},
        {{{"sucursalId", "7"}, {"objId", "x"}, {"SucursalId", "y"}}, "7 - - true -"},  // unknown ones are ignored
    };
    for (auto const& c : casos) {
        FiltroPrueba f;
        Fallas fallas;
        auto const buscar = [&](std::string_view nombre) -> std::optional<std::string_view> {
            for (auto const& [n, v] : c.pares)
                if (n == nombre) return v;
            return std::nullopt;
        };
        parametros_leer(*tipo_de<FiltroPrueba>(), buscar, &f, fallas);
        std::string texto = lineas(fallas.lista());
        if (fallas.vacio()) {
            auto const poner = [&](auto const& v) {
                if (v)
                    v->escribir(texto);
                else
                    texto += '-';
            };
            f.sucursalId.escribir(texto);
            texto += ' ', poner(f.fechaInicial), texto += ' ', poner(f.estado), texto += ' ';
            f.incluirDetalle.valor.escribir(texto);
            texto += ' ', poner(f.busqueda);
        }
        BOOST_CHECK_EQUAL(texto, c.esperado);
    }
}

BOOST_AUTO_TEST_SUITE_END()
