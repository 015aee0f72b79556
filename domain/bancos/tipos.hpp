#pragma once
#include "domain/motor/tipos.hpp"

namespace gestor::bancos {

using TipoCuenta = Opcion<"Banco", "Caja">;

struct CuentaBancariaViewModel {
    Id cuentaId;
    Cadena clave;
    Cadena nombre;
    TipoCuenta tipo;
    IdOCero bancoId;
    Cadena banco;
    Cadena numeroCuenta;
    Cadena clabe;
    Id monedaId;
    Cadena moneda;
    IdOCero sucursalId;
    Cadena sucursal;
    Cadena cuentaContable;
    Dinero saldoInicial;
    Booleano manejaCheques;
    Dinero saldo;
    Booleano activo;
};
DTO(CuentaBancariaViewModel, cuentaId, clave, nombre, tipo, bancoId, banco, numeroCuenta, clabe, monedaId, moneda,
    sucursalId, sucursal, cuentaContable, saldoInicial, manejaCheques, saldo, activo)

struct CuentaBancariaFiltro {
    std::optional<TipoCuenta> tipo;
    std::optional<Id> sucursalId;
    std::optional<IdCatalogo> monedaId;
    SoloActivos activo;
    std::optional<Busqueda> busqueda;
};
DTO(CuentaBancariaFiltro, tipo, sucursalId, monedaId, activo, busqueda)

struct BancoViewModel {
    Id bancoId;
    Cadena clave;
    Cadena nombre;
    Cadena razonSocial;
    Cadena rfc;
};
DTO(BancoViewModel, bancoId, clave, nombre, razonSocial, rfc)

struct BancoFiltro {
    std::optional<Busqueda> busqueda;
    SoloActivos activo;
};
DTO(BancoFiltro, busqueda, activo)

// Names promised to callers: `nombre` and the following members, with maneja_cheques in snake case.
struct FormaPagoBancoViewModel {
    Id formaPagoId;
    Booleano usoDeposito;
    Booleano usoEgreso;
    Cadena nombre;
    Booleano maneja_cheques;
    Id monedaId;
    Cadena referencia;
    Cadena comentario;
    Booleano generaConsecutivo;
    Booleano activo;
    Cadena claveSAT;
    Cadena claveContabilidadElectronica;
    Cadena claveSAT33;
};
DTO(FormaPagoBancoViewModel, formaPagoId, usoDeposito, usoEgreso, nombre, maneja_cheques, monedaId, referencia,
    comentario, generaConsecutivo, activo, claveSAT, claveContabilidadElectronica, claveSAT33)

struct FormaPagoFiltro {
    std::optional<Booleano> activo;
    std::optional<IdCatalogo> monedaId;
};
DTO(FormaPagoFiltro, activo, monedaId)

struct FormaPagoEgresoFiltro {
    std::optional<Id> cuentaId;
    SoloActivos activo;
};
DTO(FormaPagoEgresoFiltro, cuentaId, activo)

struct MonedaViewModel {
    Id monedaId;
    Cadena clave;
    Cadena nombre;
    Cadena simbolo;
    Entero<0, 9> decimales;
};
DTO(MonedaViewModel, monedaId, clave, nombre, simbolo, decimales)

struct MonedaFiltro {
    std::optional<Busqueda> busqueda;
};
DTO(MonedaFiltro, busqueda)

struct OrganizacionMonedaViewModel : MonedaViewModel {
    TipoCambio tipoCambio;
    std::optional<Fecha> fechaTipoCambio;
    Booleano predeterminada;
};
DTO_DE((MonedaViewModel), OrganizacionMonedaViewModel, tipoCambio, fechaTipoCambio, predeterminada)

struct ConceptoEgresoFiltro {
    std::optional<Id> cuentaId;
    std::optional<Id> contactoId;
    std::optional<Busqueda> busqueda;
};
DTO(ConceptoEgresoFiltro, cuentaId, contactoId, busqueda)

}  // namespace gestor::bancos
