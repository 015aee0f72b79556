#pragma once
// Rules of a contact. They need no database, but for the one that makes it; what they must know of the catalogs comes
// as HechosContacto.
#include <string>
#include <vector>

#include "domain/contactos/tipos.hpp"
#include "persistence/unidad.hpp"

namespace gestor::contactos {

// Judgement of the catalogs on the keys that a contact carries; true where it carries none.
struct HechosContacto {
    Booleano regimenFisica;
    Booleano regimenMoral;
    Booleano usoFisica;
    Booleano usoMoral;
    Booleano usoAdmiteRegimen;
    Booleano clasificacionAdmiteTipo;
    Booleano codigoPostalExiste;  // true also while that catalog has not been imported
};
DTO(HechosContacto, regimenFisica, regimenMoral, usoFisica, usoMoral, usoAdmiteRegimen, clasificacionAdmiteTipo,
    codigoPostalExiste)

// Faults across the fields of one body.
void validar(ContactoDatos const& contacto, Fallas& fallas);

// Gives the contact the form in which it is stored: name in capitals, generic RFC, its forced regime and use. Returns
// what the caller should look at, although it is accepted.
std::vector<Cadena> completar(ContactoDatos& contacto);

// Regime, use and classification against the kind of contact.
void comprobar(ContactoDatos const& contacto, HechosContacto const& hechos, Fallas& fallas);

// A contact that a document brings with it: made by the same path as with its own operation.
Id crear_contacto(Escritura& db, ContactoDatos datos, std::vector<Cadena>& avisos);

// Who has this RFC: made when nobody has it; one of the other kind is then both. Foreigners share theirs, and go by
// name.
Id contacto_con_rfc(Escritura& db, ContactoDatos datos, std::vector<Cadena>& avisos);
Id proveedor_con_rfc(Escritura& db, Rfc const& rfc, TextoReq<300> const& nombre, std::vector<Cadena>& avisos);

// SA DE CV and the like at the end of a name in capitals: CFDI 4.0 wants it without.
bool lleva_sociedad(std::string_view nombre);

}  // namespace gestor::contactos
