#pragma once
// Electronic accounting (Anexo 24, version 1.3): what is asked for, and what its files are made of.
#include "domain/contabilidad/tipos_balanza.hpp"
#include "domain/motor/poliza_propia.hpp"

namespace gestor::contabilidad {

using AnioElectronico = Entero<2015, 2099>;

struct CatalogoElectronicoFiltro {
    AnioElectronico anio;
    Mes mes;
};
DTO(CatalogoElectronicoFiltro, anio, mes)

struct BalanzaElectronicaFiltro {
    AnioElectronico anio;
    MesContable mes;
    Defecto<Opcion<"N", "C">, "N"> tipoEnvio;
    std::optional<Fecha> fechaModBal;
};
DTO(BalanzaElectronicaFiltro, anio, mes, tipoEnvio, fechaModBal)
void validar(BalanzaElectronicaFiltro const& filtro, Fallas& fallas);

struct PolizasElectronicasFiltro {
    AnioElectronico anio;
    Mes mes;
    Opcion<"AF", "FC", "DE", "CO"> tipoSolicitud;
    std::optional<Texto<13>> numOrden;
    std::optional<Texto<14>> numTramite;
};
DTO(PolizasElectronicasFiltro, anio, mes, tipoSolicitud, numOrden, numTramite)
void validar(PolizasElectronicasFiltro const& filtro, Fallas& fallas);

// Who declares, and of when.
struct Declarante {
    std::string rfc;
    std::int64_t anio;
    std::int64_t mes;

    std::string mes_en_dos() const { return (mes < 10 ? "0" : "") + std::to_string(mes); }
};

struct CuentaElectronica {
    Cadena codigoAgrupador;
    Cadena cuenta;
    Cadena nombre;
    Cadena padre;
    NivelDeCuenta nivel;
    Opcion<"D", "A"> naturaleza;
};
DTO(CuentaElectronica, codigoAgrupador, cuenta, nombre, padre, nivel, naturaleza)

// A movement, with the póliza it is of.
struct MovimientoElectronico {
    Id polizaId;
    TipoPoliza tipo;
    Entero<0, maximo_json> numero;
    Fecha fecha;
    Cadena concepto;
    Cadena cuenta;
    Cadena nombre;
    Booleano deBanco;
    Cadena conceptoLinea;
    Dinero debe;
    Dinero haber;
};
DTO(MovimientoElectronico, polizaId, tipo, numero, fecha, concepto, cuenta, nombre, deBanco, conceptoLinea, debe, haber)

// A CFDI that a póliza stands on: its document's, those that it pays, or the one that a line of it names.
struct ComprobanteElectronico {
    Id polizaId;
    Cadena uuid;
    Cadena rfc;
    Dinero total;
    Cadena moneda;
    TipoCambio tipoCambio;
};
DTO(ComprobanteElectronico, polizaId, uuid, rfc, total, moneda, tipoCambio)

// How the money of a póliza moved.
struct PagoElectronico {
    Id polizaId;
    Cadena metodo;  // as electronic accounting numbers them
    Booleano sale;
    Cadena cheque;
    Cadena banco;
    Cadena cuenta;
    Cadena bancoContacto;
    Cadena cuentaContacto;
    Fecha fecha;
    Cadena beneficiario;
    Cadena rfc;
    Dinero total;
    Cadena moneda;
    TipoCambio tipoCambio;
};
DTO(PagoElectronico, polizaId, metodo, sale, cheque, banco, cuenta, bancoContacto, cuentaContacto, fecha, beneficiario,
    rfc, total, moneda, tipoCambio)

struct SoporteElectronico {
    std::vector<ComprobanteElectronico> comprobantes;  // both in the order of their pólizas
    std::vector<PagoElectronico> pagos;
};

}  // namespace gestor::contabilidad
