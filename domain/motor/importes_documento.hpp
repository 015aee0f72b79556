#pragma once
// The amounts of a header, which every document that is worth something has.
#include "domain/valores/decimal.hpp"
#include "domain/valores/dto.hpp"

namespace gestor {

struct ImportesDocumento {
    Dinero subtotal;
    Dinero descuento;
    Dinero ieps;
    Dinero iva;
    Dinero ivaRetenido;
    Dinero isrRetenido;
    Dinero total;

    // The subtotal with its taxes.
    Dinero sumado() const { return subtotal + iva + ieps - ivaRetenido - isrRetenido; }
    ImportesDocumento& operator+=(ImportesDocumento const& o) {
        subtotal += o.subtotal, descuento += o.descuento;
        iva += o.iva, ieps += o.ieps;
        ivaRetenido += o.ivaRetenido, isrRetenido += o.isrRetenido;
        total += o.total;
        return *this;
    }
};
DTO(ImportesDocumento, subtotal, descuento, ieps, iva, ivaRetenido, isrRetenido, total)

}  // namespace gestor
