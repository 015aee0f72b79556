#include "domain/operacion/operacion.hpp"
#include "domain/viajes/escrituras.hpp"
#include "domain/viajes/lecturas.hpp"

namespace gestor::viajes {
namespace {

// clang-format off
Operacion const operaciones[] = {
//   verbo           ruta                                     permiso             qué                           sobre        resumen
    {Verbo::GET,    "/api/AgenciaViaje/Documentos",           "ventas.leer",      op<&documentos_de_reserva>,   Sobre::ONE,  "Obtiene el expediente de una reserva, con todos sus documentos"},
    {Verbo::POST,   "/api/AgenciaViaje/DocumentosPorIds",     "ventas.leer",      por_ids(documentos_de_viaje), Sobre::LIST, "Obtiene varios documentos de reservas, en el orden en que se piden"},
    {Verbo::GET,    "/api/AgenciaViaje/Facturas",             "ventas.leer",      facturas_de_viaje,            Sobre::PAGE, "Lista las facturas de agencia de viajes"},
    {Verbo::POST,   "/api/AgenciaViaje/RegistrarFactura",     "ventas.escribir",  op<&registrar_factura>,       Sobre::ONE,  "Registra una factura de agencia de viajes, en pesos (versión 1)"},
    {Verbo::POST,   "/api/AgenciaViaje/RegistrarFacturaV2",   "ventas.escribir",  op<&registrar_factura_v2>,    Sobre::ONE,  "Registra una factura de agencia de viajes con sus servicios y pagos, en cualquier moneda (versión 2)"},
    {Verbo::POST,   "/api/AgenciaViaje/RegistrarGasto",       "compras.escribir", op<&registrar_gasto>,         Sobre::ONE,  "Registra un gasto de viaje: uno por proveedor, con sus pagos"},
    {Verbo::DELETE, "/api/AgenciaViaje/BookingCancelar/{id}", con_token,          retirada(),                   Sobre::ONE,  "Cancela una reserva (retirada)"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"viajes", "Agencias de viajes", operaciones};

}  // namespace gestor::viajes
