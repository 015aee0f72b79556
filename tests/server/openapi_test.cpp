// The published document: each row of the operation table once, every name explained, and equal to the golden file.
#include <boost/json.hpp>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "domain/valores/glosario.hpp"
#include "domain/valores/procedencia.hpp"
#include "server/app/operaciones.hpp"
#include "server/docs/openapi.hpp"

BOOST_AUTO_TEST_SUITE(openapi_test)

using namespace gestor;

namespace {

std::string const& documento() {
    static auto const texto = openapi_json(todas_las_areas(), GESTOR_VERSION, "");
    return texto;
}

namespace json = boost::json;

json::value const& leido() {
    static auto const valor = json::parse(documento());
    return valor;
}

json::value const* buscar(json::value const& valor, std::string_view clave) {
    return valor.is_object() ? valor.get_object().if_contains(clave) : nullptr;
}

json::value const& en(json::value const& valor, std::initializer_list<std::string_view> claves) {
    auto const* v = &valor;
    for (auto const clave : claves) {
        v = buscar(*v, clave);
        BOOST_REQUIRE_MESSAGE(v != nullptr, "falta " << clave);
    }
    return *v;
}

std::string texto(json::value const& valor) {
    return std::string(valor.as_string());
}

constexpr std::string_view verbos[] = {"get", "post", "put", "delete"};

// explicados: names with an explanation of their own, as Tipo.nombre.
void explicar(Tipo const& tipo, std::set<std::string>& sin_explicar, std::set<std::string_view>& explicados,
              std::set<Tipo const*>& vistos) {
    if (!vistos.insert(&tipo).second) return;
    if (tipo.interno != nullptr) return explicar(*tipo.interno, sin_explicar, explicados, vistos);
    if (tipo.especie != Especie::objeto) return;
    for (auto const& campo : tipo.campos()) {
        auto const* termino = glosario_buscar(campo.nombre, tipo.nombre);
        if (termino == nullptr)
            sin_explicar.emplace(campo.nombre);
        else
            explicados.insert(termino->nombre);
        explicar(*campo.tipo, sin_explicar, explicados, vistos);
    }
}

Tipo const* totales_de(Operacion const& op) {
    return op.que.lectura() != nullptr ? op.que.lectura()->declarada().totales.tipo : nullptr;
}

bool hace_algo(Declarada const& a) {
    return a.lectura != nullptr;
}
template <class Db>
bool hace_algo(Funcion<Db> const& a) {
    return a.preparar != nullptr;
}
bool hace_algo(Entrega const& a) {
    return a.abrir != nullptr;
}
bool hace_algo(DelServidor const& a) {
    return a.cual >= 0;
}
bool hace_algo(Retirada const&) {
    return true;
}

}  // namespace

BOOST_AUTO_TEST_CASE(cada_operacion_esta_una_vez) {
    std::size_t filas = 0, publicadas = 0;
    std::set<std::string> ids;
    for (auto const* area : todas_las_areas())
        for (auto const& op : area->operaciones) {
            auto const& o = en(leido(), {"paths", op.ruta, verbos[static_cast<std::size_t>(op.verbo)]});
            BOOST_TEST(texto(en(o, {"summary"})) == op.resumen);
            BOOST_TEST(ids.insert(texto(en(o, {"operationId"}))).second, "operationId repetido en " << op.ruta);
            ++filas;
        }
    for (auto const& ruta : en(leido(), {"paths"}).as_object())
        for (auto const verbo : verbos)
            if (buscar(ruta.value(), verbo) != nullptr) ++publicadas;
    BOOST_TEST(filas == publicadas);
}

BOOST_AUTO_TEST_CASE(cada_nombre_esta_explicado) {
    std::set<std::string> sin_explicar;
    std::set<std::string_view> explicados;
    std::set<Tipo const*> vistos;
    explicar(*tipo_de<ParametrosPagina>(), sin_explicar, explicados, vistos);
    for (auto const* area : todas_las_areas())
        for (auto const& op : area->operaciones)
            for (auto const* tipo : {op.que.parametros, op.que.cuerpo, op.que.respuesta, totales_de(op)})
                if (tipo != nullptr) explicar(*tipo, sin_explicar, explicados, vistos);
    for (auto const& nombre : sin_explicar) BOOST_ERROR("falta en el glosario: " << nombre);
    for (auto const& termino : glosario())
        BOOST_TEST((termino.nombre.find('.') == termino.nombre.npos || explicados.contains(termino.nombre)),
                   "nadie tiene " << termino.nombre);
}

void nombrar(Tipo const& tipo, std::set<std::string>& nombres, std::set<Tipo const*>& vistos) {
    if (!vistos.insert(&tipo).second) return;
    if (tipo.interno != nullptr) return nombrar(*tipo.interno, nombres, vistos);
    if (tipo.especie != Especie::objeto) return;
    for (auto const& campo : tipo.campos()) {
        nombres.emplace(campo.nombre);
        nombres.insert(std::string(tipo.nombre).append(".").append(campo.nombre));
        nombrar(*campo.tipo, nombres, vistos);
    }
}
// The table of identifiers has no unused row. The HTTP tests check that each identifier has a row.
BOOST_AUTO_TEST_CASE(cada_procedencia_es_de_alguien) {
    std::set<std::string> nombres;
    std::set<Tipo const*> vistos;
    for (auto const* area : todas_las_areas())
        for (auto const& op : area->operaciones)
            for (auto const* tipo : {op.que.parametros, op.que.cuerpo, op.que.respuesta, totales_de(op)})
                if (tipo != nullptr) nombrar(*tipo, nombres, vistos);
    for (auto const* area : todas_las_areas())
        for (auto const& op : area->operaciones) {
            auto const hasta = op.ruta.find("/{id}");
            if (hasta != op.ruta.npos) nombres.emplace(op.ruta.substr(0, hasta));
            if (op.ruta.ends_with("/{documentoId}")) nombres.emplace("documentoId");
        }
    for (auto const& p : procedencias())
        BOOST_TEST(nombres.contains(std::string(p.nombre)), "nadie tiene " << p.nombre);
}

// The text "0 = none" may only describe a member that accepts 0.
void sin_ceros_de_mas(json::value const& v) {
    if (v.is_array())
        for (auto const& e : v.get_array()) sin_ceros_de_mas(e);
    if (!v.is_object()) return;
    auto const* minimo = buscar(v, "minimum");
    if (auto const* d = buscar(v, "description"); d != nullptr && d->is_string() && minimo != nullptr && *minimo == 1)
        BOOST_TEST(texto(*d).find("; 0 = ") == std::string::npos, texto(*d));
    for (auto const& [clave, e] : v.get_object()) sin_ceros_de_mas(e);
}
BOOST_AUTO_TEST_CASE(nada_dice_cero_donde_no_cabe) {
    sin_ceros_de_mas(leido());
}

// A row without an action would publish an empty operation.
BOOST_AUTO_TEST_CASE(cada_fila_dice_que_hace) {
    for (auto const* area : todas_las_areas())
        for (auto const& op : area->operaciones) {
            auto const& q = op.que;
            BOOST_TEST(std::visit([](auto const& hace) { return hace_algo(hace); }, q.hace), op.ruta);
            bool const con_esquema = !q.es<Entrega>() && !q.es<DelServidor>() && !q.es<Retirada>();
            BOOST_TEST((q.respuesta != nullptr || !con_esquema), op.ruta);
        }
}

BOOST_AUTO_TEST_CASE(los_esquemas_se_llaman_como_dice_el_contrato) {
    for (auto const nombre :
         {"RegistroVentaViewModel", "RegistroVentaViewModelIReadOnlyListResponseData",
          "OrdenServicioViewModelResponseModel", "OrdenServicioAutorizacion", "AutenticacionResponseModel",
          "UsuarioInformacionResponseModel", "CambioViewModelIReadOnlyListResponseData", "HealthReport", "Problema"})
        en(leido(), {"components", "schemas", nombre});
    auto const& registro = en(leido(), {"components", "schemas", "RegistroVentaViewModel"});
    BOOST_TEST(en(registro, {"properties"}).as_object().size() == 20U);
    BOOST_TEST(en(registro, {"required"}).as_array().size() == 20U);
    auto const& cambio = en(leido(), {"components", "schemas", "CambioViewModel"});
    BOOST_TEST(en(cambio, {"required"}).as_array().size() == 4U);  // endpoint and accionRequerida may be left out
    auto const& retirada = en(leido(), {"paths", "/api/AgenciaViaje/BookingCancelar/{id}", "delete"});
    BOOST_TEST(en(retirada, {"deprecated"}).as_bool());
    BOOST_TEST((buscar(en(retirada, {"responses"}), "200") == nullptr));
    en(retirada, {"responses", "410"});
}

BOOST_AUTO_TEST_CASE(es_el_documento_dorado) {
    std::ifstream archivo(std::filesystem::path(GESTOR_TESTS_DIR) / "openapi.json");
    std::string const dorado(std::istreambuf_iterator<char>(archivo), {});
    // BOOST_CHECK instead of BOOST_TEST, which would print both texts. scripts/check shows the difference,
    // scripts/check -f accepts it.
    BOOST_CHECK_MESSAGE(dorado == documento() + "\n", "tests/openapi.json difiere de «gestor openapi»");
}

BOOST_AUTO_TEST_SUITE_END()
