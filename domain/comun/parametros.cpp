#include "domain/comun/parametros.hpp"

#include "domain/comun/consultas.hpp"
#include "domain/valores/problema.hpp"

namespace gestor {
namespace {

template <class T>
std::optional<Falla> como(std::string_view texto) {
    T valor{};
    return T::leer(texto, valor);
}

// A proportion from 0 to 1, with up to four decimals.
std::optional<Falla> como_proporcion(std::string_view texto) {
    NoNegativo<Porcentaje> valor{};
    if (auto falla = decltype(valor)::leer(texto, valor)) return falla;
    if (valor > Porcentaje{"1"}) return Falla{codigo::rango, "debe estar entre 0 y 1"};
    return {};
}

// clang-format off
ParametroOrganizacion const tabla[] = {
    {"toleranciaLiquidacion",    como<NoNegativo<Dinero>>,     "0.00",  "pesos de diferencia que una liquidación de ruta admite sin pedir que se acepte"},
    {"diasCierre",               como<DiasCierre>,             "0",     "días después de su fin en que un mes se cierra por sí mismo; 0: nunca"},
    {"toleranciaRecepcion",      como<NoNegativo<Porcentaje>>, "0",     "fracción en que una recepción puede pasar de lo pendiente de la orden de compra: 0.05 es 5 %"},
    {"acreditaIeps",             como<Booleano>,               "false", "si el IEPS que se paga se acredita; si no, es parte del costo o del gasto"},
    {"proporcionIvaAcreditable", como_proporcion,              "1",     "proporción acreditable del IVA de las compras con acreditamiento Proporcion, de 0 a 1 con cuatro decimales: 0.3333; el resto es parte del costo o del gasto"},
    {"segregacionFunciones",     como<Booleano>,               "false", "si quien solicita un pago no puede autorizarlo"},
};
// clang-format on

}  // namespace

std::span<ParametroOrganizacion const> parametros() {
    return tabla;
}

ParametroOrganizacion const* parametro_buscar(std::string_view clave) {
    for (auto const& p : tabla)
        if (p.clave == clave) return &p;
    return nullptr;
}

std::string parametro_leer(Lectura& db, ParametroOrganizacion const& p) {
    auto const filas = db.consultar<sql::parametro_leer>("clave"_es(p.clave));
    return filas.vacia() ? std::string(p.defecto) : filas.filas[0][0].value();
}

void parametro_poner(Escritura& db, ParametroOrganizacion const& p, std::string_view valor) {
    if (valor.empty()) {
        db.consultar<sql::parametro_quitar>("clave"_es(p.clave));
        return;
    }
    if (auto falla = p.comprobar(valor))
        throw Problema(codigo::validacion, std::string(p.clave) + ": " + falla->mensaje);
    db.consultar<sql::parametro_poner>("clave"_es(p.clave), "valor"_es(valor));
}

}  // namespace gestor
