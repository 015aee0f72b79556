#include "domain/escuelas/reglas.hpp"

#include "domain/comun/cfdi.hpp"

namespace gestor::escuelas {
namespace {

ventas::EscuelaNueva alumno_de(fiscal::InstEducativas const& i, std::string const& donde) {
    ventas::EscuelaNueva e;
    e.alumno = valor_cfdi_exigido<decltype(e.alumno)>(i.nombreAlumno, donde + ", nombreAlumno");
    e.curp = valor_cfdi_exigido<Curp>(i.curp, donde + ", CURP");
    e.nivelEducativo = valor_cfdi_exigido<decltype(e.nivelEducativo)>(i.nivelEducativo, donde + ", nivelEducativo");
    e.autRVOE = valor_cfdi_exigido<decltype(e.autRVOE)>(i.autRVOE, donde + ", autRVOE");
    e.rfcPago = valor_cfdi<Rfc>(i.rfcPago, donde + ", rfcPago");
    return e;
}

Cadena texto(auto const& opcional) {
    return opcional ? Cadena::de_base(opcional->valor()) : Cadena{};
}

}  // namespace

void validar(ArchivoDigitalNuevo const& a, Fallas& fallas) {
    validar_pdf(a.pdfBase64, fallas);
    if (a.cuentaId && !a.formaPagoId)
        fallas.agregar("formaPagoId", codigo::requerido, "es obligatorio con cuentaId: cómo se pagó");
    if (a.formaPagoId && !a.cuentaId)
        fallas.agregar("cuentaId", codigo::requerido, "es obligatorio con formaPagoId: dónde se depositó");
}

ventas::EscuelaNueva escuela_de(fiscal::Cfdi const& cfdi, ArchivoDigitalNuevo const& enviado,
                                std::vector<std::string>& avisos) {
    std::optional<ventas::EscuelaNueva> escuela;
    bool varios = false;
    for (std::size_t i = 0; i < cfdi.conceptos.size(); ++i) {
        if (!cfdi.conceptos[i].iedu) continue;
        auto e = alumno_de(*cfdi.conceptos[i].iedu, lugar_de_concepto(i));
        if (!escuela)
            escuela = std::move(e);
        else
            varios = varios || e.curp != escuela->curp;
    }
    if (!escuela) rechazar_cfdi("iedu", "ningún concepto trae el complemento de instituciones educativas");
    if (varios) avisos.push_back("El CFDI es de más de un alumno: escuela es del primero, " + escuela->alumno.valor());
    escuela->matricula = enviado.matricula, escuela->ciclo = enviado.ciclo, escuela->periodo = enviado.periodo;
    return *escuela;
}

ventas::Escuela como_se_lee(ventas::EscuelaNueva const& e) {
    return {Cadena::de_base(e.alumno.valor()),
            Cadena::de_base(e.curp.valor()),
            Cadena::de_base(e.nivelEducativo.valor()),
            Cadena::de_base(e.autRVOE.valor()),
            texto(e.rfcPago),
            texto(e.matricula),
            texto(e.ciclo),
            texto(e.periodo)};
}

void exigir_sello(fiscal::Veredicto const& veredicto, bool timbrado, std::vector<std::string>& avisos) {
    auto const fallas = fallas_del_sello(veredicto);
    if (!fallas.empty()) throw Problema::en(campo_cfdi, codigo::sello_invalido, "no cumple " + fallas[0]);
    for (auto const& v : veredicto) {
        bool const suya = v.codigo == "SELLO04" || v.codigo == "SELLO08" || v.codigo == "SELLO10" ||
                          (timbrado && v.codigo == "TFD05");
        if (suya && v.dictamen != fiscal::Dictamen::correcto) avisos.push_back("No se pudo verificar " + decir(v));
    }
}

contactos::ContactoDatos cliente_de(fiscal::Receptor const& r) {
    contactos::ContactoDatos c;
    c.tipoContacto = contactos::TipoContacto("Cliente");
    c.rfc = valor_cfdi_exigido<Rfc>(r.rfc, "Receptor, Rfc");
    // CFDI 3.3 may omit the name
    c.nombre = r.nombre ? valor_cfdi_exigido<decltype(c.nombre)>(r.nombre, "Receptor, Nombre")
                        : decltype(c.nombre)(c.rfc->valor());
    c.codigoPostal = valor_cfdi<CodigoPostal>(r.domicilioFiscalReceptor, "Receptor, DomicilioFiscalReceptor");
    c.regimenFiscal = valor_cfdi<ClaveRegimenFiscal>(r.regimenFiscalReceptor, "Receptor, RegimenFiscalReceptor");
    c.usoCFDI = valor_cfdi<ClaveUsoCfdi>(r.usoCFDI, "Receptor, UsoCFDI");
    return c;
}

}  // namespace gestor::escuelas
