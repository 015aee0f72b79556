#include "domain/ruta/camion.hpp"

#include <algorithm>

#include "domain/ruta/consultas_escrituras.hpp"

namespace gestor::ruta {

std::optional<Camion> camion_de(Escritura& db, Id ruta, Fallas& fallas) {
    auto const c = db.uno<Camion, sql::ruta_con_camion>("rutaId"_es(ruta));
    if (c && c->almacenId.presente()) return c;
    if (c)
        fallas.agregar("rutaId", codigo::rango, "la ruta no tiene camión");
    else
        fallas.agregar("rutaId", codigo::no_existe, "no existe o no está activa");
    return {};
}

Camion camion_de(Escritura& db, Id ruta) {
    Fallas fallas;
    auto const c = camion_de(db, ruta, fallas);
    fallas.lanzar();
    return *c;
}

namespace {

struct ConceptoDeRuta {
    Cadena clave;
    Id conceptoId;
};
DTO(ConceptoDeRuta, clave, conceptoId)

}  // namespace

ConceptosDeRuta::ConceptosDeRuta(Escritura& db) {
    for (auto const& c : db.lista<ConceptoDeRuta, sql::liquidacion_conceptos>())
        conceptos_.emplace(c.clave.valor(), c.conceptoId);
}

Id ConceptosDeRuta::de(std::string const& clave) const {
    auto const suyo = conceptos_.find(clave);
    if (suyo == conceptos_.end())
        throw Problema(codigo::concepto_invalido, "la organización no tiene el concepto " + clave);
    return suyo->second;
}

void SeIdentifica::exigir(Identificados const& contado, Cantidad cantidad, std::string const& fila) const {
    auto const rechazar = [&](std::string_view cual, std::string_view campo, std::string const& mensaje) {
        throw Problema::en(fila + "." + std::string(campo), cual, codigo.valor() + mensaje);
    };
    Cantidad de_lotes;
    for (auto const& l : contado.lotes) de_lotes += l.cantidad;
    if (manejaSeries && Cantidad::de_entero(std::ssize(contado.series)) != cantidad)
        rechazar(codigo::serie_lote_requerido, "series", " se controla por series: envíe las series contadas");
    if (manejaLotes && de_lotes != cantidad)
        rechazar(codigo::serie_lote_requerido, "lotes", " se controla por lotes: envíe los lotes contados");
    if (!manejaSeries && !contado.series.empty())
        rechazar(codigo::serie_lote_invalido, "series", " no se controla por series");
    if (!manejaLotes && !contado.lotes.empty())
        rechazar(codigo::serie_lote_invalido, "lotes", " no se controla por lotes");
}

std::vector<EnCamion> en_camion(Escritura& db, Id almacen, std::vector<Id> const& productos, FechaHora hasta) {
    if (productos.empty()) return {};
    return db.lista<EnCamion, sql::camion_identificados>("almacenId"_es(almacen), "productos"_es(productos),
                                                         "hasta"_es(hasta));
}

Comparado comparar(Cantidad esperado, Cantidad contado) {
    Comparado c;
    c.hay.cantidad = std::min(esperado, contado);
    c.falta.cantidad = esperado - c.hay.cantidad, c.sobra.cantidad = contado - c.hay.cantidad;
    return c;
}

namespace {

void poner(Parte& parte, std::string const& serie, std::string const& lote, std::optional<Fecha> caducidad,
           Cantidad cantidad) {
    if (!cantidad.es_positivo()) return;
    parte.cantidad += cantidad;
    if (!serie.empty()) parte.series.push_back(TextoReq<60>::de_base(serie));
    if (!lote.empty()) parte.lotes.push_back({TextoReq<60>::de_base(lote), Positivo<Cantidad>(cantidad), caducidad});
}

}  // namespace

Comparado comparar(Id producto, std::vector<EnCamion> const& esperados, Identificados const& contados) {
    struct Cuanto {
        Cantidad esperado, contado;
        std::optional<Fecha> caducidad;
    };
    std::map<std::pair<std::string, std::string>, Cuanto> todos;  // by serial number and lot
    for (auto const& e : esperados)
        if (e.productoId == producto) todos[{e.serie.valor(), e.lote.valor()}] = {e.cantidad, {}, e.caducidad};
    for (auto const& s : contados.series) todos[{s.valor(), ""}].contado = Cantidad::de_entero(1);
    for (auto const& l : contados.lotes) {
        auto& suyo = todos[{"", l.lote.valor()}];
        suyo.contado = l.cantidad;
        if (l.caducidad) suyo.caducidad = l.caducidad;
    }
    Comparado c;
    for (auto const& [cual, q] : todos) {
        auto const parte = comparar(q.esperado, q.contado);
        poner(c.hay, cual.first, cual.second, {}, parte.hay.cantidad);
        poner(c.falta, cual.first, cual.second, {}, parte.falta.cantidad);
        poner(c.sobra, cual.first, cual.second, q.caducidad, parte.sobra.cantidad);
    }
    return c;
}

}  // namespace gestor::ruta
