#include "domain/lote/consultas.hpp"
#include "domain/lote/tipos.hpp"
#include "domain/operacion/llamar.hpp"

namespace gestor {
namespace lote {
namespace {

// LotePermitido: a batch whose caller has the permissions of all its operations.
struct LotePermitido : Cuerpo<LotePeticion> {};

std::vector<LlamadaInterna> llamadas_de(LotePeticion const& lote) {
    std::vector<LlamadaInterna> llamadas;
    llamadas.reserve(lote.operaciones.size());
    for (auto const& o : lote.operaciones)
        llamadas.emplace_back(
            Pedido{o.metodo.valor(), o.ruta.valor(), o.cuerpo ? std::string_view(o.cuerpo->texto()) : ""},
            en_fila("operaciones", llamadas.size()));
    return llamadas;
}

}  // namespace
}  // namespace lote

namespace detalle {

// Permissions are checked while the batch is read, before an answer remembered for its key is given. Other faults of a
// path are reported with all others.
template <>
struct Argumento<lote::LotePermitido const&> {
    using Leido = Argumento<Cuerpo<lote::LotePeticion> const&>;
    static void describir(Accion& a) {
        Leido::describir(a);
        a.llama = true;
    }
    static lote::LotePermitido leer(Llamada const& e, std::size_t& siguiente, Fallas& fallas) {
        gestor::lote::LotePermitido lote{Leido::leer(e, siguiente, fallas)};
        Fallas de_ruta;
        if (!fallas.vacio()) return lote;
        for (auto& llamada : gestor::lote::llamadas_de(lote)) llamada.dirigir(*e.sesion, *e.entorno, de_ruta);
        return lote;
    }
};

}  // namespace detalle

namespace lote {
namespace {

// Faults of form are found before the first operation; then the operations run in order, in one transaction.
LoteViewModel ejecutar_lote(Escritura& db, Sesion const& sesion, Entorno const& entorno, LotePermitido const& lote) {
    auto const& pedidas = lote.operaciones;
    auto llamadas = llamadas_de(lote);
    Fallas fallas;
    for (auto& llamada : llamadas) llamada.dirigir(sesion, entorno, fallas);
    Respuestas respuestas;
    for (std::size_t i = 0; i < llamadas.size() && !fallas.llena(); ++i) {
        llamadas[i].leer(&respuestas, fallas);
        if (pedidas[i].id) respuestas.try_emplace(pedidas[i].id->valor());
    }
    fallas.lanzar();
    db.encolar<sql::lote_turno>();
    LoteViewModel hecho;
    auto libres = referido_maximo;
    for (std::size_t i = 0; i < llamadas.size(); ++i) {
        auto const respuesta = llamadas[i].correr(db, respuestas, libres).cuerpo;
        hecho.resultados.push_back({pedidas[i].id.value_or(Texto<30>()), 200, ObjetoLibre::de_base(respuesta)});
        if (pedidas[i].id) respuestas[pedidas[i].id->valor()] = json_leer(respuesta);
    }
    return hecho;
}

// clang-format off
Operacion const operaciones[] = {
//   verbo         ruta         permiso    qué                 sobre       resumen
    {Verbo::POST, "/api/Lote", con_token, op<&ejecutar_lote>, Sobre::ONE, "Ejecuta hasta 100 escrituras, todas o ninguna"},
};
// clang-format on

}  // namespace

void validar(LotePeticion const& lote, Fallas& fallas) {
    for (std::size_t i = 0; i < lote.operaciones.size(); ++i) {
        auto const& id = lote.operaciones[i].id;
        if (!id) continue;
        auto const campo = en_fila("operaciones", i, "id");
        if (!es_nombre(id->valor()))
            fallas.agregar(campo, codigo::formato, "debe ser una letra y luego letras, cifras, - o _");
        for (std::size_t j = 0; j < i; ++j)
            if (lote.operaciones[j].id && lote.operaciones[j].id->valor() == id->valor()) {
                fallas.agregar(campo, codigo::duplicado, "otra operación del lote tiene ese id");
                break;
            }
    }
}

extern Area const area;
Area const area{"lote", "Lote: varias escrituras en una transacción", operaciones};

}  // namespace lote
}  // namespace gestor
