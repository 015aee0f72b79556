#include "domain/contabilidad/cuentas/cuentas.hpp"

#include "domain/comun/agrupador.hpp"
#include "domain/comun/maestras.hpp"
#include "domain/comun/nombrados.hpp"
#include "domain/contabilidad/cuentas/consultas.hpp"
#include "persistence/agregado.hpp"

namespace gestor::contabilidad {
namespace {

using V = CuentaContableViewModel;

bool es_cifra(char c) {
    return c >= '0' && c <= '9';
}

AgregadoDe<CuentaGuardada> const guardadas(
    "cuenta_contable", "la cuenta contable",
    {{.campo = "cuenta", .columna = "codigo"},
     {.campo = "padreId", .ref = maestra::cuenta_contable.por_id(), .escribe = "nullif(:padreId::bigint, 0)"},
     {.campo = "esDetalle", .columna = "detalle"}});

// Two changes of the tree, each of them valid, may form a cycle together, so changes take turns.
void tomar_turno(Escritura& db) {
    db.consultar<sql::turno>("que"_es("cuenta_contable"));
}

// Completes an account from its parent, and adds all its faults.
void colocar(Escritura& db, std::int64_t id, CuentaGuardada& c) {
    Fallas fallas;
    guardadas.referencias(db, c, fallas);
    auto const lugar = *db.uno<LugarDeCuenta, sql::cuenta_lugar>("padreId"_es(c.padreId), "cuenta"_es(c.cuenta));
    c.padreId = lugar.padreId;
    c.nivel = lugar.nivel;
    if (!c.naturaleza) c.naturaleza = lugar.naturaleza;
    if (!c.naturaleza) fallas.agregar("naturaleza", codigo::requerido, "es obligatoria: no depende de otra cuenta");
    fallas_de_campos(
        db.lista<FallaDeCampo, sql::cuenta_fallas>(
            "id"_es(id), "padreId"_es(lugar.padreId), "cuenta"_es(c.cuenta), "codigoAgrupador"_es(c.codigoAgrupador),
            "naturaleza"_es(c.naturaleza), "esDetalle"_es(c.esDetalle.valor), "activo"_es(c.activo.valor)),
        fallas);
    fallas.lanzar();
}

}  // namespace

std::optional<Falla> CodigoCuenta::leer(std::string_view texto, CodigoCuenta& salida) {
    if (auto falla = Texto<30, false, 1>::leer(texto, salida)) return falla;
    bool bien = true, tras_cifra = false;
    for (char const c : salida.valor()) {
        bien = bien && (es_cifra(c) || (tras_cifra && (c == '.' || c == '-')));
        tras_cifra = es_cifra(c);
    }
    if (!bien || !tras_cifra) return Falla{codigo::formato, "debe ser cifras en grupos, como 601.01 o 1100-003"};
    return {};
}

std::optional<Falla> CodigoAgrupador::leer(std::string_view texto, CodigoAgrupador& salida) {
    if (auto falla = Texto<6, false, 1>::leer(texto, salida)) return falla;
    if (!es_codigo_agrupador(salida.valor()))
        return Falla{codigo::clave_sat_invalida, "no es un código agrupador del SAT, como 601 o 601.01"};
    return {};
}

LecturaCompilada leer_cuenta_contable() {
    return {lectura<V>(sql::cuentas_contables), "cuentaContable"};
}

LecturaCompilada leer_cuentas_contables() {
    using F = CuentasContablesFiltro;
    return {catalogo<V, F>(sql::cuentas_contables, filtro<&F::cuenta>("starts_with(c.codigo, :cuenta)"),
                           filtro<&F::nivel>("c.nivel = :nivel::integer"),
                           filtro<&F::activo>("c.activo = :activo::boolean"),
                           filtro<&F::esDetalle>("c.detalle = :esDetalle::boolean"),
                           filtro<&F::naturaleza>("c.naturaleza = :naturaleza"),
                           filtro<&F::busqueda>("normalizar(c.codigo || ' ' || c.nombre) LIKE patron(:busqueda)")),
            "cuentasContables"};
}

Vista<V> crear_cuenta(Escritura& db, Cuerpo<CuentaContableDatos> const& datos) {
    tomar_turno(db);
    CuentaGuardada c;
    static_cast<CuentaContableDatos&>(c) = datos;
    colocar(db, 0, c);
    return db.vista<V>(cuenta_contable, guardadas.agregar(db, c));
}

Vista<V> modificar_cuenta(Escritura& db, Id id, Edicion<CuentaContableDatos> const& edicion) {
    tomar_turno(db);
    auto c = guardadas.cargar(db, id);
    edicion.sobre(c);
    // a root stays a root; null finds the parent by the number again
    if (!edicion.trae("padreId") && !c.padreId) c.padreId = IdOCero();
    colocar(db, id.valor(), c);
    guardadas.guardar(db, id, c);
    if (edicion.trae("padreId")) db.encolar<sql::cuenta_niveles>("id"_es(id));
    return db.vista<V>(cuenta_contable, id);
}

}  // namespace gestor::contabilidad
