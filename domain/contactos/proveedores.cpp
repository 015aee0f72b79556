// Supplier that a document names by RFC, with optional data to create it.
#include "domain/contactos/consultas.hpp"
#include "domain/contactos/ofrece.hpp"

namespace gestor::contactos {
namespace {

struct ContactoConRfc {
    Id entidadId;
    TipoContacto tipoContacto;
    Cadena regimenFiscal;
    Cadena codigoPostal;
};
DTO(ContactoConRfc, entidadId, tipoContacto, regimenFiscal, codigoPostal)

// A known supplier gets only the members that it lacks; different values are kept, with a warning.
void completar(Escritura& db, ContactoConRfc const& hay, ContactoDatos const& datos, std::vector<Cadena>& avisos) {
    db.encolar<sql::contacto_completar>("entidadId"_es(hay.entidadId), "regimenFiscal"_es(datos.regimenFiscal),
                                        "codigoPostal"_es(datos.codigoPostal), "usoCFDI"_es(datos.usoCFDI));
    auto const otro = [](auto const& enviado, Cadena const& suyo) {
        return enviado && !suyo.vacio() && enviado->valor() != suyo.valor();
    };
    if (otro(datos.regimenFiscal, hay.regimenFiscal) || otro(datos.codigoPostal, hay.codigoPostal))
        avisos.push_back(Cadena::de_base("el contacto con ese RFC ya existe con régimen fiscal " +
                                         hay.regimenFiscal.valor() + " y código postal " + hay.codigoPostal.valor() +
                                         ": se usaron ésos"));
}

}  // namespace

Id contacto_con_rfc(Escritura& db, ContactoDatos datos, std::vector<Cadena>& avisos) {
    datos.nombre = TextoReq<300>(mayusculas(un_espacio(datos.nombre.valor())));
    auto const buscar = [&] {
        return db.uno<ContactoConRfc, sql::contacto_con_rfc>("rfc"_es(*datos.rfc), "nombre"_es(datos.nombre));
    };
    auto hay = buscar();
    if (!hay) {  // turn: two documents with the same new supplier create it once
        db.consultar<sql::turno>("que"_es(std::string("contacto nuevo")));
        hay = buscar();
    }
    if (!hay) {
        std::vector<Cadena> suyos;
        auto const id = crear_contacto(db, std::move(datos), suyos);
        avisos.insert(avisos.end(), suyos.begin(), suyos.end());
        return id;
    }
    bool const lo_es = hay->tipoContacto == datos.tipoContacto || hay->tipoContacto == TipoContacto("Ambos");
    if (!lo_es) db.encolar<sql::contacto_ambos>("entidadId"_es(hay->entidadId));
    completar(db, *hay, datos, avisos);
    return hay->entidadId;
}

Id proveedor_con_rfc(Escritura& db, Rfc const& rfc, TextoReq<300> const& nombre, std::vector<Cadena>& avisos) {
    ContactoDatos datos;
    datos.tipoContacto = TipoContacto("Proveedor");
    datos.nombre = nombre;
    datos.rfc = rfc;
    return contacto_con_rfc(db, std::move(datos), avisos);
}

}  // namespace gestor::contactos
