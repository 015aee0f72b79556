// The change log: rows that each area keeps beside its operations (cambios.inc), gathered by the build.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>

#include "domain/sistema/cambios.hpp"
#include "domain/sistema/tipos.hpp"
#include "server/app/operaciones.hpp"

BOOST_AUTO_TEST_SUITE(cambios_test)

using namespace gestor;
using sistema::Cambio;

namespace {

// Area of each operation, retired ones included; the server's own operations belong to sistema.
std::map<std::string, std::string> const& area_de() {
    static auto const todas = [] {
        std::map<std::string, std::string> mapa{{"", "sistema"}};
        for (auto const* area : todas_las_areas())
            for (auto const& o : area->operaciones)
                mapa[std::string(nombre_de(o.verbo)) + " " + std::string(o.ruta)] =
                    area->nombre == "servidor" ? "sistema" : area->nombre;
        return mapa;
    }();
    return todas;
}

}  // namespace

BOOST_AUTO_TEST_CASE(every_entry_is_complete) {
    std::set<unsigned> ids;
    for (auto const& c : sistema::cambios()) BOOST_TEST_CONTEXT("change " << c.id) {
            BOOST_TEST(ids.insert(c.id).second, "two changes have this id");
            Fecha fecha;
            std::string escrita;
            BOOST_TEST(!Fecha::leer(c.fecha, fecha));
            fecha.escribir(escrita);
            BOOST_TEST(escrita == c.fecha);
            sistema::TipoCambioRegistro tipo;
            BOOST_TEST(!sistema::TipoCambioRegistro::leer(c.tipo, tipo));
            BOOST_TEST(area_de().contains(std::string(c.endpoint)), "no operation " << c.endpoint);
            BOOST_TEST(!c.descripcion.empty());
            BOOST_TEST((c.tipo == "breaking") <= !c.accion.empty(), "a breaking change says what to do");
        }
    BOOST_TEST(ids.size() >= 278U);
}

BOOST_AUTO_TEST_CASE(newest_first) {
    auto const todos = sistema::cambios();
    BOOST_TEST(std::ranges::is_sorted(
        todos, [](Cambio const& a, Cambio const& b) { return std::pair(a.fecha, a.id) > std::pair(b.fecha, b.id); }));
    BOOST_TEST(todos.back().id == 1U);
}

// The file of an area has only changes of its own operations, oldest first.
BOOST_AUTO_TEST_CASE(each_stands_beside_its_operation) {
    static std::regex const fila(R"re(\{(\d+), "([^"]+)", "\w+", "([^"]*)",)re");
    std::size_t cuantos = 0;
    for (auto const& carpeta :
         std::filesystem::directory_iterator(std::filesystem::path(GESTOR_TESTS_DIR) / "../domain")) {
        std::ifstream archivo(carpeta.path() / "cambios.inc");
        std::pair<std::string, int> ultimo;
        for (std::string linea; std::getline(archivo, linea);) {
            std::smatch m;
            if (!std::regex_search(linea, m, fila)) continue;
            BOOST_TEST_CONTEXT(carpeta.path().filename().string() << " " << m[1]) {
                BOOST_TEST(area_de().at(m[3]) == carpeta.path().filename().string());
                std::pair const este(m[2].str(), std::stoi(m[1]));
                BOOST_TEST((ultimo < este), "out of order");
                ultimo = este;
            }
            ++cuantos;
        }
    }
    BOOST_TEST(cuantos == sistema::cambios().size());
}

BOOST_AUTO_TEST_SUITE_END()
