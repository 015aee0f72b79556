#pragma once
// Sale bodies: invoice, note, order, quotation; and their answers.
#include "domain/motor/captura/lineas.hpp"
#include "domain/motor/captura/receptor.hpp"
#include "domain/motor/cartera/depositos.hpp"
#include "domain/ventas/tipos_documentos.hpp"

namespace gestor::ventas {

struct CfdiRelacionados {
    ClaveSat<2, 2, Letras::digitos> tipoRelacion;
    Lista<Uuid, 1, 100> uuids;
};
DTO(CfdiRelacionados, tipoRelacion, uuids)

struct FacturaNueva : EncabezadoNuevo, DatosFiscales {
    std::optional<Id> clienteId;  // clienteId or codigoCliente; absent: the customer of the source documents
    std::optional<Clave> codigoCliente;
    std::optional<Id> vendedorId;
    std::optional<Entero<0, 3'650>> diasCredito;
    std::optional<Id> almacenId;
    std::optional<Id> transaccionIdPedido;  // source documents: all their lines are taken when the body has none
    Lista<Id, 0, 100> remisiones;
    Defecto<Booleano, "true"> entregaInmediata;
    PartidasOpcionales partidas;
    Lista<PagoConCuenta, 0, 20> pagos;
    std::optional<ObjetoLibre> addenda;
    std::optional<InformacionGlobal> informacionGlobal;  // required for the general public
    std::optional<CfdiRelacionados> cfdiRelacionados;
    std::optional<Booleano> timbrar;
    static constexpr std::string_view sin_ejemplo[] = {
        "codigoCliente", "vendedorId",       "almacenId", "transaccionIdPedido", "remisiones", "pagos",
        "addenda",       "cfdiRelacionados", "timbrar",   "informacionGlobal"};
};
DTO_DE((EncabezadoNuevo, DatosFiscales), FacturaNueva, clienteId, codigoCliente, vendedorId, diasCredito, almacenId,
       transaccionIdPedido, remisiones, entregaInmediata, partidas, pagos, addenda, informacionGlobal, cfdiRelacionados,
       timbrar)
void validar(FacturaNueva const& f, Fallas& fallas);

struct FacturaCreada : TransaccionResultado {
    std::vector<Id> depositos;
};
DTO_DE((TransaccionResultado), FacturaCreada, depositos)

using NivelEducativo =
    Opcion<"Preescolar", "Primaria", "Secundaria", "Profesional técnico", "Bachillerato o su equivalente">;

struct EscuelaNueva {  // EscuelaNueva: private school: data of the student for the CFDI
    TextoReq<250> alumno;
    Curp curp;
    NivelEducativo nivelEducativo;
    TextoReq<60> autRVOE;
    std::optional<Rfc> rfcPago;
    std::optional<Texto<60>> matricula;
    std::optional<Texto<60>> ciclo;
    std::optional<Texto<60>> periodo;
};
DTO(EscuelaNueva, alumno, curp, nivelEducativo, autRVOE, rfcPago, matricula, ciclo, periodo)

struct NotaNueva : EncabezadoNuevo {
    std::optional<Id> clienteId;  // clienteId or codigoCliente; absent: general public
    std::optional<Clave> codigoCliente;
    std::optional<Id> vendedorId;
    std::optional<Id> almacenId;
    std::optional<Clave> caja;
    Defecto<Booleano, "true"> entregaInmediata;
    PartidasNuevas partidas;
    PagosNuevos pagos;
    std::optional<EscuelaNueva> escuela;
    static constexpr std::string_view sin_ejemplo[] = {"codigoCliente", "vendedorId", "almacenId", "pagos", "escuela"};
};
DTO_DE((EncabezadoNuevo), NotaNueva, clienteId, codigoCliente, vendedorId, almacenId, caja, entregaInmediata, partidas,
       pagos, escuela)
void validar(NotaNueva const& n, Fallas& fallas);

struct NotaCreada : TransaccionResultado {
    Dinero cambio;
    std::vector<Id> depositos;
};
DTO_DE((TransaccionResultado), NotaCreada, cambio, depositos)

struct DomicilioNuevo {
    std::optional<Nombre> calle;
    std::optional<Clave> numeroExterior;
    std::optional<Clave> numeroInterior;
    std::optional<Nombre> colonia;
    std::optional<Nombre> localidad;
    std::optional<Nombre> municipio;
    std::optional<Nombre> estado;
    std::optional<Nombre> pais;
    std::optional<Texto<10>> codigoPostal;
};
DTO(DomicilioNuevo, calle, numeroExterior, numeroInterior, colonia, localidad, municipio, estado, pais, codigoPostal)

struct OfertaNueva : EncabezadoNuevo {  // OfertaNueva: members that order and quotation share
    std::optional<Id> clienteId;        // one of clienteId and codigoCliente
    std::optional<Clave> codigoCliente;
    std::optional<Id> vendedorId;
    std::optional<Id> almacenId;
    std::optional<Id> listaPreciosId;
    static constexpr std::string_view sin_ejemplo[] = {"codigoCliente", "vendedorId", "almacenId", "listaPreciosId"};
};
DTO_DE((EncabezadoNuevo), OfertaNueva, clienteId, codigoCliente, vendedorId, almacenId, listaPreciosId)

struct PedidoNuevo : OfertaNueva {
    std::optional<FechaHora> entregaFecha;
    std::optional<Fecha> vigenciaFecha;
    std::optional<DomicilioNuevo> domicilioEntrega;
    std::optional<Id> transaccionIdCotizacion;
    PartidasOpcionales partidas;  // optional with a quotation
    static constexpr std::string_view sin_ejemplo[] = {"entregaFecha", "vigenciaFecha", "transaccionIdCotizacion"};
};
DTO_DE((OfertaNueva), PedidoNuevo, entregaFecha, vigenciaFecha, domicilioEntrega, transaccionIdCotizacion, partidas)
void validar(PedidoNuevo const& p, Fallas& fallas);

struct CotizacionNueva : OfertaNueva {
    Fecha vigenciaFecha;
    PartidasNuevas partidas;
};
DTO_DE((OfertaNueva), CotizacionNueva, vigenciaFecha, partidas)
void validar(CotizacionNueva const& c, Fallas& fallas);

// PedidoClienteCreado: the whole order, with warnings.
struct PedidoClienteCreado : Vista<PedidoClienteViewModel> {
    Cadena uuid;
    std::vector<Cadena> advertencias;
};
DTO_DE((Vista<PedidoClienteViewModel>), PedidoClienteCreado, uuid, advertencias)

}  // namespace gestor::ventas
