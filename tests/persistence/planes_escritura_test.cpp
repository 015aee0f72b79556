// A write reads the rows that it names, not all rows of its organization. A statement has one plan for all values
// (persistence/session.cpp), so the plan must suit the one large company among thousands of small ones, for which the
// planner expects a handful of rows.
#include <boost/test/unit_test.hpp>
#include <map>

#include "domain/archivos/consultas.hpp"
#include "domain/archivos/consultas_validar.hpp"
#include "domain/bancos/egresos/consultas.hpp"
#include "domain/bancos/no_monetarios/consultas.hpp"
#include "domain/bancos/solicitudes/consultas.hpp"
#include "domain/bancos/traspasos/consultas.hpp"
#include "domain/cartera/consultas_incobrables.hpp"
#include "domain/compras/consultas_compras.hpp"
#include "domain/comun/consultas_tareas.hpp"
#include "domain/comun/maestras.hpp"
#include "domain/contabilidad/cuentas/consultas.hpp"
#include "domain/contabilidad/polizas/consultas.hpp"
#include "domain/contactos/consultas.hpp"
#include "domain/importar/consultas.hpp"
#include "domain/inventario/consultas_conteos.hpp"
#include "domain/motor/captura/consultas_resolver.hpp"
#include "domain/motor/escritura/consultas_cancelar.hpp"
#include "domain/motor/escritura/consultas_motor.hpp"
#include "domain/motor/mercancia/consultas_rastro.hpp"
#include "domain/motor/tipo/recorte.hpp"
#include "domain/precios/consultas.hpp"
#include "domain/productos/consultas.hpp"
#include "domain/ruta/consultas_escrituras.hpp"
#include "domain/ruta/consultas_guardias.hpp"
#include "domain/servicio/consultas_ordenes.hpp"
#include "domain/ventas/consultas_devoluciones.hpp"
#include "domain/ventas/consultas_documentos.hpp"
#include "domain/viajes/consultas.hpp"
#include "domain/viajes/consultas_facturas.hpp"
#include "tests/persistence/planes.hpp"

BOOST_AUTO_TEST_SUITE(planes_escritura_test)

using namespace gestor;
using namespace gestor::prueba;

namespace {

using BaseChica = ConBase<300>;

// Makes organization 1 far larger than the planner expects: copies of one row of each table, under other keys.
void una_grande_entre_miles() {
    poder_multiplicar();
    Base::la().ejecutar(R"(
        SET session_replication_role = replica;
        SELECT multiplicar('transaccion', $$'transaccion_id', i, 'numero', i, 'referencia_externa', 'R' || i$$);
        SELECT multiplicar('partida', $$'transaccion_id', i, 'numero_partida', 1, 'origen_id', CASE WHEN i % 2 = 0 THEN i - 1 END, 'numero_partida_origen', 1$$);
        SELECT multiplicar('aplicacion', $$'aplicacion_id', i, 'fuente_id', i, 'destino_id', i - 1, 'fecha_reversa', NULL$$);
        SELECT multiplicar('movimiento_banco', $$'transaccion_id', i$$);
        SELECT multiplicar('documento', $$'transaccion_id', i$$);
        SELECT multiplicar('producto', $$'producto_id', i, 'codigo', 'G' || i, 'numero_parte', '', 'codigo_barras', '', 'referencia_externa', 'R' || i$$);
        SELECT multiplicar('contacto', $$'contacto_id', i, 'codigo', 'G' || i, 'rfc', 'G' || i || '0123', 'curp', '', 'referencia_externa', 'R' || i$$);
        SELECT multiplicar(t, format('%L, i, ''clave'', ''G'' || i', k)) FROM (VALUES
            ('proyecto', 'proyecto_id'), ('clasificador_costo', 'clasificador_costo_id'), ('vendedor', 'vendedor_id'),
            ('concepto', 'concepto_id'), ('unidad_medida', 'unidad_medida_id'), ('personal_servicio', 'personal_servicio_id'),
            ('linea_canal', 'linea_canal_id'), ('addenda', 'addenda_id'), ('agrupador_servicio', 'agrupador_servicio_id'),
            ('clasificacion_contacto', 'clasificacion_id'), ('clasificacion_producto', 'clasificacion_id')) x (t, k);
        SELECT multiplicar('cuenta_contable', $$'cuenta_contable_id', i, 'codigo', i::text, 'clave', ''$$);
        SELECT multiplicar('usuario', $$'usuario_id', i, 'usuario', 'g' || i$$);
        SELECT multiplicar('promocion_cruzada', $$'promocion_id', i, 'nombre', 'G' || i$$);
        SELECT multiplicar('existencia', $$'almacen_id', 1, 'producto_id', i, 'cantidad', 100, 'valor', 1000, 'apartado', 5$$);
        SELECT multiplicar('capa', $$'capa_id', i, 'almacen_id', 1, 'producto_id', i, 'transaccion_id', i, 'cantidad', 100,
                                     'restante', 100, 'costo', 1000, 'valor', 1000$$);
        SELECT multiplicar('movimiento_inventario', $$'movimiento_id', i, 'transaccion_id', i, 'numero_partida', 1, 'capa_id', i,
                                                      'almacen_id', 1, 'producto_id', i$$);
        INSERT INTO movimiento_transito SELECT *, transaccion_id, 1 FROM movimiento_inventario WHERE movimiento_id > 10000000;
        INSERT INTO mercancia_perdida SELECT organizacion_id, movimiento_id, transaccion_id, 1, producto_id, 1, 1 FROM movimiento_inventario WHERE movimiento_id > 10000000;
        SELECT multiplicar('poliza', $$'poliza_id', i, 'transaccion_id', i, 'reversa_de', NULL, 'numero', i$$);
        SELECT multiplicar('poliza_movimiento', $$'poliza_id', i$$);
        INSERT INTO apartado SELECT 1, i, 1, i, 1, 5, 5 FROM generate_series(10000001, 10020000) i;
        INSERT INTO relacion SELECT 1, i - 1, i, 'Credito' FROM generate_series(10000001, 10020000) i;
        INSERT INTO retencion SELECT 1, i, 1, '002', '', 0.04, 100, 4, 4 FROM generate_series(10000001, 10020000) i;
        SELECT multiplicar('contrato', $$'contrato_id', i, 'folio', 'G' || i$$);
        SELECT multiplicar('ruta', $$'ruta_id', i, 'clave', 'G' || i, 'almacen_id', NULL$$);
        SELECT multiplicar('orden_servicio', $$'transaccion_id', i$$);
        SELECT multiplicar('conteo', $$'conteo_id', i$$);
        SELECT multiplicar('conteo_partida', $$'conteo_id', i, 'movido', NULL, 'contado', NULL$$);
        SELECT multiplicar('orden_trabajo', $$'transaccion_id', i, 'orden_servicio_id', i - 1, 'personal_servicio_id', i$$);
        UPDATE transaccion SET obj_id = 20 WHERE organizacion_id = 1 AND transaccion_id IN (10000005, 10000006);
        INSERT INTO orden_trabajo_accion (organizacion_id, transaccion_id, consecutivo, accion, fecha)
        SELECT 1, i, 1, 'Iniciar', '2026-01-01' FROM generate_series(10000001, 10020000) i;
        INSERT INTO compra (organizacion_id, transaccion_id, folio_proveedor) SELECT 1, i, 'F' || i FROM generate_series(10000001, 10020000) i;
        INSERT INTO archivo (organizacion_id, archivo_id, transaccion_id, nombre, extension, tipo, tipo_contenido, tamano, hash, fecha)
        OVERRIDING SYSTEM VALUE SELECT 1, i, i, 'x', 'txt', 'Otro', 'text/plain', 1, sha256('x'), '2026-01-01' FROM generate_series(10000001, 10020000) i;
        INSERT INTO devolucion_ruta (organizacion_id, transaccion_id, ruta_id, ruta, almacen_destino_id, tipo_operacion)
        SELECT 1, i, i, 'x', 1, 'Mixta' FROM generate_series(10000001, 10020000) i;
        INSERT INTO devolucion_ruta_partida (organizacion_id, transaccion_id, numero_partida, es_envase, producto_id, codigo,
                                             descripcion, existencia, conteo, costo_unitario)
        SELECT 1, i, 1, false, i, 'x', 'x', 1, 1, 1 FROM generate_series(10000001, 10020000) i;
        INSERT INTO liquidacion_ruta (organizacion_id, transaccion_id, ruta_id, ruta, fecha_liquidacion)
        SELECT 1, i, i, 'x', '2020-01-01' FROM generate_series(10000001, 10020000) i;
        INSERT INTO liquidacion_ruta_partida (organizacion_id, transaccion_id, producto_id, codigo, descripcion, carga, recarga,
                                              venta, devolucion, conteo, costo_unitario, importe_diferencia)
        SELECT 1, i, i, 'x', 'x', 1, 0, 0, 0, 1, 1, 0 FROM generate_series(10000001, 10020000) i;
        INSERT INTO existencia_serie SELECT 1, i, 'S' || i, 1, i FROM generate_series(10000001, 10020000) i;
        INSERT INTO existencia_lote SELECT 1, 1, i, 'L' || i, NULL, 100 FROM generate_series(10000001, 10020000) i;
        INSERT INTO trabajo (organizacion_id, trabajo_id, tipo, datos, intentos) OVERRIDING SYSTEM VALUE
        SELECT 1, i, 'x', '{}', 1 FROM generate_series(10000001, 10020000) i;
        GRANT INSERT, DELETE ON concepto_cuenta, concepto_contacto, promocion_sucursal TO gestor_app;  -- as who imports
        ANALYZE)");
}

struct Fila {
    std::string_view nombre, sql;
};
#define SENTENCIA(nombre)    \
    Fila {                   \
#nombre, sql::nombre \
    }
constexpr Fila sentencias[] = {
    SENTENCIA(contexto),
    SENTENCIA(lineas_resolver),
    SENTENCIA(lineas_guardadas),
    SENTENCIA(componentes),
    SENTENCIA(existen_documentos),
    SENTENCIA(credito_usado),
    SENTENCIA(existencias_mover),
    SENTENCIA(existencias_bloquear),
    SENTENCIA(capas_abiertas),
    SENTENCIA(movimientos_posteriores),
    SENTENCIA(series_en_almacen),
    SENTENCIA(lotes_en_almacen),
    SENTENCIA(en_camino),
    SENTENCIA(recepciones_vigentes),
    SENTENCIA(recepcion_origen),
    SENTENCIA(apartados_soltar),
    SENTENCIA(apartados_tomar),
    SENTENCIA(movimientos_guardar),
    SENTENCIA(saldos_mover),
    SENTENCIA(avances_mover),
    SENTENCIA(documento_cancelar),
    SENTENCIA(aplicaciones_revertir),
    SENTENCIA(documentos_bloquear),
    SENTENCIA(aplicaciones_guardar),
    SENTENCIA(aplicaciones_activas),
    SENTENCIA(retenciones_vivas),
    SENTENCIA(partes_retenidas),
    SENTENCIA(momento),
    SENTENCIA(cancelar_alcance),
    SENTENCIA(cotizaciones_libres),
    SENTENCIA(cancelacion_pedida),
    SENTENCIA(motivo_pedido),
    SENTENCIA(timbrado_mover),
    SENTENCIA(movimientos_guardados),
    SENTENCIA(capas_seguir),
    SENTENCIA(capas_consumos),
    SENTENCIA(regresos_de_salidas),
    SENTENCIA(costos_agregados),
    SENTENCIA(costos_de_perdidas),
    SENTENCIA(costos_regresados),
    SENTENCIA(costos_guardados),
    SENTENCIA(en_camino_de_capas),
    SENTENCIA(revaluacion_movimiento),
    SENTENCIA(uuid_registrado),
    SENTENCIA(recibido_facturado),
    SENTENCIA(recibido_de_orden),
    SENTENCIA(proveedor_de_rfc),
    SENTENCIA(productos_del_cfdi),
    SENTENCIA(credito_del_documento),
    SENTENCIA(almacenes_de_documentos),
    SENTENCIA(capas_de_documentos),
    SENTENCIA(mercancia_comprada),
    SENTENCIA(bloqueos_de_compra),
    SENTENCIA(apartados_guardados),
    SENTENCIA(avances_guardados),
    SENTENCIA(polizas_guardadas),
    SENTENCIA(polizas_guardar),
    SENTENCIA(poliza_nueva),
    SENTENCIA(poliza_resolver),
    SENTENCIA(poliza_guardada),
    SENTENCIA(poliza_propia),
    SENTENCIA(poliza_propia_lineas),
    SENTENCIA(poliza_como_nueva),
    SENTENCIA(facturas_afectadas),
    SENTENCIA(conceptos_directos),
    SENTENCIA(beneficiario_conocido),
    SENTENCIA(retenido_por_enterar),
    SENTENCIA(enterado_despues),
    SENTENCIA(proyectos_ausentes),
    SENTENCIA(clasificadores_ausentes),
    SENTENCIA(cheque_tomar),
    SENTENCIA(tipo_no_monetario),
    SENTENCIA(por_cobrar_de),
    SENTENCIA(incobrables_de),
    SENTENCIA(cuentas_propias),
    SENTENCIA(otra_mitad),
    SENTENCIA(pagado_con_anticipo),
    SENTENCIA(apartado_por_solicitudes),
    SENTENCIA(solicitud_documentos),
    SENTENCIA(moneda_de_documento),
    SENTENCIA(facultad),
    SENTENCIA(autorizacion_anotar),
    SENTENCIA(solicitudes_de_documento),
    SENTENCIA(por_devolver),
    SENTENCIA(devolucion_origen),
    SENTENCIA(devolucion_lineas),
    SENTENCIA(devolucion_impuestos),
    SENTENCIA(identificados_de_documentos),
    SENTENCIA(identificados_devueltos),
    SENTENCIA(devolucion_familias),
    SENTENCIA(devolucion_salidas),
    SENTENCIA(perdidas_guardar),
    SENTENCIA(notas_por_facturar),
    SENTENCIA(forma_de_las_notas),
    SENTENCIA(archivo_nuevo),
    SENTENCIA(archivo_por_hash),
    SENTENCIA(documento_de_cfdi),
    SENTENCIA(documentos_de_cfdi),
    SENTENCIA(evidencia_nueva),
    SENTENCIA(cliente_por_rfc),
    SENTENCIA(bloqueos_de_venta),
    SENTENCIA(pagos_propios),
    SENTENCIA(producto_por_referencia),
    SENTENCIA(contacto_con_referencia),
    SENTENCIA(contacto_con_rfc),
    SENTENCIA(contacto_ambos),
    SENTENCIA(contacto_completar),
    SENTENCIA(expediente_de_booking),
    SENTENCIA(expediente_por_id),
    SENTENCIA(gastos_registrados),
    SENTENCIA(claves_de_lineas),
    SENTENCIA(factura_repetida),
    SENTENCIA(servicios_repetidos),
    SENTENCIA(expediente_cargar),
    SENTENCIA(terceros_guardar),
    SENTENCIA(proveedores_de_servicios),
    SENTENCIA(forma_clave),
    SENTENCIA(servicios_guardar),
    SENTENCIA(egresos_registrados),
    SENTENCIA(cuentas_faltan),
    SENTENCIA(cuentas_poner),
    SENTENCIA(contactos_faltan),
    SENTENCIA(contactos_poner),
    SENTENCIA(sucursales_faltan),
    SENTENCIA(promocion_sucursales_poner),
    SENTENCIA(usuario_de),
    SENTENCIA(promocion_de),
    SENTENCIA(cuenta_contable_de),
    SENTENCIA(parametro_leer),
    SENTENCIA(pagos_resolver),
    SENTENCIA(componentes_fallas),
    SENTENCIA(componentes_guardar),
    SENTENCIA(lineas_identificados),
    SENTENCIA(encabezado_reescribir),
    SENTENCIA(orden_nombrados),
    SENTENCIA(conteo_almacen),
    SENTENCIA(conteo_bloquear),
    SENTENCIA(conteo_productos),
    SENTENCIA(conteo_dar_por_faltante),
    SENTENCIA(conteo_diferencias),
    SENTENCIA(trabajos_nombrados),
    SENTENCIA(orden_guardada),
    SENTENCIA(trabajos_guardados),
    SENTENCIA(trabajos_sin_terminar),
    SENTENCIA(orden_por_cerrar),
    SENTENCIA(orden_tiene_partidas),
    SENTENCIA(orden_por_cobrar_otra_vez),
    SENTENCIA(trabajo_guardado),
    SENTENCIA(trabajo_ultima_accion),
    SENTENCIA(trabajos_encimados),
    SENTENCIA(orden_cerrar),
    SENTENCIA(trabajos_seguir),
    SENTENCIA(trabajo_modificar),
    SENTENCIA(trabajo_anotar),
    SENTENCIA(ruta_liquidada),
    SENTENCIA(ruta_liquidada_desde),
    SENTENCIA(esta_liquidado),
    SENTENCIA(ruta_camion),
    SENTENCIA(ruta_poner_dias),
    SENTENCIA(ruta_poner_vendedor),
    SENTENCIA(ruta_sin_liquidar),
    SENTENCIA(ruta_con_camion),
    SENTENCIA(ruta_cargada),
    SENTENCIA(ruta_destino),
    SENTENCIA(devolucion_contar),
    SENTENCIA(devolucion_por_aplicar),
    SENTENCIA(devolucion_por_regresar),
    SENTENCIA(liquidacion_bloquear),
    SENTENCIA(liquidacion_efectivo),
    SENTENCIA(liquidacion_por_validar),
    SENTENCIA(liquidacion_conceptos),
    SENTENCIA(liquidacion_gastos_ajenos),
    SENTENCIA(liquidacion_devoluciones_pendientes),
    SENTENCIA(liquidacion_guardar),
    SENTENCIA(liquidacion_valuar),
    SENTENCIA(liquidacion_anotar),
    SENTENCIA(validacion_guardar),
    SENTENCIA(documento_validado),
    SENTENCIA(documento_verificar),
    SENTENCIA(tareas_nuevas),
    SENTENCIA(tarea_terminada),
    SENTENCIA(tarea_fallida),
    SENTENCIA(tarea_vencida),
    SENTENCIA(tarea_devuelta),
    SENTENCIA(liquidacion_dias_anteriores),
    SENTENCIA(camion_identificados),
};
#undef SENTENCIA
constexpr Maestra maestras[] = {maestra::proyecto,
                                maestra::contacto,
                                maestra::vendedor,
                                maestra::linea_canal,
                                maestra::lista_precios,
                                maestra::addenda,
                                maestra::clasificacion_contacto,
                                maestra::unidad_medida,
                                maestra::organizacion_moneda,
                                maestra::personal_servicio,
                                maestra::agrupador_servicio,
                                maestra::clasificador_costo,
                                maestra::sucursal,
                                maestra::producto,
                                maestra::clasificacion_producto};

}  // namespace

BOOST_AUTO_TEST_SUITE(con_datos, *boost::unit_test::fixture<BaseChica>())

BOOST_AUTO_TEST_CASE(a_write_reads_the_rows_that_it_names) {
    una_grande_entre_miles();
    poder_explicar();
    std::map<std::string, std::optional<std::string>> valores{
        {"organizacionId", "1"},
        {"usuarioId", "1"},
        {"sesionSucursalId", "1"},
        {"transaccionId", "10000005"},
        {"documentoId", "10000007"},
        {"ids", "{10000005,10000007}"},
        {"validacion", "Válido"},
        {"tareaId", "10000005"},
        {"tareas", R"([{"tipo": "x", "clave": "y", "plazo": 1, "datos": {}}])"},
        {"intentos", "1"},
        {"segundos", "30"},
        {"error", "x"},
        {"productos", "{10000005,10000007}"},
        {"hasta", "2026-01-02"},
        {"movimientos", "{10000005,10000007}"},
        {"kits", "{10000005,10000007}"},
        {"textos", R"(["10000005"])"},
        {"series", R"(["S10000005"])"},
        {"llaves", R"([{"a": 1, "p": 10000005}, {"a": 1, "p": 10000007}])"},
        {"filas", R"([{"productoId": 10000005, "cantidad": 1}, {"codigo": "G10000007", "cantidad": 1}])"},
        {"CambioSaldo_transaccionId", "{10000005}"},
        {"CambioSaldo_cambio", "{0}"},
        {"CambioSaldo_estado", "{Pendiente}"},
        {"CambioSaldo_pendiente", "{NULL}"},
        {"CambioSaldo_pendienteMxn", "{NULL}"},
        {"CambioSaldo_tramo", "{NULL}"},
        {"CambioSaldo_tramoNumero", "{1}"},
        {"Avance_transaccionId", "{10000005}"},
        {"Avance_numeroPartida", "{1}"},
        {"Avance_surtida", "{0}"},
        {"Avance_facturada", "{0}"},
        {"Avance_devuelta", "{0}"},
        {"Reserva_transaccionId", "{10000005}"},
        {"Reserva_numeroPartida", "{1}"},
        {"Reserva_productoId", "{10000005}"},
        {"Reserva_almacenId", "{1}"},
        {"Reserva_cantidad", "{-1}"},
        {"CambioExistencia_almacenId", "{1,1}"},
        {"CambioExistencia_productoId", "{10000005,10000007}"},
        {"CambioExistencia_cantidad", "{-1,0}"},
        {"CambioExistencia_valor", "{-1,0}"},
        {"CambioExistencia_apartado", "{0,1}"},
        {"CambioExistencia_enTransito", "{0,1}"},
        {"MovimientoGuardado_numeroPartida", "{1,1}"},
        {"MovimientoGuardado_almacenId", "{1,1}"},
        {"MovimientoGuardado_productoId", "{10000005,10000007}"},
        {"MovimientoGuardado_capaId", "{10000005,10000007}"},
        {"MovimientoGuardado_capaFecha", "{2026-01-01,2026-01-01}"},
        {"MovimientoGuardado_capaOrigenId", "{NULL,NULL}"},
        {"MovimientoGuardado_cantidad", "{-1,1}"},
        {"MovimientoGuardado_valor", "{-1,1}"},
        {"MovimientoGuardado_valorCapa", "{-1,1}"},
        {"MovimientoGuardado_serie", R"({S10000005,""})"},
        {"MovimientoGuardado_lote", R"({L10000005,""})"},
        {"MovimientoGuardado_caducidad", "{NULL,NULL}"},
        {"MovimientoGuardado_transito", "{false,true}"},
        {"MovimientoGuardado_envioId", "{NULL,10000007}"},
        {"MovimientoGuardado_partidaEnvio", "{0,1}"},
        {"MovimientoGuardado_nueva", "{false,false}"},
        {"aplicaciones",
         R"j([{"fuenteId": 10000005, "destinoId": 10000007, "fecha": "2026-01-01", "tipo": "Cobro", "importeFuente": 1,
                              "importeDestino": 1, "tipoCambio": 1, "cubetas": "(0,0,0,0,1,0,0,0,0,0,0)", "pesos": "(0,0,0,0,1,0,0,0,0,0,0)",
                              "flujo": "(0,0,0,0,1,0,0,0,0,0,0)", "fuentePesos": "", "tramo": 1, "numeroPartida": 0, "notas": ""}])j"},
        {"polizas",
         R"([{"tipo": "Diario", "reversaDe": 0, "transaccionId": 10000005, "fecha": "2026-01-01",
                         "lineas": [{"clave": "CLIENTES", "cuentaId": 0, "debe": 1, "haber": 0},
                                    {"clave": "CAJA", "cuentaId": 0, "debe": 0, "haber": 1}]}])"},
        {"partidas",
         R"([{"cuenta": "10000005", "cuentaId": null, "sucursalId": 1, "proyectoId": 10000005, "clasificadorCostoId": 10000007,
                          "contactoId": 10000005}, {"cuenta": "", "cuentaId": 10000007, "sucursalId": 0}])"},
        {"objIds", "{1,13}"},
        {"extension", "txt"},
        {"tipo", "Otro"},
        {"tipoContenido", "text/plain"},
        {"tamano", "1"},
        {"hash", "0000000000000000000000000000000000000000000000000000000000000000"},
        {"urlBase", "x"},
        {"ahora", "2026-11-18 12:00:00+00"},
        {"total", "116"},
        {"folio", "F10000005"},
        {"generico", "false"},
        {"archivoId", "10000005"},
        {"clase", "Foto"},
        {"polizaId", "10000005"},
        {"conteoId", "10000005"},
        {"fecha", "2026-01-01"},
        {"dia", "2020-01-01"},
        {"piezas", "{1,2}"},
        {"capas", "{10000005,10000007}"},
        {"desde", "{1,1}"},
        {"uuid", "00000000-0000-4000-8000-000010000005"},
        {"origenes", "{10000005,10000007}"},
        {"heredaId", "10000005"},
        {"deudas", "{1,2,24}"},
        {"conocido", "false"},
        {"reversa", "false"},
        {"motivo", "x"},
        {"rfc", "G100000050123"},
        {"codigos", R"([{"codigo": "G10000007"}])"},
        {"referenciaExterna", "R10000005"},
        {"entidadId", "1"},
        {"booking", "R10000005"},
        {"expedienteId", "10000005"},
        {"lineas",
         R"([{"claveServicio": "90121502", "esTercero": true, "rfcTercero": "AAA010101AAA", "nombreTercero": "x",
                          "regimenFiscalTercero": "601", "codigoPostalTercero": "64000"}])"},
        {"servicios",
         R"([{"tipo": "Hotel", "proveedorId": 10000005, "descripcion": "", "fechaInicio": "", "fechaFin": "", "tarifa": 1,
                          "impuestosAereos": 0, "comision": 0}])"},
        {"facturaId", "10000005"},
        {"monedaServicio", "1"},
        {"formaPagoId", "1"},
        {"localizador", "X"},
        {"fechaInicioViaje", "2026-01-01"},
        {"fechaFinViaje", "2026-01-02"},
        {"pasajeros", "[]"},
        {"uuid", "5C7B0622-01B4-4EB8-96D0-E0DEBD89FF0F"},
        {"fechaTimbrado", "2025-06-01T10:00:00"},
        {"rfcEmisor", "EKU9003173C9"},
        {"rfcReceptor", "URE180429TM6"},
        {"objId", "1"},
        {"clienteId", "10000005"},
        {"contactoId", "10000005"},
        {"contraparteId", "10000005"},
        {"propio", "10000001"},
        {"origenId", "10000005"},
        {"codigo", "G10000005"},
        {"contactos", "{Cliente,Ambos}"},
        {"origen", ""},
        {"estado", "Cancelado"},
        {"tipoConcepto", "Venta"},
        {"cuentasPorTasa", "VENTAS%"},
        {"publico", "false"},
        {"sucursalId", "1"},
        {"almacenId", "1"},
        {"proyectoId", "1"},
        {"centroCostoId", "1"},
        {"vendedorId", "1"},
        {"monedaId", "1"},
        {"listaPreciosId", "1"},
        {"moneda", "MXN"},
        {"serie", "X"},
        {"tipoCambio", "1"},
        {"id", "10000009"},
        {"clave", "g10000005"},
        {"nombre", "G10000005"},
        {"valores", "{G10000005,g10000007}"},
        {"conceptos", "{10000005,10000007}"},
        {"tipos", "{Egreso,Gasto}"},
        {"objetos", "{1,2}"},
        {"sinObjetos", "false"},
        {"salvo", "0"},
        {"notas", "x"},
        {"cuentaDefecto", "GASTO"},
        {"cuentaId", "1"},
        {"cuentas", "{10000005,10000007}"},
        {"numero", "7"},
        {"sale", "false"},
        {"contratoId", "10000005"},
        {"agrupadorServicioId", "10000005"},
        {"personalServicioId", "10000005"},
        {"rutaId", "10000005"},
        {"regimenFiscal", "601"},
        {"codigoPostal", "64000"},
        {"usoCFDI", "G03"},
        {"trabajos", R"([{"personalServicioId": 10000005, "vendedorId": 10000007}])"},
        {"personalServicio", "x"},
        {"fechaProgramada", "2026-01-01"},
        {"descripcion", "x"},
        {"contacto", "x"},
        {"palabras", "x"},
        {"consecutivo", "7"},
        {"accion", "Pausar"},
        {"latitud", "1"},
        {"longitud", "1"},
        {"resultado", "x"},
        {"solucion", "x"},
        {"almacenes", "{1}"},
        {"dinero", "true"},
        {"dias", R"(["Lunes"])"},
        {"conteo", R"([{"productoId": 10000005, "conteo": 1}])"},
        {"perdidas",
         R"([{"numeroPartida": 1, "productoId": 10000005, "serie": "", "lote": "", "cantidad": 1, "valor": 1}])"},
        {"cifras",
         R"({"cargaInicial": 1, "recargas": 1, "ventasContado": 1, "ventasCredito": 1, "cobranza": 1, "devoluciones": 1, "gastos": 1,
                       "efectivoEsperado": 1, "efectivoEntregado": 1, "faltanteMercancia": 1, "sobranteMercancia": 1})"},
        {"CabeceraNueva_transaccionId", "10000005"},
        {"CabeceraNueva_contactoId", "10000005"},
        {"CabeceraNueva_contacto", "x"},
        {"CabeceraNueva_rfc", "x"},
        {"CabeceraNueva_vendedorId", "10000005"},
        {"CabeceraNueva_proyectoId", "10000005"},
        {"CabeceraNueva_centroCostoId", "10000005"},
        {"CabeceraNueva_notas", "x"},
        {"CabeceraNueva_referenciaExterna", "x"},
        {"CabeceraNueva_palabras", "x"},
        {"pagos", R"([{"formaPagoId": 1, "cuentaId": 10000005}, {"formaPagoId": 1}])"}};
    AdminConnection db(Base::la().app());
    db.script("SET enable_seqscan = off");  // as in a session that writes
    // As most documents ask: without the parts that the request does not need.
    std::pair<std::string_view, std::string> const recortadas[] = {
        {"contexto", recortada(sql::contexto, {{"contexto_deudor", ""},
                                               {"contexto_contraparte", sql::contraparte_por_id},
                                               {"contexto_lista", sql::sin_lista},
                                               {"contexto_cambio", sql::sin_cambio},
                                               {"contexto_repetida", sql::sin_repetida},
                                               {"contexto_origen", sql::sin_origen}})},
        {"lineas_resolver", recortada(sql::lineas_resolver, {{"lineas_estimulo", sql::sin_estimulo},
                                                             {"lineas_concepto", sql::sin_concepto},
                                                             {"lineas_unidad", sql::unidad_del_producto},
                                                             {"lineas_destino", sql::sin_destino},
                                                             {"lineas_precio", sql::sin_precio}})},
        {"movimientos_guardar", recortada(sql::movimientos_guardar, {{"movimientos_capas", ""},
                                                                     {"movimientos_series", ""},
                                                                     {"movimientos_lotes", ""},
                                                                     {"movimientos_camino", ""}})},
    };
    auto const medir = [&](std::string_view como) {
        auto const uno = [&](std::string_view nombre, std::string_view sql) {
            BOOST_TEST_CONTEXT(nombre << " " << como) {
                db.script("BEGIN");
                auto const texto = plan_de(db, sql, true, valores);
                db.script("ROLLBACK");
                auto const mayor = filas_del_mayor_paso(texto);
                BOOST_CHECK_MESSAGE(mayor <= 500, mayor << " rows:\n" << texto);
            }
        };
        for (auto const& f : sentencias) uno(f.nombre, f.sql);
        for (auto const& m : maestras) uno(m.tabla, m.id_de_clave());
        for (auto const& [nombre, sql] : recortadas) uno(nombre, sql);
    };
    medir("by id");
    // An absent member is looked up by code, or is the default of the user.
    for (auto const* sin : {"contraparteId", "sucursalId", "almacenId", "proyectoId", "centroCostoId", "vendedorId",
                            "monedaId", "listaPreciosId"})
        valores.at(sin) = std::nullopt;
    valores.at("sesionSucursalId") = "0";
    valores.at("filas") = R"([{"codigo": "g10000005", "cantidad": 1}, {"codigo": "G10000007", "cantidad": 1}])";
    medir("by code");
    // The controls: a key that is cast where it is compared reaches no index, and a join reads all layers when the
    // average of 5,000 organizations is a handful.
    BOOST_CHECK_GE(filas_del_mayor_paso(plan_de(db, R"(
        SELECT t.folio FROM transaccion t WHERE t.organizacion_id = :organizacionId::bigint
        AND t.transaccion_id IN (SELECT k.id::bigint FROM jsonb_array_elements_text(:textos::jsonb) AS k (id)))",
                                                true, valores)),
                   20'000);
    Base::la().ejecutar("ALTER TABLE capa ALTER organizacion_id SET (n_distinct = 5000); ANALYZE capa");
    BOOST_CHECK_GE(filas_del_mayor_paso(plan_de(db, R"(
        SELECT c.capa_id FROM jsonb_to_recordset(:llaves::jsonb) AS k (a bigint, p bigint)
        JOIN capa c ON c.organizacion_id = :organizacionId::bigint AND c.almacen_id = k.a AND c.producto_id = k.p
             AND c.restante > 0)",
                                                true, valores)),
                   20'000);
    BOOST_CHECK_LE(filas_del_mayor_paso(plan_de(db, sql::capas_abiertas, true, valores)), 500);
    Base::la().ejecutar("ALTER TABLE capa ALTER organizacion_id SET (n_distinct = 1); ANALYZE capa");
}

// Statements that change many prices, on a list without statistics: the planner expects one price. No step may handle
// more than a few times the rows of the request, with a generic plan or with a plan for its values.
BOOST_AUTO_TEST_CASE(many_prices_are_not_compared_each_with_each) {
    constexpr int cuantos = 5000;
    Base::la().ejecutar(R"(
        INSERT INTO lista_precios (organizacion_id, clave, nombre, moneda_id) VALUES (1, 'PLAN', 'Plan', 1);
        INSERT INTO producto (organizacion_id, codigo, descripcion, unidad_medida_id, clave_producto_servicio, clave_unidad)
        SELECT 1, 'PLAN' || i, 'Producto', (SELECT min(unidad_medida_id) FROM unidad_medida WHERE organizacion_id = 1), '01010101', 'H87'
        FROM generate_series(1, 5000) i;
        ANALYZE precio, producto;
        INSERT INTO precio (organizacion_id, lista_precios_id, producto_id, unidad_medida_id, precio)
        SELECT 1, l.lista_precios_id, p.producto_id, p.unidad_medida_id, 1 FROM producto p, lista_precios l
        WHERE p.organizacion_id = 1 AND p.codigo LIKE 'PLAN%' AND l.clave = 'PLAN')");
    std::map<std::string, std::string> valores{
        {"organizacionId", "1"},
        {"id", Base::la().valor("SELECT lista_precios_id FROM lista_precios WHERE clave = 'PLAN'")}};
    poder_explicar();
    AdminConnection db(Base::la().app());
    for (auto const* producto : {"'productoId', producto_id", "'codigo', lower(codigo)"}) {
        valores["filas"] = Base::la().valor("SELECT jsonb_agg(jsonb_build_object(" + std::string(producto) +
                                            ", 'precio', 2)) FROM producto WHERE codigo LIKE 'PLAN%'");
        for (auto const sql : {sql::precios_fallas, sql::precios_guardar})
            for (bool const generico : {false, true}) {
                auto const texto = plan_de(db, sql, generico, valores);
                auto const mayor = filas_del_mayor_paso(texto);
                BOOST_CHECK_GE(mayor, cuantos);
                BOOST_CHECK_MESSAGE(mayor <= 10 * cuantos, producto << ": " << mayor << " rows:\n" << texto);
            }
    }
}

BOOST_AUTO_TEST_SUITE_END()
BOOST_AUTO_TEST_SUITE_END()
