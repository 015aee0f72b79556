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
    Dinero impuestosLocales;  // local charges of a received CFDI (lodging), beside its subtotal
    Dinero ivaRetenido;
    Dinero isrRetenido;
    Dinero retencionLocal;  // local withholdings of a received CFDI (public works)
    Dinero total;

    // Subtotal plus taxes, less withholdings, from the header.
    Dinero sumado() const {
        return subtotal + iva + ieps + impuestosLocales - ivaRetenido - isrRetenido - retencionLocal;
    }
    ImportesDocumento& operator+=(ImportesDocumento const& o) {
        subtotal += o.subtotal, descuento += o.descuento;
        iva += o.iva, ieps += o.ieps;
        ivaRetenido += o.ivaRetenido, isrRetenido += o.isrRetenido;
        impuestosLocales += o.impuestosLocales, retencionLocal += o.retencionLocal;
        total += o.total;
        return *this;
    }
};
DTO(ImportesDocumento, subtotal, descuento, ieps, iva, impuestosLocales, ivaRetenido, isrRetenido, retencionLocal,
    total)

}  // namespace gestor
