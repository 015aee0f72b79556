#pragma once
// Rules of a contact, without database except the function that creates it; facts of the catalogs arrive as
// HechosContacto.
#include <string>
#include <vector>

#include "domain/contactos/tipos.hpp"
#include "persistence/unidad.hpp"

namespace gestor::contactos {

// Whether the catalogs have the keys of a contact; true for an absent key.
struct HechosContacto {
    Booleano regimenFisica;
    Booleano regimenMoral;
    Booleano usoFisica;
    Booleano usoMoral;
    Booleano usoAdmiteRegimen;
    Booleano clasificacionAdmiteTipo;
    Booleano codigoPostalExiste;  // true also while the catalog of postal codes is not imported
};
DTO(HechosContacto, regimenFisica, regimenMoral, usoFisica, usoMoral, usoAdmiteRegimen, clasificacionAdmiteTipo,
    codigoPostalExiste)

// Faults across the fields of one body.
void validar(ContactoDatos const& contacto, Fallas& fallas);

// Gives the contact its stored form: name in capitals, generic RFC, forced regime and use. Returns warnings.
std::vector<Cadena> completar(ContactoDatos& contacto);

// Regime, use and classification against the kind of contact.
void comprobar(ContactoDatos const& contacto, HechosContacto const& hechos, Fallas& fallas);

// Creates the contact of a document with the rules of the contact's own operation.
Id crear_contacto(Escritura& db, ContactoDatos datos, std::vector<Cadena>& avisos);

// Id of the contact with this RFC; created when none has it; a contact of the other kind becomes both. Foreigners share
// one RFC, so they are found by name.
Id contacto_con_rfc(Escritura& db, ContactoDatos datos, std::vector<Cadena>& avisos);
Id proveedor_con_rfc(Escritura& db, Rfc const& rfc, TextoReq<300> const& nombre, std::vector<Cadena>& avisos);

// Whether a name in capitals ends with SA DE CV or the like, which CFDI 4.0 requires to be left out.
bool lleva_sociedad(std::string_view nombre);

}  // namespace gestor::contactos
