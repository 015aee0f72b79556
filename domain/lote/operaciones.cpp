#include "domain/lote/consultas.hpp"
#include "domain/lote/paso.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor {
namespace detalle {

// Permissions are asked for while the batch is read: an answer that its key remembers is given only after that. What
// else is wrong with a path is told with all other faults.
template <>
struct Argumento<lote::LotePermitido const&> {
    using Leido = Argumento<Cuerpo<lote::LotePeticion> const&>;
    static void describir(Accion& a) { Leido::describir(a); }
    static lote::LotePermitido leer(Llamada const& e, std::size_t& siguiente, Fallas& fallas) {
        gestor::lote::LotePermitido lote{Leido::leer(e, siguiente, fallas)};
        Fallas de_ruta;
        if (!fallas.vacio()) return lote;
        for (std::size_t i = 0; i < lote.operaciones.size(); ++i)
            gestor::lote::Paso(lote.operaciones[i], i).dirigir(*e.sesion, *e.entorno, de_ruta);
        return lote;
    }
};

}  // namespace detalle

namespace lote {
namespace {

// Faults of form are found before anything is done; then one after the other, in one transaction.
LoteViewModel ejecutar_lote(Escritura& db, Sesion const& sesion, Entorno const& entorno, LotePermitido const& lote) {
    auto const& pedidas = lote.operaciones;
    std::vector<Paso> pasos;
    pasos.reserve(pedidas.size());
    Fallas fallas;
    for (auto const& pedida : pedidas) pasos.emplace_back(pedida, pasos.size()).dirigir(sesion, entorno, fallas);
    Respuestas respuestas;
    for (std::size_t i = 0; i < pasos.size() && !fallas.llena(); ++i) {
        pasos[i].leer(respuestas, fallas);
        if (pedidas[i].id) respuestas.try_emplace(pedidas[i].id->valor());
    }
    fallas.lanzar();
    db.encolar<sql::lote_turno>();
    LoteViewModel hecho;
    auto libres = referido_maximo;
    for (std::size_t i = 0; i < pasos.size(); ++i) {
        auto const respuesta = pasos[i].correr(db, respuestas, libres);
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
                fallas.agregar(campo, codigo::duplicado, "otra operación del lote se llama así");
                break;
            }
    }
}

extern Area const area;
Area const area{"lote", "Lote: varias escrituras en una transacción", operaciones};

}  // namespace lote
}  // namespace gestor
