#pragma once
// Reconciliation of the books with the CFDI that the tax authority knows.
#include "domain/operacion/operacion.hpp"
#include "domain/valores/decimal.hpp"
#include "domain/valores/fecha.hpp"
#include "domain/valores/fiscal.hpp"
#include "domain/valores/opcion.hpp"

namespace gestor::contabilidad {

using LadoCfdi = Opcion<"Recibido", "Emitido">;
using TipoCfdi = Opcion<"I", "E", "T", "N", "P">;
using EstadoCfdi = Opcion<"Vigente", "Cancelado">;

// CargaCfdiPeticion: the authority's metadata file, a CFDI, or a .zip of any of them.
struct CargaCfdiPeticion {
    static constexpr std::uint64_t archivo_maximo = 20UL * 1024 * 1024;
    ArchivoDe<archivo_maximo> archivo;
};
DTO(CargaCfdiPeticion, archivo)

struct CargaCfdiViewModel {
    Entero<0, 2'147'483'647> leidos;
    Entero<0, 2'147'483'647> nuevos;
    Entero<0, 2'147'483'647> actualizados;
    Entero<0, 2'147'483'647> ajenos;  // of another issuer and receiver: not kept
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::vector<Cadena> advertencias;
};
DTO(CargaCfdiViewModel, leidos, nuevos, actualizados, ajenos, fechaInicial, fechaFinal, advertencias)

// CfdiInformado: a CFDI as its file or the authority tells it.
struct CfdiInformado {
    Uuid uuid;
    LadoCfdi lado;
    TipoCfdi tipo;
    Rfc rfc;  // of the other party
    Cadena nombre;
    FechaHora fecha;
    Dinero total;
    Cadena moneda;  // empty: the metadata file does not tell it
    EstadoCfdi estado;
    std::optional<FechaHora> fechaCancelacion;
};
DTO(CfdiInformado, uuid, lado, tipo, rfc, nombre, fecha, total, moneda, estado, fechaCancelacion)

using SituacionCfdi =
    Opcion<"SinDocumento", "CanceladoEnSat", "CanceladoEnGestor", "Diferente", "NoInformado", "SinCfdi", "Igual">;

struct ConciliacionFiltro {
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::optional<LadoCfdi> lado;
    std::optional<SituacionCfdi> situacion;  // absent: all but Igual
};
DTO(ConciliacionFiltro, fechaInicial, fechaFinal, lado, situacion)
void validar(ConciliacionFiltro const& filtro, Fallas& fallas);

struct CfdiConciliado {
    SituacionCfdi situacion;
    LadoCfdi lado;
    Cadena uuid;
    Cadena tipo;
    std::optional<FechaHora> fecha;
    Cadena rfc;
    Cadena nombre;
    Dinero total;
    Cadena moneda;
    Cadena estado;  // estado: empty when the authority has not told of this CFDI
    std::optional<FechaHora> fechaCancelacion;
    IdOCero transaccionId;
    Cadena tipoDocumento;
    Cadena folio;
    std::optional<FechaHora> fechaDocumento;
    Dinero totalDocumento;
    IdOCero polizaId;  // manual póliza with the CFDI
    Cadena diferencias;
};
DTO(CfdiConciliado, situacion, lado, uuid, tipo, fecha, rfc, nombre, total, moneda, estado, fechaCancelacion,
    transaccionId, tipoDocumento, folio, fechaDocumento, totalDocumento, polizaId, diferencias)

struct ConteoDeSituaciones {
    Entero<0, 2'147'483'647> sinDocumento;
    Entero<0, 2'147'483'647> canceladosEnSat;
    Entero<0, 2'147'483'647> canceladosEnGestor;
    Entero<0, 2'147'483'647> diferentes;
    Entero<0, 2'147'483'647> noInformados;
    Entero<0, 2'147'483'647> sinCfdi;
    Entero<0, 2'147'483'647> iguales;
};
DTO(ConteoDeSituaciones, sinDocumento, canceladosEnSat, canceladosEnGestor, diferentes, noInformados, sinCfdi, iguales)

struct ConciliacionCfdiViewModel : ConteoDeSituaciones {
    Fecha fechaInicial;
    Fecha fechaFinal;
    std::vector<CfdiConciliado> cfdi;
};
DTO_DE((ConteoDeSituaciones), ConciliacionCfdiViewModel, fechaInicial, fechaFinal, cfdi)

}  // namespace gestor::contabilidad
