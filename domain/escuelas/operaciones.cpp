// CFDI of tuition, issued by a school in another system: registered as a sale.
#include "domain/archivos/guardar.hpp"
#include "domain/comun/cfdi.hpp"
#include "domain/comun/consultas.hpp"
#include "domain/comun/servicio_sat.hpp"
#include "domain/comun/tarea_sat.hpp"
#include "domain/contactos/ofrece.hpp"
#include "domain/escuelas/reglas.hpp"
#include "domain/fiscal/juzgar.hpp"
#include "domain/operacion/operacion.hpp"

namespace gestor::escuelas {
namespace {

Id cliente_del_cfdi(Escritura& db, fiscal::Cfdi const& cfdi, std::vector<Cadena>& avisos) {
    auto datos = cliente_de(cfdi.receptor);
    try {
        return contactos::contacto_con_rfc(db, std::move(datos), avisos);
    } catch (Problema const& p) {
        if (p.errores().empty()) throw;
        rechazar_cfdi("Receptor, " + p.errores()[0].campo, p.errores()[0].mensaje);
    }
}

EncabezadoNuevo encabezado_de(ArchivoDigitalNuevo const& a, fiscal::Cfdi const& cfdi) {
    EncabezadoNuevo e;
    e.fecha = valor_cfdi_exigido<FechaDocumento>(cfdi.fecha, "Fecha");
    e.sucursalId = a.sucursalId, e.proyectoId = a.proyectoId, e.referenciaExterna = a.referenciaExterna;
    e.moneda = valor_cfdi_exigido<Texto<3>>(cfdi.moneda, "Moneda");
    if (cfdi.moneda != "MXN") e.tipoCambio = valor_cfdi<Positivo<TipoCambio>>(cfdi.tipoCambio, "TipoCambio");
    return e;
}

ArchivoDigitalRegistrado registrar(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                   Cuerpo<ArchivoDigitalNuevo> const& a) {
    auto const cfdi = leer_cfdi_enviado(a.xmlBase64.bytes(), "I");
    auto const uuid = cfdi.uuid();
    std::vector<std::string> avisos;
    auto const escuela = escuela_de(cfdi, a, avisos);
    exigir_rfc("Emisor", cfdi.emisor.rfc, db.consultar<sql::rfc_de_organizacion>().filas.at(0)[0].value(),
               "la organización");
    auto const autenticidad = fiscal::juzgar_autenticidad(cfdi, entorno.sat->certificados());
    exigir_sello(autenticidad, uuid.has_value(), avisos);
    std::vector<Cadena> del_cliente;
    ventas::VentaDeCfdi venta{cfdi, encabezado_de(a, cfdi), cliente_del_cfdi(db, cfdi, del_cliente), escuela,
                              Validacion::de_base(fiscal::validacion(autenticidad))};
    if (a.cuentaId) venta.cobro = {*a.cuentaId, *a.formaPagoId};
    ArchivoDigitalRegistrado r{ventas::registrar_venta(db, venta), como_se_lee(escuela), {}};
    archivos::Papeles papeles{uuid.value_or("cfdi"), a.xmlBase64.bytes()};
    if (a.pdfBase64) papeles.pdf = a.pdfBase64->bytes();
    r.archivos = archivos::guardar_papeles(db, sesion, r.transaccionId, papeles);
    consultar_sat_despues(db, cfdi);
    r.advertencias.insert(r.advertencias.end(), del_cliente.begin(), del_cliente.end());
    for (auto& aviso : advertencias_de(avisos)) r.advertencias.push_back(std::move(aviso));
    return r;
}

// clang-format off
Operacion const operaciones[] = {
//   verbo         ruta                                 permiso            qué             sobre       resumen
    {Verbo::POST, "/api/EscuelaPrivada/ArchivoDigital", "ventas.escribir", op<&registrar>, Sobre::ONE, "Registra como venta un CFDI que la escuela ya emitió: factura si está timbrado, nota si no lo está"},
};
// clang-format on

}  // namespace

extern Area const area;
Area const area{"escuelas", "Escuelas privadas", operaciones};

}  // namespace gestor::escuelas
