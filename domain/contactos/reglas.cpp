#include "domain/contactos/ofrece.hpp"

namespace gestor::contactos {
namespace {

bool es(std::optional<Rfc> const& rfc, std::string_view cual) {
    return rfc && *rfc == cual;
}

std::string sin(std::string_view signos, std::string_view texto) {
    std::string salida;
    for (char const c : texto)
        if (signos.find(c) == std::string_view::npos) salida += c;
    return salida;
}

// General public and foreigners have no regime in Mexico: SAT gives them 616 and S01.
bool forzar_generico(ContactoDatos& c) {
    ClaveRegimenFiscal const regimen("616");
    ClaveUsoCfdi const uso("S01");
    bool const otro = (c.regimenFiscal && *c.regimenFiscal != regimen) || (c.usoCFDI && *c.usoCFDI != uso);
    c.regimenFiscal = regimen;
    c.usoCFDI = uso;
    return otro;
}

}  // namespace

void validar(ContactoDatos const& c, Fallas& fallas) {
    if (c.nombre.valor().find('|') != std::string::npos)
        fallas.agregar("nombre", codigo::formato, "no admite el carácter |, que el CFDI usa de separador");
    if ((!c.rfc || es(c.rfc, rfc_publico)) && c.tipoContacto != TipoContacto("Cliente"))
        fallas.agregar("rfc", codigo::requerido, "es obligatorio para un proveedor");
    if (c.curp && c.rfc && c.rfc->persona_moral())
        fallas.agregar("curp", codigo::rango, "una persona moral no tiene CURP");
    bool const extranjero = es(c.rfc, rfc_extranjero);
    if (c.residenciaFiscal && (!extranjero || *c.residenciaFiscal == std::string_view("MEX")))
        fallas.agregar("residenciaFiscal", codigo::rango,
                       extranjero ? "debe ser un país distinto de MEX" : "sólo se admite con el RFC XEXX010101000");
    if (c.numRegIdTrib && !extranjero)
        fallas.agregar("numRegIdTrib", codigo::rango, "sólo se admite con el RFC XEXX010101000");
    bool principal = false;
    for (std::size_t i = 0; i < c.contactosAdicionales.size(); ++i) {
        if (!c.contactosAdicionales[i].principal.valor) continue;
        if (principal)
            fallas.agregar("contactosAdicionales[" + std::to_string(i) + "].principal", codigo::duplicado,
                           "sólo uno puede ser el principal");
        principal = true;
    }
}

std::vector<Cadena> completar(ContactoDatos& c) {
    std::vector<Cadena> avisos;
    auto const avisar = [&](std::string_view texto) { avisos.emplace_back(texto); };
    c.nombre = TextoReq<300>(mayusculas(un_espacio(c.nombre.valor())));
    if (lleva_sociedad(c.nombre.valor()))
        avisar("nombre: lleva el régimen societario (SA DE CV o similar); el CFDI 4.0 lo pide sin él");
    if (!c.rfc) c.rfc = Rfc(rfc_publico);
    if (!c.rfc->digito_correcto())
        avisar("rfc: el dígito verificador no corresponde; verifíquelo en la constancia de situación fiscal");
    if (c.curp && !c.curp->digito_correcto()) avisar("curp: el dígito verificador no corresponde");
    if (c.rfc->generico() && forzar_generico(c))
        avisar("regimenFiscal, usoCFDI: con un RFC genérico siempre son 616 y S01; así se guardaron");
    // A foreign supplier is declared in the DIOT with country and tax number.
    if (es(c.rfc, rfc_extranjero) && c.tipoContacto != TipoContacto("Cliente") &&
        !(c.residenciaFiscal && c.numRegIdTrib))
        avisar(
            "residenciaFiscal, numRegIdTrib: la declaración de operaciones con terceros los pide de un proveedor "
            "extranjero");
    return avisos;
}

void comprobar(ContactoDatos const& c, HechosContacto const& hechos, Fallas& fallas) {
    bool const moral = c.rfc && c.rfc->persona_moral();
    auto const persona = moral ? "no es de una persona moral (RFC de 12 caracteres)"
                               : "no es de una persona física (RFC de 13 caracteres)";
    if (!(moral ? hechos.regimenMoral : hechos.regimenFisica))
        fallas.agregar("regimenFiscal", codigo::clave_sat_invalida, persona);
    if (!(moral ? hechos.usoMoral : hechos.usoFisica))
        fallas.agregar("usoCFDI", codigo::clave_sat_invalida, persona);
    else if (!hechos.usoAdmiteRegimen)
        fallas.agregar("usoCFDI", codigo::clave_sat_invalida, "no lo admite ese régimen fiscal");
    if (!hechos.clasificacionAdmiteTipo)
        fallas.agregar("clasificacionId", codigo::rango, "no es para contactos de ese tipo");
    if (!hechos.codigoPostalExiste)
        fallas.agregar("codigoPostal", codigo::clave_sat_invalida, "no está en el catálogo del SAT (c_CodigoPostal)");
}

bool lleva_sociedad(std::string_view nombre) {
    auto const limpio = sin(".,", nombre);
    auto const junto = sin(" ", limpio);
    for (std::string_view const final : {"SADECV", "SAPIDECV", "SABDECV", "SASDECV", "SDERL", "SDERLDECV", "SDERLMI",
                                         "SPRDERL", "SCDERL", "SENCDECV", "SADECVSOFOMENR"})
        if (junto.ends_with(final)) return true;
    auto const espacio = limpio.rfind(' ');
    if (espacio == std::string::npos) return false;
    auto const ultima = std::string_view(limpio).substr(espacio + 1);
    for (std::string_view const sigla : {"SA", "SC", "AC", "SAS", "IAP", "SNC"})
        if (ultima == sigla) return true;
    return false;
}

}  // namespace gestor::contactos
