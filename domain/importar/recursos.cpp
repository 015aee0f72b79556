// Table of the resources that can be imported. A new resource takes a struct in tipos.hpp, a Maestro here and a row at
// the end; a resource that the API writes takes only the row.
#include "domain/comun/impuestos.hpp"
#include "domain/comun/maestras.hpp"
#include "domain/importar/agregados.hpp"
#include "domain/importar/archivos.hpp"
#include "domain/importar/tipos.hpp"

namespace gestor::importar {
namespace {

Referencia const banco = maestra::banco.por_clave(sql::sat_vigente, codigo::clave_sat_invalida);
Referencia const moneda_sat = maestra::moneda.por_clave(sql::sat_vigente, codigo::clave_sat_invalida);
Referencia const moneda = maestra::moneda.por_clave(sql::moneda_de_organizacion);
Referencia const cuenta_contable = maestra::cuenta_contable.por_clave("detalle AND activo");

// ---- branches: born with the folio series of every document type ----
std::string sufijo_de(SucursalFila const& s) {
    return s.sufijoSerie ? s.sufijoSerie->valor() : std::string();
}

void sucursal_antes(Escritura& db, SucursalFila const& s, std::int64_t id) {
    if (db.consultar<sql::zona_existe>("zona"_es(s.zonaHoraria.valor)).vacia())
        rechazar("zonaHoraria", codigo::no_existe, "no es una zona horaria, como America/Tijuana");
    auto const sufijo = sufijo_de(s);
    if (id > 0 && sufijo.empty()) return;
    auto const otra = db.consultar<sql::serie_de_otra>("sufijo"_es(sufijo), "id"_es(id));
    if (!otra.vacia())
        rechazar("sufijoSerie", codigo::duplicado, "la sucursal " + otra.filas[0][0].value() + " ya folia así");
    if (id == 0) return;
    auto const series = db.consultar<sql::series_de_sucursal>("sufijo"_es(sufijo), "id"_es(id)).filas[0];
    if (series[0] == "0") rechazar("sufijoSerie", codigo::rango, "la sucursal ya tiene otras series, que no cambian");
}

void sucursal_despues(Escritura& db, SucursalFila const& s, Id id, bool nueva) {
    if (!nueva) return;
    db.consultar<sql::series_crear>("id"_es(id), "sufijo"_es(sufijo_de(s)));
    db.consultar<sql::sucursal_para_administradores>("id"_es(id));
}

Maestro<SucursalFila> const sucursales{.tabla = "sucursal",
                                       .nombre = "la sucursal",
                                       .columnas = {{.campo = "sufijoSerie", .fuera = true},
                                                    {.campo = "cuentaLiquidacion",
                                                     .columna = "cuenta_liquidacion_id",
                                                     .ref = maestra::cuenta_bancaria.por_clave()}},
                                       .antes = sucursal_antes,
                                       .despues = sucursal_despues};

Maestro<AlmacenFila> const almacenes{
    .tabla = "almacen",
    .nombre = "el almacén",
    .columnas = {{.campo = "sucursal", .columna = "sucursal_id", .ref = maestra::sucursal.por_clave()}}};

// Turn: two simultaneous imports would take the same number.
void cuenta_bancaria_despues(Escritura& db, CuentaBancariaFila const& c, Id id, bool nueva) {
    if (!nueva || c.cuentaContable || c.tipo != Opcion<"Banco", "Caja">("Banco")) return;
    db.consultar<sql::turno>("que"_es("cuenta_contable"));
    db.consultar<sql::cuenta_propia_crear>("id"_es(id));
}

Maestro<CuentaBancariaFila> const cuentas{
    .tabla = "cuenta_bancaria",
    .nombre = "la cuenta",
    .columnas = {{.campo = "banco", .columna = "banco_id", .ref = banco},
                 {.campo = "moneda", .columna = "moneda_id", .ref = moneda},
                 {.campo = "sucursal", .columna = "sucursal_id", .ref = maestra::sucursal.por_clave()},
                 {.campo = "cuentaContable", .columna = "cuenta_contable_id", .ref = cuenta_contable}},
    .llave_sql = "cuenta_id",
    .conserva = "cuentaContable",
    .despues = cuenta_bancaria_despues};

// ---- currencies: exactly one is the default ----
void moneda_antes(Escritura& db, MonedaFila const& m, std::int64_t) {
    if (m.predeterminada.valor) db.consultar<sql::moneda_unica_predeterminada>("moneda"_es(m.moneda));
}
void monedas_terminar(Escritura& db) {
    if (db.consultar<sql::moneda_predeterminada>().vacia())
        throw Problema(codigo::validacion, "la organización quedaría sin una moneda predeterminada y activa");
}
Maestro<MonedaFila> const monedas{.tabla = "organizacion_moneda",
                                  .nombre = "la moneda",
                                  .columnas = {{.campo = "moneda", .columna = "moneda_id", .ref = moneda_sat}},
                                  .llave_sql = "moneda_id",
                                  .llave = "moneda",
                                  .antes = moneda_antes,
                                  .terminar = monedas_terminar};

Maestro<FormaPagoFila> const formas_pago{
    .tabla = "forma_pago",
    .nombre = "la forma de pago",
    .columnas = {{.campo = "claveSAT33", .ref = clave_sat("sat_forma_pago")},
                 {.campo = "claveContabilidadElectronica", .ref = clave_sat("sat_forma_contabilidad", "")},
                 {.campo = "moneda", .columna = "moneda_id", .ref = moneda}},
    .llave = "nombre"};

Maestro<ClasificacionContactoFila> const clasificaciones_contacto{
    .tabla = "clasificacion_contacto",
    .nombre = "la clasificación",
    .columnas = {{.campo = "padre", .columna = "padre_id", .ref = maestra::clasificacion_contacto.por_clave()}},
    .llave_sql = "clasificacion_id",
    .arbol = true};
Maestro<ClasificacionProductoFila> const clasificaciones_producto{
    .tabla = "clasificacion_producto",
    .nombre = "la clasificación",
    .columnas = {{.campo = "padre", .columna = "padre_id", .ref = maestra::clasificacion_producto.por_clave()}},
    .llave_sql = "clasificacion_id",
    .arbol = true};

Maestro<UnidadFila> const unidades{.tabla = "unidad_medida",
                                   .nombre = "la unidad",
                                   .columnas = {{.campo = "claveUnidad", .ref = clave_sat("sat_clave_unidad")},
                                                {.campo = "unidadBase",
                                                 .columna = "unidad_base_id",
                                                 .ref = maestra::unidad_medida.por_clave("unidad_base_id IS NULL")}}};

Maestro<VendedorFila> const vendedores{
    .tabla = "vendedor",
    .nombre = "el vendedor",
    .columnas = {{.campo = "sucursal", .columna = "sucursal_id", .ref = maestra::sucursal.por_clave()},
                 {.campo = "ruta", .columna = "ruta_id", .ref = maestra::ruta.por_clave()}}};

// ---- concepts ----
void concepto_antes(Escritura& db, ConceptoFila const& c, std::int64_t) {
    Fallas fallas;
    auto const con_tasas = [&](auto const&... tasas) { return db.lista<FallaDeCampo, sql::tasas_fallas>(tasas...); };
    fallas_de_campos(std::apply(con_tasas, tasas_de(c)), fallas);
    fallas_de_campos(db.lista<FallaDeCampo, sql::cuenta_de_entero_fallas>(
                         "cuenta"_es(c.cuentaContable), "iva"_es(c.pagoIvaRetenido.valor ? "true" : "false"),
                         "isr"_es(c.pagoIsrRetenido.valor ? "true" : "false")),
                     fallas);
    fallas.lanzar();
}
void concepto_despues(Escritura& db, ConceptoFila const&, Id id, bool nuevo) {
    if (nuevo) db.consultar<sql::objetos_poner>("id"_es(id), "valores"_es("{}"));
}
Maestro<ConceptoFila> const conceptos{
    .tabla = "concepto",
    .nombre = "el concepto",
    .columnas = {{.campo = "cuentaContable", .columna = "cuenta_contable_id", .ref = cuenta_contable},
                 {.campo = "clasificadorCosto",
                  .columna = "clasificador_costo_id",
                  .ref = maestra::clasificador_costo.por_clave()},
                 {.campo = "claveProductoServicio", .ref = clave_sat("sat_clave_prod_serv")},
                 {.campo = "claveUnidad", .ref = clave_sat("sat_clave_unidad")},
                 {.campo = "objetoImpuesto", .ref = clave_sat("sat_objeto_impuesto")}},
    .listas = {{"objetos", usada<void, sql::objetos_faltan, "valores">(),
                usada<void, sql::objetos_poner, "valores", "id">()},
               {"cuentas", usada<void, sql::cuentas_faltan, "valores">(),
                usada<void, sql::cuentas_poner, "valores", "id">()},
               {"contactos", usada<void, sql::contactos_faltan, "valores">(),
                usada<void, sql::contactos_poner, "valores", "id">()}},
    .antes = concepto_antes,
    .despues = concepto_despues};

Maestro<AddendaFila> const addendas{
    .tabla = "addenda",
    .nombre = "la addenda",
    .columnas = {{.campo = "objeto", .columna = "obj_id", .ref = maestra::objeto.por_clave()},
                 {.campo = "cliente", .columna = "contacto_id", .ref = maestra::contacto.por_clave()}},
    .listas = {{"campos", "", usada<void, sql::campos_poner, "valores", "id">()}}};

Maestro<RutaFila> const rutas{
    .tabla = "ruta",
    .nombre = "la ruta",
    .columnas = {{.campo = "sucursal", .columna = "sucursal_id", .ref = maestra::sucursal.por_clave()},
                 {.campo = "vendedor", .columna = "vendedor_id", .ref = maestra::vendedor.por_clave()},
                 {.campo = "almacen", .columna = "almacen_id", .ref = maestra::almacen.por_clave()}},
    .listas = {{"dias", "", usada<void, sql::dias_poner, "valores", "id">()}}};

Maestro<AgrupadorServicioFila> const agrupadores{
    .tabla = "agrupador_servicio",
    .nombre = "el agrupador",
    .columnas = {{.campo = "padre", .columna = "padre_id", .ref = maestra::agrupador_servicio.por_clave()}},
    .llave_sql = "agrupador_servicio_id",
    .arbol = true};

Maestro<ContratoFila> const contratos{
    .tabla = "contrato",
    .nombre = "el contrato",
    .columnas = {{.campo = "contacto", .columna = "contacto_id", .ref = maestra::contacto.por_clave()}},
    .llave = "folio"};

Maestro<CanalFila> const canales{.tabla = "linea_canal", .nombre = "el canal"};

// clang-format off
std::vector<Recurso> tabla() {
    return {
        recurso_de<sucursales>(sucursales, "sucursales", "sucursales, cada una con sus series de folios",
                               {{"sufijoSerie", "letras que se agregan a las series (FV → FVN) para distinguir la sucursal; sólo al crearla"}}),
        recurso_de<almacenes>(almacenes, "almacenes", "almacenes de las sucursales"),
        recurso_de<cuentas>(cuentas, "cuentas-bancarias", "cuentas de banco y cajas, con su saldo inicial",
                            {{"cuentaContable", "código de cuenta contable, que ya existe; vacía, un banco nuevo recibe la suya: 102.01.nn, o 102.02.nn en otra moneda"}}),
        recurso_de<monedas>(monedas, "monedas", "monedas con las que trabaja la organización"),
        {"tipos-cambio", "tipos de cambio por moneda y fecha, en pesos por unidad", tipo_de<TipoCambioFila>(), {"moneda", "fecha"}, importar_tipos_cambio,
         {{"moneda", "clave de una moneda de la organización, distinta de MXN"}, {"valor", "pesos por unidad de la moneda"}, {"fecha", "desde qué día rige"}}},
        recurso_de<formas_pago>(formas_pago, "formas-pago", "formas de pago de bancos"),
        recurso_de<clasificaciones_contacto>(clasificaciones_contacto, "clasificaciones-contacto", "clasificaciones de contactos"),
        recurso_de<clasificaciones_producto>(clasificaciones_producto, "clasificaciones-producto", "clasificaciones de productos"),
        recurso_de<unidades>(unidades, "unidades", "unidades de medida y su factor a la unidad base"),
        recurso_de<vendedores>(vendedores, "vendedores", "vendedores"),
        recurso_de<conceptos>(conceptos, "conceptos", "conceptos: cuenta contable, impuestos y dónde se usan",
                              {{"tasaIva", "tasa de IVA: 0, 0.08 o 0.16; vacía es exento"}, {"objetos", "tipos de documento en que se usa; vacía: los de su tipo"},
                               {"cuentas", "claves de las únicas cuentas bancarias en que se usa"}, {"contactos", "códigos de los únicos contactos con que se usa"}}),
        recurso_de<addendas>(addendas, "addendas", "addendas: XML que un cliente pide en sus documentos",
                             {{"campos", "nombre:tipo, o nombre:tipo:si cuando es obligatorio"}}),
        recurso_de<rutas>(rutas, "rutas", "rutas de reparto y sus días", {{"dias", "días en que se recorre: Lunes, Martes, Miércoles …"}}),
        recurso_de<agrupadores>(agrupadores, "agrupadores-servicio", "agrupadores de servicio"),
        recurso_de<contratos>(contratos, "contratos", "contratos de los contactos", {{"importe", "importe del contrato"}, {"folio", "folio del contrato"}, {"estado", "estado del contrato"}}),
        recurso_de<canales>(canales, "canales", "líneas o canales de venta"),
        recurso_por_operacion("clasificadores", "clasificadores de costo y gasto",
                              {"/api/ClasificadoresCosto", "/api/ClasificadoresCosto/{id}", "clave", maestra::clasificador_costo, {{"padre", "padreId", maestra::clasificador_costo}}},
                              {{"cuentaContable", "código de cuenta contable, que ya existe"}}),
        recurso_por_operacion("cuentas-contables", "catálogo de cuentas contables: la cuenta de que otra depende va antes",
                              {"/api/Contabilidad/Cuentas", "/api/Contabilidad/Cuentas/{id}", "cuenta", maestra::cuenta_contable, {{"padre", "padreId", maestra::cuenta_contable}}},
                              {{"cuenta", "número de la cuenta: cifras en grupos, como 601.01"}, {"naturaleza", "D deudora o A acreedora; vacía: la de la cuenta de que depende"}}),
        {"clasificadores-usuario", "clasificadores con los que trabaja cada usuario", tipo_de<ClasificadorUsuarioFila>(), {"usuario", "clasificador"}, importar_clasificadores_usuario,
         {{"clasificador", "clave de clasificador costo, que ya existe"}, {"activo", "no: se quita la asignación"}}},
        {"sucursales-usuario", "sucursales en las que puede trabajar cada usuario", tipo_de<SucursalUsuarioFila>(), {"usuario", "sucursal"}, importar_sucursales_usuario,
         {{"sucursal", "clave de sucursal, que ya existe"}, {"activo", "no: se quita la asignación"}}},
        recurso_por_operacion("contactos", "clientes y proveedores",
                              {"/api/Contactos", "/api/Contactos/{entidadId}", "codigo", maestra::contacto,
                               {{"clasificacion", "clasificacionId", maestra::clasificacion_contacto}, {"lineaCanal", "lineaCanalId", maestra::linea_canal}, {"vendedor", "vendedorId", maestra::vendedor},
                                {"listaPrecios", "listaPreciosId", maestra::lista_precios}, {"moneda", "monedaId", maestra::organizacion_moneda}, {"addenda", "addendaId", maestra::addenda}}}),
        recurso_por_operacion("productos", "productos y servicios; los kits se dan de alta por la interfaz",
                              {"/api/Productos", "", "codigo", maestra::producto,
                               {{"unidadMedida", "unidadMedidaId", maestra::unidad_medida}, {"unidadBase", "unidadBaseId", maestra::unidad_medida}, {"clasificacion", "clasificacionId", maestra::clasificacion_producto},
                                {"envase", "envaseId", maestra::producto}}}),
        recurso_por_operacion("proyectos", "proyectos", {"/api/Proyecto", "/api/Proyecto/{id}", "clave", maestra::proyecto, {{"cliente", "clienteId", maestra::contacto}}}),
        recurso_por_operacion("personal-servicio", "personal de servicio",
                              {"/api/PersonalServicio", "/api/PersonalServicio/{id}", "clave", maestra::personal_servicio,
                               {{"sucursal", "sucursalId", maestra::sucursal}, {"agrupadorServicio", "agrupadorServicioId", maestra::agrupador_servicio}}}),
        {"promociones-cruzadas", "promociones: una fila por condición o beneficio; las de un mismo nombre son una", tipo_de<PromocionFila>(), {"promocion"}, importar_promociones,
         {{"promocion", "nombre de la promoción; lo demás de ella se toma de su primera fila"}, {"tipo", "qué es la fila"}, {"producto", "código de producto, que ya existe"},
          {"clasificacion", "clave de clasificación de productos, en lugar de un producto"}, {"valor", "porcentaje, importe o precio, según tipoBeneficio"},
          {"cantidadMinima", "cantidad que requiere una condición; si falta, 1"}, {"cantidadMaxima", "cantidad máxima del beneficio; 0 es sin límite"},
          {"tipoBeneficio", "qué se obtiene"}, {"vigenciaInicio", "primer día; obligatoria en la primera fila"}, {"vigenciaFin", "último día; obligatoria en la primera fila"},
          {"acumulable", "si se suma a otras promociones"}, {"prioridad", "en qué orden se aplican: la menor primero"},
          {"sucursales", "claves de las únicas sucursales en que rige"}}, true},
        {"saldos-iniciales", "saldos de apertura: una póliza por archivo, que debe cuadrar", tipo_de<SaldoInicialFila>(), {"cuenta"}, importar_saldos,
         {{"cuenta", "código de una cuenta contable de detalle, como 102.01"}, {"debe", "cargo, en pesos"}, {"haber", "abono, en pesos"}, {"sucursal", "clave de sucursal, que ya existe"},
          {"concepto", "texto del movimiento"}, {"fecha", "fecha de la póliza, la misma en todas las filas; si falta, hoy"}}, true},
        {"polizas", "pólizas manuales: una fila por partida; las de una misma póliza son una", tipo_de<PolizaFila>(), {"poliza"}, importar_polizas,
         {{"poliza", "lo que distingue a la póliza en el archivo; tipo, fecha y concepto se toman de su primera fila"}, {"tipo", "tipo de la póliza; obligatorio en la primera fila"},
          {"fecha", "fecha de la póliza; si falta, hoy"}, {"concepto", "descripción de la póliza; obligatoria en la primera fila"}, {"cuenta", "código de una cuenta de detalle sin auxiliar, como 601.84"},
          {"debe", "cargo, en pesos"}, {"haber", "abono, en pesos"}, {"descripcion", "descripción de la partida"}, {"sucursal", "clave de sucursal, que ya existe"},
          {"proyecto", "clave de proyecto, que ya existe"}, {"clasificadorCosto", "clave de clasificador de costo, que ya existe"}, {"contacto", "código de contacto, que ya existe"},
          {"uuid", "folio fiscal del CFDI que ampara la partida"}}, true},
        {.nombre = "existencias-iniciales", .descripcion = "existencias de los almacenes al corte, por capas con su fecha y su costo", .tipo = tipo_de<ExistenciaInicialFila>(), .llave = {"almacen", "producto"},
         .empezar = importar_existencias,
         .ayuda = {{"almacen", "clave de almacén, que ya existe"}, {"producto", "código de producto, que ya existe"}, {"cantidad", "en la unidad del producto"}, {"costoUnitario", "en pesos, por unidad del producto"},
                   {"fechaCapa", "cuándo se compró: primero sale lo más antiguo; si falta, el corte"}, {"lote", "de un producto con lotes"}, {"caducidad", "del lote"}, {"series", "una por pieza, de un producto con números de serie"}},
         .repite = true, .corte = true},
        {.nombre = "saldos-bancarios", .descripcion = "saldos iniciales de bancos y cajas: una póliza por archivo", .tipo = tipo_de<SaldoBancarioFila>(), .llave = {"cuenta"},
         .empezar = importar_saldos_bancarios,
         .ayuda = {{"cuenta", "clave de una cuenta bancaria o caja, que ya existe"}, {"saldo", "en la moneda de la cuenta; negativo si está sobregirada"}, {"tipoCambio", "pesos por unidad, de una cuenta en otra moneda"}},
         .corte = true},
        {.nombre = "documentos-abiertos", .descripcion = "documentos de otro sistema por cobrar, por pagar o a favor de clientes", .tipo = tipo_de<DocumentoAbiertoFila>(), .llave = {"tipo", "folio"},
         .empezar = importar_documentos_abiertos,
         .ayuda = {{"tipo", "qué documento es"}, {"codigo", "código del contacto, que ya existe"}, {"rfc", "en lugar de codigo, si un solo contacto lo tiene"}, {"serie", "serie que tiene impresa"},
                   {"folio", "folio que tiene impreso; termina en un número"}, {"fecha", "su fecha original"}, {"vencimiento", "si falta, su fecha"}, {"tipoCambio", "pesos por unidad con que se registró"},
                   {"total", "total original; de un anticipo o una nota de crédito, el saldo"}, {"saldo", "saldo al corte, en su moneda: la suma de las columnas que siguen"},
                   {"base16", "del saldo, la base a 16 %, con su IEPS"}, {"iva16", "su IVA"}, {"base8", "la base a 8 %, con su IEPS"}, {"iva8", "su IVA"}, {"base0", "la base a 0 %"},
                   {"exento", "la base exenta"}, {"noObjeto", "la base que no es objeto de impuesto"}, {"ieps", "cuánto de las bases es IEPS"}, {"ivaRet", "IVA retenido, que se resta"},
                   {"isrRet", "ISR retenido, que se resta"}, {"uuid", "folio fiscal de su CFDI"}, {"sucursal", "clave de la sucursal; si falta, la primera"}},
         .repite = true, .corte = true},
        {.nombre = "estado-cuenta", .descripcion = "concilia una cuenta con su estado de cuenta: mismo importe, a lo más 3 días, primero la misma referencia", .tipo = tipo_de<EstadoCuentaFila>(), .llave = {"fecha"},
         .empezar = importar_estado_cuenta,
         .ayuda = {{"fecha", "día del movimiento en el banco"}, {"referencia", "la del banco; se compara con la del documento o con su número de cheque"}, {"descripcion", "descripción del banco; no se compara"},
                   {"deposito", "importe que entró"}, {"retiro", "importe que salió"}, {"saldo", "saldo después del movimiento; sirve para informar la diferencia"}},
         .repite = true, .cuenta = true},
    };
}
// clang-format on

// Nombrada: columns that name a record, for files whose rows are neither aggregates nor operations.
struct Nombrada {
    std::string_view recurso, columna;
    Maestra maestra;
};
constexpr Nombrada nombradas[] = {{"clasificadores", "cuentaContable", maestra::cuenta_contable},
                                  {"clasificadores-usuario", "clasificador", maestra::clasificador_costo},
                                  {"sucursales-usuario", "sucursal", maestra::sucursal},
                                  {"promociones-cruzadas", "producto", maestra::producto},
                                  {"promociones-cruzadas", "clasificacion", maestra::clasificacion_producto},
                                  {"saldos-iniciales", "cuenta", maestra::cuenta_contable},
                                  {"saldos-iniciales", "sucursal", maestra::sucursal},
                                  {"polizas", "cuenta", maestra::cuenta_contable},
                                  {"polizas", "sucursal", maestra::sucursal},
                                  {"polizas", "proyecto", maestra::proyecto},
                                  {"polizas", "clasificadorCosto", maestra::clasificador_costo},
                                  {"polizas", "contacto", maestra::contacto},
                                  {"existencias-iniciales", "almacen", maestra::almacen},
                                  {"existencias-iniciales", "producto", maestra::producto},
                                  {"saldos-bancarios", "cuenta", maestra::cuenta_bancaria},
                                  {"documentos-abiertos", "codigo", maestra::contacto},
                                  {"documentos-abiertos", "sucursal", maestra::sucursal}};

}  // namespace

std::span<Recurso const> recursos() {
    static std::vector<Recurso> const todos = [] {
        auto lista = tabla();
        for (auto const& n : nombradas)
            std::ranges::find(lista, n.recurso, &Recurso::nombre)->referencias.emplace_back(n.columna, n.maestra);
        return lista;
    }();
    return todos;
}

}  // namespace gestor::importar
