// The document types of route sales: read, not written yet.
#include "domain/motor/tipo.hpp"

namespace gestor::ruta {
namespace {

constinit TipoDocumento const liquidacion{.obj_id = 22, .clave = "LiquidacionRuta", .nombre = "Liquidación de ruta"};
constinit TipoDocumento const devolucion{.obj_id = 23, .clave = "DevolucionRuta", .nombre = "Devolución de ruta"};

constexpr TipoDocumento const* tipos[] = {&liquidacion, &devolucion};

}  // namespace

extern Documentos const documentos;
constinit Documentos const documentos{tipos};

}  // namespace gestor::ruta
