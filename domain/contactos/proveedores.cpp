// The supplier that a document names by RFC, and perhaps brings with it.
#include "domain/contactos/consultas.hpp"
#include "domain/contactos/reglas.hpp"

namespace gestor::contactos {
namespace {

struct ContactoConRfc {
    Id entidadId;
    Booleano esProveedor;
};
DTO(ContactoConRfc, entidadId, esProveedor)

}  // namespace

Id proveedor_con_rfc(Escritura& db, Rfc const& rfc, TextoReq<300> const& nombre, std::vector<Cadena>& avisos) {
    ContactoDatos datos;
    datos.tipoContacto = TipoContacto("Proveedor");
    datos.nombre = TextoReq<300>(mayusculas(un_espacio(nombre.valor())));
    datos.rfc = rfc;
    auto const buscar = [&] {
        return db.uno<ContactoConRfc, sql::contacto_con_rfc>("rfc"_es(rfc), "nombre"_es(datos.nombre));
    };
    auto hay = buscar();
    if (!hay) {  // one at a time: two that bring the same one make one
        db.consultar<sql::turno>("que"_es(std::string("proveedor nuevo")));
        hay = buscar();
    }
    if (!hay) return crear_contacto(db, datos, avisos);
    if (!hay->esProveedor) db.encolar<sql::contacto_ambos>("entidadId"_es(hay->entidadId));
    return hay->entidadId;
}

}  // namespace gestor::contactos
