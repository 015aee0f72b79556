#include "domain/comun/maestras.hpp"
#include "domain/comun/reglas.hpp"
#include "domain/inventario/consultas.hpp"
#include "domain/inventario/consultas_conteos.hpp"
#include "domain/inventario/consultas_kardex.hpp"
#include "domain/inventario/consultas_reportes.hpp"
#include "domain/inventario/escrituras.hpp"
#include "domain/inventario/lecturas.hpp"
#include "domain/inventario/lecturas_documentos.hpp"
#include "domain/inventario/tipos.hpp"
#include "domain/inventario/tipos_kardex.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::inventario {

void validar(KardexFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
    if (!f.productoId && !(f.codigo && !f.codigo->vacio()))
        fallas.agregar("productoId", codigo::requerido, "envíe productoId o codigo");
}

namespace {

using F = ExistenciaFiltro;
LecturaCompilada const existencias(
    pagina<ExistenciaViewModel, F>(sql::existencias, fuente_con<&F::fechaCorte>(sql::existencias_al),
                                   filtro<&F::productoId>("e.producto_id = :productoId", maestra::producto),
                                   filtro<&F::codigo>("p.codigo_normalizado = upper(:codigo)"),
                                   filtro_largo<&F::busqueda>("p.busqueda LIKE patron(:busqueda)"),
                                   filtro_largo<&F::almacenId>("e.almacen_id = :almacenId", maestra::almacen),
                                   filtro_largo<&F::sucursalId>("a.sucursal_id = :sucursalId", maestra::sucursal),
                                   filtro_largo<&F::clasificacionId>(sql::en_clasificacion,
                                                                     maestra::clasificacion_producto),
                                   filtro_si<&F::soloConExistencia>("x.cantidad > 0")),
    "existencias");

using FS = ExistenciaSerieLoteFiltro;
LecturaCompilada const series_lotes(pagina<ExistenciaSerieLoteViewModel, FS>(
                                        sql::existencias_series_lotes, larga,
                                        filtro<&FS::productoId>("x.producto_id = :productoId", maestra::producto),
                                        filtro<&FS::codigo>("p.codigo_normalizado = upper(:codigo)"),
                                        filtro<&FS::almacenId>("x.almacen_id = :almacenId", maestra::almacen),
                                        filtro<&FS::sucursalId>("a.sucursal_id = :sucursalId", maestra::sucursal),
                                        filtro<&FS::serie>("x.serie = :serie"), filtro<&FS::lote>("x.lote = :lote"),
                                        filtro<&FS::caducaAntesDe>("x.vence < :caducaAntesDe::date"),
                                        filtro_si<&FS::soloConExistencia>("x.cantidad > 0")),
                                    "existenciasSeriesLotes");

using I = InventarioCedisViewModel;
using FI = InventarioCedisFiltro;
LecturaCompilada const cedis(pagina<I, FI>(sql::inventario_cedis, larga, lista<&I::sucursales>(sql::cedis_sucursales),
                                           filtro<&FI::almacenId>("e.almacen_id = :almacenId", sql::almacen_es_cedis),
                                           filtro<&FI::productoId>("e.producto_id = :productoId", maestra::producto),
                                           filtro<&FI::busqueda>("p.busqueda LIKE patron(:busqueda)"),
                                           filtro<&FI::clasificacionId>(sql::en_clasificacion,
                                                                        maestra::clasificacion_producto),
                                           detalle_si<&FI::detalle>()),
                             "inventarioCedis");

using FC = CapaFiltro;
LecturaCompilada const capas(
    pagina<CapaViewModel, FC>(sql::capas, fuente_con<&FC::fechaCorte, &FC::incluirAgotadas>(sql::capas_al),
                              filtro<&FC::productoId>("k.producto_id = :productoId", maestra::producto),
                              filtro<&FC::almacenId>("k.almacen_id = :almacenId", maestra::almacen),
                              filtro_largo<&FC::sucursalId>("a.sucursal_id = :sucursalId", maestra::sucursal),
                              filtro_largo<&FC::clasificacionId>(sql::en_clasificacion,
                                                                 maestra::clasificacion_producto)),
    "analisisCapas");

using FX = KardexFiltro;
LecturaCompilada const kardex(
    pagina<KardexViewModel, FX>(sql::kardex, larga, totales<KardexTotales>(sql::kardex_totales),
                                filtro<&FX::productoId>("", maestra::producto),
                                filtro<&FX::codigo>("", sql::existe_el_codigo),
                                filtro<&FX::almacenId>("m.almacen_id = :almacenId", maestra::almacen),
                                filtro<&FX::fechaInicial>("m.fecha >= :fechaInicial::timestamp"),
                                filtro<&FX::fechaFinal>("m.fecha < :fechaFinal::timestamp + interval '1 day'")),
    "kardex");

using FK = ConteoFiltro;
LecturaCompilada const conteos(
    pagina<ConteoViewModel, FK>(sql::conteos, filtro<&FK::almacenId>("c.almacen_id = :almacenId", maestra::almacen),
                                filtro<&FK::estado>("c.estado = :estado"),
                                filtro<&FK::fechaInicial>("c.fecha >= :fechaInicial::date"),
                                filtro<&FK::fechaFinal>("c.fecha < :fechaFinal::date + interval '1 day'")),
    "conteos");
using K = ConteoDetalle;
LecturaCompilada const conteo(
    lectura<K>(sql::conteos, larga,
               lista<&K::partidas>(sql::conteo_partidas, lista<&PartidaConteo::seriesFaltantes>(sql::conteo_faltantes),
                                   lista<&PartidaConteo::seriesSobrantes>(sql::conteo_sobrantes))),
    "conteo");

// clang-format off
Operacion const operaciones[] = {
//   verbo        ruta                           permiso            qué          sobre        resumen
    {Verbo::GET, "/api/Inventario/Existencias",  "inventario.leer", existencias, Sobre::PAGE, "Lista las existencias por producto y almacén"},
    {Verbo::GET, "/api/Inventario/ExistenciasSeriesLotes", "inventario.leer", series_lotes,       Sobre::PAGE, "Lista las existencias por número de serie y por lote"},
    {Verbo::GET, "/api/Inventario/InventarioCedis", "inventario.leer", cedis,                     Sobre::PAGE, "Inventario de los centros de distribución, con los faltantes de las sucursales"},
    {Verbo::GET, "/api/Inventario/NivelServicio",   "inventario.leer", op<&nivel_servicio>,       Sobre::ONE,  "Nivel de servicio: porcentaje surtido de los pedidos, y porcentaje surtido a tiempo"},
    {Verbo::GET, "/api/Inventario/AnalisisCapas",   "inventario.leer", capas,                     Sobre::PAGE, "Análisis de capas: entradas con existencia, con su costo y antigüedad"},
    {Verbo::GET, "/api/Inventario/Kardex",          "inventario.leer", kardex,                    Sobre::PAGE, "Kardex de un producto: cada movimiento de mercancía o de valor, con la existencia y el valor que deja"},
    {Verbo::GET, "/api/Inventario/Movimiento",      "inventario.leer", movimientos_inventario, Sobre::PAGE, "Lista los movimientos de inventario"},
    {Verbo::GET, "/api/Inventario/Movimiento/{id}", "inventario.leer", movimiento_inventario,  Sobre::ONE,  "Obtiene un movimiento de inventario"},
    {Verbo::GET, "/api/Inventario/Entrega",         "inventario.leer", entregas_mercancia,     Sobre::PAGE, "Lista las entregas de mercancía"},
    {Verbo::GET, "/api/Inventario/Entrega/{id}",    "inventario.leer", entrega_mercancia,      Sobre::ONE,  "Obtiene una entrega de mercancía"},
    {Verbo::GET, "/api/Inventario/Recepcion",       "inventario.leer", recepciones_mercancia,  Sobre::PAGE, "Lista las recepciones de mercancía"},
    {Verbo::GET, "/api/Inventario/Recepcion/{id}",  "inventario.leer", recepcion_mercancia,    Sobre::ONE,  "Obtiene una recepción de mercancía"},
    {Verbo::POST, "/api/Inventario/Movimiento",  "inventario.escribir", op<&mover_inventario>,   Sobre::ONE, "Registra un movimiento de inventario"},
    {Verbo::POST, "/api/Inventario/Entrega",     "inventario.escribir", op<&entregar_mercancia>, Sobre::ONE, "Entrega la mercancía de un pedido, factura o nota"},
    {Verbo::POST, "/api/Inventario/Recepcion",   "inventario.escribir", op<&recibir_mercancia>,  Sobre::ONE, "Recibe la mercancía de una orden de compra autorizada o de un traspaso en tránsito"},
    {Verbo::DELETE, "/api/Inventario/TransaccionCancelar/{id}", "inventario.cancelar", op<&cancelar_inventario>, Sobre::ONE, "Cancela un movimiento de inventario o la recepción de un traspaso"},
    {Verbo::POST, "/api/Inventario/Reempaque",   "inventario.escribir", op<&reempacar>,          Sobre::ONE, "Reempaca mercancía: convierte unos productos en otros, del mismo valor menos la merma"},
    {Verbo::GET,  "/api/Inventario/Conteo",               "inventario.leer",     conteos,            Sobre::PAGE, "Lista los conteos físicos"},
    {Verbo::GET,  "/api/Inventario/Conteo/{id}",          "inventario.leer",     conteo,             Sobre::ONE,  "Obtiene un conteo físico: cantidad esperada, cantidad contada y diferencia de cada producto"},
    {Verbo::POST, "/api/Inventario/Conteo",               "inventario.escribir", op<&abrir_conteo>,  Sobre::ONE,  "Abre el conteo físico de un almacén, con las existencias esperadas"},
    {Verbo::POST, "/api/Inventario/Conteo/{id}/Partidas", "inventario.escribir", op<&contar>,        Sobre::ONE,  "Registra cantidades contadas, en una o varias solicitudes; contar otra vez un producto reemplaza su cantidad"},
    {Verbo::POST, "/api/Inventario/Conteo/{id}/Cerrar",   "inventario.escribir", op<&cerrar_conteo>, Sobre::ONE,  "Cierra un conteo con un solo ajuste por todas sus diferencias"},
    {Verbo::DELETE, "/api/Inventario/ConteoCancelar/{id}", "inventario.cancelar", op<&cancelar_conteo>, Sobre::ONE, "Cancela un conteo abierto: no ajusta nada"},
    {Verbo::DELETE, "/api/Inventario/MovimientoCancelar/{id}", "inventario.cancelar", op<&cancelar_movimiento>, Sobre::ONE, "Cancela un movimiento de inventario o un reempaque con el movimiento contrario, si la mercancía que entró sigue en existencia"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"inventario", "Inventario: existencias, movimientos, entregas y recepciones", operaciones};

}  // namespace gestor::inventario
