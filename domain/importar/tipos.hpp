#pragma once
// Rows of each kind of file. References are claves or codigos, because the author of a file does not know ids.
#include "domain/motor/importes/cubetas.hpp"
#include "domain/motor/tipos.hpp"
#include "domain/valores/fiscal.hpp"
#include "domain/valores/problema.hpp"

namespace gestor::importar {

using ClaveReq = TextoReq<30>;
using NombreReq = TextoReq<250>;
using Referido = std::optional<Texto<60>>;  // clave or codigo of another record
using TipoContactoFila = Opcion<"Ambos", "Cliente", "Proveedor">;
using Activo = Defecto<Booleano, "true">;
using Apagado = Defecto<Booleano, "false">;

struct DomicilioFila {
    std::optional<Texto<250>> calle;
    std::optional<Texto<60>> numeroExterior;
    std::optional<Texto<60>> numeroInterior;
    std::optional<Texto<120>> colonia;
    std::optional<Texto<120>> localidad;
    std::optional<Texto<120>> municipio;
    std::optional<Texto<120>> estado;
    std::optional<Texto<60>> pais;
    std::optional<CodigoPostal> codigoPostal;
};
DTO(DomicilioFila, calle, numeroExterior, numeroInterior, colonia, localidad, municipio, estado, pais, codigoPostal)

struct SucursalFila {
    ClaveReq clave;
    NombreReq nombre;
    CodigoPostal codigoPostal;
    Defecto<Texto<60>, "America/Mexico_City"> zonaHoraria;
    Apagado tasaFrontera;
    std::optional<Texto<8>> sufijoSerie;
    std::optional<DomicilioFila> domicilio;
    Apagado manejaLiquidacion;
    Defecto<NoNegativo<Dinero>, "0"> toleranciaEfectivo;
    Defecto<NoNegativo<Dinero>, "0"> toleranciaMercancia;
    Referido cuentaLiquidacion;
    Activo activo;
};
DTO(SucursalFila, clave, nombre, codigoPostal, zonaHoraria, tasaFrontera, sufijoSerie, domicilio, manejaLiquidacion,
    toleranciaEfectivo, toleranciaMercancia, cuentaLiquidacion, activo)

struct AlmacenFila {
    ClaveReq clave;
    NombreReq nombre;
    TextoReq<30> sucursal;
    Apagado esCedis;
    Apagado esRuta;
    Activo activo;
};
DTO(AlmacenFila, clave, nombre, sucursal, esCedis, esRuta, activo)

struct CuentaBancariaFila {
    ClaveReq clave;
    NombreReq nombre;
    Opcion<"Banco", "Caja"> tipo;
    Referido banco;
    std::optional<Texto<30>> numeroCuenta;
    std::optional<Clabe> clabe;
    Defecto<ClaveMoneda, "MXN"> moneda;
    Referido sucursal;
    Referido cuentaContable;
    Defecto<Dinero, "0"> saldoInicial;
    Apagado manejaCheques;
    Activo activo;
};
DTO(CuentaBancariaFila, clave, nombre, tipo, banco, numeroCuenta, clabe, moneda, sucursal, cuentaContable, saldoInicial,
    manejaCheques, activo)

struct MonedaFila {
    ClaveMoneda moneda;
    Apagado predeterminada;
    Activo activo;
};
DTO(MonedaFila, moneda, predeterminada, activo)

struct TipoCambioFila {
    ClaveMoneda moneda;
    Fecha fecha;
    Positivo<TipoCambio> valor;
};
DTO(TipoCambioFila, moneda, fecha, valor)

struct FormaPagoFila {
    NombreReq nombre;
    ClaveFormaPago claveSAT33;
    ClaveFormaPago claveContabilidadElectronica;
    Defecto<ClaveFormaPago, "99"> claveSAT;
    Apagado maneja_cheques;
    Defecto<ClaveMoneda, "MXN"> moneda;
    std::optional<Texto<120>> referencia;
    std::optional<Texto<250>> comentario;
    Apagado generaConsecutivo;
    Activo usoDeposito;
    Activo usoEgreso;
    Activo activo;
};
DTO(FormaPagoFila, nombre, claveSAT33, claveContabilidadElectronica, claveSAT, maneja_cheques, moneda, referencia,
    comentario, generaConsecutivo, usoDeposito, usoEgreso, activo)

struct ClasificacionContactoFila {
    ClaveReq clave;
    NombreReq nombre;
    Defecto<TipoContactoFila, "Ambos"> tipoContacto;
    Referido padre;
    Activo activo;
};
DTO(ClasificacionContactoFila, clave, nombre, tipoContacto, padre, activo)

struct ClasificacionProductoFila {
    ClaveReq clave;
    NombreReq nombre;
    Referido padre;
    Activo activo;
};
DTO(ClasificacionProductoFila, clave, nombre, padre, activo)

struct UnidadFila {
    ClaveReq clave;
    NombreReq nombre;
    std::optional<Texto<30>> abreviatura;
    ClaveUnidad claveUnidad;
    Referido unidadBase;
    Defecto<Positivo<Cantidad>, "1"> factor;
    Activo activo;
};
DTO(UnidadFila, clave, nombre, abreviatura, claveUnidad, unidadBase, factor, activo)

struct VendedorFila {
    ClaveReq clave;
    NombreReq nombre;
    std::optional<Correo> correo;
    std::optional<Texto<30>> telefono;
    Referido sucursal;
    Referido ruta;
    Defecto<NoNegativo<Porcentaje>, "0"> comision;
    Activo activo;
};
DTO(VendedorFila, clave, nombre, correo, telefono, sucursal, ruta, comision, activo)

struct ConceptoFila {
    ClaveReq clave;
    NombreReq nombre;
    Opcion<"Gasto", "Compra", "Egreso", "Deposito", "Inventario", "Venta"> tipo;
    TextoReq<30> cuentaContable;
    Referido clasificadorCosto;
    Defecto<ClaveProductoServicio, "01010101"> claveProductoServicio;
    Defecto<ClaveUnidad, "E48"> claveUnidad;
    Defecto<ClaveObjetoImpuesto, "02"> objetoImpuesto;
    std::optional<Tasa> tasaIva;
    Apagado noAfecto;
    Defecto<NoNegativo<Tasa>, "0"> tasaIeps;
    Defecto<NoNegativo<Tasa>, "0"> cuotaIeps;
    Defecto<NoNegativo<Tasa>, "0"> tasaIvaRetenido;
    Defecto<NoNegativo<Tasa>, "0"> tasaIsrRetenido;
    std::optional<Opcion<"Honorarios", "Arrendamiento", "Fletes", "Comisiones", "Otros">> tipoRetencion;
    Defecto<Acreditamiento, "Total"> acreditamiento;
    Apagado pagoIvaRetenido;
    Apagado pagoIsrRetenido;
    Lista<Texto<60>, 0, 100> objetos;
    Lista<Texto<60>, 0, 1000> cuentas;
    Lista<Texto<60>, 0, 1000> contactos;
    Activo activo;
};
DTO(ConceptoFila, clave, nombre, tipo, cuentaContable, clasificadorCosto, claveProductoServicio, claveUnidad,
    objetoImpuesto, tasaIva, noAfecto, tasaIeps, cuotaIeps, tasaIvaRetenido, tasaIsrRetenido, tipoRetencion,
    acreditamiento, pagoIvaRetenido, pagoIsrRetenido, objetos, cuentas, contactos, activo)

struct AddendaFila {
    ClaveReq clave;
    NombreReq nombre;
    std::optional<Texto<500, true>> descripcion;
    TextoReq<60> objeto;
    Referido cliente;
    std::optional<Texto<20'000, true>> plantilla;
    Lista<Texto<120>, 0, 100> campos;
    Activo activo;
};
DTO(AddendaFila, clave, nombre, descripcion, objeto, cliente, plantilla, campos, activo)

struct RutaFila {
    ClaveReq clave;
    NombreReq nombre;
    TextoReq<30> sucursal;
    Referido vendedor;
    Referido almacen;
    Lista<Opcion<"Lunes", "Martes", "Miércoles", "Jueves", "Viernes", "Sábado", "Domingo">, 0, 7> dias;
    Activo activo;
};
DTO(RutaFila, clave, nombre, sucursal, vendedor, almacen, dias, activo)

struct AgrupadorServicioFila {
    ClaveReq clave;
    NombreReq nombre;
    std::optional<Texto<500, true>> descripcion;
    Referido padre;
    Activo activo;
};
DTO(AgrupadorServicioFila, clave, nombre, descripcion, padre, activo)

struct ContratoFila {
    TextoReq<30> folio;
    TextoReq<60> contacto;
    std::optional<Texto<500, true>> descripcion;
    Fecha fechaInicio;
    std::optional<Fecha> fechaFin;
    Defecto<NoNegativo<Dinero>, "0"> importe;
    Defecto<Opcion<"Vigente", "Vencido", "Cancelado">, "Vigente"> estado;
};
DTO(ContratoFila, folio, contacto, descripcion, fechaInicio, fechaFin, importe, estado)

struct CanalFila {
    ClaveReq clave;
    NombreReq nombre;
    Activo activo;
};
DTO(CanalFila, clave, nombre, activo)

// ClasificadorUsuarioFila: activo=false removes the assignment.
struct ClasificadorUsuarioFila {
    TextoReq<120> usuario;
    TextoReq<30> clasificador;
    Activo activo;
};
DTO(ClasificadorUsuarioFila, usuario, clasificador, activo)

struct SucursalUsuarioFila {
    TextoReq<120> usuario;
    TextoReq<30> sucursal;
    Activo activo;
};
DTO(SucursalUsuarioFila, usuario, sucursal, activo)

// PromocionFila: one row per condition or benefit. Rows with the same name are one promotion; its own members come from
// the first row.
struct PromocionFila {
    NombreReq promocion;
    Opcion<"Condicion", "Beneficio"> tipo;
    Referido producto;
    Referido clasificacion;
    std::optional<Positivo<Cantidad>> cantidadMinima;
    std::optional<Opcion<"Porcentaje", "Importe", "PrecioFijo", "Gratis">> tipoBeneficio;
    Defecto<NoNegativo<Importe>, "0"> valor;
    Defecto<NoNegativo<Cantidad>, "0"> cantidadMaxima;
    std::optional<Fecha> vigenciaInicio;
    std::optional<Fecha> vigenciaFin;
    Apagado acumulable;
    Defecto<Entero<0, 1'000'000>, "0"> prioridad;
    Lista<Texto<60>, 0, 1000> sucursales;
    Activo activo;
};
DTO(PromocionFila, promocion, tipo, producto, clasificacion, cantidadMinima, tipoBeneficio, valor, cantidadMaxima,
    vigenciaInicio, vigenciaFin, acumulable, prioridad, sucursales, activo)

struct SaldoInicialFila {
    TextoReq<30> cuenta;
    Defecto<NoNegativo<Dinero>, "0"> debe;
    Defecto<NoNegativo<Dinero>, "0"> haber;
    Referido sucursal;
    std::optional<Texto<250>> concepto;
    std::optional<Fecha> fecha;
};
DTO(SaldoInicialFila, cuenta, debe, haber, sucursal, concepto, fecha)

// PolizaFila: one row per line. Rows with the same key are one póliza; its own members come from the first row.
struct PolizaFila {
    TextoReq<60> poliza;
    std::optional<Opcion<"Ingresos", "Egresos", "Diario">> tipo;
    std::optional<Fecha> fecha;
    std::optional<Texto<250>> concepto;
    TextoReq<30> cuenta;
    Defecto<NoNegativo<Dinero>, "0"> debe;
    Defecto<NoNegativo<Dinero>, "0"> haber;
    std::optional<Texto<200>> descripcion;
    Referido sucursal;
    Referido proyecto;
    Referido clasificadorCosto;
    Referido contacto;
    std::optional<Uuid> uuid;
};
DTO(PolizaFila, poliza, tipo, fecha, concepto, cuenta, debe, haber, descripcion, sucursal, proyecto, clasificadorCosto,
    contacto, uuid)

// Open document of another system; the parts add up to its balance.
using Parte = Defecto<NoNegativo<Dinero>, "0">;
struct DocumentoAbiertoFila {
    Opcion<"FacturaVenta", "NotaVenta", "NotaCreditoCliente", "AnticipoCliente", "FacturaCompra"> tipo;
    Referido codigo;
    std::optional<Rfc> rfc;
    std::optional<Texto<25>> serie;
    TextoReq<40> folio;
    Fecha fecha;
    std::optional<Fecha> vencimiento;
    Defecto<ClaveMoneda, "MXN"> moneda;
    std::optional<Positivo<TipoCambio>> tipoCambio;
    Positivo<Dinero> total;
    Positivo<Dinero> saldo;
    Parte base16;
    Parte iva16;
    Parte base8;
    Parte iva8;
    Parte base0;
    Parte exento;
    Parte noObjeto;
    Parte ieps;
    Parte ivaRet;
    Parte isrRet;
    std::optional<Uuid> uuid;
    Referido sucursal;

    Cubetas pendiente() const;
};
DTO(DocumentoAbiertoFila, tipo, codigo, rfc, serie, folio, fecha, vencimiento, moneda, tipoCambio, total, saldo, base16,
    iva16, base8, iva8, base0, exento, noObjeto, ieps, ivaRet, isrRet, uuid, sucursal)

struct ExistenciaInicialFila {
    TextoReq<30> almacen;
    TextoReq<60> producto;
    Positivo<Cantidad> cantidad;
    NoNegativo<Costo> costoUnitario;
    std::optional<Fecha> fechaCapa;
    std::optional<Texto<60>> lote;
    std::optional<Fecha> caducidad;
    Lista<Texto<60>, 0, 10'000> series;
};
DTO(ExistenciaInicialFila, almacen, producto, cantidad, costoUnitario, fechaCapa, lote, caducidad, series)

struct SaldoBancarioFila {
    TextoReq<30> cuenta;
    Dinero saldo;
    std::optional<Positivo<TipoCambio>> tipoCambio;
};
DTO(SaldoBancarioFila, cuenta, saldo, tipoCambio)

// EstadoCuentaFila: a line of a bank statement.
struct EstadoCuentaFila {
    Fecha fecha;
    std::optional<Texto<100>> referencia;
    std::optional<Texto<250>> descripcion;
    Defecto<NoNegativo<Dinero>, "0"> deposito;
    Defecto<NoNegativo<Dinero>, "0"> retiro;
    std::optional<Dinero> saldo;
};
DTO(EstadoCuentaFila, fecha, referencia, descripcion, deposito, retiro, saldo)

void validar(SucursalFila const& fila, Fallas& fallas);
void validar(CuentaBancariaFila const& fila, Fallas& fallas);
void validar(MonedaFila const& fila, Fallas& fallas);
void validar(UnidadFila const& fila, Fallas& fallas);
void validar(VendedorFila const& fila, Fallas& fallas);
void validar(ConceptoFila const& fila, Fallas& fallas);
void validar(AddendaFila const& fila, Fallas& fallas);
void validar(ContratoFila const& fila, Fallas& fallas);
void validar(PromocionFila const& fila, Fallas& fallas);
void validar(SaldoInicialFila const& fila, Fallas& fallas);
void validar(PolizaFila const& fila, Fallas& fallas);
void validar(DocumentoAbiertoFila const& fila, Fallas& fallas);
void validar(EstadoCuentaFila const& fila, Fallas& fallas);

}  // namespace gestor::importar
