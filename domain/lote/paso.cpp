#include "domain/lote/paso.hpp"

#include <algorithm>

#include "domain/lote/consultas.hpp"
#include "domain/operacion/dirigir.hpp"
#include "domain/valores/decimal.hpp"
#include "persistence/error_base.hpp"

namespace gestor::lote {
namespace {

std::string_view sin_consulta(std::string_view ruta) {
    return ruta.substr(0, ruta.find('?'));
}

std::string_view consulta_de(std::string_view ruta) {
    auto const corte = ruta.find('?');
    return corte == ruta.npos ? std::string_view() : ruta.substr(corte + 1);
}

// Why an operation does not go in a batch; empty: it does.
std::string_view impedimento(Operacion const& fila) {
    if (fila.que.es<Retirada>()) return "la operación está retirada";
    if (!fila.que.escribe()) return "un lote sólo lleva operaciones que escriben";
    if (fila.que.es<Funcion<ExternaEscritura>>()) return "la operación pregunta a otros, y un lote es una transacción";
    if (fila.que.formulario != nullptr && fila.que.cuerpo == nullptr)
        return "la operación recibe un archivo, que no cabe en un lote";
    return fila.que.cuerpo == tipo_de<LotePeticion>() ? "un lote no lleva otro" : "";
}

}  // namespace

std::string Lugar::de_operacion(std::string_view campo) const {
    if (campo == "cuerpo") return propio(campo);
    auto const nombre = campo.substr(0, campo.find_first_of(".["));
    auto const tiene = [&](auto const& nombres_de) {
        return std::ranges::find(nombres_de, nombre) != nombres_de.end();
    };
    auto const* cuerpo = operacion->declarada->que.cuerpo;
    bool const en_ruta = cuerpo == nullptr || tiene(nombres) || tiene(enviados);
    return propio((en_ruta ? "ruta." : "cuerpo.") + std::string(campo));
}

Problema Lugar::problema(Problema const& p) const {
    std::vector<ErrorCampo> errores;
    for (auto const& e : p.errores()) errores.push_back({de_operacion(e.campo), e.codigo, e.mensaje});
    Problema ubicado(p.codigo(), propio({}) + ", " + operacion->nombre + ": " + p.detalle(), std::move(errores));
    for (auto const& [nombre, json] : p.extra()) ubicado.con(nombre, json);
    ubicado.con("operacion", "\"" + propio({}) + "\"").reintentar(p.segundos());
    return ubicado;
}

// A fault inside says where, whoever finds it.
template <class F>
auto Paso::aqui(F const& hacer) const {
    try {
        return hacer();
    } catch (NoDisponible const&) {  // of the whole batch
        throw;
    } catch (Problema const& p) {
        throw lugar_.problema(p);
    } catch (ErrorBase& e) {  // perhaps run again: it is translated when that is known
        e.ubicar([lugar = lugar_](Problema const& p) { return lugar.problema(p); });
        throw;
    } catch (Desborde const&) {
        throw lugar_.problema(Problema(codigo::rango, "un importe o número pasa del máximo que admite su campo"));
    }
}

void Paso::dirigir(Sesion const& sesion, Entorno const& entorno, Fallas& fallas) {
    std::string_view const ruta = pedida_.ruta.valor();
    auto const* camino = router_de_areas().buscar(sin_consulta(ruta), llamada_.ruta);
    if (camino == nullptr)
        return fallas.agregar(lugar_.propio("ruta"), codigo::no_existe, "no hay operación en esta ruta");
    auto const* operacion = camino->operacion(pedida_.metodo.valor());
    if (operacion == nullptr)
        return fallas.agregar(lugar_.propio("metodo"), codigo::no_existe, "esta ruta admite " + camino->permitidos);
    if (auto const porque = impedimento(*operacion->declarada); !porque.empty())
        return fallas.agregar(lugar_.propio("ruta"), codigo::formato, std::string(porque));
    llamada_.operacion = lugar_.operacion = operacion;
    llamada_.nombres = lugar_.nombres = camino->parametros;
    llamada_.sesion = &sesion;
    llamada_.entorno = &entorno;
    aqui([&] {
        exigir_permiso(declarada(), sesion);
        exigir_lado(sesion);
    });
}

// The side that the body tells. A reference may tell either, so it takes both permissions; a text that is no side is a
// fault of form, told later.
void Paso::exigir_lado(Sesion const& sesion) const {
    auto const& permiso = declarada().permiso;
    if (!permiso.por_lado()) return;
    auto const documento = json_leer(pedida_.cuerpo ? pedida_.cuerpo->texto() : "{}");
    auto const* const dicho = documento.buscar(permiso.campo);
    for (auto const& campo : declarada().que.cuerpo->campos()) {
        if (campo.nombre != permiso.campo) continue;
        std::string_view const lado = dicho != nullptr ? dicho->texto : campo.tipo->defecto;
        for (auto const opcion : campo.tipo->contenido().forma->opciones)
            if (lado == opcion || lado.starts_with('$')) exigir_permiso(declarada(), sesion, opcion);
    }
}

void Paso::leer(Respuestas const& anteriores, Fallas& fallas) {
    if (llamada_.operacion == nullptr) return;
    if (pedida_.cuerpo) cuerpo_ = pedida_.cuerpo->texto();
    llamada_.cuerpo = cuerpo_;
    leer_consulta(consulta_de(pedida_.ruta.valor()), llamada_);
    for (auto const& e : llamada_.fallas.lista()) fallas.agregar(lugar_.propio("ruta." + e.campo), e.codigo, e.mensaje);
    llamada_.fallas = {};
    rechazar_cuerpo(llamada_);
    for (auto const& [nombre, valor] : llamada_.consulta) lugar_.enviados.push_back(nombre);
    aqui([&] { exigir_valores(*llamada_.operacion, cuerpo_); });
    for (std::size_t i = 0; i < llamada_.ruta.size(); ++i)
        espera_ |= es_referencia(llamada_.ruta[i], anteriores, lugar_.de_operacion(llamada_.nombres[i]), fallas);
    for (auto const& [nombre, valor] : llamada_.consulta)
        espera_ |= es_referencia(valor, anteriores, lugar_.de_operacion(nombre), fallas);
    if (!cuerpo_.empty()) espera_ |= trae_referencias(json_leer(cuerpo_), anteriores, lugar_.propio("cuerpo"), fallas);
    if (espera_) {
        for (auto const& e : llamada_.fallas.lista()) fallas.agregar(lugar_.de_operacion(e.campo), e.codigo, e.mensaje);
        return;
    }
    std::size_t sin_referencias = 0;
    completar({}, sin_referencias, fallas);
    try {
        preparar();
    } catch (Problema const& p) {
        if (p.codigo() != codigo::validacion) throw;
        for (auto const& e : p.errores()) fallas.agregar(e.campo, e.codigo, e.mensaje);
    }
}

// The call as it is when every reference has become what it stands for.
void Paso::completar(Respuestas const& anteriores, std::size_t& libres, Fallas& fallas) {
    for (std::size_t i = 0; i < llamada_.ruta.size(); ++i)
        sustituir(llamada_.ruta[i], anteriores, lugar_.de_operacion(llamada_.nombres[i]), libres, fallas);
    for (auto& [nombre, valor] : llamada_.consulta)
        sustituir(valor, anteriores, lugar_.de_operacion(nombre), libres, fallas);
    if (cuerpo_.find('$') != cuerpo_.npos) {
        auto documento = json_leer(cuerpo_);
        sustituir(documento, anteriores, lugar_.propio("cuerpo"), libres, fallas);
        cuerpo_.clear();
        json_escribir(documento, cuerpo_);
        llamada_.cuerpo = cuerpo_;
    }
    if (cuerpo_.size() > cuerpo_maximo(*llamada_.operacion))
        fallas.agregar(lugar_.propio("cuerpo"), codigo::longitud, "pasa de lo que la operación puede necesitar");
}

void Paso::preparar() {
    aqui([&] { trabajo_ = std::get<Funcion<Escritura>>(declarada().que.hace).preparar(llamada_); });
}

std::string Paso::correr(Escritura& db, Respuestas const& anteriores, std::size_t& libres) {
    if (espera_) {
        Fallas fallas;
        completar(anteriores, libres, fallas);
        fallas.lanzar();
        preparar();
    }
    std::string respuesta;
    aqui([&] {
        db.encolar<sql::lote_operacion>("operacion"_es(llamada_.operacion->nombre));
        trabajo_(db, respuesta);
        db.terminar();
    });
    return declarada().sobre == Sobre::ONE ? "{\"data\":" + respuesta + "}" : respuesta;
}

}  // namespace gestor::lote
