// Queries to the tax authority, its answers, and when a query is sent.
#include <boost/test/unit_test.hpp>

#include "domain/comun/servicio_sat.hpp"
#include "domain/fiscal/xml.hpp"

BOOST_AUTO_TEST_SUITE(sat_test)

using namespace gestor;
using namespace gestor::fiscal;
using namespace std::chrono_literals;

namespace {

std::string respuesta(std::string const& codigo = "S - Comprobante obtenido satisfactoriamente.",
                      std::string const& estado = "Vigente") {
    return R"(<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>)"
           R"(<ConsultaResponse xmlns="http://tempuri.org/"><ConsultaResult )"
           R"(xmlns:a="http://schemas.datacontract.org/2004/07/Sat.Cfdi.Negocio.ConsultaCfdi.Servicio">)"
           "<a:CodigoEstatus> " +
           codigo + "\n</a:CodigoEstatus><a:EsCancelable/><a:Estado>" + estado +
           "</a:Estado><a:EstatusCancelacion><![CDATA[En proceso]]></a:EstatusCancelacion>"
           "<a:ValidacionEFOS>200</a:ValidacionEFOS></ConsultaResult></ConsultaResponse></s:Body></s:Envelope>";
}

// Fingido: answers as the test says, and counts the requests.
struct Fingido final : Exterior {
    RespuestaExterna pedir(PeticionExterna const& p) override {
        ultima = p;
        ++veces;
        ahora += tarda;
        if (auto const f = std::exchange(al_preguntar, {})) f();
        if (falla) throw FallaExterna("no se pudo conectar");
        return {estado, "text/xml", cuerpo};
    }
    ServicioSat servicio() {
        return {*this, "https://sat.ejemplo.mx/", {}, [this] { return ahora; }};
    }
    ServicioSat::Instante ahora = ServicioSat::Instante() + 24h;
    std::chrono::seconds tarda{0};
    std::function<void()> al_preguntar;  // runs at the first request only
    PeticionExterna ultima;
    int veces = 0;
    bool falla = false;
    unsigned estado = 200;
    std::string cuerpo = respuesta();
};

PreguntaSat pregunta(std::string const& total = "1160.00") {
    return {"5FB2822E-396D-4725-8521-CDC4BDD20CCF", "H&E951128469", "URE180429TM6", total, "abc/+9Q="};
}

bool listado(std::string const& efos) {
    RespuestaSat r;
    r.validacionEfos = efos;
    return r.emisor_listado();
}

}  // namespace

BOOST_AUTO_TEST_CASE(lo_que_se_pregunta) {
    auto const base = std::string(
        "https://verificacfdi.facturaelectronica.sat.gob.mx/"
        "default.aspx?id=5FB2822E-396D-4725-8521-CDC4BDD20CCF&re=H&amp;E951128469&rr=URE180429TM6&tt=");
    for (auto const& [total, tt] : {std::pair("1160.00", "1160.0"),
                                    {"1160", "1160.0"},
                                    {"0", "0.0"},
                                    {"0.10", "0.1"},
                                    {"100.000000", "100.0"},
                                    {"12.345678", "12.345678"},
                                    {"12.3456789", "12.345678"}})
        BOOST_TEST(expresion_impresa(pregunta(total)) == base + tt + "&fe=abc/+9Q=");
    auto sin_sello = pregunta();
    sin_sello.sello8.clear();
    BOOST_TEST(expresion_impresa(sin_sello) == base + "1160.0");
    auto const sobre = leer_xml(sobre_de(pregunta()));
    BOOST_TEST(sobre.raiz.hijos.at(0).hijos.at(0).hijos.at(0).texto == expresion_impresa(pregunta()));
}

BOOST_AUTO_TEST_CASE(lo_que_contesta) {
    auto const r = leer_respuesta_sat(respuesta());
    BOOST_TEST(r.codigoEstatus == "S - Comprobante obtenido satisfactoriamente.");
    BOOST_TEST(r.estatusCancelacion == "En proceso");
    BOOST_TEST((r.esCancelable.empty() && r.encontrado() && !r.emisor_listado()));
    BOOST_TEST(validacion_de(r) == "Válido");
    for (auto const& [codigo, estado, validacion] : {std::tuple("S - x", "Cancelado", "Cancelado"),
                                                     {"S - x", "No Encontrado", "No encontrado"},
                                                     {"S - x", "Otro", "Sin validar"},
                                                     {"N - 601: x", "Vigente", "No encontrado"},
                                                     {"N - 602: x", "", "No encontrado"},
                                                     {"N - 603", "Vigente", "Sin validar"}})
        BOOST_TEST(validacion_de(leer_respuesta_sat(respuesta(codigo, estado))) == validacion);
    for (auto const* efos : {"100", "101", "104"}) BOOST_TEST(listado(efos));
    for (auto const* efos : {"", "200", "201"}) BOOST_TEST(!listado(efos));
}

BOOST_AUTO_TEST_CASE(lo_que_no_se_entiende) {
    auto otro_espacio = respuesta();
    otro_espacio.replace(otro_espacio.find("http://tempuri.org/"), 19, "http://tempuri.com/");
    std::string const dtd = "<!DOCTYPE s [<!ENTITY a \"b\">]>" + respuesta();
    for (auto const& malo :
         {std::string(), std::string("<html/>"), otro_espacio, dtd, respuesta(""), std::string("{}")})
        BOOST_CHECK_THROW(leer_respuesta_sat(malo), Ilegible);
}

BOOST_AUTO_TEST_CASE(se_recuerda_diez_minutos_lo_que_conoce) {
    Fingido sat;
    auto servicio = sat.servicio();
    BOOST_TEST(servicio.consultar(pregunta()).validacion() == "Válido");
    sat.cuerpo = respuesta("S - x", "Cancelado");
    sat.ahora += 10min - 1s;
    BOOST_TEST(servicio.consultar(pregunta()).validacion() == "Válido");
    BOOST_TEST(sat.veces == 1);
    sat.ahora += 1s;
    BOOST_TEST(servicio.consultar(pregunta()).validacion() == "Cancelado");
    BOOST_TEST(servicio.consultar(pregunta("1")).validacion() == "Cancelado");
    BOOST_TEST(sat.veces == 3);
    sat.cuerpo = respuesta("N - 602: no", "No Encontrado");
    for (int i = 0; i < 2; ++i) servicio.consultar(pregunta("2"));
    BOOST_TEST(sat.veces == 5);
    BOOST_TEST((sat.ultima.conexion == 5s && sat.ultima.total == 10s && sat.ultima.url == "https://sat.ejemplo.mx/"));
    // The cache of answers is bounded: after many other queries the first one is sent again.
    sat.cuerpo = respuesta();
    for (int i = 0; i < 10'001; ++i) servicio.consultar(pregunta(std::to_string(i + 10)));
    auto const antes = sat.veces;
    servicio.consultar(pregunta("10"));
    BOOST_TEST(sat.veces == antes + 1);
}

BOOST_AUTO_TEST_CASE(a_quien_falla_se_le_pregunta_dos_veces_y_luego_se_le_deja) {
    Fingido sat;
    auto servicio = sat.servicio();
    sat.falla = true;
    auto const r = servicio.consultar(pregunta());
    BOOST_TEST((!r.respuesta && r.preguntado && r.motivo == "consulta al SAT: no se pudo conectar" &&
                r.validacion() == "Sin validar"));
    BOOST_TEST(sat.veces == 2);
    sat.falla = false, sat.estado = 500;
    BOOST_TEST(servicio.consultar(pregunta()).motivo == "consulta al SAT: el SAT contestó 500");
    sat.estado = 200, sat.cuerpo = "<html>";
    BOOST_TEST(servicio.consultar(pregunta()).motivo == "consulta al SAT: la respuesta del SAT no se pudo interpretar");
    BOOST_TEST(sat.veces == 5, "la quinta falla basta");
    sat.cuerpo = respuesta();
    sat.ahora += 59s;
    auto const nadie = servicio.consultar(pregunta());
    BOOST_TEST((!nadie.respuesta && !nadie.preguntado));
    BOOST_TEST(sat.veces == 5);
    // After the pause one failure starts another pause; one success ends it.
    sat.ahora += 1s;
    sat.falla = true;
    BOOST_TEST(servicio.consultar(pregunta()).preguntado);
    BOOST_TEST(sat.veces == 6);
    sat.falla = false;
    sat.ahora += 59s;
    BOOST_TEST(!servicio.consultar(pregunta()).respuesta);
    BOOST_TEST(sat.veces == 6);
    sat.ahora += 1s;
    BOOST_TEST(servicio.consultar(pregunta()).respuesta.has_value());
    sat.falla = true;
    for (int i = 0; i < 2; ++i) servicio.consultar(pregunta("1"));
    sat.falla = false;
    BOOST_TEST(servicio.consultar(pregunta("1")).respuesta.has_value(), "cuatro no son cinco");
}

BOOST_AUTO_TEST_CASE(el_minuto_se_cuenta_desde_la_falla) {
    Fingido sat;
    auto servicio = sat.servicio();
    sat.falla = true;
    sat.tarda = 10s;
    for (int i = 0; i < 3; ++i) servicio.consultar(pregunta());
    sat.falla = false;
    sat.ahora += 59s;
    BOOST_TEST(!servicio.consultar(pregunta()).preguntado);
    sat.ahora += 1s;
    BOOST_TEST(servicio.consultar(pregunta()).preguntado);
}

BOOST_AUTO_TEST_CASE(pasado_el_minuto_va_uno_solo) {
    Fingido sat;
    auto servicio = sat.servicio();
    sat.falla = true;
    for (int i = 0; i < 3; ++i) servicio.consultar(pregunta());
    sat.falla = false;
    sat.ahora += 60s;
    int entretanto = 0;
    sat.al_preguntar = [&] {
        for (int i = 0; i < 3; ++i) entretanto += servicio.consultar(pregunta("2")).preguntado ? 1 : 0;
    };
    BOOST_TEST(servicio.consultar(pregunta()).respuesta.has_value());
    BOOST_TEST(entretanto == 0);
    BOOST_TEST(servicio.consultar(pregunta("2")).respuesta.has_value(), "contestó: se le pregunta otra vez");
}

BOOST_AUTO_TEST_CASE(lo_que_no_se_llego_a_preguntar_no_es_falla_suya) {
    Fingido sat;
    auto servicio = sat.servicio();
    for (int i = 1; i <= 6; ++i) {
        sat.al_preguntar = [] { throw NoPreguntado("el servidor se está apagando"); };
        auto const r = servicio.consultar(pregunta());
        BOOST_TEST((!r.preguntado && r.motivo == "el servidor se está apagando"));
        BOOST_TEST(sat.veces == i, "una vez, cada una");
    }
}

BOOST_AUTO_TEST_CASE(sin_configurar_no_se_pregunta) {
    Fingido sat;
    ServicioSat servicio(sat, "");
    BOOST_TEST(servicio.consultar(pregunta()).motivo == "no está configurada la consulta al SAT");
    BOOST_TEST(sat.veces == 0);
}

BOOST_AUTO_TEST_SUITE_END()
