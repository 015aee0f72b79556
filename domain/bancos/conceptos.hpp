#pragma once
// Lines of money that name a concept instead of a document: income or expense of the concept, with the taxes included
// in the amount.
#include "domain/motor/captura/lineas.hpp"

namespace gestor::bancos {

struct ConceptoDirecto {
    IdOCero conceptoId;  // 0: no usable concept
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
    Booleano pagoIvaRetenido;  // the concept remits withheld VAT
    Booleano pagoIsrRetenido;  // the concept remits withheld ISR
    Booleano pagoProvisional;  // provisional payment of ISR: credits the ISR that customers withheld
    IdOCero cuentaContableId;
    Booleano deCuenta;
    Booleano deContacto;
    Booleano entreCuentas;
};
DTO(ConceptoDirecto, conceptoId, codigo, descripcion, objetoImpuesto, claveProductoServicio, claveUnidad, tasaIva,
    tasaIeps, tasaIvaRetenido, tasaIsrRetenido, tipoRetencion, acreditamiento, pagoIvaRetenido, pagoIsrRetenido,
    pagoProvisional, cuentaContableId, deCuenta, deContacto, entreCuentas)

// UsoDeConceptos: the concepts that a type of money admits.
struct UsoDeConceptos {
    TipoDocumento const& tipo;
    std::string_view tipos;   // types of concept, as an array of PostgreSQL
    bool sin_objetos;         // a concept without document types is admitted
    std::string_view cuenta;  // account of a concept without its own
    std::string_view plural;  // plural name of such documents, for errors
};

struct ConceptoPedido {
    std::size_t fila;  // row of `partidas`
    Id conceptoId;
};
// Concepts in the order of the request. Throws CONCEPTO_INVALIDO when a concept is not admitted here, or not for this
// contact or bank account, when these are known.
std::vector<ConceptoDirecto> exigir_conceptos(Escritura& db, UsoDeConceptos const& uso,
                                              std::span<ConceptoPedido const> pedidos, IdOCero cuenta,
                                              std::optional<Id> contacto);
PerfilImpuestos perfil_de(ConceptoDirecto const& c);
// Line of an amount, taxes included.
Linea linea_directa(ConceptoDirecto const& c, Dinero importe, PerfilImpuestos const& perfil,
                    std::optional<Notas> const& notas);

}  // namespace gestor::bancos
