#pragma once
// Masters: every table whose records a filter, a body or a file may name.
#include "domain/comun/consultas.hpp"
#include "persistence/maestra.hpp"

namespace gestor::maestra {

inline constexpr Maestra addenda{"addenda", "addenda_id"};
inline constexpr Maestra agrupador_servicio{"agrupador_servicio", "agrupador_servicio_id"};
inline constexpr Maestra almacen{"almacen", "almacen_id"};
inline constexpr Maestra banco{.tabla = "banco", .llave = "banco_id", .global = true};
inline constexpr Maestra clasificacion_contacto{"clasificacion_contacto", "clasificacion_id"};
inline constexpr Maestra clasificacion_producto{"clasificacion_producto", "clasificacion_id"};
inline constexpr Maestra clasificador_costo{"clasificador_costo", "clasificador_costo_id"};
inline constexpr Maestra consumidor_api{"consumidor_api", "consumidor_api_id"};
inline constexpr Maestra contacto{"contacto", "contacto_id", "codigo", "codigo_normalizado"};
inline constexpr Maestra cuenta_bancaria{"cuenta_bancaria", "cuenta_id"};
inline constexpr Maestra cuenta_contable{"cuenta_contable", "cuenta_contable_id", "codigo"};
inline constexpr Maestra forma_pago{"forma_pago", "forma_pago_id"};
inline constexpr Maestra linea_canal{"linea_canal", "linea_canal_id"};
inline constexpr Maestra lista_precios{"lista_precios", "lista_precios_id"};
inline constexpr Maestra moneda{.tabla = "moneda", .llave = "moneda_id", .global = true};
inline constexpr Maestra objeto{.tabla = "objeto", .llave = "obj_id", .global = true};
inline constexpr Maestra organizacion_moneda{"organizacion_moneda", "moneda_id", sql::clave_de_moneda};
inline constexpr Maestra personal_servicio{"personal_servicio", "personal_servicio_id"};
inline constexpr Maestra producto{"producto", "producto_id", "codigo", "codigo_normalizado"};
inline constexpr Maestra proyecto{"proyecto", "proyecto_id"};
inline constexpr Maestra regimen_fiscal{.tabla = "sat_regimen_fiscal", .llave = "clave", .global = true};
inline constexpr Maestra ruta{"ruta", "ruta_id"};
inline constexpr Maestra sucursal{"sucursal", "sucursal_id"};
inline constexpr Maestra transaccion{"transaccion", "transaccion_id"};
inline constexpr Maestra unidad_medida{"unidad_medida", "unidad_medida_id"};
inline constexpr Maestra vendedor{"vendedor", "vendedor_id"};

}  // namespace gestor::maestra
