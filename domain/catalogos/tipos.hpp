#pragma once
#include "domain/motor/tipos.hpp"
#include "domain/valores/fiscal.hpp"

namespace gestor::catalogos {

struct RegimenesFiscalesViewModel {
    Cadena clave;
    Cadena nombre;
    Booleano aplicaFisica;
    Booleano aplicaMoral;
    Fecha vigenciaDesde;
    std::optional<Fecha> vigenciaHasta;
};
DTO(RegimenesFiscalesViewModel, clave, nombre, aplicaFisica, aplicaMoral, vigenciaDesde, vigenciaHasta)

struct RegimenesFiscalesFiltro {
    std::optional<Booleano> personaMoral;
    std::optional<Busqueda> busqueda;
};
DTO(RegimenesFiscalesFiltro, personaMoral, busqueda)

struct UsosCFDIViewModel {
    Cadena clave;
    Cadena nombre;
    Booleano aplicaFisica;
    Booleano aplicaMoral;
    std::vector<Cadena> regimenesFiscales;
};
DTO(UsosCFDIViewModel, clave, nombre, aplicaFisica, aplicaMoral, regimenesFiscales)

struct UsosCFDIFiltro {
    std::optional<ClaveRegimenFiscal> regimenFiscal;
    std::optional<Booleano> personaMoral;
    std::optional<Busqueda> busqueda;
};
DTO(UsosCFDIFiltro, regimenFiscal, personaMoral, busqueda)

struct CatalogosSATFormasPagoViewModel {
    Cadena clave;
    Cadena nombre;
    Booleano bancarizado;
    Fecha vigenciaDesde;
    std::optional<Fecha> vigenciaHasta;
};
DTO(CatalogosSATFormasPagoViewModel, clave, nombre, bancarizado, vigenciaDesde, vigenciaHasta)

struct FormasPagoFiltro {
    std::optional<Busqueda> busqueda;
};
DTO(FormasPagoFiltro, busqueda)

struct CatalogosSATMetodosPagoViewModel {
    Cadena clave;
    Cadena nombre;
};
DTO(CatalogosSATMetodosPagoViewModel, clave, nombre)

struct CatalogosSATClavesProductoViewModel {
    Cadena clave;
    Cadena descripcion;
    Booleano estimuloFranjaFronteriza;
    Cadena palabrasSimilares;
};
DTO(CatalogosSATClavesProductoViewModel, clave, descripcion, estimuloFranjaFronteriza, palabrasSimilares)

struct ClavesProductoFiltro {
    std::optional<Texto<100, false, 3>> busqueda;  // at least three letters: the index has no shorter texts
    std::optional<ClaveSat<1, 8, Letras::digitos>> clave;
    std::optional<Booleano> fronteriza;
};
DTO(ClavesProductoFiltro, busqueda, clave, fronteriza)

}  // namespace gestor::catalogos
