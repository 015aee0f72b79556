#pragma once
#include "domain/motor/tipos.hpp"
#include "domain/valores/fiscal.hpp"
#include "domain/valores/problema.hpp"

namespace gestor::contactos {

using TipoContacto = Opcion<"Cliente", "Proveedor", "Ambos">;
// Numbers of the DIOT (informative return of operations with third parties).
using TipoOperacion = Opcion<"03", "02", "06", "07", "08", "85", "87">;

struct ContactosClasificacionesViewModel {
    Id clasificacionId;
    Cadena clave;
    Cadena nombre;
    TipoContacto tipoContacto;
    IdOCero padreId;
    Booleano activo;
};
DTO(ContactosClasificacionesViewModel, clasificacionId, clave, nombre, tipoContacto, padreId, activo)

struct ContactosClasificacionesFiltro {
    std::optional<TipoContacto> tipoContacto;
    SoloActivos activo;
};
DTO(ContactosClasificacionesFiltro, tipoContacto, activo)

struct ContactoListaViewModel {
    Id entidadId;
    Cadena codigo;
    TipoContacto tipoContacto;
    Cadena nombre;
    Cadena nombreComercial;
    Cadena rfc;
    Cadena curp;
    Booleano personaMoral;
    Cadena regimenFiscal;
    Cadena usoCFDI;
    Cadena codigoPostal;
    Domicilio domicilio;
    Cadena correo;
    Cadena telefono;
    IdOCero clasificacionId;
    Cadena clasificacion;
    IdOCero lineaCanalId;
    Cadena lineaCanal;
    IdOCero vendedorId;
    Cadena vendedor;
    IdOCero listaPreciosId;
    IdOCero monedaId;
    Entero<0, 36'500> diasCredito;
    Dinero limiteCredito;
    Cadena metodoPago;
    Cadena formaPago;
    Cadena residenciaFiscal;
    Cadena numRegIdTrib;
    Cadena cuentaBancaria;
    Cadena clabe;
    Cadena tipoOperacion;
    IdOCero addendaId;
    Cadena situacion69B;  // in the list of CFF 69-B; empty: not in it
    Booleano activo;
    FechaHora fechaAlta;
};
DTO(ContactoListaViewModel, entidadId, codigo, tipoContacto, nombre, nombreComercial, rfc, curp, personaMoral,
    regimenFiscal, usoCFDI, codigoPostal, domicilio, correo, telefono, clasificacionId, clasificacion, lineaCanalId,
    lineaCanal, vendedorId, vendedor, listaPreciosId, monedaId, diasCredito, limiteCredito, metodoPago, formaPago,
    residenciaFiscal, numRegIdTrib, cuentaBancaria, clabe, tipoOperacion, addendaId, situacion69B, activo, fechaAlta)

struct ContactoAdicional {
    Id contactoId;
    Cadena nombre;
    Cadena puesto;
    Cadena correo;
    Cadena telefono;
    Cadena celular;
    Booleano principal;
    Cadena notas;
};
DTO(ContactoAdicional, contactoId, nombre, puesto, correo, telefono, celular, principal, notas)

struct LineaCanalViewModel {
    Id lineaCanalId;
    Cadena clave;
    Cadena nombre;
    Booleano activo;
};
DTO(LineaCanalViewModel, lineaCanalId, clave, nombre, activo)

// A service contract of the contact.
struct ContratoViewModel {
    Id contratoId;
    Cadena folio;
    Cadena descripcion;
    Fecha fechaInicio;
    std::optional<Fecha> fechaFin;
    Dinero importe;
    Cadena estado;
};
DTO(ContratoViewModel, contratoId, folio, descripcion, fechaInicio, fechaFin, importe, estado)

struct ContactoViewModel : ContactoListaViewModel {
    Cadena contactoPrincipal;
    std::vector<ContactoAdicional> contactosAdicionales;
    std::vector<ContratoViewModel> contratos;
    std::optional<LineaCanalViewModel> linea;
};
DTO_DE((ContactoListaViewModel), ContactoViewModel, contactoPrincipal, contactosAdicionales, contratos, linea)

struct ContactoResultado : Vista<ContactoViewModel> {
    std::vector<Cadena> advertencias;
};
DTO_DE((Vista<ContactoViewModel>), ContactoResultado, advertencias)

struct DomicilioDatos {
    std::optional<Nombre> calle;
    std::optional<Texto<60>> numeroExterior;
    std::optional<Texto<60>> numeroInterior;
    std::optional<Nombre> colonia;
    std::optional<Nombre> localidad;
    std::optional<Nombre> municipio;
    std::optional<Nombre> estado;
    std::optional<Nombre> pais;
    std::optional<Texto<12>> codigoPostal;  // postal code of any country
};
DTO(DomicilioDatos, calle, numeroExterior, numeroInterior, colonia, localidad, municipio, estado, pais, codigoPostal)

struct ContactoAdicionalDatos {
    TextoReq<250> nombre;
    std::optional<Nombre> puesto;
    std::optional<Correo> correo;
    std::optional<Texto<30>> telefono;
    std::optional<Texto<30>> celular;
    Defecto<Booleano, "false"> principal;
    std::optional<Notas> notas;
};
DTO(ContactoAdicionalDatos, nombre, puesto, correo, telefono, celular, principal, notas)

struct ContactoDatos {
    // Left out of the published example: a company has no CURP, a Mexican no foreign residence, and the other members
    // name records that another company may lack.
    static constexpr std::string_view sin_ejemplo[] = {
        "curp",       "residenciaFiscal", "numRegIdTrib", "clasificacionId", "lineaCanalId",
        "vendedorId", "listaPreciosId",   "monedaId",     "addendaId",       "referenciaExterna"};
    std::optional<Clave> codigo;
    TipoContacto tipoContacto;
    TextoReq<300> nombre;
    std::optional<Nombre> nombreComercial;
    std::optional<Rfc> rfc;
    std::optional<Curp> curp;
    std::optional<ClaveRegimenFiscal> regimenFiscal;
    std::optional<ClaveUsoCfdi> usoCFDI;
    std::optional<CodigoPostal> codigoPostal;
    std::optional<DomicilioDatos> domicilio;
    std::optional<Correo> correo;
    std::optional<Texto<30>> telefono;
    std::optional<Id> clasificacionId;
    std::optional<Id> lineaCanalId;
    std::optional<Id> vendedorId;
    std::optional<Id> listaPreciosId;
    std::optional<Id> monedaId;
    Defecto<Entero<0, 36'500>, "0"> diasCredito;
    Defecto<NoNegativo<Dinero>, "0"> limiteCredito;
    std::optional<ClaveMetodoPago> metodoPago;
    std::optional<ClaveFormaPago> formaPago;
    std::optional<ClavePais> residenciaFiscal;
    std::optional<Texto<40>> numRegIdTrib;
    std::optional<Texto<50>> cuentaBancaria;
    std::optional<Clabe> clabe;
    std::optional<TipoOperacion> tipoOperacion;
    std::optional<Id> addendaId;
    Defecto<Booleano, "true"> activo;
    Lista<ContactoAdicionalDatos, 0, 100> contactosAdicionales;
    std::optional<Texto<60>> referenciaExterna;
};
DTO(ContactoDatos, codigo, tipoContacto, nombre, nombreComercial, rfc, curp, regimenFiscal, usoCFDI, codigoPostal,
    domicilio, correo, telefono, clasificacionId, lineaCanalId, vendedorId, listaPreciosId, monedaId, diasCredito,
    limiteCredito, metodoPago, formaPago, residenciaFiscal, numRegIdTrib, cuentaBancaria, clabe, tipoOperacion,
    addendaId, activo, contactosAdicionales, referenciaExterna)

// Situacion69B: as the tax authority writes it; Cualquiera: in the list.
using Situacion69B = Opcion<"Presunto", "Definitivo", "Desvirtuado", "Sentencia Favorable", "Cualquiera">;

struct ContactoFiltro {
    std::optional<TipoContacto> tipoContacto;
    std::optional<Id> clasificacionId;
    std::optional<Id> vendedorId;
    std::optional<Rfc> rfc;
    std::optional<Clave> codigo;
    std::optional<Busqueda> busqueda;
    std::optional<Situacion69B> situacion69B;
    std::optional<Booleano> activo;
    std::optional<FechaHora> modificadoDesde;
};
DTO(ContactoFiltro, tipoContacto, clasificacionId, vendedorId, rfc, codigo, busqueda, situacion69B, activo,
    modificadoDesde)

}  // namespace gestor::contactos
