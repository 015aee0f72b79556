#include "domain/catalogos/consultas.hpp"
#include "domain/catalogos/tipos.hpp"
#include "domain/comun/maestras.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::catalogos {
namespace {

using FR = RegimenesFiscalesFiltro;
LecturaCompilada const regimenes(
    catalogo<RegimenesFiscalesViewModel, FR>(
        sql::regimenes_fiscales,  //
        filtro<&FR::personaMoral>("CASE WHEN :personaMoral::boolean THEN r.moral ELSE r.fisica END"),
        filtro<&FR::busqueda>("normalizar(r.clave || ' ' || r.nombre) LIKE patron(:busqueda)")),
    "regimenesFiscales");

using U = UsosCFDIViewModel;
using FU = UsosCFDIFiltro;
LecturaCompilada const usos(
    catalogo<U, FU>(sql::usos_cfdi, lista<&U::regimenesFiscales>(sql::uso_regimenes),
                    filtro<&FU::regimenFiscal>("u.regimenes @> ARRAY[:regimenFiscal::text]", maestra::regimen_fiscal),
                    filtro<&FU::personaMoral>("CASE WHEN :personaMoral::boolean THEN u.moral ELSE u.fisica END"),
                    filtro<&FU::busqueda>("normalizar(u.clave || ' ' || u.nombre) LIKE patron(:busqueda)")),
    "usosCFDI");

using FF = FormasPagoFiltro;
LecturaCompilada const formas(
    catalogo<CatalogosSATFormasPagoViewModel, FF>(
        sql::formas_pago_sat, filtro<&FF::busqueda>("normalizar(f.clave || ' ' || f.nombre) LIKE patron(:busqueda)")),
    "formasPagoSAT");

LecturaCompilada const metodos(catalogo<CatalogosSATMetodosPagoViewModel, SinParametros>(sql::metodos_pago),
                               "metodosPagoSAT");

using FC = ClavesProductoFiltro;
LecturaCompilada const claves(
    pagina<CatalogosSATClavesProductoViewModel, FC>(
        sql::claves_producto,
        filtro_largo<&FC::busqueda>("p.busqueda LIKE patron(:busqueda) OR p.clave LIKE substr(patron(:busqueda), 2)"),
        filtro<&FC::clave>("p.clave LIKE :clave::text || '%'"),
        filtro_largo<&FC::fronteriza>("p.estimulo_frontera = :fronteriza::boolean")),
    "clavesProductoSAT");

// clang-format off
Operacion const operaciones[] = {
//   verbo        ruta                                permiso           qué        sobre        resumen
    {Verbo::GET, "/api/RegimenesFiscales",            "catalogos.leer", regimenes, Sobre::LIST, "Lista los regímenes fiscales"},
    {Verbo::GET, "/api/UsosCFDI",                     "catalogos.leer", usos,      Sobre::LIST, "Lista los usos del CFDI, todos o los que un régimen permite"},
    {Verbo::GET, "/api/CatalogosSAT/FormasPago",      "catalogos.leer", formas,    Sobre::LIST, "Lista las formas de pago del SAT"},
    {Verbo::GET, "/api/CatalogosSAT/MetodosPago",     "catalogos.leer", metodos,   Sobre::LIST, "Lista los métodos de pago del SAT"},
    {Verbo::GET, "/api/CatalogosSAT/ClavesProducto",  "catalogos.leer", claves,    Sobre::PAGE, "Lista o busca las claves de producto y servicio del SAT"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"catalogos", "Catálogos del SAT: regímenes, usos, formas y métodos de pago, claves de producto",
                operaciones};

}  // namespace gestor::catalogos
