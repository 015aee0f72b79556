#pragma once
// The informative return of operations with third parties (DIOT of 2025): what was paid to each in a month, in pesos.
#include "domain/contabilidad/tipos_electronica.hpp"

namespace gestor::contabilidad {

struct DiotFiltro {
    AnioElectronico anio;
    Mes mes;
};
DTO(DiotFiltro, anio, mes)

struct TerceroDiot {
    IdOCero contactoId;  // 0: nobody was named
    Cadena codigo;
    Cadena nombre;
    Cadena rfc;
    Cadena tipoOperacion;
    Cadena residenciaFiscal;
    Cadena numRegIdTrib;
    Dinero base8;
    Dinero devuelto8;
    Dinero base16;
    Dinero devuelto16;
    Dinero importacion;
    Dinero iva8;  // what of it can be credited; by the proportion, the next
    Dinero proporcion8;
    Dinero iva16;
    Dinero proporcion16;
    Dinero ivaImportacion;
    Dinero costoProporcion8;  // what of it cannot: by the proportion, or not at all
    Dinero costo8;
    Dinero costoProporcion16;
    Dinero costo16;
    Dinero ivaRetenido;
    Dinero exento;
    Dinero base0;
    Dinero noObjeto;
};
DTO(TerceroDiot, contactoId, codigo, nombre, rfc, tipoOperacion, residenciaFiscal, numRegIdTrib, base8, devuelto8,
    base16, devuelto16, importacion, iva8, proporcion8, iva16, proporcion16, ivaImportacion, costoProporcion8, costo8,
    costoProporcion16, costo16, ivaRetenido, exento, base0, noObjeto)

}  // namespace gestor::contabilidad
