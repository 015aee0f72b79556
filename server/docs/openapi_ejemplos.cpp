#include "server/docs/openapi_ejemplos.hpp"

#include <string>

namespace gestor {
namespace {

// Identifiers are those of `gestor demo` without --registros, in its first organization. A test sends every one.
// clang-format off
constexpr EjemploPropio propios[] = {
{"POST /api/AgenciaViaje/DocumentosPorIds",     "",   R"([8564, 8568])"},
{"POST /api/AgenciaViaje/RegistrarFactura",     "",   R"({"clienteId": 6, "booking": "BK-78", "notas": "Congreso de marzo", "partidas": [{"descripcion": "Cargo por servicio"}]})"},
{"POST /api/AgenciaViaje/RegistrarFacturaV2",   "",   R"({"clienteId": 6, "booking": "BK-78", "notas": "Congreso de marzo", "partidas": [{"descripcion": "Cargo por servicio"}], "servicios": [{"descripcion": "Tres noches", "comision": 150}]})"},
{"POST /api/AgenciaViaje/RegistrarGasto",       "",   R"({"notas": "Congreso de marzo", "proveedores": [{"rfc": "AAA010101AAA", "nombre": "Hotel del Mar", "conceptoId": 1, "descripcion": "Tres noches", "iva": 32}]})"},
{"POST /api/ArchivoDigital/ValidarArchivo",     "",   R"({"xmlBase64": "PGNmZGk6Q29tcHJvYmFudGUgeG1sbnM6Y2ZkaT0iaHR0cDovL3d3dy5zYXQuZ29iLm14L2NmZC80IiBWZXJzaW9uPSI0LjAiLz4="})"},
{"POST /api/Bancos/AnticipoAgregar",            "",   R"({"cuentaId": 6, "notas": "A cuenta de su próxima compra"})"},
{"POST /api/Bancos/AnticipoProveedorAgregar",   "",   R"({"cuentaId": 6, "proveedorId": 817, "notas": "Para empezar el pedido"})"},
{"POST /api/Bancos/Traspaso",                   "",   R"({"cuentaOrigenId": 6, "cuentaDestinoId": 7})"},
{"POST /api/Bancos/DepositoAgregar",            "",   R"({"cuentaId": 6, "notas": "Pago de la semana"})"},
{"POST /api/Bancos/DepositoAsignar",            "",   R"({"transaccionId": 221, "aplicaciones": [{"transaccionId": 4945}]})"},
{"DELETE /api/Bancos/AsignacionCancelar/{id}/{documentoId}", "900003/900004", ""},
{"DELETE /api/Bancos/DepositoCancelar/{id}",            "5118", ""},
{"POST /api/Bancos/EgresoAgregar",              "",   R"({"cuentaId": 6, "notas": "Gastos del mes", "partidas": [{"conceptoId": 6, "notas": "Honorarios de marzo"}]})"},
{"DELETE /api/Bancos/EgresoCancelar/{id}",              "8562", ""},
{"POST /api/Bancos/PagoNoMonetario",            "",   R"({"contactoId": 7, "notas": "Pagó con herramienta", "cobrar": [{"transaccionId": 5142, "importe": 116}], "almacenId": 1, "partidas": [{"productoId": 1, "cantidad": 2, "precioUnitario": 58, "notas": ""}]})"},
{"DELETE /api/Bancos/PagoNoMonetarioCancelar/{id}",     "8546", R"({"tipo": "Compensacion", "motivo": "No se acordó"})"},
{"POST /api/Seguridad/LoginMcp",                "",   R"({"proveedor": "google", "idToken": "eyJhbGciOiJFUzI1NiIsImtpZCI6InVubyJ9.eyJzdWIiOiJhbmEifQ.c2VsbG8", "codigo": null, "codeVerifier": null, "redirectUri": null, "nonce": null})"},
{"POST /api/SolicitudPago",                     "",   R"({"proveedorId": 821, "notas": "Para el viernes", "documentos": [{"transaccionIdCompra": 8543, "importe": 116}]})"},
{"POST /api/SolicitudPago/V2",                  "",   R"({"notas": "Para el viernes", "partidas": [{"conceptoId": 6, "notas": "Honorarios de marzo"}]})"},
{"PUT /api/SolicitudPago/SolicitudPagoAutorizar/{id}",  "8550", R"({"notas": "Adelante"})"},
{"DELETE /api/SolicitudPago/SolicitudPagoCancelar/{id}", "8532", ""},
{"DELETE /api/Ventas/TransaccionCancelar/{id}",         "5063", ""},
{"DELETE /api/NotaVenta/NotaVentaCancelar/{id}",        "5080", ""},
{"DELETE /api/PedidoCliente/PedidoClienteCancelar/{id}", "8350", ""},
{"POST /api/Proyecto",                          "",   R"({"nombre": "Ampliación norte", "descripcion": "Segunda nave", "fechaFin": "2025-12-31", "presupuesto": 150000})"},
{"PUT /api/Proyecto/{id}",                      "1",  R"({"nombre": "Ampliación sur", "clave": "AMP-2", "descripcion": "Tercera nave", "fechaFin": "2025-12-31", "presupuesto": 175000})"},
{"POST /api/ClasificadoresCosto",               "",   R"({"clave": "CC-3-1", "nombre": "Mantenimiento", "padreId": 3})"},
{"PUT /api/ClasificadoresCosto/{id}",           "9",  R"({"clave": "CC-4-2", "nombre": "Reparto foráneo", "padreId": 4})"},
{"POST /api/Contabilidad/Poliza",               "",   R"({"concepto": "Reclasifica resultados anteriores entre sucursales", "partidas": [{"cuenta": "304.01", "debe": 1500, "sucursalId": 1, "concepto": "De la matriz"}, {"cuenta": "304.01", "haber": 1500, "sucursalId": 2, "concepto": "A la sucursal"}]})"},
{"POST /api/Contabilidad/Poliza/{id}/Copiar",   "900001", R"({"concepto": "Reclasifica resultados anteriores, otra vez"})"},
{"DELETE /api/Contabilidad/Poliza/{id}",                "900002", R"({"motivo": "Era de otra sucursal"})"},
{"POST /api/Contabilidad/Cuentas",              "",   R"({"nombre": "Sueldos y salarios"})"},
{"PUT /api/Contabilidad/Cuentas/{id}",          "1",  R"({"cuenta": null, "nombre": "Efectivo", "codigoAgrupador": "101", "esDetalle": null, "activo": null})"},
{"POST /api/Contabilidad/DeterminacionIva",     "",   R"({"anio": 2025, "mes": 3})"},
{"POST /api/Contabilidad/DeterminacionIva/Devolucion", "", R"({"anio": 2025, "mes": 3, "enDevolucion": true})"},
{"POST /api/Contabilidad/Revaluacion",          "",   R"({"anio": 2024, "mes": 12, "tiposCambio": [{"moneda": "USD", "tipoCambio": 18.5}]})"},
{"POST /api/Contabilidad/Ejercicios/{anio}/Cerrar",             "2025",   R"({"motivo": "Dictaminado"})"},
{"POST /api/Contabilidad/Ejercicios/{anio}/Reabrir",            "2025",   R"({"motivo": "Ajuste de auditoría"})"},
{"POST /api/Contabilidad/Periodos/{anio}/{mes}/Cerrar",         "2025/3", R"({"motivo": "Conciliado y declarado"})"},
{"POST /api/Contabilidad/Periodos/{anio}/{mes}/Reabrir",        "2025/3", R"({"motivo": "Faltó una factura"})"},
{"POST /api/Contactos",                         "",   R"({"codigo": "CLI-001", "domicilio": {"estado": "Nuevo León"}, "codigoPostal": "64000"})"},
{"PUT /api/Contactos/{entidadId}",              "3",  R"({"codigo": null, "rfc": null, "nombre": "FERRETERIA SAN MARTIN", "domicilio": {"estado": "Nuevo León"}, "codigoPostal": "64000", "contactos": null})"},
{"PUT /api/Contactos/PorCodigo/{codigo}",       "C00003", R"({"codigo": null, "rfc": null, "nombre": "SERVICIOS LOS ALAMOS", "domicilio": {"estado": "Nuevo León"}, "codigoPostal": "64000", "contactos": null})"},
{"POST /api/CuentasPorCobrar/Incobrable",       "",   R"({"transaccionId": 4977, "importe": 580, "motivo": "Cerró y no contesta"})"},
{"DELETE /api/CuentasPorCobrar/Incobrable/{id}",        "900002", R"({"motivo": "Apareció y paga"})"},
{"POST /api/Inventario/Movimiento",             "",   R"({"conceptoId": 20, "almacenId": 1, "notas": "Apareció en el conteo", "partidas": [{"productoId": 1, "notas": "En el pasillo 4"}]})"},
{"POST /api/Inventario/Entrega",                "",   R"({"transaccionIdOrigen": 8347})"},
{"POST /api/Inventario/Recepcion",              "",   R"({"transaccionIdOrigen": 8523})"},
{"DELETE /api/Inventario/TransaccionCancelar/{id}",     "900001", ""},
{"POST /api/Inventario/Reempaque",              "",   R"({"almacenId": 1, "notas": "Para la feria", "origen": [{"productoId": 1, "cantidad": 1}], "destino": [{"productoId": 2, "cantidad": 2}]})"},
{"POST /api/Inventario/Conteo",                 "",   R"({"almacenId": 1, "notas": "Fin de mes"})"},
{"POST /api/Inventario/Conteo/{id}/Partidas",   "900001", R"({"partidas": [{"productoId": 1}]})"},
{"POST /api/Inventario/Conteo/{id}/Cerrar",     "900002", R"({"conceptoId": 20, "notas": "Fin de mes"})"},
{"DELETE /api/Inventario/ConteoCancelar/{id}",  "900003", ""},
{"DELETE /api/Inventario/MovimientoCancelar/{id}",      "900005", ""},
{"POST /api/ListaPrecios",                      "",   R"({"clave": "MAYOREO", "nombre": "Mayoreo", "vigenciaFin": "2099-12-31", "sucursales": [1], "precios": [{"productoId": 1, "codigo": null}]})"},
{"PUT /api/ListaPrecios/{id}",                  "1",  R"({"clave": "GENERAL", "nombre": "Lista general", "predeterminada": true, "vigenciaFin": "2099-12-31", "sucursales": [1, 2, 3, 4]})"},
{"PUT /api/ListaPrecios/Precios/{id}",          "1",  R"({"precios": [{"productoId": 1, "codigo": null}]})"},
{"POST /api/Lote",                              "",   R"({"operaciones": [{"id": "cliente", "metodo": "POST", "ruta": "/api/Contactos", "cuerpo": {"tipoContacto": "Cliente", "nombre": "FERRETERIA DEL LAGO", "rfc": "XAXX010101000"}},
    {"id": "pedido", "metodo": "POST", "ruta": "/api/PedidoCliente", "cuerpo": {"clienteId": "$cliente.data.entidadId", "partidas": [{"productoId": 13, "cantidad": 2, "precioUnitario": 1250}]}}]})"},
{"POST /api/Productos",                         "",   R"({"codigo": "MAR-016", "descripcion": "Martillo de uña", "claveProductoServicio": "27112000"})"},
{"PUT /api/Productos/NumeroParte/{id}",         "1",  R"({"numeroParte": "NP-1001-B"})"},
{"POST /api/Productos/AgregarImagenBase64/{id}", "1", R"({"nombre": "frente"})"},
{"POST /api/Productos/AgregarImagen/{id}",      "2",  ""},
{"POST /api/PersonalServicio",                  "",   R"({"clave": "T11", "nombre": "Ana López", "costoHora": 150})"},
{"PUT /api/PersonalServicio/{id}",              "1",  R"({"clave": "T01", "nombre": "Iván Orozco", "costoHora": 160})"},
{"POST /api/OrdenServicio",                     "",   R"({"clienteId": 3, "notas": "Llamar antes de llegar", "partidas": [{"productoId": 1, "descripcion": "Cambio de filtro", "notas": ""}], "ordenesTrabajo": [{"descripcion": "Revisar y cotizar"}]})"},
{"PUT /api/OrdenServicio/{id}",                 "6795", R"({"clienteId": 3, "notas": "Ya se revisó", "partidas": [{"productoId": 1, "descripcion": "Cambio de filtro", "notas": ""}], "ordenesTrabajo": [{"descripcion": "Cambiar el filtro"}]})"},
{"PUT /api/OrdenServicio/OrdenServicioAutorizar/{id}", "6615", ""},
{"PUT /api/OrdenServicio/OrdenServicioCerrar/{id}", "6787", ""},
{"POST /api/Ruta",                              "",   R"({"clave": "RUTA-9", "nombre": "Ruta Poniente", "sucursalId": 1, "vendedorId": 1, "dias": ["Lunes", "Jueves"]})"},
{"PUT /api/Ruta/{id}",                          "1",  R"({"clave": "RUTA-1", "nombre": "Ruta Centro", "sucursalId": 1, "vendedorId": 1, "dias": ["Martes", "Viernes"]})"},
{"POST /api/Ruta/Carga",                        "",   R"({"rutaId": 1, "almacenId": 1, "notas": "Antes de salir", "partidas": [{"productoId": 1, "cantidad": 5, "notas": ""}]})"},
{"POST /api/Ruta/Devoluciones",                 "",   R"({"rutaId": 1, "productos": [{"productoId": 1, "conteo": 2}], "notas": "Lo que no se vendió"})"},
{"POST /api/Ruta/DevolucionAplicar/{id}",       "900102", ""},
{"DELETE /api/Ruta/DevolucionCancelar/{id}",            "900103", ""},
{"POST /api/Ruta/Liquidaciones",                "",   R"({"rutaId": 1, "fechaLiquidacion": "2025-06-02", "notas": "Ruta completa"})"},
{"POST /api/Ruta/LiquidacionValidar/{id}",      "900104", R"({"efectivoEntregado": 120, "aceptarDiferencias": true, "notas": "Entregó de más"})"},
{"DELETE /api/Ruta/LiquidacionCancelar/{id}",           "900105", ""},
{"POST /api/ArchivoDigital/AgregarBase64",      "",   R"({"nombre": "frente", "extension": "png"})"},
{"POST /api/OrdenTrabajo/ArchivoDigital",       "",   R"({"transaccionId": 7114, "nombre": "frente", "extension": "png", "tipo": "Foto"})"},
{"POST /api/OrdenTrabajo/Acciones",             "",   R"({"transaccionId": 7114, "accion": "Iniciar", "notas": "Llegué con el cliente"})"},
{"POST /api/FacturaVenta",                      "",   R"({"clienteId": 6, "partidas": [{"productoId": 13, "precioUnitario": 1250, "notas": ""}]})"},
{"POST /api/FacturaVenta/PorIds",               "",   R"([1])"},
{"POST /api/EscuelaPrivada/ArchivoDigital",     "",   R"({"xmlBase64": "PGNmZGk6Q29tcHJvYmFudGUgeG1sbnM6Y2ZkaT0iaHR0cDovL3d3dy5zYXQuZ29iLm14L2NmZC80IiBWZXJzaW9uPSI0LjAiIFNlcmllPSJGIiBGb2xpbz0iNzciIEZlY2hhPSIyMDI2LTA1LTE1VDEwOjAwOjAwIiBTZWxsbz0icm9ab2NOWjg0NVBySHh3TkJnTkdMQW1nTnIwTW1Bbm1ZR3dPUUFpWW91c0ZLTkgrUmdVZ2haY01HbVYyeFRQQlJJUkcwWWM3WWdZQ3RxNjJIUlhyWmdPUGxEVnpGRGwzY0FzYnVxQk05YnQvTEF2bmlhWUpKWS9kT01wUStJaXM4Uk5DbWlwRmJpdlB0bDZPT294dlNJeU9EVW5YbGxBUXNuZEhNNlJPbHdmS3lxSlg2dzVXZjQyQ2ZDOS9WZzZLZFVwS0IzOFppcnlpeEpUaE9tQ2w0ZTJ3ZXp2ajlXQjk3U1pDcU1DOFNlZWM3UXgrUHFlbDgyZUo0cGJoMnkveVRNNDF5WlBqcUUxY0N2Q0p6ZEd3RWt6cHp0NTZYTnpEOVF3Z05lNHE1NU5jbXRVY0JseGdKRkFoUXpvaDhoZVgraVdrNTZPc1p5V1ZudkdXY1BuTUlRPT0iIEZvcm1hUGFnbz0iMDMiIE5vQ2VydGlmaWNhZG89IjMwMDAxMDAwMDAwNTAwMDA5OTk5IiBDZXJ0aWZpY2Fkbz0iTUlJRFFUQ0NBaW1nQXdJQkFnSVVNekF3TURFd01EQXdNREExTURBd01EazVPVGt3RFFZSktvWklodmNOQVFFTEJRQXdVVEVuTUNVR0ExVUVBd3dlUlZORFZVVk1RU0JMUlUxUVJWSWdWVkpIUVZSRklGTkJJRVJGSUVOV01SVXdFd1lEVlFRdERBeERUazg1T0RBME1UVkxNemt4RHpBTkJnTlZCQXNNQmsxaGRISnBlakFpR0E4eU1ESXdNREV3TVRBd01EQXdNRm9ZRHpJd016QXdNVEF4TURBd01EQXdXakJSTVNjd0pRWURWUVFEREI1RlUwTlZSVXhCSUV0RlRWQkZVaUJWVWtkQlZFVWdVMEVnUkVVZ1ExWXhGVEFUQmdOVkJDME1ERU5PVHprNE1EUXhOVXN6T1RFUE1BMEdBMVVFQ3d3R1RXRjBjbWw2TUlJQklqQU5CZ2txaGtpRzl3MEJBUUVGQUFPQ0FROEFNSUlCQ2dLQ0FRRUF3amd1eWVRREZLNkxZUUd1TjRpUUhBVEI1N2xCZTZ5Ym5OdzlVR1JFcjA3ak9ocE5xYzV4bWhiS2FLWVkrS2hJUHFrcFR1KzZsRldrT0ZmbitzYUJYU3ljSGV4cGRsblBPTlkxN3RXSHo3dXhzaWlpK3gybmc3N0gyYzJGdCtOalRNaHVTa1B0emNHeEM0a3NBVEMxNXhqUHpjR0tycmtmK3p0cjVWWTZVMnVCc3J4RUdIeFJVQWNhUHpsMUhMZXJ2NGZEVW9YcHRKNGl4aHo4eVV6Z0NWazBEMWVIaEwxaUtTWFUrYUdOVVFnQWJjaUE0N05FazU2cGpzS2dOQ2lScldUZENYNG05L0E2NGE3dVgrOVlLamxuLzdycmdSTnhvVlIrNE4xSHRqdXRWVXN2YWhwSm1TaWRxaFcvZHg1WkFYdzdVeVV1R1MvVDBTeWlBOVg3c1FJREFRQUJvdzB3Q3pBSkJnTlZIUk1FQWpBQU1BMEdDU3FHU0liM0RRRUJDd1VBQTRJQkFRQjM1c3JJQ3Z6YmhxUHNXRGttM1FzSEJBR1VCRThMVndoK0pZY0RWZVJwL284UTRyem5idmhLZ001cVcyOTViVEZxM3NVZFVFcWFmY3Q3MExkcTh0Z29kWjlTZUdHU3hRMElMQ0dURHRnNW5vNnZqQkpKOFlDTWswdjBRR3lielVNTlBzZlVGb3BERWVnZ2IzczZOOVQ2elFaRk9XcTE2NEJhNE1XNmVuRHFNNUt1Z0ZnTXN3ajhtOGRYVkJoeGo3OU5jbkYxWS9Ib2lxck5DV1lKS1ZhTW1YUU9GSk9id3g5WDNPakE4U3lJWTNYb2lmK010L1IzVStnWEhHKzkwalFaZVN6MTlDYjNTbnRwaE14UmU1NFBGV095S2VvOEpwdzdSNFc5UGp1RGJBUWs5TnZlbG1TWFE1cS80VWVaV1BBcUlSOENFOWVjRjRzazRXb2lFN1E1IiBTdWJUb3RhbD0iMzUwMC4wMCIgTW9uZWRhPSJNWE4iIFRvdGFsPSIzNTAwLjAwIiBUaXBvRGVDb21wcm9iYW50ZT0iSSIgRXhwb3J0YWNpb249IjAxIiBNZXRvZG9QYWdvPSJQVUUiIEx1Z2FyRXhwZWRpY2lvbj0iNjQwMDAiPjxjZmRpOkVtaXNvciBSZmM9IkNOTzk4MDQxNUszOSIgTm9tYnJlPSJFU0NVRUxBIEtFTVBFUiBVUkdBVEUiIFJlZ2ltZW5GaXNjYWw9IjYwMSIvPjxjZmRpOlJlY2VwdG9yIFJmYz0iQ09TQzgwMDExMzdOQSIgTm9tYnJlPSJDTEFVRElBIE9ST1BFWkEiIERvbWljaWxpb0Zpc2NhbFJlY2VwdG9yPSI2NDAwMCIgUmVnaW1lbkZpc2NhbFJlY2VwdG9yPSI2MDUiIFVzb0NGREk9IkQxMCIvPjxjZmRpOkNvbmNlcHRvcz48Y2ZkaTpDb25jZXB0byBDbGF2ZVByb2RTZXJ2PSI4NjEyMTUwMCIgQ2FudGlkYWQ9IjEiIENsYXZlVW5pZGFkPSJFNDgiIERlc2NyaXBjaW9uPSJDb2xlZ2lhdHVyYSIgVmFsb3JVbml0YXJpbz0iMzUwMCIgSW1wb3J0ZT0iMzUwMC4wMCIgT2JqZXRvSW1wPSIwMiI+PGNmZGk6SW1wdWVzdG9zPjxjZmRpOlRyYXNsYWRvcz48Y2ZkaTpUcmFzbGFkbyBCYXNlPSIzNTAwLjAwIiBJbXB1ZXN0bz0iMDAyIiBUaXBvRmFjdG9yPSJFeGVudG8iLz48L2NmZGk6VHJhc2xhZG9zPjwvY2ZkaTpJbXB1ZXN0b3M+PGNmZGk6Q29tcGxlbWVudG9Db25jZXB0bz48aWVkdTppbnN0RWR1Y2F0aXZhcyB4bWxuczppZWR1PSJodHRwOi8vd3d3LnNhdC5nb2IubXgvaWVkdSIgdmVyc2lvbj0iMS4wIiBub21icmVBbHVtbm89IkFuYSBQw6lyZXogTMOzcGV6IiBDVVJQPSJIRUdHNTYwNDI3TVZaUlJMMDQiIG5pdmVsRWR1Y2F0aXZvPSJQcmltYXJpYSIgYXV0UlZPRT0iUlZPRS0xIi8+PC9jZmRpOkNvbXBsZW1lbnRvQ29uY2VwdG8+PC9jZmRpOkNvbmNlcHRvPjwvY2ZkaTpDb25jZXB0b3M+PC9jZmRpOkNvbXByb2JhbnRlPg==", "matricula": "A-1024", "ciclo": "2025-2026", "periodo": "Mayo", "sucursalId": 1})"},
{"POST /api/FacturaCompra/PorIds",              "",   R"([8537])"},
{"POST /api/OrdenCompra",                       "",   R"({"proveedorId": 817, "partidas": [{"productoId": 1, "descripcion": "Taladro inalámbrico", "precioUnitario": 900}]})"},
{"PUT /api/OrdenCompra/OrdenCompraAutorizar/{id}", "8557", R"({"notas": "De acuerdo"})"},
{"POST /api/FacturaCompra",                     "",   R"({"proveedorId": 817, "partidas": [{"productoId": 1, "descripcion": "Taladro inalámbrico", "precioUnitario": 900}]})"},
{"POST /api/NotaRemision",                      "",   R"({"proveedorId": 817, "partidas": [{"productoId": 1, "descripcion": "Taladro inalámbrico", "precioUnitario": 900}]})"},
{"POST /api/GastosSobreCompra",                 "",   R"({"transaccionIdCompra": 8537, "proveedorId": 821, "conceptoId": 1, "notas": "Flete"})"},
{"POST /api/NotaDevolucionProveedor",           "",   R"({"transaccionIdCompra": 8501, "motivo": "Llegó roto", "partidas": [{"cantidad": 1, "notas": "Con el empaque roto"}]})"},
{"POST /api/NotaCredito",                       "",   R"({"contactoId": 6, "motivo": "Descuento por volumen", "importes": {"base16": 100}})"},
{"POST /api/Cotizaciones/Proveedor",            "",   R"({"proveedorId": 817, "vigenciaFecha": "2099-12-31", "partidas": [{"productoId": 1, "precioUnitario": 900, "notas": ""}]})"},
{"DELETE /api/FacturaCompra/FacturaCompraCancelar/{id}", "8505", ""},
{"DELETE /api/OrdenCompra/OrdenCompraCancelar/{id}", "8561", ""},
{"DELETE /api/Compras/TransaccionCancelar/{id}", "8530", ""},
{"POST /api/NotaVenta",                         "",   R"({"clienteId": 6, "partidas": [{"productoId": 1, "descripcion": "Taladro inalámbrico", "precioUnitario": 1499}]})"},
{"POST /api/NotaVenta/NotaVentaFacturar/{id}",  "5153", R"({"addenda": null})"},
{"GET /api/PedidoCliente",                      "",   R"({"fechaFinal": "2025-03-31"})"},
{"POST /api/PedidoCliente/Lista",               "",   R"({"fechaFinal": "2025-03-31"})"},
{"POST /api/PedidoCliente",                     "",   R"({"domicilioEntrega": {"estado": "Nuevo León"}, "partidas": [{"productoId": 1, "descripcion": "Taladro inalámbrico", "precioUnitario": 1499}]})"},
{"POST /api/Cotizaciones/Cliente",              "",   R"({"vigenciaFecha": "2099-12-31", "partidas": [{"productoId": 13, "precioUnitario": 1250, "notas": ""}]})"},
{"POST /api/NotaDevolucionCliente",             "",   R"({"transaccionIdVenta": 1, "notas": "Recibida en almacén", "partidas": [{"notas": "Con el empaque roto"}]})"},
};
// clang-format on

}  // namespace

EjemploPropio const* ejemplo_propio(std::string_view verbo, std::string_view ruta) {
    std::string operacion(verbo);  // get, post: as the document writes them
    for (auto& c : operacion) c = static_cast<char>(c - 'a' + 'A');
    operacion.append(" ").append(ruta);
    for (auto const& e : propios)
        if (e.operacion == operacion) return &e;
    return nullptr;
}

}  // namespace gestor
