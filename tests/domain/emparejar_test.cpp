// Matching of a bank statement with the ledger: which line is which movement. Both are written as text: day reference
// amount.
#include <boost/test/unit_test.hpp>

#include <sstream>

#include "domain/importar/emparejar.hpp"

BOOST_AUTO_TEST_SUITE(emparejar_test)

using namespace gestor;

namespace {

// Parses "3 A 100.00; 4 - -5": day of January 2026, reference (- for none), amount.
std::vector<importar::Apunte> apuntes(std::string const& texto) {
    std::vector<importar::Apunte> todos;
    std::istringstream lineas(texto);
    for (std::string linea; std::getline(lineas, linea, ';');) {
        std::istringstream palabras(linea);
        int dia = 0;
        std::string referencia, importe;
        palabras >> dia >> referencia >> importe;
        auto const fecha = exigir<Fecha>("2026-01-" + std::string(dia < 10 ? "0" : "") + std::to_string(dia));
        todos.push_back({fecha, referencia == "-" ? "" : referencia, exigir<Dinero>(importe)});
    }
    return todos;
}

// parejas: for each line of the statement, the number of its movement, from 1. r: matched by reference; +n: n days
// apart; `.`: no match.
std::string parejas(std::string const& renglones, std::string const& movimientos) {
    std::string salida;
    for (auto const& p : importar::emparejar(apuntes(renglones), apuntes(movimientos))) {
        if (!salida.empty()) salida += " ";
        if (!p) {
            salida += ".";
            continue;
        }
        salida += std::to_string(p->movimiento + 1) + (p->por_referencia ? "r" : "");
        if (p->dias > 0) salida += "+" + std::to_string(p->dias);
    }
    return salida;
}

struct Caso {
    char const *que, *renglones, *movimientos, *esperado;
};
constexpr Caso casos[] = {
    {"the same day, amount and no reference", "5 - 100", "5 - 100", "1"},
    {"three days before and after, no farther", "5 - 1; 5 - 2; 10 - 3; 10 - 4", "2 - 1; 1 - 2; 13 - 3; 14 - 4",
     "1+3 . 3+3 ."},
    {"to the cent, and out is not in", "5 - 100.01; 5 - -7", "5 - 100.00; 5 - 7", ". ."},
    {"money that goes out", "5 - -7", "6 - -7", "1+1"},
    {"the nearest day", "5 - 9", "3 - 9; 6 - 9; 8 - 9", "2+1"},
    {"as near before as after: before", "5 - 9", "6 - 9; 4 - 9", "2+1"},
    {"the reference goes before the day", "5 X 9", "5 - 9; 8 X 9", "2r+3"},
    {"but not beyond the days", "5 X 9", "5 - 9; 9 X 9", "1"},
    {"nor another amount", "5 X 9", "5 X 8", "."},
    {"its letters and spaces do not matter", "5 tr-1 9", "5 - 9; 6 TR-1 9", "2r+1"},
    {"two without reference are not the same for it", "5 - 9", "6 - 9; 5 - 9", "2"},
    {"another reference is no obstacle", "5 X 9", "5 Y 9", "1"},
    {"nobody is two lines", "5 - 9; 5 - 9", "5 - 9", "1 ."},
    {"alike in everything: in order", "5 - 9; 5 - 9; 5 - 9", "5 - 9; 5 - 9", "1 2 ."},
    {"the reference of a later line keeps its movement from an earlier one", "5 - 9; 6 X 9", "5 X 9", ". 1r+1"},
    {"and so does its day", "4 - 9; 5 - 9", "5 - 9", ". 1"},
    {"then the earlier takes what is left", "4 - 9; 5 - 9", "5 - 9; 6 - 9", "2+2 1"},
};

}  // namespace

BOOST_AUTO_TEST_CASE(each_line_has_its_movement) {
    for (auto const& c : casos)
        BOOST_CHECK_MESSAGE(parejas(c.renglones, c.movimientos) == c.esperado,
                            c.que << ": " << parejas(c.renglones, c.movimientos) << " instead of " << c.esperado);
}

// A cash register with many equal tickets: equal lines must not be compared each with each.
BOOST_AUTO_TEST_CASE(many_that_are_alike_take_no_time) {
    std::vector<importar::Apunte> const iguales(100'000, apuntes("5 - 9").front());
    auto const todas = importar::emparejar(iguales, iguales);
    for (std::size_t i = 0; i < todas.size(); ++i) BOOST_REQUIRE(todas[i] && todas[i]->movimiento == i);
}

BOOST_AUTO_TEST_SUITE_END()
