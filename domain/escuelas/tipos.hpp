#pragma once
// CFDI of a private school: body and answer.
#include "domain/ventas/ofrece.hpp"

namespace gestor::escuelas {

struct ArchivoDigitalNuevo {
    Base64<cfdi_maximo> xmlBase64;  // with the complement iedu
    std::optional<Base64<pdf_maximo>> pdfBase64;
    std::optional<Texto<60>> matricula;
    std::optional<Texto<60>> ciclo;
    std::optional<Texto<60>> periodo;
    std::optional<IdOCero> sucursalId;
    std::optional<IdOCero> proyectoId;
    std::optional<Id> cuentaId;  // cuentaId and formaPagoId: required when the tuition was paid: the deposit
    std::optional<Id> formaPagoId;
    std::optional<ReferenciaExterna> referenciaExterna;
    static constexpr std::string_view sin_ejemplo[] = {"pdfBase64", "proyectoId", "cuentaId", "formaPagoId",
                                                       "referenciaExterna"};
};
DTO(ArchivoDigitalNuevo, xmlBase64, pdfBase64, matricula, ciclo, periodo, sucursalId, proyectoId, cuentaId, formaPagoId,
    referenciaExterna)
void validar(ArchivoDigitalNuevo const& a, Fallas& fallas);

struct ArchivoDigitalRegistrado : TransaccionResultado {
    ventas::Escuela escuela;
    std::vector<Archivo> archivos;
};
DTO_DE((TransaccionResultado), ArchivoDigitalRegistrado, escuela, archivos)

}  // namespace gestor::escuelas
