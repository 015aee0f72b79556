#include "domain/operacion/dirigir.hpp"

#include <algorithm>

#include "domain/valores/ascii.hpp"
#include "domain/valores/desconocido.hpp"

namespace gestor {
namespace {

// Parameters with two names: an operation that knows the second knows the first.
struct OtroNombre {
    std::string_view otro, nombre;
};
constexpr OtroNombre otros_nombres[] = {{"alDia", "fechaCorte"}};

Campo const* buscar_parametro(std::vector<Campo> const& conocidos, std::string_view nombre) {
    for (auto const& campo : conocidos)
        if (iequals(campo.nombre, nombre)) return &campo;
    for (auto const& o : otros_nombres)
        if (iequals(o.otro, nombre)) return buscar_parametro(conocidos, o.nombre);
    return nullptr;
}

// An unknown parameter is a fault: a misspelt filter must not return everything. Names that begin with "_" are ignored:
// proxies and analytics add them.
void leer_parametro(std::string_view par, Llamada& c) {
    auto const igual = std::min(par.find('='), par.size());
    std::string nombre, valor;
    Texto<250> texto;
    bool const legible = decodificar(par.substr(0, igual), true, nombre) && !nombre.empty();
    if (nombre.starts_with('_')) return;
    if (!legible || Texto<250>::leer(nombre, texto))
        return c.fallas.agregar("consulta", codigo::formato, "el nombre de un parámetro no es texto");
    auto const& conocidos = c.operacion->parametros;
    auto const* const campo = buscar_parametro(conocidos, nombre);
    if (campo == nullptr) {
        auto const* tipo = c.operacion->declarada->que.parametros;
        auto const retirados = tipo != nullptr ? tipo->retirados : std::span<Retirado const>();
        return nombre_desconocido("", nombre, "parámetro", conocidos, retirados, c.fallas);
    }
    if (!decodificar(par.substr(std::min(igual + 1, par.size())), true, valor))
        return c.fallas.agregar(std::string(campo->nombre), codigo::formato, "no está bien codificado");
    auto const otra = c.parametro(campo->nombre);
    if (otra && *otra != valor)
        c.fallas.agregar(std::string(campo->nombre), codigo::duplicado, "viene dos veces con valores distintos");
    c.consulta.emplace_back(campo->nombre, std::move(valor));
}

bool dice_algo(std::string_view cuerpo) {
    std::string sin_blancos;
    for (char const c : cuerpo)
        if (std::string_view(" \t\r\n").find(c) == std::string_view::npos) sin_blancos += c;
    return !sin_blancos.empty() && sin_blancos != "{}";
}

// Greatest size of a form: files, texts, and the multipart headers around them.
std::uint64_t en_partes(Tipo const& formulario) {
    auto bytes = 4 * cuerpo_corto;
    for (auto const& campo : formulario.campos())
        bytes += es_archivo(*campo.tipo) ? campo.tipo->contenido().forma->maximo_texto : Parte::texto_maximo;
    return bytes;
}

}  // namespace

void exigir_permiso(Operacion const& declarada, Sesion const& sesion) {
    auto const& p = declarada.permiso;
    if (p == publico || p == con_token || sesion.permite(p.nombre)) return;
    if (!p.por_lado() || !sesion.permite(p.otro))
        throw Problema(codigo::permiso_denegado, "se requiere el permiso " + p.texto());
}

void exigir_permiso(Operacion const& declarada, Sesion const& sesion, std::string_view dice) {
    auto const permiso = declarada.permiso.cuando(dice);
    if (!sesion.permite(permiso))
        throw Problema(codigo::permiso_denegado, "se requiere el permiso " + std::string(permiso));
}

void detalle::exigir_lado(Llamada const& llamada, Tipo const& tipo, void const* leido) {
    if (llamada.operacion == nullptr) return;  // exports run by an operator's command have no operation
    auto const& declarada = *llamada.operacion->declarada;
    if (!declarada.permiso.por_lado()) return;
    for (auto const& campo : tipo.campos()) {
        if (campo.nombre != declarada.permiso.campo) continue;
        std::string dice;
        campo.tipo->escribir(campo.en(const_cast<void*>(leido)), dice);
        exigir_permiso(declarada, *llamada.sesion, dice);
    }
}

void leer_consulta(std::string_view consulta, Llamada& llamada) {
    while (!consulta.empty()) {
        auto const corte = std::min(consulta.find('&'), consulta.size());
        if (corte > 0) leer_parametro(consulta.substr(0, corte), llamada);
        consulta.remove_prefix(std::min(corte + 1, consulta.size()));
    }
}

void rechazar_cuerpo(Llamada& llamada) {
    auto const& que = llamada.operacion->declarada->que;
    if (que.cuerpo != nullptr || que.formulario != nullptr || que.ignora_cuerpo || !dice_algo(llamada.cuerpo)) return;
    llamada.fallas.agregar("cuerpo", codigo::desconocido, "esta operación no admite un cuerpo");
}

std::uint64_t cuerpo_maximo(OperacionActiva const& operacion) {
    auto const& que = operacion.declarada->que;
    // the caller of a public operation has shown no token
    if (operacion.declarada->permiso == publico) return cuerpo_corto;
    auto const json = que.cuerpo_maximo > 0 ? que.cuerpo_maximo : operacion.cuerpo.bytes;
    return std::max({cuerpo_corto, json, que.formulario != nullptr ? en_partes(*que.formulario) : 0});
}

void exigir_valores(OperacionActiva const& operacion, std::string_view cuerpo) {
    constexpr std::uint64_t de_cualquiera = 50'000;
    if (cuerpo.size() > 2 * de_cualquiera && contar_valores(cuerpo) > std::max(de_cualquiera, operacion.cuerpo.valores))
        throw Problema(codigo::json_invalido, "el documento tiene demasiados valores");
}

}  // namespace gestor
