#pragma once
// Lines of money that name a concept and no document: taken or spent by it, with the taxes that are in the amount.
#include "domain/motor/lineas.hpp"

namespace gestor::bancos {

struct ConceptoDirecto {
    IdOCero conceptoId;  // 0: none that can be used so
    Cadena codigo;
    Cadena descripcion;
    Cadena objetoImpuesto;
    Cadena claveProductoServicio;
    Cadena claveUnidad;
    std::optional<Tasa> tasaIva;
    Tasa tasaIeps;
    Tasa tasaIvaRetenido;
    Tasa tasaIsrRetenido;
    Cadena tipoRetencion;
    Acreditamiento acreditamiento;
    Booleano pagoIvaRetenido;  // it remits what was withheld of VAT,
    Booleano pagoIsrRetenido;  // or of ISR
    Booleano pagoProvisional;  // of ISR: credits what customers withheld of it
    IdOCero cuentaContableId;
    Booleano deCuenta;
    Booleano deContacto;
    Booleano entreCuentas;
};
DTO(ConceptoDirecto, conceptoId, codigo, descripcion, objetoImpuesto, claveProductoServicio, claveUnidad, tasaIva,
    tasaIeps, tasaIvaRetenido, tasaIsrRetenido, tipoRetencion, acreditamiento, pagoIvaRetenido, pagoIsrRetenido,
    pagoProvisional, cuentaContableId, deCuenta, deContacto, entreCuentas)

// Which concepts a type of money takes.
struct UsoDeConceptos {
    TipoDocumento const& tipo;
    std::string_view tipos;   // of concept, as an array of PostgreSQL
    bool sin_objetos;         // one that names no types of documents will do
    std::string_view cuenta;  // of one that has none of its own
    std::string_view plural;  // as errors call such documents
};

struct ConceptoPedido {
    std::size_t fila;  // of `partidas`
    Id conceptoId;
};
// In the order in which they were asked for. Throws CONCEPTO_INVALIDO: not one of these, or not for this contact, or
// this account, if it is known yet.
std::vector<ConceptoDirecto> exigir_conceptos(Escritura& db, UsoDeConceptos const& uso,
                                              std::span<ConceptoPedido const> pedidos, IdOCero cuenta,
                                              std::optional<Id> contacto);
PerfilImpuestos perfil_de(ConceptoDirecto const& c);
// The line of an amount with its taxes.
Linea linea_directa(ConceptoDirecto const& c, Dinero importe, PerfilImpuestos const& perfil,
                    std::optional<Notas> const& notas);

}  // namespace gestor::bancos
