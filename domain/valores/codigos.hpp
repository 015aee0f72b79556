#pragma once
// The closed catalogue of error codes. No answer has a code outside this table, and the documentation prints this same
// table.
#include <cstdint>
#include <span>
#include <string_view>

#include "domain/valores/falla.hpp"

namespace gestor {

struct Codigo {
    std::string_view codigo;
    unsigned estado;  // HTTP status; 0 for a code that only appears in errores[].codigo
    std::string_view titulo;
    std::string_view causa;
    std::string_view remedio;
};

std::span<Codigo const> codigos();
Codigo const& codigo_de(std::string_view codigo);  // terminates on a code outside the catalogue

namespace codigo {
// clang-format off
inline constexpr std::string_view
    validacion = "VALIDACION", json_invalido = "JSON_INVALIDO", no_encontrado = "NO_ENCONTRADO",
    estado_invalido = "ESTADO_INVALIDO", referencia_duplicada = "REFERENCIA_DUPLICADA", uuid_duplicado = "UUID_DUPLICADO", retirado = "RETIRADO",
    permiso_denegado = "PERMISO_DENEGADO", no_autenticado = "NO_AUTENTICADO",
    idempotencia_en_conflicto = "IDEMPOTENCIA_EN_CONFLICTO", idempotencia_en_curso = "IDEMPOTENCIA_EN_CURSO",
    precondicion = "PRECONDICION", version_desconocida = "VERSION_DESCONOCIDA",
    error_interno = "ERROR_INTERNO", no_disponible = "NO_DISPONIBLE", demasiadas_solicitudes = "DEMASIADAS_SOLICITUDES",
    ruta_desconocida = "RUTA_DESCONOCIDA", metodo_no_permitido = "METODO_NO_PERMITIDO", tipo_de_contenido = "TIPO_DE_CONTENIDO",
    periodo_cerrado = "PERIODO_CERRADO", tiene_documentos = "TIENE_DOCUMENTOS_RELACIONADOS",
    sucursal_no_resuelta = "SUCURSAL_NO_RESUELTA", concepto_invalido = "CONCEPTO_INVALIDO",
    existencia_insuficiente = "EXISTENCIA_INSUFICIENTE", saldo_insuficiente = "SALDO_INSUFICIENTE",
    limite_credito = "LIMITE_CREDITO", precio_no_definido = "PRECIO_NO_DEFINIDO",
    // the codes of fields are in falla.hpp
    serie_lote_requerido = "SERIE_LOTE_REQUERIDO", serie_lote_invalido = "SERIE_LOTE_INVALIDO";
// clang-format on
}  // namespace codigo

}  // namespace gestor
