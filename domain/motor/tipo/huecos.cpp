// A hole {…} in a statement stands for a document type, a group of types, or a constant of sql::. Groups of document
// types are written out as numbers, so that PostgreSQL can use a partial index declared with the same numbers.
#include <algorithm>

#include "domain/motor/escritura/tablas.hpp"
#include "domain/motor/tipo/tipo.hpp"
#include "persistence/sentencia.hpp"

namespace gestor {
namespace {

struct Grupo {
    std::string_view nombre;
    bool (*es)(TipoDocumento const&);
};
constexpr Grupo grupos[] = {
    {"por_cobrar", [](TipoDocumento const& t) { return t.lado == Lado::venta && t.naturaleza == Naturaleza::cargo; }},
    {"por_pagar", [](TipoDocumento const& t) { return t.lado == Lado::compra && t.naturaleza == Naturaleza::cargo; }},
    {"a_favor_de_clientes", [](TipoDocumento const& t) { return t.lado == Lado::venta && t.paga(); }},
    {"a_favor_nuestro", [](TipoDocumento const& t) { return t.lado == Lado::compra && t.paga(); }},
    {"a_favor", [](TipoDocumento const& t) { return t.paga(); }},
    {"creditos", [](TipoDocumento const& t) { return t.naturaleza == Naturaleza::credito; }},
    {"creditos_de_venta",
     [](TipoDocumento const& t) { return t.lado == Lado::venta && t.naturaleza == Naturaleza::credito; }},
    {"creditos_de_compra",
     [](TipoDocumento const& t) { return t.lado == Lado::compra && t.naturaleza == Naturaleza::credito; }},
    {"se_liberan",
     [](TipoDocumento const& t) {
         return std::ranges::any_of(t.flujo, [](auto const& x) { return x.accion == AccionDocumento::liberar; });
     }},
    {"con_saldo", [](TipoDocumento const& t) { return t.naturaleza != Naturaleza::ninguno; }},
    {"en_banco", [](TipoDocumento const& t) { return t.en_banco; }},
    {"entra_al_banco", [](TipoDocumento const& t) { return t.en_banco && t.lado == Lado::venta; }},
    {"sale_del_banco", [](TipoDocumento const& t) { return t.en_banco && t.lado == Lado::compra; }},
};

std::string numeros(bool (*es)(TipoDocumento const&)) {
    std::vector<int> hay;
    for (auto const* t : tipos_de_documento())
        if (es(*t)) hay.push_back(t->obj_id);
    std::sort(hay.begin(), hay.end());
    hay.erase(std::unique(hay.begin(), hay.end()), hay.end());  // two types may share a number
    std::string texto;
    for (int const n : hay) texto += (texto.empty() ? "" : ", ") + std::to_string(n);
    return texto;
}

// Rows of plan.hpp written out as parts of a statement (tablas.hpp).
std::string propias() {
    std::string todas;
    for (auto const* t : TablaPropia::todas()) todas += t->fila();
    return todas;
}
struct Parte {
    std::string_view nombre;
    std::string (*texto)();
};
constexpr Parte partes[] = {
    {"cabecera_columnas", [] { return tablas::cabecera().columnas(); }},
    {"cabecera_valores", [] { return tablas::cabecera().parametros(); }},
    {"filas_partidas", [] { return tablas::partidas().filas(); }},
    {"filas_impuestos", [] { return tablas::impuestos().filas(); }},
    {"filas_retenciones", [] { return tablas::retenciones().filas(); }},
    {"filas_series", [] { return tablas::series().filas(); }},
    {"filas_lotes", [] { return tablas::lotes().filas(); }},
    {"fila_banco", [] { return tablas::banco().fila(); }},
    {"filas_relaciones", [] { return tablas::relaciones().filas(); }},
    {"filas_propias", propias},
    {"existencias_cambiadas", [] { return tablas::existencias().enviadas(); }},
    {"reservas", [] { return tablas::reservas().enviadas(); }},
    {"movimientos", [] { return tablas::movimientos().enviadas(); }},
    {"avances", [] { return tablas::avances().enviadas(); }},
    {"saldos", [] { return tablas::saldos().enviadas(); }},
};

}  // namespace

std::optional<std::string> hueco(std::string_view nombre) {
    for (auto const& g : grupos)
        if (g.nombre == nombre) return numeros(g.es);
    for (auto const* t : tipos_de_documento())
        if (t->clave == nombre) return std::to_string(t->obj_id);
    for (auto const& p : partes)
        if (p.nombre == nombre) return p.texto();
    auto const constantes = constantes_sql();
    auto const c = std::ranges::lower_bound(constantes, nombre, {}, &Constante::nombre);
    if (c != constantes.end() && c->nombre == nombre) return std::string(c->sql);
    return std::nullopt;
}

}  // namespace gestor
