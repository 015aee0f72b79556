#pragma once
// The sales record of the interface. RegistroVentaViewModel is a promise to callers: no member is renamed, left out or
// added.
#include "domain/motor/tipos.hpp"
#include "domain/valores/opcion.hpp"
#include "domain/valores/problema.hpp"

namespace gestor::ventas {

struct RegistroVentaArchivo {
    Cadena extension;
    Cadena nombre;
    Cadena nombreExtension;
    Cadena url;
};
DTO(RegistroVentaArchivo, extension, nombre, nombreExtension, url)

struct RegistroVentaCobro {
    Id consecutivo;
    Cadena cuenta;
    FechaHora fecha;
    Cadena folio;
    Cadena forma;
    Dinero importe2;  // applied to this document, in its currency
    Cadena moneda;
    Cadena referencia;
    Dinero total;  // total of the deposit, in its own currency
    Id transaccionId;
    Id transaccionId2;
};
DTO(RegistroVentaCobro, consecutivo, cuenta, fecha, folio, forma, importe2, moneda, referencia, total, transaccionId,
    transaccionId2)

struct RegistroVentaPartida {
    Id numeroPartida;
    IdOCero proyectoId;
    IdOCero conceptoId;
    Cadena descripcion;
    IdOCero unidadMedidaId;
    Cadena unidad;
    Cantidad cantidad;
    Precio precioUnitario;
    Importe descuento;  // discount plus promotion, so that cantidad × precioUnitario − descuento = importe
    Importe importe;
    Cadena notas;
};
DTO(RegistroVentaPartida, numeroPartida, proyectoId, conceptoId, descripcion, unidadMedidaId, unidad, cantidad,
    precioUnitario, descuento, importe, notas)

struct RegistroVentaViewModel {
    Id transaccionId;
    Cadena tipoDocumento;
    Cadena folio;
    FechaHora fecha;
    Cadena estado;
    Cadena cliente;
    Cadena rfc;
    Cadena moneda;
    Dinero subtotal;
    Dinero iva;
    Dinero ieps;
    Dinero ivaRetenido;
    Dinero isrRetenido;
    Dinero total;
    Dinero saldo;
    Cadena validacion;
    Cadena verificado;
    std::vector<RegistroVentaArchivo> archivos;
    std::vector<RegistroVentaCobro> cobros;
    std::vector<RegistroVentaPartida> partidas;
};
DTO(RegistroVentaViewModel, transaccionId, tipoDocumento, folio, fecha, estado, cliente, rfc, moneda, subtotal, iva,
    ieps, ivaRetenido, isrRetenido, total, saldo, validacion, verificado, archivos, cobros, partidas)

using TipoVenta = Opcion<"Factura de venta", "Nota de venta", "Nota de remisión", "Nota de devolución de cliente",
                         "Nota de crédito de cliente", "Factura de agencia de viajes">;
using EstadoVenta = Opcion<"Pendiente", "Parcial", "Pagado", "Facturado", "Aplicado", "Incobrable", "Cancelado">;

struct RegistroVentaFiltro {
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<Id> sucursalId;
    std::optional<Id> clienteId;
    std::optional<Id> vendedorId;
    std::optional<EstadoVenta> estado;
    std::optional<IdCatalogo> monedaId;
    std::optional<Busqueda> busqueda;
    std::optional<TipoVenta> tipoDocumento;
    std::optional<Entero<1, 30>> objId;
    std::optional<Opcion<"Sin validar", "Válido", "Inválido", "Cancelado", "No encontrado", "Parcial">> validacion;
    std::optional<Opcion<"Sí", "No">> verificado;
    Defecto<Booleano, "true"> incluirDetalle;
};
DTO(RegistroVentaFiltro, fechaInicial, fechaFinal, sucursalId, clienteId, vendedorId, estado, monedaId, busqueda,
    tipoDocumento, objId, validacion, verificado, incluirDetalle)

void validar(RegistroVentaFiltro const& filtro, Fallas& fallas);

struct VendedorViewModel {
    Id vendedorId;
    Cadena clave;
    Cadena nombre;
    Cadena correo;
    Cadena telefono;
    IdOCero sucursalId;
    IdOCero rutaId;
    Porcentaje comision;
    Booleano activo;
};
DTO(VendedorViewModel, vendedorId, clave, nombre, correo, telefono, sucursalId, rutaId, comision, activo)

struct VendedorFiltro {
    std::optional<Id> sucursalId;
    std::optional<Id> rutaId;
    SoloActivos activo;
    std::optional<Busqueda> busqueda;
};
DTO(VendedorFiltro, sucursalId, rutaId, activo, busqueda)

}  // namespace gestor::ventas
