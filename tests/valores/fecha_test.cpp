#ifndef BOOST_TEST_DYN_LINK
#endif
#include "domain/valores/fecha.hpp"

#include <array>
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <string>

BOOST_AUTO_TEST_SUITE(fecha_test)

using namespace gestor;
using std::chrono::days;
using std::chrono::seconds;

namespace {

template <class T>
std::string texto(T const& valor) {
    std::string salida;
    valor.escribir(salida);
    return salida;
}

// Canonical text, or the code of the fault.
template <class T>
std::string leido(std::string_view entrada) {
    T valor{};
    if (auto falla = T::leer(entrada, valor)) return std::string(falla->codigo);
    return texto(valor);
}

}  // namespace

BOOST_AUTO_TEST_CASE(formas_de_entrada) {
    struct Fila {
        std::string_view entrada, fecha, fecha_hora, dma;
    };
    static constexpr std::string_view mal = "FECHA_INVALIDA";
    static constexpr Fila filas[] = {
        {"2025-03-01", "2025-03-01", "2025-03-01T00:00:00", mal},
        {"2025-03-01T10:20:30", "2025-03-01", "2025-03-01T10:20:30", mal},
        {"2025-03-01T23:59:59", "2025-03-01", "2025-03-01T23:59:59", mal},
        {"01/03/2025", "2025-03-01", "2025-03-01T00:00:00", "2025-03-01"},
        {"29/02/2024", "2024-02-29", "2024-02-29T00:00:00", "2024-02-29"},
        {"29/02/2000", "2000-02-29", "2000-02-29T00:00:00", "2000-02-29"},
        {"29/02/2100", mal, mal, mal},  // 2100 is no leap year
        {"29/02/1900", mal, mal, mal},
        {"29/02/2023", mal, mal, mal},
        {"31/02/2025", mal, mal, mal},
        {"2025-02-31", mal, mal, mal},
        {"2025-04-31", mal, mal, mal},
        {"2025-13-01", mal, mal, mal},
        {"2025-00-10", mal, mal, mal},
        {"2025-01-00", mal, mal, mal},
        {"2025-01-01T24:00:00", mal, mal, mal},
        {"2025-01-01T10:60:00", mal, mal, mal},
        {"2025-01-01T10:00:60", mal, mal, mal},
        {"2025-01-01T10:00", mal, mal, mal},
        {"2025-01-01T10:00:00Z", mal, mal, mal},
        {"2025-01-01T10:00:00-06:00", mal, mal, mal},
        {"2025-01-01T10:00:00.5", mal, mal, mal},
        {"2025-01-01 10:00:00", mal, mal, mal},  // the form of PostgreSQL is not accepted
        {"2025-01-01t10:00:00", mal, mal, mal},
        {"01/03/2025T10:00:00", mal, mal, mal},
        {"2025-1-1", mal, mal, mal},
        {"1/3/2025", mal, mal, mal},
        {"01-03-2025", mal, mal, mal},
        {"2025/03/01", mal, mal, mal},
        {"20250301", mal, mal, mal},
        {"01/03/25", mal, mal, mal},
        {" 2025-03-01", mal, mal, mal},
        {"2025-03-01 ", mal, mal, mal},
        {"hoy", mal, mal, mal},
        {"", mal, mal, mal},
        {"٢٠٢٥-٠٣-٠١", mal, mal, mal},
        {"1899-12-31", "RANGO", "RANGO", mal},
        {"2101-01-01", "RANGO", "RANGO", mal},
        {"31/12/1899", "RANGO", "RANGO", "RANGO"},
        {"0001-01-01", "RANGO", "RANGO", mal},  // DateTime.MinValue of .NET
    };
    for (auto const& f : filas) {
        BOOST_TEST_CONTEXT("'" << f.entrada << "'") {
            BOOST_TEST(leido<Fecha>(f.entrada) == f.fecha);
            BOOST_TEST(leido<FechaHora>(f.entrada) == f.fecha_hora);
            BOOST_TEST(leido<FechaDMA>(f.entrada) == f.dma);
        }
    }
}

BOOST_AUTO_TEST_CASE(mensajes) {
    FechaDMA dma;
    Fecha fecha;
    BOOST_TEST(FechaDMA::leer("2025-03-15", dma)->mensaje == "debe ser una fecha con la forma dd/MM/yyyy");
    BOOST_TEST(Fecha::leer("31/02/2025", fecha)->mensaje == "no es una fecha que exista");
    BOOST_TEST(Fecha::leer("2025-01-01T24:00:00", fecha)->mensaje == "no es una hora que exista");
    BOOST_TEST(Fecha::leer("1899-01-01", fecha)->mensaje == "debe estar entre los años 1900 y 2100");
    BOOST_TEST((fecha == Fecha{}));  // a fault does not touch the value
}

BOOST_AUTO_TEST_CASE(todos_los_dias_de_1900_a_2100) {
    static constexpr std::array<int, 12> largos{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    Fecha esperada(1900, 1, 1);
    int vistos = 0, fallos = 0;
    for (int anio = 1900; anio <= 2100; ++anio) {
        bool const bisiesto = (anio % 4 == 0 && anio % 100 != 0) || anio % 400 == 0;
        for (int mes = 1; mes <= 12; ++mes) {
            int const largo = largos[static_cast<std::size_t>(mes - 1)] + (mes == 2 && bisiesto ? 1 : 0);
            for (int dia = 1; dia <= 31; ++dia) {
                char iso[40], dma[40];
                std::snprintf(iso, sizeof iso, "%04d-%02d-%02d", anio, mes, dia);
                std::snprintf(dma, sizeof dma, "%02d/%02d/%04d", dia, mes, anio);
                Fecha leida;
                FechaDMA estricta;
                bool const existe = !Fecha::leer(iso, leida);
                bool const existe_dma = !FechaDMA::leer(dma, estricta);
                if (existe != (dia <= largo) || existe_dma != existe) ++fallos;
                if (!existe) continue;
                ++vistos;
                bool const bien = texto(leida) == iso && leida == estricta && leida == esperada &&
                                  Fecha::de_base(iso) == leida && leida.anio() == anio &&
                                  leida.mes() == static_cast<unsigned>(mes) &&
                                  leida.dia() == static_cast<unsigned>(dia);
                if (!bien) ++fallos;
                if (iso != std::string_view("2100-12-31")) esperada = esperada + days(1);
            }
        }
    }
    BOOST_TEST(vistos == 73414);
    BOOST_TEST(fallos == 0);
}

BOOST_AUTO_TEST_CASE(todos_los_segundos_de_un_dia) {
    FechaHora momento{Fecha(2024, 2, 29)};
    int fallos = 0;
    for (int i = 0; i < 86400; ++i, momento = momento + seconds(1)) {
        FechaHora leida;
        if (FechaHora::leer(texto(momento), leida) || leida != momento) ++fallos;
        if (momento - FechaHora(Fecha(2024, 2, 29)) != seconds(i)) ++fallos;
    }
    BOOST_TEST(fallos == 0);
    BOOST_TEST(texto(momento) == "2024-03-01T00:00:00");
    BOOST_TEST(texto(momento + seconds(-1)) == "2024-02-29T23:59:59");
    BOOST_TEST((momento + seconds(-1) < momento));
}

BOOST_AUTO_TEST_CASE(aritmetica) {
    BOOST_TEST(texto(Fecha(2024, 2, 28) + days(1)) == "2024-02-29");
    BOOST_TEST(texto(Fecha(2023, 2, 28) + days(1)) == "2023-03-01");
    BOOST_TEST(texto(Fecha(2025, 1, 1) - days(1)) == "2024-12-31");
    BOOST_TEST((Fecha(2025, 3, 31) - Fecha(2025, 3, 1)).count() == 30);
    BOOST_TEST((Fecha(2025, 3, 1) - Fecha(2025, 3, 31)).count() == -30);
    BOOST_TEST((Fecha(2025, 3, 1) < Fecha(2025, 3, 2)));
    BOOST_CHECK_THROW(Fecha(2100, 12, 31) + days(1), FechaFueraDeRango);
    BOOST_CHECK_THROW(Fecha(1900, 1, 1) - days(1), FechaFueraDeRango);
    BOOST_CHECK_THROW(FechaHora(Fecha(2100, 12, 31), 23, 59, 59) + seconds(1), FechaFueraDeRango);
    BOOST_CHECK_THROW(Fecha(2025, 2, 29), ValorInvalido);
    BOOST_CHECK_THROW(FechaHora(Fecha(2025, 1, 1), 24, 0, 0), ValorInvalido);
    FechaHora const m(Fecha(2025, 3, 1), 10, 20, 30);
    BOOST_TEST(m.hora() == 10);
    BOOST_TEST(m.minuto() == 20);
    BOOST_TEST(m.segundo() == 30);
    BOOST_TEST((m.fecha() == Fecha(2025, 3, 1)));
}

BOOST_AUTO_TEST_CASE(texto_de_la_base) {
    BOOST_TEST(texto(FechaHora::de_base("2025-03-01 10:00:00")) == "2025-03-01T10:00:00");
    BOOST_TEST(texto(FechaHora::de_base("2025-03-01 10:00:00.123456")) == "2025-03-01T10:00:00");
    BOOST_TEST(texto(FechaHora::de_base("2025-03-01")) == "2025-03-01T00:00:00");
    BOOST_TEST(texto(Fecha::de_base("2025-03-01 10:00:00")) == "2025-03-01");
    BOOST_TEST(texto(FechaDMA::de_base("2025-03-01")) == "2025-03-01");
    for (std::string_view mal : {"infinity", "", "2025-03-01 10:00:00+00", "2025-03-01T10:00:00", "0044-03-15 BC"})
        BOOST_TEST_CONTEXT(mal) BOOST_CHECK_THROW(FechaHora::de_base(mal), ValorInvalido);
}

BOOST_AUTO_TEST_CASE(forma_publicada) {
    BOOST_TEST(Fecha::forma().formato == "date");
    BOOST_TEST(FechaHora::forma().formato == "date-time-local");
    BOOST_TEST(leido<Fecha>(Fecha::forma().ejemplo) == Fecha::forma().ejemplo);
    BOOST_TEST(leido<FechaHora>(FechaHora::forma().ejemplo) == FechaHora::forma().ejemplo);
    BOOST_TEST(leido<FechaDMA>(FechaDMA::forma().ejemplo) == "2025-03-01");
}

BOOST_AUTO_TEST_SUITE_END()
