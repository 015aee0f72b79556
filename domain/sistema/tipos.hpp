#pragma once
#include "domain/motor/tipos.hpp"
#include "domain/valores/opcion.hpp"
#include "domain/valores/problema.hpp"

namespace gestor::sistema {

using TipoCambioRegistro = Opcion<"nuevo", "mejorado", "corregido", "info", "breaking">;

struct CambioViewModel {
    Id id;
    Fecha fecha;
    TipoCambioRegistro tipo;
    Cadena descripcion;
    Omitible<Cadena> endpoint;
    Omitible<Cadena> accionRequerida;
};
DTO(CambioViewModel, id, fecha, tipo, descripcion, endpoint, accionRequerida)

struct CambioFiltro {
    std::optional<TipoCambioRegistro> tipo;
    std::optional<Texto<250>> endpoint;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
};
DTO(CambioFiltro, tipo, endpoint, fechaInicial, fechaFinal)

struct ObjetoViewModel {
    Id objId;
    Cadena clave;
    Cadena nombre;
    Cadena modulo;
    Cadena serie;
    Booleano afectaInventario;
    Booleano afectaCxC;
    Booleano afectaCxP;
    Booleano afectaBancos;
    Booleano activo;
};
DTO(ObjetoViewModel, objId, clave, nombre, modulo, serie, afectaInventario, afectaCxC, afectaCxP, afectaBancos, activo)

struct ObjetoFiltro {
    std::optional<Opcion<"Ventas", "Compras", "Bancos", "Inventarios", "Servicio", "Ruta">> modulo;
    std::optional<Booleano> activo;
};
DTO(ObjetoFiltro, modulo, activo)

struct AddendaCampo {
    Cadena nombre;
    Cadena tipo;
    Booleano requerido;
};
DTO(AddendaCampo, nombre, tipo, requerido)

struct AddendaViewModel {
    Id addendaId;
    Cadena clave;
    Cadena nombre;
    Cadena descripcion;
    Id objId;
    IdOCero clienteId;
    Cadena plantilla;
    std::vector<AddendaCampo> campos;
    Booleano activo;
};
DTO(AddendaViewModel, addendaId, clave, nombre, descripcion, objId, clienteId, plantilla, campos, activo)

struct AddendaFiltro {
    std::optional<Id> clienteId;
    std::optional<IdCatalogo> objId;
    SoloActivos activo;
};
DTO(AddendaFiltro, clienteId, objId, activo)

struct AlmacenResumen {
    Id almacenId;
    Cadena clave;
    Cadena nombre;
    Booleano esCedis;
    Booleano esRuta;
};
DTO(AlmacenResumen, almacenId, clave, nombre, esCedis, esRuta)

struct SucursalViewModel {
    Id sucursalId;
    Cadena clave;
    Cadena nombre;
    Cadena codigoPostal;
    Domicilio domicilio;
    Cadena zonaHoraria;
    Booleano tasaFrontera;
    std::vector<AlmacenResumen> almacenes;
    Booleano activo;
};
DTO(SucursalViewModel, sucursalId, clave, nombre, codigoPostal, domicilio, zonaHoraria, tasaFrontera, almacenes, activo)

struct SucursalFiltro {
    SoloActivos activo;
    Defecto<Booleano, "false"> soloUsuario;
};
DTO(SucursalFiltro, activo, soloUsuario)

using EstadoLiquidacion = Opcion<"Pendiente", "Validado", "Cancelado">;

struct LiquidacionResumen {
    Id transaccionId;
    Cadena folio;
    FechaHora fecha;
    Cadena ruta;
    Cadena vendedor;
    EstadoLiquidacion estado;
    Dinero efectivoEsperado;
    Dinero efectivoEntregado;
    Dinero diferenciaEfectivo;
};
DTO(LiquidacionResumen, transaccionId, folio, fecha, ruta, vendedor, estado, efectivoEsperado, efectivoEntregado,
    diferenciaEfectivo)

struct SucursalesLiquidacionesViewModel {
    Id sucursalId;
    Cadena sucursal;
    Booleano manejaLiquidacion;
    Dinero toleranciaEfectivo;
    Dinero toleranciaMercancia;
    IdOCero cuentaId;
    Entero<0, maximo_json> liquidacionesPendientes;
    std::optional<Fecha> ultimaLiquidacion;
    std::vector<LiquidacionResumen> liquidaciones;
};
DTO(SucursalesLiquidacionesViewModel, sucursalId, sucursal, manejaLiquidacion, toleranciaEfectivo, toleranciaMercancia,
    cuentaId, liquidacionesPendientes, ultimaLiquidacion, liquidaciones)

// The filters of dates and state apply to settlements, not to branches; without estado, open settlements.
struct SucursalesLiquidacionesFiltro {
    std::optional<Id> sucursalId;
    std::optional<Fecha> fechaInicial;
    std::optional<Fecha> fechaFinal;
    std::optional<EstadoLiquidacion> estado;
};
DTO(SucursalesLiquidacionesFiltro, sucursalId, fechaInicial, fechaFinal, estado)

void validar(SucursalesLiquidacionesFiltro const& filtro, Fallas& fallas);
void validar(CambioFiltro const& filtro, Fallas& fallas);

}  // namespace gestor::sistema
