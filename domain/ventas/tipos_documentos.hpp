#pragma once
// Sale documents in the answers: invoice, note, order, quotation, return; and the promotions of a point of sale.
#include "domain/motor/tipos.hpp"
#include "domain/valores/fiscal.hpp"
#include "domain/valores/libre.hpp"
#include "domain/valores/problema.hpp"
#include "domain/ventas/tipos.hpp"

namespace gestor::ventas {

// ---- filters of the lists of documents ----
struct DocumentoFiltro {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> sucursalId;
    std::optional<Id> clienteId;
    std::optional<Id> vendedorId;
    std::optional<Busqueda> busqueda;
};
DTO(DocumentoFiltro, fechaInicial, fechaFinal, sucursalId, clienteId, vendedorId, busqueda)
void validar(DocumentoFiltro const& filtro, Fallas& fallas);

struct VentaFiltro : DocumentoFiltro {
    std::optional<IdCatalogo> monedaId;
};
DTO_DE((DocumentoFiltro), VentaFiltro, monedaId)

using IncluirPartidas = Defecto<Booleano, "true">;
using SoloSi = Defecto<Booleano, "false">;

// ---- invoice ----
using EstadoFactura = Opcion<"Pendiente", "Parcial", "Pagado", "Incobrable", "Cancelado">;

struct FacturaVentaViewModel : Trx, Cli, Imp, Fis {
    std::optional<Fecha> fechaVencimiento;
    Entero<0, 100'000> diasCredito;
    IdOCero vendedorId;
    Cadena vendedor;
    IdOCero listaPreciosId;
    Cadena condicionesPago;
    ObjetoLibre addenda;
    std::vector<Partida> partidas;
    std::vector<RegistroVentaCobro> cobros;
    std::vector<Archivo> archivos;
    std::vector<DocRel> documentosRelacionados;
};
DTO_DE((Trx, Cli, Imp, Fis), FacturaVentaViewModel, fechaVencimiento, diasCredito, vendedorId, vendedor, listaPreciosId,
       condicionesPago, addenda, partidas, cobros, archivos, documentosRelacionados)

// FacturaVentaProyectoViewModel: an invoice with the lines of one project only.
struct FacturaVentaProyectoViewModel : FacturaVentaViewModel {
    Dinero totalProyecto;  // sum of those lines, before tax
};
DTO_DE((FacturaVentaViewModel), FacturaVentaProyectoViewModel, totalProyecto)

struct FacturaVentaFiltro : VentaFiltro {
    std::optional<EstadoFactura> estado;
    std::optional<Id> proyectoId;
    std::optional<Uuid> uuid;
    SoloSi soloConSaldo;
    IncluirPartidas incluirPartidas;
};
DTO_DE((VentaFiltro), FacturaVentaFiltro, estado, proyectoId, uuid, soloConSaldo, incluirPartidas)

struct FacturaVentaProyectoFiltro : VentaFiltro {
    Id proyectoId;
    std::optional<EstadoFactura> estado;
};
DTO_DE((VentaFiltro), FacturaVentaProyectoFiltro, proyectoId, estado)

// ---- note ----
struct NotaVentaPago {
    IdOCero formaPagoId;
    Cadena forma;
    Dinero importe;
    Cadena referencia;
    Id transaccionId;
};
DTO(NotaVentaPago, formaPagoId, forma, importe, referencia, transaccionId)

struct Escuela {
    Cadena alumno;
    Cadena curp;
    Cadena nivelEducativo;
    Cadena autRVOE;
    Cadena rfcPago;
    Cadena matricula;
    Cadena ciclo;
    Cadena periodo;
};
DTO(Escuela, alumno, curp, nivelEducativo, autRVOE, rfcPago, matricula, ciclo, periodo)

struct NotaVentaViewModel : Trx, Cli, Imp {
    IdOCero vendedorId;
    Cadena vendedor;
    Cadena caja;
    IdOCero transaccionIdFactura;
    Cadena folioFactura;
    std::vector<Partida> partidas;
    std::vector<NotaVentaPago> pagos;
    Dinero cambio;
    std::vector<Archivo> archivos;
    std::vector<DocRel> documentosRelacionados;
    std::optional<Escuela> escuela;
};
DTO_DE((Trx, Cli, Imp), NotaVentaViewModel, vendedorId, vendedor, caja, transaccionIdFactura, folioFactura, partidas,
       pagos, cambio, archivos, documentosRelacionados, escuela)

struct NotaVentaFiltro : VentaFiltro {
    std::optional<Opcion<"Pendiente", "Parcial", "Pagado", "Facturado", "Incobrable", "Cancelado">> estado;
    std::optional<Clave> caja;
    std::optional<Texto<60>> matricula;
    IncluirPartidas incluirPartidas;
};
DTO_DE((VentaFiltro), NotaVentaFiltro, estado, caja, matricula, incluirPartidas)

// ---- order ----
struct PartidaPedido : Partida {
    Cantidad cantidadSurtida;
    Cantidad cantidadPendiente;
};
DTO_DE((Partida), PartidaPedido, cantidadSurtida, cantidadPendiente)

struct PedidoClienteViewModel : Trx, Cli, Imp {
    std::optional<FechaHora> entregaFecha;
    std::optional<Fecha> vigenciaFecha;
    IdOCero vendedorId;
    Cadena vendedor;
    IdOCero almacenId;
    Domicilio domicilioEntrega;
    Porcentaje porcentajeSurtido;
    std::vector<PartidaPedido> partidas;
    std::vector<Archivo> archivos;
    std::vector<DocRel> documentosRelacionados;
};
DTO_DE((Trx, Cli, Imp), PedidoClienteViewModel, entregaFecha, vigenciaFecha, vendedorId, vendedor, almacenId,
       domicilioEntrega, porcentajeSurtido, partidas, archivos, documentosRelacionados)

struct PedidoClienteFiltro : DocumentoFiltro {
    std::optional<Opcion<"Pendiente", "Autorizado", "Parcial", "Surtido", "Facturado", "Cancelado">> estado;
};
DTO_DE((DocumentoFiltro), PedidoClienteFiltro, estado)

// PedidoClienteFechas: kept as promised to callers: the dates of the list come in the JSON body.
struct PedidoClienteFechas {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
};
DTO(PedidoClienteFechas, fechaInicial, fechaFinal)

// ---- quotation ----
struct CotizacionViewModel : Trx, Cli, Imp {
    std::optional<Fecha> vigenciaFecha;
    IdOCero vendedorId;
    Cadena vendedor;
    std::vector<Partida> partidas;
    std::vector<Archivo> archivos;
    std::vector<DocRel> documentosRelacionados;
};
DTO_DE((Trx, Cli, Imp), CotizacionViewModel, vigenciaFecha, vendedorId, vendedor, partidas, archivos,
       documentosRelacionados)

struct CotizacionFiltro {
    std::optional<Id> sucursalId;
    std::optional<Id> clienteId;
    std::optional<Id> cotizacionId;
    static constexpr Retirado retirados[] = {{"objId", ""}};
};
DTO(CotizacionFiltro, sucursalId, clienteId, cotizacionId)

// ---- return ----
struct PartidaDevolucion : Partida {
    Entero<0, 100'000> numeroPartidaOrigen;
};
DTO_DE((Partida), PartidaDevolucion, numeroPartidaOrigen)

struct NotaDevolucionClienteViewModel : Trx, Cli, Imp, Fis {
    IdOCero transaccionIdVenta;
    Cadena folioVenta;
    Cadena motivo;
    IdOCero almacenId;
    std::vector<PartidaDevolucion> partidas;
    std::vector<AplicacionDeCredito> aplicaciones;
};
DTO_DE((Trx, Cli, Imp, Fis), NotaDevolucionClienteViewModel, transaccionIdVenta, folioVenta, motivo, almacenId,
       partidas, aplicaciones)

struct NotaDevolucionFiltro : VentaFiltro {
    std::optional<Opcion<"Pendiente", "Parcial", "Aplicado", "Cancelado">> estado;
    std::optional<Id> transaccionIdVenta;
};
DTO_DE((VentaFiltro), NotaDevolucionFiltro, estado, transaccionIdVenta)

// ---- cross-promotion ----
struct PromocionCondicion {
    IdOCero productoId;
    IdOCero clasificacionId;
    Cantidad cantidadMinima;
};
DTO(PromocionCondicion, productoId, clasificacionId, cantidadMinima)

struct PromocionBeneficio {
    IdOCero productoId;
    IdOCero clasificacionId;
    Opcion<"Porcentaje", "Importe", "PrecioFijo", "Gratis"> tipoBeneficio;
    Precio valor;
    Cantidad cantidadMaxima;  // 0: no limit
};
DTO(PromocionBeneficio, productoId, clasificacionId, tipoBeneficio, valor, cantidadMaxima)

struct PromocionCruzadaViewModel {
    Id promocionId;
    Cadena nombre;
    Fecha vigenciaInicio;
    Fecha vigenciaFin;
    std::vector<Id> sucursales;
    std::vector<PromocionCondicion> condiciones;
    std::vector<PromocionBeneficio> beneficios;
    Booleano acumulable;
    Entero<-2'147'483'648, 2'147'483'647> prioridad;
    Booleano activo;
};
DTO(PromocionCruzadaViewModel, promocionId, nombre, vigenciaInicio, vigenciaFin, sucursales, condiciones, beneficios,
    acumulable, prioridad, activo)

struct PromocionCruzadaFiltro {
    std::optional<Id> sucursalId;
    std::optional<Fecha> fecha;
    std::optional<Id> productoId;
    std::optional<Id> listaPreciosId;
};
DTO(PromocionCruzadaFiltro, sucursalId, fecha, productoId, listaPreciosId)

}  // namespace gestor::ventas
