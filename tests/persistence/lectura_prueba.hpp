#pragma once
// A read with every shape, over tables made by the test: record, list, list inside a list, plain values, an object that
// may be missing, members that may be left out.
#include "domain/valores/decimal.hpp"
#include "domain/valores/fecha.hpp"
#include "domain/valores/opcion.hpp"
#include "persistence/lectura_compilada.hpp"

namespace gestor {

struct NietaPrueba {
    Id orden;
    Dinero importe;
};
DTO(NietaPrueba, orden, importe)

struct HijaPrueba {
    Id numero;
    Texto<50> nombre;
    std::vector<NietaPrueba> nietas;
    std::vector<Texto<20>> series;
};
DTO(HijaPrueba, numero, nombre, nietas, series)

struct ContratoPrueba {
    Id contratoId;
    Texto<20> folio;
};
DTO(ContratoPrueba, contratoId, folio)

struct RegistroPrueba {
    Id registroId;
    FechaHora fecha;
    Texto<50> nombre;
    std::optional<Dinero> limite;
    std::optional<ContratoPrueba> contrato;
    Booleano activo;
    std::vector<HijaPrueba> hijas;
    Omitible<Texto<20>> accion;
};
DTO(RegistroPrueba, registroId, fecha, nombre, limite, contrato, activo, hijas, accion)

struct FiltroRegistro {
    std::optional<Fecha> desde;
    std::optional<Id> clienteId;
    std::optional<Busqueda> busqueda;
    Defecto<Booleano, "true"> incluirDetalle;
};
DTO(FiltroRegistro, desde, clienteId, busqueda, incluirDetalle)

inline void validar(FiltroRegistro const& f, Fallas& fallas) {
    if (f.clienteId && f.clienteId->valor() == 13) fallas.agregar("clienteId", codigo::rango, "no el trece");
}

struct SinFiltro {
    std::optional<Id> clienteId;
};
DTO(SinFiltro, clienteId)

namespace prueba {

inline constexpr Orden por_fecha[] = {{"r.fecha", "timestamp"}, {"r.registro_id", "bigint"}};
inline constexpr Fuente registros{
    .columnas = R"(r.registro_id AS "registroId", r.fecha, r.nombre, r.limite, r.activo, r.accion)",
    .desde = "registro r",
    .base = "r.organizacion_id = :organizacionId",
    .orden = por_fecha,
    .descendente = true,
};
inline constexpr std::string_view contrato =
    R"(SELECT k.registro_id, c.contrato_id AS "contratoId", c.folio FROM {clave} k JOIN contrato_p c ON c.registro_id = k.registro_id ORDER BY {orden})";
inline constexpr std::string_view hijas =
    R"(SELECT k.registro_id, h.numero, h.nombre FROM {clave} k JOIN hija h ON h.registro_id = k.registro_id ORDER BY {orden}, h.numero)";
inline constexpr std::string_view nietas =
    R"(SELECT k.registro_id, n.numero, n.orden, n.importe FROM {clave} k JOIN nieta n ON n.registro_id = k.registro_id ORDER BY {orden}, n.numero, n.orden)";
inline constexpr std::string_view series =
    R"(SELECT k.registro_id, s.numero, s.serie AS valor FROM {clave} k JOIN serie_p s ON s.registro_id = k.registro_id ORDER BY {orden}, s.numero, s.serie)";

using R = RegistroPrueba;
using F = FiltroRegistro;

inline LecturaCompilada lectura_uno() {
    return LecturaCompilada(
        lectura<R>(registros, lista<&R::contrato>(contrato),
                   lista<&R::hijas>(hijas, lista<&HijaPrueba::nietas>(nietas), lista<&HijaPrueba::series>(series))),
        "uno");
}
inline LecturaCompilada lectura_pagina() {
    return LecturaCompilada(
        pagina<R, F>(
            registros, lista<&R::contrato>(contrato),
            lista<&R::hijas>(hijas, lista<&HijaPrueba::nietas>(nietas), lista<&HijaPrueba::series>(series)),
            detalle_si<&F::incluirDetalle>(), filtro<&F::desde>("r.fecha >= :desde::timestamp"),
            filtro<&F::clienteId>("r.cliente_id = :clienteId", "SELECT 1 FROM cliente WHERE cliente_id = :clienteId"),
            filtro_largo<&F::busqueda>("r.nombre LIKE :busqueda OR r.nombre = :busqueda")),
        "pag");
}
// Reads of a record and of a page with unbounded lists.
inline LecturaCompilada lectura_uno_larga() {
    return LecturaCompilada(lectura_filtrada<R, SinFiltro>(registros, larga, lista<&R::contrato>(contrato),
                                                           lista<&R::hijas>(hijas, lista<&HijaPrueba::nietas>(nietas),
                                                                            lista<&HijaPrueba::series>(series))),
                            "unl");
}
inline LecturaCompilada lectura_pagina_larga() {
    return LecturaCompilada(
        pagina<R, F>(registros, larga, lista<&R::contrato>(contrato),
                     lista<&R::hijas>(hijas, lista<&HijaPrueba::nietas>(nietas), lista<&HijaPrueba::series>(series)),
                     detalle_si<&F::incluirDetalle>()),
        "pgl");
}
inline constexpr Orden por_nombre[] = {{"c.folio", "text"}, {"c.contrato_id", "integer"}};
inline constexpr Fuente contratos{.columnas = R"(c.contrato_id AS "contratoId", c.folio)",
                                  .desde = "contrato_p c",
                                  .base = "true",
                                  .orden = por_nombre};
inline LecturaCompilada lectura_catalogo() {
    return LecturaCompilada(
        catalogo<ContratoPrueba, SinFiltro>(contratos, filtro<&SinFiltro::clienteId>("c.registro_id = :clienteId")),
        "cat");
}
inline LecturaCompilada lectura_por_texto() {
    return LecturaCompilada(pagina<ContratoPrueba, SinFiltro>(contratos), "txt");
}

inline Parametro con(std::vector<std::pair<std::string, std::string>> pares) {
    return [pares = std::move(pares)](std::string_view nombre) -> std::optional<std::string_view> {
        for (auto const& [n, v] : pares)
            if (n == nombre) return v;
        return std::nullopt;
    };
}

}  // namespace prueba
}  // namespace gestor
