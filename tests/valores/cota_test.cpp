// The bound of a body is never below the size of a valid document, however it is written, and at most a quarter above
// the longest one.
#include "domain/valores/cota.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "domain/operacion/operacion.hpp"
#include "domain/valores/base64.hpp"
#include "domain/valores/decimal.hpp"
#include "domain/valores/dto.hpp"
#include "domain/valores/fecha.hpp"
#include "domain/valores/json.hpp"
#include "domain/valores/libre.hpp"
#include "domain/valores/texto.hpp"

namespace gestor {

struct RenglonCota {
    Id productoId;
    std::optional<Cantidad> cantidad;
    std::optional<Texto<7, true>> notas;
};
DTO(RenglonCota, productoId, cantidad, notas)

struct PedidoCota {
    Opcion<"Uno", "Catorce"> clase;
    Booleano urgente;
    std::optional<FechaHora> fecha;
    Lista<RenglonCota, 1, 9> partidas;
    Lista<Lista<Texto<3>, 0, 4>, 0, 5> series;
    Base64<30> imagen;
    std::optional<ObjetoLibre> addenda;
};
DTO(PedidoCota, clase, urgente, fecha, partidas, series, imagen, addenda)

struct MuchosCota {
    Lista<Id, 0, 60'000> ids;
};
DTO(MuchosCota, ids)

// SiempreMal: every value is a fault; counts how often it was read.
struct SiempreMal {
    static inline int leidos = 0;
    static constexpr Forma forma() { return Texto<10>::forma(); }
    static std::optional<Falla> leer(std::string_view, SiempreMal&) {
        ++leidos;
        return Falla{codigo::formato, "no"};
    }
    static SiempreMal de_base(std::string_view) { return {}; }
    void escribir(std::string&) const {}
};
struct MalosCota {
    Lista<SiempreMal, 0, 5'000> malos;
    SiempreMal despues;
};
DTO(MalosCota, malos, despues)

}  // namespace gestor

BOOST_AUTO_TEST_SUITE(cota_test)

using namespace gestor;

namespace {

std::string repetido(std::string const& que, std::size_t n, std::string const& entre = "") {
    std::string s;
    for (std::size_t i = 0; i < n; ++i) s += (i > 0 ? entre : "") + que;
    return s;
}
std::string escapado(std::string_view ascii) {
    std::string s;
    for (char c : ascii) {
        char u[8];
        std::snprintf(u, sizeof u, "\\u%04x", static_cast<unsigned>(c));
        s += u;
    }
    return s;
}
std::size_t valores(Json const& j) {
    std::size_t n = 1;
    for (auto const& h : j.hijos) n += valores(h);
    return n;
}

std::string const emoji = "\\ud83d\\ude00", sangria = "\r\n" + std::string(40, ' ');

std::string miembro(std::string_view nombre, std::string const& valor) {
    return sangria + "\"" + escapado(nombre) + "\" : " + valor;
}

// The longest valid PedidoCota, with a limited amount of white space.
std::string el_mas_largo() {
    auto const renglon = "{" + miembro("productoId", "9007199254740991") + "," +
                         miembro("cantidad", "-999999999999.000000000000000000") + "," +
                         miembro("notas", "\"" + repetido(emoji, 7) + "\"") + sangria + "}";
    auto const series = "[" + repetido(sangria + "\"" + repetido(emoji, 3) + "\"", 4, ",") + sangria + "]";
    std::string libre;  // 65,536 bytes once it is written again
    while (libre.size() < 65'530) libre += 'x';
    return "{" + miembro("clase", "\"" + escapado("Catorce") + "\"") + "," + miembro("urgente", "false") + "," +
           miembro("fecha", "\"" + escapado("2026-01-31T23:59:59") + "\"") + "," +
           miembro("partidas", "[" + repetido(renglon, 9, ",") + "]") + "," +
           miembro("series", "[" + repetido(series, 5, ",") + "]") + "," +
           miembro("imagen", "\"" + repetido("\\/", 40) + "\"") + "," +
           miembro("addenda", "{\"" + escapado("a") + "\":\"" + escapado(libre.substr(0, 65'536 - 8)) + "\"}") + "}";
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_longest_legal_document_fits) {
    auto const documento = el_mas_largo();
    auto const pedido = json_leer<PedidoCota>(documento);  // the document is valid
    BOOST_TEST(pedido.partidas.size() == 9U);
    BOOST_TEST(pedido.series.at(4).size() == 4U);
    auto const cota = cota_de(*tipo_de<PedidoCota>());
    BOOST_TEST(documento.size() <= cota.bytes);
    BOOST_TEST(valores(json_leer(documento)) <= cota.valores);
    BOOST_TEST(cota.bytes < documento.size() * 5 / 4);  // the bound exceeds the longest document by less than a quarter
}

BOOST_AUTO_TEST_CASE(a_free_object_has_a_bound) {
    auto const con = [](std::size_t n) {
        return R"({"clase":"Uno","urgente":true,"partidas":[{"productoId":1}],"imagen":"AAAA","addenda":{"a":")" +
               std::string(n, 'x') + "\"}}";
    };
    BOOST_TEST(json_leer<PedidoCota>(con(65'536 - 8)).addenda->texto().size() == 65'536U);
    try {
        json_leer<PedidoCota>(con(65'536 - 7));
        BOOST_ERROR("accepted");
    } catch (Problema const& p) {
        BOOST_REQUIRE(p.errores().size() == 1U);
        BOOST_TEST(p.errores()[0].campo == "addenda");
        BOOST_TEST(p.errores()[0].codigo == "LONGITUD");
    }
}

BOOST_AUTO_TEST_CASE(values_are_counted_without_parsing) {
    struct Fila {
        char const* documento;
        std::uint64_t valores;
    };
    Fila const filas[] = {
        {"", 1},
        {"1", 1},
        {"[1]", 2},
        {"[1,2,[3]]", 5},
        {R"({"a":1,"b":{"c":null,"d":[true]}})", 6},
        {R"(["a,b","[{,","\",[","\\",","])", 6},
        {R"({"a,\"[":"{"})", 2},
    };
    for (auto const& f : filas) BOOST_TEST_CONTEXT(f.documento) {
            BOOST_TEST(contar_valores(f.documento) == f.valores);
            if (*f.documento != 0) BOOST_TEST(valores(json_leer(f.documento)) == f.valores);
        }
    BOOST_TEST(contar_valores(el_mas_largo()) == valores(json_leer(el_mas_largo())));
    BOOST_TEST(cota_de(*tipo_de<MuchosCota>()).valores == 60'002U);
}

BOOST_AUTO_TEST_CASE(reading_stops_at_the_hundredth_fault) {
    SiempreMal::leidos = 0;
    try {
        json_leer<MalosCota>("{\"malos\":[" + repetido("\"x\"", 5'000, ",") + "],\"despues\":\"x\"}");
        BOOST_ERROR("accepted");
    } catch (Problema const& p) {
        BOOST_TEST(p.errores().size() == 100U);
        BOOST_TEST(p.detalle() == "100 campos o más no son válidos; errores[] nombra los primeros 100");
    }
    BOOST_TEST(SiempreMal::leidos == 100);
}

// Every operation that takes JSON has a bound, and every bound fits its number.
BOOST_AUTO_TEST_CASE(every_body_has_a_bound) {
    int con_cuerpo = 0;
    for (auto const* area : areas())
        for (auto const& o : area->operaciones) BOOST_TEST_CONTEXT(o.ruta) {
                if (o.que.cuerpo == nullptr) continue;
                ++con_cuerpo;
                auto const cota = cota_de(*o.que.cuerpo);
                BOOST_TEST(cota.bytes > 100U);
                BOOST_TEST_MESSAGE(o.ruta << ": " << cota.bytes << " bytes, " << cota.valores << " values");
            }
    BOOST_TEST(con_cuerpo > 20);
}

BOOST_AUTO_TEST_SUITE_END()
