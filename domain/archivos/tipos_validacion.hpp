#pragma once
// Judgement of a CFDI, validated from a sent file, from a stored file or by its folio.
#include "domain/motor/tipos.hpp"
#include "domain/operacion/operacion.hpp"
#include "domain/valores/decimal.hpp"
#include "domain/valores/fecha.hpp"
#include "domain/valores/fiscal.hpp"
#include "domain/valores/opcion.hpp"

namespace gestor::archivos {

struct VerificacionCfdi {
    Cadena codigo;
    Cadena descripcion;
    Opcion<"Correcto", "Error", "Advertencia", "NoAplica"> resultado;
    Cadena detalle;
};
DTO(VerificacionCfdi, codigo, descripcion, resultado, detalle)

struct ConsultaSat {  // ConsultaSat: the answer of the tax authority
    Cadena codigoEstatus;
    Cadena estado;
    Cadena esCancelable;
    Cadena estatusCancelacion;
    Cadena validacionEfos;
};
DTO(ConsultaSat, codigoEstatus, estado, esCancelable, estatusCancelacion, validacionEfos)

struct ValidacionCfdi {
    Booleano valido;
    Validacion validacion;
    Cadena version;
    Cadena uuid;
    Cadena rfcEmisor;
    Cadena nombreEmisor;
    Cadena rfcReceptor;
    Cadena nombreReceptor;
    std::optional<FechaHora> fecha;
    std::optional<FechaHora> fechaTimbrado;
    std::optional<Importe> total;  // absent: none, or with more digits than Importe holds
    Cadena moneda;
    Cadena tipoDeComprobante;
    std::vector<Cadena> observaciones;  // codes of the rules of form that a stamped CFDI breaks
    std::vector<VerificacionCfdi> verificaciones;
    // absent: the authority was not asked or did not answer; verificaciones has the reason
    std::optional<ConsultaSat> consultaSat;
};
DTO(ValidacionCfdi, valido, validacion, version, uuid, rfcEmisor, nombreEmisor, rfcReceptor, nombreReceptor, fecha,
    fechaTimbrado, total, moneda, tipoDeComprobante, observaciones, verificaciones, consultaSat)

struct FolioFiscalPeticion {
    Uuid uuid;
    Rfc rfcEmisor;
    Rfc rfcReceptor;
    NoNegativo<Importe> total;
    std::optional<Texto<8>> sello8;  // the last 8 characters of its seal
};
DTO(FolioFiscalPeticion, uuid, rfcEmisor, rfcReceptor, total, sello8)
void validar(FolioFiscalPeticion const& folio, Fallas& fallas);

}  // namespace gestor::archivos
