#pragma once
// Egresses (money that goes out) in the body and in the answers.
#include "domain/bancos/cobros/tipos.hpp"
#include "domain/bancos/egresos/cheques.hpp"

namespace gestor::bancos {

// ---- in the body ----
#define CALCULADO(nombre) \
    { nombre, "no se envía: el servidor calcula los impuestos de cada partida" }
struct PartidaEgreso {
    Positivo<Dinero> importeAbono;  // in the currency of the egress, taxes included
    std::optional<Notas> notas;
    std::optional<IdOCero> transaccionIdCompra;  // the document to pay; else conceptoId
    std::optional<IdOCero> conceptoId;           // concept of the expense; else transaccionIdCompra
    std::optional<Positivo<TipoCambio>> tipoCambio;
    std::optional<IdOCero> proyectoId;
    std::optional<IdOCero> clasificadorCostoId;
    std::optional<Acreditamiento> acreditamiento;  // VAT credit of the expense; absent: that of the concept
    static constexpr std::string_view sin_ejemplo[] = {"transaccionIdCompra", "tipoCambio", "proyectoId",
                                                       "clasificadorCostoId", "acreditamiento"};
    static constexpr Retirado retirados[] = {
        {"importe", "ahora es importeAbono"},
        {"abono", "ahora es importeAbono"},
        {"nota", "ahora es notas"},
        {"descripcion", "ahora es notas"},
        {"comentario", "ahora es notas"},
        {"transaccionId", "ahora es transaccionIdCompra"},
        {"transaccionIdOrigen", "ahora es transaccionIdCompra"},
        {"compraId", "ahora es transaccionIdCompra"},
        CALCULADO("impuesto"),
        CALCULADO("impuesto2"),
        CALCULADO("impuesto3"),
        CALCULADO("impuesto4"),
        CALCULADO("retencion"),
        CALCULADO("retencion2"),
        CALCULADO("retencion3"),
        CALCULADO("retencion4"),
        CALCULADO("subtotal"),
        CALCULADO("iva"),
        CALCULADO("ieps"),
        CALCULADO("ivaRetenido"),
        CALCULADO("isrRetenido"),
    };
};
DTO(PartidaEgreso, importeAbono, notas, transaccionIdCompra, conceptoId, tipoCambio, proyectoId, clasificadorCostoId,
    acreditamiento)

struct EgresoNuevo {
    std::optional<IdOCero> transaccionId;  // an existing egress to assign; 0 or absent: a new egress
    std::optional<IdOCero> cuentaId;
    std::optional<IdOCero> formaPagoId;
    std::optional<FechaDocumento> fecha;
    std::optional<SerieFolio> serie;
    std::optional<IdOCero> sucursalId;  // branch, and the next two: absent or 0: the session's
    std::optional<IdOCero> centroCostoId;
    std::optional<IdOCero> divisionId;
    std::optional<IdCatalogo> monedaId;
    std::optional<Texto<3>> moneda;
    std::optional<Positivo<TipoCambio>> tipoCambio;
    std::optional<Positivo<Dinero>> importe;  // absent: the sum of the lines
    std::optional<BeneficiarioId> beneficiarioId;
    std::optional<Clave> codigoBeneficiario;  // code of a contact, instead of its id
    std::optional<Texto<250>> beneficiario;
    std::optional<NumeroCheque> numeroCheque;
    std::optional<ReferenciaPago> referencia;
    std::optional<Notas> notas;
    std::optional<ReferenciaExterna> referenciaExterna;
    std::optional<IdOCero> solicitudPagoId;   // payment request whose lines the egress pays
    Lista<PartidaEgreso, 0, 1'000> partidas;  // empty: the whole amount waits to be assigned
    static constexpr std::string_view sin_ejemplo[] = {
        "transaccionId",  "fecha",      "serie",   "centroCostoId",      "divisionId",   "monedaId",
        "moneda",         "tipoCambio", "importe", "codigoBeneficiario", "numeroCheque", "referenciaExterna",
        "solicitudPagoId"};
    static constexpr Retirado retirados[] = {
        {"proyectoId", "la división se envía como divisionId; el proyecto, en cada partida"},
        CALCULADO("impuesto"),
        CALCULADO("impuesto2"),
        CALCULADO("impuesto3"),
        CALCULADO("impuesto4"),
        CALCULADO("retencion"),
        CALCULADO("retencion2"),
        CALCULADO("retencion3"),
        CALCULADO("retencion4"),
        CALCULADO("subtotal"),
        CALCULADO("iva"),
        CALCULADO("ieps"),
        CALCULADO("ivaRetenido"),
        CALCULADO("isrRetenido"),
    };

    bool asigna() const { return transaccionId && transaccionId->presente(); }
    EncabezadoNuevo encabezado() const {
        return {fecha,    serie,  sucursalId, divisionId, centroCostoId,
                monedaId, moneda, tipoCambio, notas,      referenciaExterna};
    }
};
#undef CALCULADO
DTO(EgresoNuevo, transaccionId, cuentaId, formaPagoId, fecha, serie, sucursalId, centroCostoId, divisionId, monedaId,
    moneda, tipoCambio, importe, beneficiarioId, codigoBeneficiario, beneficiario, numeroCheque, referencia, notas,
    referenciaExterna, solicitudPagoId, partidas)
void faltantes(EgresoNuevo const& nuevo, Fallas& fallas);
void validar(EgresoNuevo const& nuevo, Fallas& fallas);

// ---- in the answers ----
struct EgresoPartida {
    Id numeroPartida;
    Dinero importeAbono;
    Cadena notas;
    IdOCero transaccionIdCompra;
    Cadena folioCompra;
    Dinero importeDocumento;  // in the currency of the document that was paid
    TipoCambio tipoCambio;
    IdOCero conceptoId;
    Cadena concepto;
    Dinero subtotal;  // in the currency of the egress, like the next amounts
    Dinero iva;
    Dinero ieps;
    Dinero ivaRetenido;
    Dinero isrRetenido;
};
DTO(EgresoPartida, numeroPartida, importeAbono, notas, transaccionIdCompra, folioCompra, importeDocumento, tipoCambio,
    conceptoId, concepto, subtotal, iva, ieps, ivaRetenido, isrRetenido)

struct EgresoViewModel : Trx {
    IdOCero cuentaId;  // 0: a credit, assigned like an egress
    Cadena cuenta;
    IdOCero formaPagoId;
    Cadena forma;
    BeneficiarioId beneficiarioId;  // number as sent
    Cadena beneficiario;
    Cadena rfc;
    Cadena numeroCheque;
    Cadena referencia;
    IdOCero divisionId;
    Dinero importe;
    Dinero importeAsignado;
    Dinero importePorAsignar;
    Dinero subtotal;
    Dinero iva;
    Dinero ieps;
    Dinero ivaRetenido;
    Dinero isrRetenido;
    IdOCero solicitudPagoId;
    Booleano conciliado;
    std::vector<EgresoPartida> partidas;
    std::vector<Archivo> archivos;
};
DTO_DE((Trx), EgresoViewModel, cuentaId, cuenta, formaPagoId, forma, beneficiarioId, beneficiario, rfc, numeroCheque,
       referencia, divisionId, importe, importeAsignado, importePorAsignar, subtotal, iva, ieps, ivaRetenido,
       isrRetenido, solicitudPagoId, conciliado, partidas, archivos)

struct EgresoRegistrado : Vista<EgresoViewModel> {
    Dinero total;
    Dinero saldo;
    Cadena uuid;
    std::vector<Cadena> advertencias;
};
DTO_DE((Vista<EgresoViewModel>), EgresoRegistrado, total, saldo, uuid, advertencias)

struct EgresoCancelado : TransaccionResultado {
    std::vector<FacturaAfectada> documentosAfectados;
};
DTO_DE((TransaccionResultado), EgresoCancelado, documentosAfectados)

struct EgresoFiltro {
    std::optional<Id> cuentaId;
    std::optional<BeneficiarioId> beneficiarioId;
    std::optional<Opcion<"Pendiente", "Parcial", "Asignado", "Aplicado", "Cancelado">> estado;
    std::optional<Id> formaPagoId;
    std::optional<Id> sucursalId;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    Defecto<Booleano, "false"> soloPorAsignar;
    std::optional<Busqueda> busqueda;
};
DTO(EgresoFiltro, cuentaId, beneficiarioId, estado, formaPagoId, sucursalId, fechaInicial, fechaFinal, soloPorAsignar,
    busqueda)
void validar(EgresoFiltro const& filtro, Fallas& fallas);

struct EgresoFechasFiltro : DepositoFechasFiltro {
    std::optional<BeneficiarioId> beneficiarioId;
};
DTO_DE((DepositoFechasFiltro), EgresoFechasFiltro, beneficiarioId)
void validar(EgresoFechasFiltro const& filtro, Fallas& fallas);

}  // namespace gestor::bancos
