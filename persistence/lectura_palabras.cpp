// Search by words, for a Fuente that has a table of words (schema/0013).
#include <utility>

#include "persistence/lectura_compilada.hpp"

namespace gestor {

// SQL for the keys of the page by the words that can match; null when the words cannot tell. For each word the first
// records in the order of the page are candidates; no match is missing up to `tope`, the last candidate of the word
// that ends first. The keys are the answer when they fill the page or when every word was read to its end. More than 16
// words, or no word with enough letters, give null. The LIMIT in `hallado` keeps the lookup by key, one candidate after
// another until the page is full.
std::string LecturaCompilada::por_palabras(SolicitudLectura const& s, FiltroDeclarado const& filtro) const {
    auto const& f = fuente(s);
    auto const id = f.orden.back().columna;
    std::string cursor;
    for (std::size_t i = 0; i < f.orden.size(); ++i)
        cursor += s.por_cursor ? ", :c" + std::to_string(i + 1) + "::" + std::string(f.orden[i].tipo)
                               : std::string(f.orden[i].tipo == "text" ? ", ''" : ", 0");
    std::string sql = R"(
    WITH palabra AS MATERIALIZED (
        SELECT DISTINCT v.palabra FROM {vocabulario} v
        WHERE v.organizacion_id = :organizacionId AND v.palabra LIKE patron_palabra({texto}) LIMIT 17
    ), candidato AS MATERIALIZED (
        SELECT x.* FROM palabra w CROSS JOIN LATERAL {primeros}(:organizacionId, w.palabra{cursor}) x
        WHERE (SELECT count(*) FROM palabra) <= 16
    ), tope AS MATERIALIZED (SELECT {k} FROM candidato k WHERE ultimo ORDER BY {k} LIMIT 1
    ), hallado AS MATERIALIZED (
        SELECT * FROM (
            SELECT k.{clave}
            FROM (SELECT DISTINCT {k} FROM candidato k LEFT JOIN tope t ON true
                  WHERE t.{clave} IS NULL OR ({k}) <= ({t})) k
            CROSS JOIN LATERAL (SELECT {donde} AND {id} = k.{clave} LIMIT 1) x
            ORDER BY {k} LIMIT {maximo}{salto}) q LIMIT :limite)
    SELECT ARRAY(SELECT {clave} FROM hallado)
    WHERE patron_palabra({texto}) IS NOT NULL AND (SELECT count(*) FROM palabra) <= 16
      AND ((SELECT count(*) FROM hallado) = :limite OR NOT EXISTS (SELECT FROM tope)))";
    std::pair<std::string_view, std::string> const partes[] = {
        {"{vocabulario}", std::string(filtro.palabras.vocabulario)},
        {"{primeros}", std::string(filtro.palabras.primeros)},
        {"{texto}", ":" + std::string(filtro.campo)},
        {"{cursor}", cursor},
        {"{k}", orden("k", s)},
        {"{t}", orden("t", s)},
        {"{id}", std::string(id)},
        {"{clave}", std::string(id.substr(id.rfind('.') + 1))},
        {"{donde}", donde(s, false, f.estrecha)},
        {"{maximo}", std::to_string(registros_maximos + 1)},
        {"{salto}", s.con_salto ? " OFFSET :salto" : ""},
    };
    for (auto const& [que, por] : partes)
        for (auto i = sql.find(que); i != std::string::npos; i = sql.find(que, i + por.size()))
            sql.replace(i, que.size(), por);
    return sql;
}

}  // namespace gestor
