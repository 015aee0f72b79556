#include "domain/motor/motor.hpp"

#include "domain/motor/consultas.hpp"
#include "domain/motor/tipos.hpp"

namespace gestor {
namespace {

template <class E>
std::string nombre(E valor) {
    return std::string(Enumeracion<E>(valor).valor());
}

[[noreturn]] void estado_invalido(TipoDocumento const& tipo, Documento const& d, AccionDocumento accion) {
    std::string permitidas;
    std::string json;
    for (auto const& t : tipo.flujo)
        if (t.desde == d.estado) {
            permitidas += (permitidas.empty() ? "" : ", ") + nombre(t.accion);
            json += (json.empty() ? "\"" : ",\"") + nombre(t.accion) + "\"";
        }
    if (permitidas.empty()) permitidas = "ninguna";
    throw Problema(codigo::estado_invalido, std::string(tipo.nombre) + " " + d.folio.valor() + " está en estado " +
                                                std::string(d.estado.valor()) + " y no se puede " + nombre(accion) +
                                                "; acciones permitidas: " + permitidas)
        .con("accionesPermitidas", "[" + json + "]");
}

}  // namespace

std::string Mudanza::texto() const {
    return std::to_string(transaccionId.valor()) + ": " + nombre(desde) + " → " + nombre(hasta);
}

Documento bloquear(Escritura& db, TipoDocumento const& tipo, Id transaccionId) {
    auto documento = db.uno<Documento>(sql::bloquear_documento, {{"transaccionId", sql_de(transaccionId)},
                                                                 {"objId", sql_de(std::int64_t{tipo.obj_id})}});
    if (!documento)
        throw Problema(codigo::no_encontrado, "no existe " + std::string(tipo.nombre) + " con ese identificador");
    db.comprobar_version(transaccionId);
    return *documento;
}

Mudanza planificar(TipoDocumento const& tipo, Documento const& documento, AccionDocumento accion,
                   Sesion const& sesion) {
    for (auto const& t : tipo.flujo) {
        if (t.desde != documento.estado || t.accion != accion) continue;
        if (!sesion.permite(t.permiso))
            throw Problema(codigo::permiso_denegado, "se requiere el permiso " + std::string(t.permiso));
        return {documento.transaccionId, t.desde, t.hasta};
    }
    estado_invalido(tipo, documento, accion);
}

void aplicar(Escritura& db, Mudanza const& mudanza) {
    db.consultar(sql::mover_documento,
                 {{"estado", nombre(mudanza.hasta)}, {"transaccionId", sql_de(mudanza.transaccionId)}});
}

void exigir_sin_documentos(Lectura& db, std::string_view sql, Valores valores, std::string detalle) {
    auto const documentos = db.lista<DocumentoRelacionado>(sql, std::move(valores));
    if (documentos.empty()) return;
    std::string json;
    json_escribir(documentos, json);
    throw Problema(codigo::tiene_documentos, std::move(detalle)).con("documentosRelacionados", std::move(json));
}

}  // namespace gestor
