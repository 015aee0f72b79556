#include "domain/archivos/consulta_sat.hpp"

#include <algorithm>
#include <chrono>

#include "domain/archivos/consultas_validar.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::archivos {
namespace {

VerificacionCfdi en_el_sat(ConsultaHecha const& consulta) {
    VerificacionCfdi v{Cadena::de_base("SAT01"), Cadena::de_base("El SAT conoce el comprobante y está vigente"),
                       "Advertencia", Cadena::de_base(consulta.motivo)};
    if (!consulta.respuesta) return v;
    auto const& r = *consulta.respuesta;
    v.detalle = Cadena::de_base(r.codigoEstatus + (r.estado.empty() ? "" : " " + r.estado));
    auto const validacion = consulta.validacion();
    if (validacion == "Válido") v.resultado = "Correcto";
    if (validacion == "Cancelado" || validacion == "No encontrado") v.resultado = "Error";
    return v;
}

VerificacionCfdi del_emisor(fiscal::RespuestaSat const& r) {
    VerificacionCfdi v{Cadena::de_base("SAT02"),
                       Cadena::de_base("El emisor no está en la lista de quienes facturan operaciones inexistentes"),
                       "Correcto", Cadena::de_base(r.validacionEfos)};
    if (r.emisor_listado()) v.resultado = "Advertencia";
    if (r.validacionEfos.empty()) v.resultado = "NoAplica";
    return v;
}

}  // namespace

// sello8: eight characters of base64, padding included.
void validar(FolioFiscalPeticion const& folio, Fallas& fallas) {
    if (!folio.sello8) return;
    auto const de_base64 = [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '/' ||
               c == '=';
    };
    auto const& sello = folio.sello8->valor();
    if (sello.size() != 8 || !std::ranges::all_of(sello, de_base64))
        fallas.agregar("sello8", codigo::formato, "son los últimos 8 caracteres del sello");
}

ConsultaHecha consultar_sat(Externa const& db, Entorno const& entorno, fiscal::PreguntaSat const& pregunta) {
    if (db.simulada() && entorno.sat->configurado()) return {std::nullopt, "en una simulación no se pregunta al SAT"};
    return entorno.sat->consultar(pregunta);
}

void anotar_consulta(ConsultaHecha const& consulta, ValidacionCfdi& validacion) {
    validacion.verificaciones.push_back(en_el_sat(consulta));
    if (!consulta.respuesta) return;
    auto const& r = *consulta.respuesta;
    validacion.verificaciones.push_back(del_emisor(r));
    validacion.consultaSat = {Cadena::de_base(r.codigoEstatus), Cadena::de_base(r.estado),
                              Cadena::de_base(r.esCancelable), Cadena::de_base(r.estatusCancelacion),
                              Cadena::de_base(r.validacionEfos)};
}

void guardar_consulta(Escritura& db, fiscal::PreguntaSat const& pregunta, ConsultaHecha const& consulta) {
    auto const validacion = consulta.validacion();
    if (validacion == "Sin validar") return;
    db.encolar<sql::validacion_guardar>("uuid"_es(pregunta.uuid), "validacion"_es(validacion),
                                        "rfcEmisor"_es(pregunta.rfcEmisor), "rfcReceptor"_es(pregunta.rfcReceptor),
                                        "total"_es(pregunta.total));
}

Vista<ValidacionCfdi> validar_folio(ExternaEscritura& db, Entorno const& entorno,
                                    Cuerpo<FolioFiscalPeticion> const& folio) {
    fiscal::PreguntaSat const pregunta{folio.uuid.valor(), folio.rfcEmisor.valor(), folio.rfcReceptor.valor(),
                                       texto_de(folio.total), folio.sello8 ? folio.sello8->valor() : std::string()};
    auto const consulta = consultar_sat(db, entorno, pregunta);
    return db.escribir([&](Escritura& unidad) {
        ValidacionCfdi v;
        v.validacion = Validacion::de_base(consulta.validacion());
        v.valido = Booleano(v.validacion == "Válido");
        v.uuid = Cadena::de_base(folio.uuid);
        v.rfcEmisor = Cadena::de_base(folio.rfcEmisor);
        v.rfcReceptor = Cadena::de_base(folio.rfcReceptor);
        v.total = folio.total;
        anotar_consulta(consulta, v);
        guardar_consulta(unidad, pregunta, consulta);
        return v;
    });
}

namespace {

// Whether the CFDI was stamped within three days: the certifier reports a stamp to the authority within that time.
bool recien_timbrado(ConsultarSat const& tarea, Reloj const& reloj) {
    FechaHora timbrado;
    if (!tarea.fechaTimbrado || FechaHora::leer(tarea.fechaTimbrado->valor(), timbrado)) return false;
    return std::chrono::seconds(reloj.segundos()) - (timbrado - FechaHora()) < std::chrono::hours(72);
}

}  // namespace

bool puede_consultar(Entorno const& entorno) {
    return entorno.sat->configurado();
}

EfectoDeTarea consultar_despues(ConsultarSat const& tarea, Externa& db, Entorno const& entorno) {
    fiscal::PreguntaSat pregunta{tarea.uuid.valor(), tarea.rfcEmisor.valor(), tarea.rfcReceptor.valor(),
                                 tarea.total.valor(), tarea.sello8.valor()};
    auto consulta = consultar_sat(db, entorno, pregunta);
    if (!consulta.respuesta && !consulta.preguntado) throw NoPreguntado(consulta.motivo);
    if (!consulta.respuesta) throw FallaExterna(consulta.motivo);
    if (consulta.validacion() == "No encontrado" && recien_timbrado(tarea, db.reloj()))
        throw FallaExterna("el SAT todavía no conoce el comprobante");
    return [pregunta = std::move(pregunta), consulta = std::move(consulta)](Escritura& unidad) {
        guardar_consulta(unidad, pregunta, consulta);
    };
}

}  // namespace gestor::archivos
