#pragma once
// DIOT of 2025 (operations with third parties): payments to each third party in a month, in pesos.
#include "domain/contabilidad/electronica/tipos.hpp"

namespace gestor::contabilidad {

struct DiotFiltro {
    AnioElectronico anio;
    Mes mes;
};
DTO(DiotFiltro, anio, mes)

struct TerceroDiot {
    IdOCero contactoId;  // 0: no contact named
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
    Dinero iva8;  // creditable VAT at 8 %; the next member: its share by the proportion
    Dinero proporcion8;
    Dinero iva16;
    Dinero proporcion16;
    Dinero ivaImportacion;
    Dinero costoProporcion8;  // VAT at 8 % not creditable by the proportion; the next member: not creditable at all
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
