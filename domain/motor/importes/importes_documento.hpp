#pragma once
// ImportesDocumento: amounts of the header of every document that has a value.
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

    // Subtotal plus taxes, less withholdings, from the header.
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
