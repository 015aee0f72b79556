// Page of records that the program holds, answered as PostgreSQL would: with cursors, totals and CSV like any page.
#include <libpq-fe.h>

#include <new>

#include "persistence/lectura_compilada.hpp"

namespace gestor {
namespace {

using Fila = std::vector<ValorSql>;

Resultado resultado_de(std::vector<Fila> const& filas, std::size_t columnas) {
    Resultado r(PQmakeEmptyPGresult(nullptr, PGRES_TUPLES_OK));
    std::string nombre = "columna";
    PGresAttDesc columna{};
    columna.name = nombre.data();
    std::vector<PGresAttDesc> todas(columnas, columna);
    if (!r || PQsetResultAttrs(r.get(), static_cast<int>(columnas), todas.data()) == 0) throw std::bad_alloc();
    for (std::size_t f = 0; f < filas.size(); ++f)
        for (std::size_t c = 0; c < columnas; ++c) {
            auto valor = filas[f][c];
            auto* const texto = valor ? valor->data() : nullptr;
            int const largo = valor ? static_cast<int>(valor->size()) : -1;
            if (PQsetvalue(r.get(), static_cast<int>(f), static_cast<int>(c), texto, largo) == 0)
                throw std::bad_alloc();
        }
    return r;
}

// Order of two values: numbers by their value, other types (also dates) by their bytes.
bool antes(std::string_view tipo, std::string const& uno, std::string const& otro) {
    bool const numero = tipo == "integer" || tipo == "bigint";
    return numero ? std::stoll(uno) < std::stoll(otro) : uno < otro;
}

// Whether a record comes after the one that a cursor names.
bool sigue(Fila const& fila, std::vector<ValorSql> const& valores, Fuente const& fuente) {
    for (std::size_t i = 0; i < fuente.orden.size(); ++i)
        if (auto const& suyo = *fila[i], &visto = *valores[c1 + i]; suyo != visto)
            return antes(fuente.orden[i].tipo, suyo, visto) == fuente.descendente;
    return false;
}

}  // namespace

Resultados LecturaCompilada::propias(SolicitudLectura const& s) const {
    auto const quedan = declarada_.propias.quedan([&](std::string_view nombre) { return enviado(s, nombre); });
    Resultados leidos;
    if (s.con_total) leidos.push_back(resultado_de({{std::to_string(quedan.size())}}, 1));
    auto const& fuente = declarada_.fuente;
    std::vector<Fila> filas;
    for (std::size_t i = s.con_salto ? std::stoull(*s.valores[salto]) : 0; i < quedan.size(); ++i) {
        auto fila = declarada_.propias.fila(quedan[i]);
        if (!s.por_cursor || sigue(fila, s.valores, fuente)) filas.push_back(std::move(fila));
        if (filas.size() > s.registros) break;
    }
    leidos.push_back(resultado_de(filas, fuente.orden.size() + niveles_[0].columnas.size()));
    return leidos;
}

}  // namespace gestor
