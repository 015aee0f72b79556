#pragma once
// Electronic accounting (Anexo 24, version 1.3): parameters, and rows of its files.
#include "domain/contabilidad/reportes/tipos_balanza.hpp"
#include "domain/motor/escritura/poliza_propia.hpp"

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

// Declarante: the declaring company and the month.
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

// MovimientoElectronico: movement of a póliza, with the póliza's own data.
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

// ComprobanteElectronico: CFDI that supports a póliza: of its document, of the documents that it pays, or named by one
// of its lines.
struct ComprobanteElectronico {
    Id polizaId;
    Cadena uuid;
    Cadena rfc;
    Dinero total;
    Cadena moneda;
    TipoCambio tipoCambio;
};
DTO(ComprobanteElectronico, polizaId, uuid, rfc, total, moneda, tipoCambio)

// PagoElectronico: payment of a póliza.
struct PagoElectronico {
    Id polizaId;
    Cadena metodo;  // payment method, key of electronic accounting
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
    std::vector<ComprobanteElectronico> comprobantes;  // comprobantes and pagos are in the order of their pólizas
    std::vector<PagoElectronico> pagos;
};

}  // namespace gestor::contabilidad
