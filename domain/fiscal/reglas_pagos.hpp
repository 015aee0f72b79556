#pragma once
// The tax authority's rules of the complement Pagos 2.0 (CRP20xxx).
#include "domain/fiscal/regla.hpp"

namespace gestor::fiscal {

struct DocumentoLeido {
    DoctoRelacionado const* documento;
    std::string lugar;
    std::optional<Exacto> equivalencia;  // valid rate: positive, and `1` for the payment's own currency
    std::optional<Exacto> anterior, pagado, insoluto;
    std::optional<unsigned> decimales;  // decimals of MonedaDR
    bool misma_moneda = false;
    Renglones traslados, retenciones;
};
struct PagoLeido {
    Pago const* pago;
    std::string lugar;
    std::optional<Exacto> cambio;  // valid exchange rate: positive, and `1` for MXN
    std::optional<Exacto> monto;
    std::optional<unsigned> decimales;  // decimals of MonedaP
    FormaPago const* forma = nullptr;
    std::vector<DocumentoLeido> documentos;
    Renglones traslados, retenciones;
};
struct CasoPagos {
    explicit CasoPagos(Caso const& comprobante);
    Caso const& caso;
    TotalesPagos totales;
    std::vector<PagoLeido> pagos;
};

std::span<Regla<CasoPagos> const> reglas_pagos();

}  // namespace gestor::fiscal
