#include <unordered_map>

#include "domain/cartera/consultas_movimientos.hpp"
#include "domain/cartera/incobrables.hpp"
#include "domain/cartera/movimientos.hpp"
#include "domain/cartera/reglas.hpp"
#include "domain/cartera/tipos.hpp"
#include "domain/comun/maestras.hpp"
#include "domain/comun/reportes.hpp"
#include "domain/operacion/acotar.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::cartera {
namespace {

// ---- aging ----
using FA = AntiguedadSaldosFiltro;

std::optional<Id> contacto_de(FA const& f) {
    Fallas fallas;
    if (f.clienteId && f.contactoId && f.clienteId->valor() != f.contactoId->valor())
        fallas.agregar("contactoId", codigo::rango, "no es el mismo que clienteId; envíe uno solo de los dos");
    fallas.lanzar();
    return f.clienteId ? f.clienteId : f.contactoId;
}

void exigir_referencias(Lectura& db, FA const& f) {
    Fallas fallas;
    exigir(db, maestra::contacto, "clienteId", sql_de(f.clienteId), fallas);
    exigir(db, maestra::contacto, "contactoId", sql_de(f.contactoId), fallas);
    exigir(db, maestra::sucursal, "sucursalId", sql_de(f.sucursalId), fallas);
    exigir(db, maestra::vendedor, "vendedorId", sql_de(f.vendedorId), fallas);
    exigir(db, maestra::moneda, "monedaId", sql_de(f.monedaId), fallas);
    fallas.lanzar();
}

// Statement with only the conditions of the sent filters, so that each combination gets its own plan.
std::string con_filtros(std::string_view sql, std::string_view abiertos, FA const& f) {
    std::string texto(abiertos);
    if (f.contactoId) texto += sql::y_contacto;
    if (f.sucursalId) texto += sql::y_sucursal;
    if (f.vendedorId) texto += sql::y_vendedor;
    if (f.monedaId) texto += sql::y_moneda;
    return con_hueco(sql, "abiertos", texto);
}

void poner_detalle(Lectura& db, std::string const& sql, Valores const& valores, Entorno const& entorno,
                   std::vector<AntiguedadRegistro>& registros) {
    auto const documentos = db.lista<DocumentoDeContacto>(sql, valores);
    acotar(documentos.size(), entorno, "un contacto, sucursalId o detalle=false");
    std::unordered_map<std::int64_t, AntiguedadRegistro*> por_contacto;
    for (auto& r : registros) por_contacto[r.contactoId.valor()] = &r;
    for (auto const& d : documentos) por_contacto.at(d.contactoId.valor())->detalle.push_back(d);
}

// Aging of balances of either side; contactoId is the customer or the supplier.
AntiguedadSaldosViewModel antiguedad_de(Lectura& db, Entorno const& entorno, FA const& f) {
    auto const dia = hoy(db);
    AntiguedadSaldosViewModel r;
    r.fechaCorte = f.fechaCorte.value_or(dia);
    bool const de_hoy = r.fechaCorte == dia;
    bool const cliente = f.tipo.valor == Opcion<"Cliente", "Proveedor">("Cliente");
    auto const moneda =
        f.monedaId ? db.consultar<sql::clave_moneda>("monedaId"_es(f.monedaId)).filas[0][0] : ValorSql("MXN");
    r.moneda = Cadena::de_base(*moneda);
    auto const cargos = *hueco(cliente ? "por_cobrar" : "por_pagar");
    auto const abonos = *hueco(cliente ? "a_favor_de_clientes" : "a_favor_nuestro");
    Valores valores{{"fechaCorte", sql_de(r.fechaCorte)},
                    {"moneda", moneda},
                    {"monedaId", sql_de(f.monedaId)},
                    {"base", sql_de(f.base.valor)},
                    {"cargos", "{" + cargos + "}"},
                    {"contactoId", sql_de(f.contactoId)},
                    {"sucursalId", sql_de(f.sucursalId)},
                    {"vendedorId", sql_de(f.vendedorId)},
                    {"maximo", sql_de(entorno.lista_maxima + 1)}};
    auto const de_tipos = [&valores](std::string const& tipos) {
        auto todos = valores;
        todos.push_back({"tipos", "{" + tipos + "}"});
        return todos;
    };
    auto const de_otro_dia = f.contactoId ? sql::antiguedad_al : sql::antiguedad_al_de_todos;
    auto const filas = db.lista<AntiguedadFila>(
        con_filtros(sql::antiguedad, de_hoy ? sql::antiguedad_hoy : de_otro_dia, f), de_tipos(cargos + "," + abonos));
    acotar(filas.size(), entorno, "un contacto o sucursalId");
    for (auto const& fila : filas) r.registros.push_back({fila, {}});
    if (f.detalle.valor)  // only debts have a bucket
        poner_detalle(
            db,
            con_filtros(sql::antiguedad_detalle, de_hoy ? sql::antiguedad_detalle_hoy : sql::antiguedad_detalle_al, f),
            de_tipos(cargos), entorno, r.registros);
    r.totales = sumar(r.registros);
    return r;
}

AntiguedadSaldosViewModel antiguedad(Lectura& db, Entorno const& entorno, Consulta<FA> const& f) {
    FA de = f;
    de.contactoId = contacto_de(f);
    exigir_referencias(db, f);
    return antiguedad_de(db, entorno, de);
}

AntiguedadSaldosViewModel antiguedad_por_pagar(Lectura& db, Entorno const& entorno,
                                               Consulta<AntiguedadPorPagarFiltro> const& f) {
    Fallas fallas;
    exigir(db, maestra::contacto, "proveedorId", sql_de(f.proveedorId), fallas);
    exigir(db, maestra::sucursal, "sucursalId", sql_de(f.sucursalId), fallas);
    exigir(db, maestra::moneda, "monedaId", sql_de(f.monedaId), fallas);
    fallas.lanzar();
    FA de;
    de.tipo.valor = "Proveedor";
    de.fechaCorte = f.fechaCorte;
    de.contactoId = f.proveedorId;
    de.sucursalId = f.sucursalId;
    de.monedaId = f.monedaId;
    de.base = f.base;
    de.detalle = f.detalle;
    return antiguedad_de(db, entorno, de);
}

// ---- every open receivable ----
using FC = CarteraFiltro;
LecturaCompilada const cartera(
    pagina<CarteraViewModel, FC>(sql::cartera, fuente_con<&FC::fechaCorte>(sql::cartera_al),
                                 totales<CarteraTotales>(sql::cartera_totales, "t.moneda"),
                                 filtro<&FC::clienteId>("t.contacto_id = :clienteId", maestra::contacto),
                                 filtro_largo<&FC::vendedorId>("t.vendedor_id = :vendedorId", maestra::vendedor),
                                 filtro_largo<&FC::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
                                 filtro_largo<&FC::proyectoId>("t.proyecto_id = :proyectoId", maestra::proyecto),
                                 filtro_largo<&FC::monedaId>("t.moneda_id = :monedaId", maestra::moneda),
                                 filtro_si<&FC::soloVencidos>(sql::cartera_vencidos),
                                 filtro_largo<&FC::busqueda>("t.busqueda LIKE patron(:busqueda)"), larga),
    "cartera");

using FP = PorPagarFiltro;
LecturaCompilada const por_pagar(
    pagina<PorPagarViewModel, FP>(sql::cuentas_por_pagar, fuente_con<&FP::fechaCorte>(sql::cuentas_por_pagar_al),
                                  totales<CarteraTotales>(sql::cartera_totales, "t.moneda"),
                                  filtro<&FP::proveedorId>("t.contacto_id = :proveedorId", maestra::contacto),
                                  filtro_largo<&FP::sucursalId>("t.sucursal_id = :sucursalId", maestra::sucursal),
                                  filtro_largo<&FP::proyectoId>("t.proyecto_id = :proyectoId", maestra::proyecto),
                                  filtro_largo<&FP::monedaId>("t.moneda_id = :monedaId", maestra::moneda),
                                  filtro_si<&FP::soloVencidos>(sql::cartera_vencidos),
                                  filtro_largo<&FP::busqueda>("t.busqueda LIKE patron(:busqueda)"), larga),
    "porPagar");

// ---- balances of contacts ----
using FS = ContactoSaldoFiltro;
LecturaCompilada const saldos(
    pagina<ContactoSaldoViewModel, FS>(sql::saldos, fuente_con<&FS::fechaCorte>(sql::saldos_al),
                                       filtro<&FS::tipoContacto>("c.tipo_contacto IN (:tipoContacto, 'Ambos')"),
                                       filtro<&FS::clasificacionId>("c.clasificacion_id = :clasificacionId",
                                                                    maestra::clasificacion_contacto),
                                       filtro<&FS::vendedorId>("c.vendedor_id = :vendedorId", maestra::vendedor),
                                       filtro<&FS::monedaId>("m.moneda_id = :monedaId", maestra::moneda),
                                       filtro_si<&FS::soloConSaldo>("z.moneda_id IS NOT NULL"),
                                       filtro<&FS::busqueda>("c.busqueda LIKE patron(:busqueda)"), larga),
    "contactosSaldos");

ContactoSaldoDetalleViewModel saldo_de_contacto(Lectura& db, Entorno const& entorno, Id entidadId,
                                                Consulta<ContactoSaldoUnoFiltro> const& f) {
    Valores const valores{{"entidadId", sql_de(entidadId)},
                          {"fechaCorte", sql_de(f.fechaCorte)},
                          {"maximo", sql_de(entorno.lista_maxima + 1)}};
    ContactoSaldoDetalleViewModel r;
    using S = ContactoSaldoViewModel;
    using D = ContactoSaldoDocumento;
    bool const al = f.fechaCorte.has_value();
    r.monedas = db.lista<S>(
        al ? usada<S, sql::saldos_uno_al, "entidadId", "fechaCorte">() : usada<S, sql::saldos_uno_hoy, "entidadId">(),
        valores);
    if (r.monedas.empty()) throw Problema(codigo::no_encontrado, "no existe el contacto");
    r.documentos = db.lista<D>(al ? usada<D, sql::documentos_uno_al, "entidadId", "fechaCorte", "maximo">()
                                  : usada<D, sql::documentos_uno_hoy, "entidadId", "maximo">(),
                               valores);
    acotar(r.documentos.size(), entorno, "fechaCorte");
    auto const& uno = r.monedas[0];
    r.entidadId = uno.entidadId;
    r.codigo = uno.codigo;
    r.contacto = uno.contacto;
    r.rfc = uno.rfc;
    r.tipoContacto = uno.tipoContacto;
    r.moneda = Cadena::de_base("MXN");
    r.limiteCredito = uno.limiteCredito;
    for (auto const& m : r.monedas)
        if (!r.ultimoMovimiento || (m.ultimoMovimiento && *m.ultimoMovimiento > *r.ultimoMovimiento))
            r.ultimoMovimiento = m.ultimoMovimiento;
    sumar_en_pesos(r.documentos, r);
    return r;
}

// ---- movements between two days ----
using FM = SaldosClientesProveedoresFiltro;
LecturaCompilada const saldos_clientes_proveedores(
    pagina<SaldoClienteProveedorViewModel, FM>(
        sql::saldos_clientes_proveedores,
        totales<SaldosClientesProveedoresTotales>(sql::saldos_clientes_proveedores_totales, "m.clave"),
        filtro<&FM::tipo>("(c.tipo_contacto IN (:tipo, 'Ambos') OR z.moneda_id IS NOT NULL)"),
        filtro<&FM::fechaInicial>(""), filtro<&FM::fechaFinal>(""),
        filtro<&FM::monedaId>("m.moneda_id = :monedaId", maestra::moneda),
        filtro<&FM::clasificacionId>("c.clasificacion_id = :clasificacionId", maestra::clasificacion_contacto),
        filtro_si<&FM::soloConSaldo>("z.con_saldo"), larga),
    "saldosClientesProveedores");

// clang-format off
Operacion const operaciones[] = {
//   verbo        ruta                                       permiso         qué                     sobre        resumen
    {Verbo::GET, "/api/CuentasPorCobrar/AntiguedadSaldos", "cartera.leer", op<&antiguedad>,        Sobre::ONE,  "Antigüedad de saldos por contacto, a una fecha"},
    {Verbo::GET, "/api/CuentasPorCobrar/Global",           "cartera.leer", cartera,                Sobre::PAGE, "Lista los documentos por cobrar, a una fecha, con sus totales"},
    {Verbo::GET, "/api/CuentasPorCobrar/Incobrables",      "cartera.leer", incobrables,            Sobre::PAGE, "Lista las cuentas que se dieron por incobrables"},
    {Verbo::GET, "/api/CuentasPorCobrar/Incobrables/{id}", "cartera.leer", incobrable,             Sobre::ONE,  "Obtiene una cuenta incobrable"},
    {Verbo::POST, "/api/CuentasPorCobrar/Incobrable",      "cartera.autorizar", op<&dar_por_incobrable>, Sobre::ONE, "Da por incobrable el saldo de un documento, o una parte"},
    {Verbo::DELETE, "/api/CuentasPorCobrar/Incobrable/{id}", "cartera.cancelar", op<&cancelar_incobrable>, Sobre::ONE, "Cancela una cuenta incobrable; el documento recupera ese saldo"},
    {Verbo::GET, "/api/CuentasPorPagar/AntiguedadSaldos",  "cartera.leer", op<&antiguedad_por_pagar>, Sobre::ONE, "Antigüedad de saldos por proveedor, a una fecha"},
    {Verbo::GET, "/api/CuentasPorPagar/Global",            "cartera.leer", por_pagar,              Sobre::PAGE, "Lista los documentos por pagar, a una fecha, con sus totales"},
    {Verbo::GET, "/api/Contactos/Saldos",                  "cartera.leer", saldos,                 Sobre::PAGE, "Lista los saldos de los contactos por moneda, a una fecha"},
    {Verbo::GET, "/api/Contactos/Saldos/{entidadId}",      "cartera.leer", op<&saldo_de_contacto>, Sobre::ONE,  "Obtiene el saldo de un contacto en pesos, por moneda y por documento"},
    {Verbo::GET, "/api/Contabilidad/EstadoCuenta",         "cartera.leer", op<&estado_cuenta>,     Sobre::ONE,  "Estado de cuenta de un cliente o proveedor entre dos fechas, movimiento por movimiento"},
    {Verbo::GET, "/api/Contabilidad/SaldosClientesProveedores", "cartera.leer", saldos_clientes_proveedores, Sobre::PAGE, "Saldos de clientes y proveedores entre dos fechas, por moneda, con sus cargos y abonos"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{
    "cartera", "Cartera: antigüedad de saldos, cuentas por cobrar y por pagar, saldos y estados de cuenta de contactos",
    operaciones};

}  // namespace gestor::cartera
