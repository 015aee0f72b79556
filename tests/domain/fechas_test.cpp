#include "domain/motor/captura/fechas.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(fechas_test)

using namespace gestor;

namespace {

FechaHora momento(std::string_view texto) {
    FechaHora f;
    BOOST_REQUIRE(!FechaHora::leer(texto, f));
    return f;
}

std::string fechado(std::string_view pedida, std::string_view ahora, std::string_view antes) {
    std::optional<FechaHora> p;
    if (!pedida.empty()) p = momento(pedida);
    std::optional<Antecedente> a;
    if (!antes.empty()) a = Antecedente{momento(antes), "Factura FV1"};
    Fallas fallas;
    auto const fecha = fechar(p, momento(ahora), a, fallas);
    if (!fallas.vacio()) return fallas.lista().at(0).campo + ": " + fallas.lista().at(0).mensaje;
    std::string texto;
    fecha.escribir(texto);
    return texto;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_date_is_between_its_source_and_today) {
    struct Fila {
        std::string_view pedida, ahora, antes, resultado;
    };
    for (auto const& f : {
             // no date sent: now, or the moment of the source document when that is later
             Fila{"", "2026-03-10T12:00:00", "", "2026-03-10T12:00:00"},
             Fila{"", "2026-03-10T12:00:00", "2026-03-09T08:00:00", "2026-03-10T12:00:00"},
             Fila{"", "2026-03-10T23:30:00", "2026-03-11T00:30:00", "2026-03-11T00:30:00"},
             // dates are compared by calendar day; the hour does not count
             Fila{"2026-03-10", "2026-03-10T12:00:00", "2026-03-10T11:00:00", "2026-03-10T00:00:00"},
             Fila{"2026-03-10T18:00:00", "2026-03-10T12:00:00", "", "2026-03-10T18:00:00"},
             Fila{"2026-03-09T23:59:59", "2026-03-10T12:00:00", "2026-03-10T00:00:00",
                  "fecha: es anterior a Factura FV1, del 2026-03-10"},
             Fila{"2026-03-11", "2026-03-10T12:00:00", "", "fecha: es posterior a hoy en la sucursal, 2026-03-10"},
             Fila{"2025-01-01", "2026-03-10T12:00:00", "", "2025-01-01T00:00:00"},
             // a caller's clock that is ahead means now, also across midnight
             Fila{"2026-03-10T12:10:00", "2026-03-10T12:00:00", "", "2026-03-10T12:00:00"},
             Fila{"2026-03-10T12:10:01", "2026-03-10T12:00:00", "", "2026-03-10T12:10:01"},
             Fila{"2026-03-11T00:05:00", "2026-03-10T23:55:00", "", "2026-03-10T23:55:00"},
             Fila{"2026-03-11T00:05:01", "2026-03-10T23:55:00", "",
                  "fecha: es posterior a hoy en la sucursal, 2026-03-10"},
             // the source document is of tomorrow, from a branch in an eastern time zone
             Fila{"2026-03-11T00:20:00", "2026-03-10T23:00:00", "2026-03-11T00:10:00", "2026-03-11T00:20:00"},
             Fila{"2026-03-10T23:00:00", "2026-03-10T23:00:00", "2026-03-11T00:10:00",
                  "fecha: es anterior a Factura FV1, del 2026-03-11"},
             Fila{"2026-03-12", "2026-03-10T23:00:00", "2026-03-11T00:10:00",
                  "fecha: es posterior a hoy en la sucursal, 2026-03-10"},
         })
        BOOST_CHECK_EQUAL(fechado(f.pedida, f.ahora, f.antes), f.resultado);
}

BOOST_AUTO_TEST_SUITE_END()
