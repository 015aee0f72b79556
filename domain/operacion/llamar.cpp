#include "domain/operacion/llamar.hpp"

#include <algorithm>

#include "domain/operacion/dirigir.hpp"
#include "domain/operacion/sobre.hpp"
#include "domain/valores/decimal.hpp"
#include "persistence/error_base.hpp"

namespace gestor {
namespace {

std::string_view sin_consulta(std::string_view ruta) {
    return ruta.substr(0, ruta.find('?'));
}

std::string_view consulta_de(std::string_view ruta) {
    auto const corte = ruta.find('?');
    return corte == ruta.npos ? std::string_view() : ruta.substr(corte + 1);
}

// Reason why an operation cannot run inside another transaction; empty: it can.
std::string_view impedimento(Operacion const& fila) {
    if (fila.que.es<Retirada>()) return "la operación está retirada";
    if (!fila.que.escribe()) return "un lote sólo lleva operaciones que escriben";
    if (fila.que.es<Funcion<ExternaEscritura>>())
        return "la operación pregunta a otros servidores y no se admite en un lote";
    if (fila.que.formulario != nullptr && fila.que.cuerpo == nullptr)
        return "la operación recibe un archivo, que no cabe en un lote";
    return fila.que.llama ? "un lote no puede llevar otro lote" : "";
}

}  // namespace

std::string Lugar::propio(std::string_view campo) const {
    return base + (base.empty() || campo.empty() ? "" : ".") + std::string(campo);
}

std::string Lugar::de_operacion(std::string_view campo) const {
    if (base.empty() || campo == "cuerpo") return propio(campo);
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

// Adds the place of the call to any fault thrown inside.
template <class F>
auto LlamadaInterna::aqui(F const& hacer) const {
    try {
        return hacer();
    } catch (NoDisponible const&) {  // a 503 concerns the whole batch: no place is added
        throw;
    } catch (Problema const& p) {
        if (lugar_.base.empty()) throw;
        throw lugar_.problema(p);
    } catch (ErrorBase& e) {  // the operation may run again, so the error is translated later
        if (!lugar_.base.empty()) e.ubicar([lugar = lugar_](Problema const& p) { return lugar.problema(p); });
        throw;
    } catch (Desborde const&) {
        Problema const p(codigo::rango, "un importe o número pasa del máximo que admite su campo");
        throw lugar_.base.empty() ? p : lugar_.problema(p);
    }
}

void LlamadaInterna::dirigir(Sesion const& sesion, Entorno const& entorno, Fallas& fallas) {
    auto const* camino = router_de_areas().buscar(sin_consulta(pedido_.ruta), llamada_.ruta);
    if (camino == nullptr)
        return fallas.agregar(lugar_.propio("ruta"), codigo::no_existe, "no hay operación en esta ruta");
    auto const* operacion = camino->operacion(pedido_.metodo);
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

// Permission of the side that the body names. A reference ("$…") may stand for either side, so it requires both
// permissions; a text that names no side is a fault of form, reported later.
void LlamadaInterna::exigir_lado(Sesion const& sesion) const {
    auto const& permiso = declarada().permiso;
    if (!permiso.por_lado()) return;
    auto const documento = json_leer(pedido_.cuerpo.empty() ? std::string_view("{}") : pedido_.cuerpo);
    auto const* const dicho = documento.buscar(permiso.campo);
    for (auto const& campo : declarada().que.cuerpo->campos()) {
        if (campo.nombre != permiso.campo) continue;
        std::string_view const lado = dicho != nullptr ? dicho->texto : campo.tipo->defecto;
        for (auto const opcion : campo.tipo->contenido().forma->opciones)
            if (lado == opcion || lado.starts_with('$')) exigir_permiso(declarada(), sesion, opcion);
    }
}

void LlamadaInterna::leer(Respuestas const* anteriores, Fallas& fallas) {
    if (llamada_.operacion == nullptr) return;
    llamada_.cuerpo = cuerpo_ = pedido_.cuerpo;
    leer_consulta(consulta_de(pedido_.ruta), llamada_);
    for (auto const& e : llamada_.fallas.lista())
        fallas.agregar(lugar_.base.empty() ? e.campo : lugar_.propio("ruta." + e.campo), e.codigo, e.mensaje);
    llamada_.fallas = {};
    rechazar_cuerpo(llamada_);
    for (auto const& [nombre, valor] : llamada_.consulta) lugar_.enviados.push_back(nombre);
    aqui([&] { exigir_valores(*llamada_.operacion, cuerpo_); });
    if (anteriores != nullptr) buscar_referencias(*anteriores, fallas);
    if (espera_) {
        for (auto const& e : llamada_.fallas.lista()) fallas.agregar(lugar_.de_operacion(e.campo), e.codigo, e.mensaje);
        return;
    }
    std::size_t sin_referencias = 0;
    if (anteriores != nullptr) completar({}, sin_referencias, fallas);
    exigir_medida(fallas);
    try {
        preparar();
    } catch (Problema const& p) {
        if (p.codigo() != codigo::validacion) throw;
        for (auto const& e : p.errores()) fallas.agregar(e.campo, e.codigo, e.mensaje);
    }
}

void LlamadaInterna::buscar_referencias(Respuestas const& anteriores, Fallas& fallas) {
    for (std::size_t i = 0; i < llamada_.ruta.size(); ++i)
        espera_ |= es_referencia(llamada_.ruta[i], anteriores, lugar_.de_operacion(llamada_.nombres[i]), fallas);
    for (auto const& [nombre, valor] : llamada_.consulta)
        espera_ |= es_referencia(valor, anteriores, lugar_.de_operacion(nombre), fallas);
    if (!cuerpo_.empty()) espera_ |= trae_referencias(json_leer(cuerpo_), anteriores, lugar_.propio("cuerpo"), fallas);
}

// Replaces every reference of the call by the value that it stands for.
void LlamadaInterna::completar(Respuestas const& anteriores, std::size_t& libres, Fallas& fallas) {
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
}

void LlamadaInterna::exigir_medida(Fallas& fallas) const {
    if (cuerpo_.size() > cuerpo_maximo(*llamada_.operacion))
        fallas.agregar(lugar_.propio("cuerpo"), codigo::longitud, "excede el tamaño máximo de la operación");
}

void LlamadaInterna::preparar() {
    aqui([&] { trabajo_ = std::get<Funcion<Escritura>>(declarada().que.hace).preparar(llamada_); });
}

Contestacion LlamadaInterna::correr(Escritura& db, Respuestas const& anteriores, std::size_t& libres) {
    if (espera_) {
        Fallas fallas;
        completar(anteriores, libres, fallas);
        exigir_medida(fallas);
        fallas.lanzar();
        preparar();
    }
    Contestacion r;
    abrir_sobre(declarada(), llamada_, r);
    aqui([&] {
        db.nombrar(llamada_.operacion->nombre);
        std::string respuesta;
        trabajo_(db, respuesta);
        db.terminar();
        r.cuerpo += respuesta;
        if (db.simulada()) r.planes = planes_para(*llamada_.sesion, db);
    });
    cerrar_sobre(declarada(), llamada_, r);
    return r;
}

Contestacion llamar(Escritura& db, Sesion const& sesion, Entorno const& entorno, Pedido const& pedido,
                    Respuestas const* anteriores) {
    LlamadaInterna llamada(pedido);
    Fallas fallas;
    llamada.dirigir(sesion, entorno, fallas);
    llamada.leer(anteriores, fallas);
    fallas.lanzar();
    auto libres = referido_maximo;
    return llamada.correr(db, anteriores != nullptr ? *anteriores : Respuestas(), libres);
}

std::vector<std::string> planes_para(Sesion const& sesion, Escritura& db) {
    auto planes = db.tomar_planes();
    if (!sesion.permite("contabilidad.leer")) planes.clear();
    return planes;
}

}  // namespace gestor
