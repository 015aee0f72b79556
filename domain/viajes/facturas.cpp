// Invoice of a travel agency: own revenue and amounts charged for third parties, in the file of its booking.
#include <algorithm>
#include <numeric>

#include "domain/bancos/ofrece.hpp"
#include "domain/contactos/ofrece.hpp"
#include "domain/motor/escritura/emisor.hpp"
#include "domain/valores/json.hpp"
#include "domain/viajes/consultas.hpp"
#include "domain/viajes/consultas_facturas.hpp"
#include "domain/viajes/documentos.hpp"
#include "domain/viajes/escrituras.hpp"
#include "domain/viajes/expedientes.hpp"
#include "domain/viajes/reglas.hpp"
#include "domain/viajes/reglas_facturas.hpp"

namespace gestor::viajes {
namespace {

struct FacturaDeViajePropia {
    Id expedienteId;
    Dinero totalTerceros;
    Dinero tercerosMxn;
};
DTO(FacturaDeViajePropia, expedienteId, totalTerceros, tercerosMxn)

}  // namespace
static TablaPropia const tabla_factura(*tipo_de<FacturaDeViajePropia>(), "factura_viaje");

namespace {

// Pedida: an invoice of either version of the body, with the data resolved so far.
struct Pedida {
    Borrador b;
    ViajeVendido const& viaje;
    std::vector<LineaPedida> lineas;
    DatosFiscales fiscales;
    std::optional<RetencionesPedidas> retenciones{};
    Contexto c{};
    std::vector<Cadena> avisos{};
};

// Faults of the new customer, with the names of the body's members.
Id cliente_nuevo(Escritura& db, ventas::ClienteDeFactura const& c, std::vector<Cadena>& avisos) {
    try {
        return contactos::contacto_con_rfc(db, ventas::datos_de(c), avisos);
    } catch (Problema const& p) {
        auto errores = p.errores();
        for (auto& e : errores) e.campo = "cliente." + e.campo;
        throw Problema(p.codigo(), p.detalle(), std::move(errores));
    }
}

void resolver_encabezado(Escritura& db, Pedida& p) {
    auto& b = p.b;
    if (p.viaje.cliente && !p.fiscales.usoCFDI) p.fiscales.usoCFDI = p.viaje.cliente->usoCFDI;
    EncabezadoNuevo e = p.viaje;
    e.referenciaExterna.reset();  // the booking identifies the invoice
    Menciones m;
    m.nombrar(p.viaje.cliente ? cliente_nuevo(db, *p.viaje.cliente, p.avisos) : p.viaje.clienteId,
              p.viaje.codigoCliente);
    if (p.viaje.cliente) m.campo = "cliente";
    b.encabezado(e, m);
    p.c = b.c;
    if (p.c.rfc == rfc_publico)
        b.fallas.agregar("clienteId", codigo::rango, "una factura de viaje no es para el público en general");
    auto& n = b.cabecera();
    if (p.viaje.referenciaExterna) n.referenciaExterna = Cadena::de_base(p.viaje.referenciaExterna->valor());
    b.dar_credito();
    n.palabras = Cadena::de_base(p.viaje.booking.valor());
    for (auto const& a : p.c.avisos) p.avisos.push_back(Cadena::de_base(a));
}

std::string filas_de(std::span<LineaPedida const> lineas) {
    std::vector<PartidaDeViaje> partidas;
    for (auto const& l : lineas) partidas.push_back(l.partida);
    return como_json(partidas);
}

// A fault of the i-th line gets the path of that line in the body.
void tomar(Fallas const& suyas, std::span<LineaPedida const> lineas, Fallas& fallas) {
    for (auto const& f : suyas.lista()) {
        std::string campo = f.campo;
        for (std::size_t i = 0; i < lineas.size(); ++i)
            if (auto const prefijo = en_fila("partidas", i) + "."; f.campo.starts_with(prefijo))
                campo = lineas[i].camino + "." + f.campo.substr(prefijo.size());
        fallas.agregar(std::move(campo), f.codigo, f.mensaje);
    }
}

void resolver_partidas(Escritura& db, Pedida& p) {
    auto& fallas = p.b.fallas;
    Fallas suyas, del_receptor;
    comprobar_receptor(db, p.c, p.fiscales, del_receptor);
    for (auto const& f : del_receptor.lista())
        fallas.agregar(p.viaje.cliente && f.campo == "clienteId" ? "cliente" : f.campo, f.codigo, f.mensaje);
    std::vector<PartidaNueva> nuevas;
    for (auto const& l : p.lineas) nuevas.push_back(partida_de(l.partida));
    auto& lineas = p.b.lineas = resolver_lineas(db, factura_de_viaje, p.c, p.c.fecha, nuevas, suyas);
    auto const claves = db.lista<ClavesDeLinea, sql::claves_de_lineas>("lineas"_es(filas_de(p.lineas)));
    for (std::size_t i = 0; i < p.lineas.size(); ++i) {
        comprobar_claves(p.lineas[i], claves[i], fallas);
        gravar(p.lineas[i], claves[i], p.c.frontera, lineas[i], fallas);
    }
    if (p.retenciones) retener(*p.retenciones, p.c, lineas, fallas);
    calcular(lineas, suyas);
    tomar(suyas, p.lineas, fallas);
    fallas.lanzar();
    try {
        poner_lineas(p.b.h(), lineas);
    } catch (Desborde const&) {
        throw Problema::en("tipoCambio", codigo::rango, "el importe en pesos pasa del máximo");
    }
}

// File of the booking, under the booking's turn: no other call invoices the booking meanwhile.
std::optional<ExpedienteHallado> hallar_expediente(Escritura& db, ViajeVendido const& v) {
    auto hallado = expediente_de(db, v.booking.valor());
    if (!hallado) return hallado;
    exigir_abierto(*hallado);
    if (!v.referenciaExterna) return hallado;
    auto const cual = "expedienteId"_es(hallado->transaccionId);
    auto const referencia = "referenciaExterna"_es(*v.referenciaExterna);
    auto otra = db.uno<DocumentoRelacionado, sql::factura_repetida>(cual, referencia);
    if (!otra) otra = db.uno<DocumentoRelacionado, sql::servicios_repetidos>(cual, referencia);
    if (otra)
        throw Problema(codigo::referencia_duplicada,
                       "el documento " + otra->folio.valor() + " de esa reserva tiene esa referenciaExterna")
            .con("transaccionId", std::to_string(otra->transaccionId.valor()));
    return hallado;
}

Id cargar_expediente(Escritura& db, Pedida const& p, std::optional<ExpedienteHallado> const& hallado) {
    auto const& v = p.viaje;
    EncabezadoNuevo e;
    e.fecha = v.fecha, e.sucursalId = v.sucursalId, e.proyectoId = v.proyectoId, e.centroCostoId = v.centroCostoId;
    Id const id = hallado ? hallado->transaccionId : abrir_expediente(db, e, ReferenciaExterna(v.booking.valor()));
    db.encolar<sql::expediente_cargar>("expedienteId"_es(id), "clienteId"_es(p.c.contraparteId),
                                       "localizador"_es(v.localizador ? v.localizador->valor() : std::string()),
                                       "fechaInicioViaje"_es(v.fechaInicioViaje), "fechaFinViaje"_es(v.fechaFinViaje),
                                       "pasajeros"_es(como_json(v.pasajeros)));
    return id;
}

// Stores the invoice in its file; the part that is not paid with it is owed.
Id emitir(Escritura& db, Pedida& p, Dinero pagado) {
    auto const hallado = hallar_expediente(db, p.viaje);
    auto x = std::move(p.b).bloquear();
    auto& h = x.h();
    auto const& n = x.cabecera();
    if (pagado < n.total) ventas::exigir_credito(db, p.c, multiplicar<2>(n.total - pagado, n.tipoCambio));
    auto const archivo = cargar_expediente(db, p, hallado);
    Dinero const terceros = total_de_terceros(p.lineas, h);
    h.cargos = cargos_de_terceros(terceros, h);
    x.propio(tabla_factura, FacturaDeViajePropia{archivo, terceros, h.cargos.empty() ? Dinero{} : h.cargos[0].importe});
    x.viene_de(archivo);
    std::move(x).emitir();
    if (!terceros.es_cero())
        db.encolar<sql::terceros_guardar>("transaccionId"_es(p.c.transaccionId), "lineas"_es(filas_de(p.lineas)));
    return archivo;
}

FacturaDeViajeCreada creada(Escritura& db, Pedida const& p, Id documento, Id archivo) {
    FacturaDeViajeCreada r{resultado(db, documento), archivo, Cadena::de_base(p.viaje.booking.valor())};
    r.advertencias = p.avisos;
    return r;
}

// ---- version 2 ----
// Suppliers of the services; a service that names its supplier by code receives the id.
std::vector<ProveedorDeServicio> proveedores_de(Escritura& db, FacturaDeViajeV2Nueva& f) {
    if (f.servicios.empty()) return {};
    Fallas fallas;
    auto proveedores =
        db.lista<ProveedorDeServicio, sql::proveedores_de_servicios>("servicios"_es(como_json(f.servicios)));
    comprobar_proveedores(f, proveedores, fallas);
    fallas.lanzar();
    for (std::size_t i = 0; i < proveedores.size(); ++i) f.servicios[i].proveedorId = proveedores[i].contactoId.id();
    return proveedores;
}

void guardar_servicios(Escritura& db, FacturaDeViajeV2Nueva const& f, Pedida const& p, Id archivo,
                       std::optional<Id> factura) {
    if (f.servicios.empty()) return;
    db.encolar<sql::servicios_guardar>(
        "expedienteId"_es(archivo), "facturaId"_es(factura), "monedaServicio"_es(p.c.monedaId),
        "servicios"_es(como_json(f.servicios)),
        "referenciaExterna"_es(f.referenciaExterna ? f.referenciaExterna->valor() : std::string()));
}

// ---- payments of an invoice, each in its currency ----
std::vector<Dinero> importes_de(std::span<PagoDeFactura const> pagos, Contexto const& c, Fallas& fallas) {
    std::vector<Dinero> importes;
    for (std::size_t i = 0; i < pagos.size(); ++i)
        importes.push_back(en_factura(pagos[i], i, c, fallas).value_or(Dinero{}));
    return importes;
}

// Form with the greatest sum of payments; of two equal, the first.
std::string forma_mayor(Escritura& db, std::span<PagoDeFactura const> pagos, std::span<Dinero const> importes) {
    std::optional<Id> mayor;
    Dinero cuanto;
    for (auto const& p : pagos) {
        Dinero suma;
        for (std::size_t i = 0; i < pagos.size(); ++i)
            if (pagos[i].formaPagoId == p.formaPagoId) suma += importes[i];
        if (suma > cuanto) mayor = p.formaPagoId, cuanto = suma;
    }
    if (!mayor) return {};
    auto const filas = db.consultar<sql::forma_clave>("formaPagoId"_es(*mayor));
    return filas.vacia() ? std::string() : filas.filas[0][0].value();
}

bancos::DepositoNuevo deposito_de(FacturaDeViajeV2Nueva const& f, Pedida const& p, PagoDeFactura const& pago,
                                  Dinero importe) {
    bancos::DepositoNuevo d;
    if (pago.fechaPago) d.fecha = FechaDocumento(FechaHora(*pago.fechaPago));
    d.sucursalId = f.sucursalId, d.proyectoId = f.proyectoId, d.centroCostoId = f.centroCostoId;
    d.contactoId = p.c.contraparteId.id(), d.cuentaId = pago.cuentaId, d.formaPagoId = pago.formaPagoId;
    d.importe = pago.importe, d.referencia = pago.referencia;
    auto const suya = pago.moneda && !pago.moneda->vacio() ? mayusculas(pago.moneda->valor()) : p.c.moneda.valor();
    d.moneda = Texto<3>(suya);
    bool const otra = suya != p.c.moneda.valor();
    bancos::AplicacionPedida a{p.c.transaccionId, Positivo<Dinero>(importe), {}};
    if (suya != "MXN") d.tipoCambio = pago.tipoCambio || otra ? pago.tipoCambio : Positivo<TipoCambio>(*p.c.tipoCambio);
    if (otra && suya == "MXN") a.tipoCambio = pago.tipoCambio;
    d.aplicaciones.push_back(std::move(a));
    return d;
}

std::vector<Id> cobrar(Escritura& db, FacturaDeViajeV2Nueva const& f, Pedida& p, std::span<Dinero const> importes) {
    std::vector<Id> depositos;
    for (std::size_t i = 0; i < f.pagos.size(); ++i) {
        try {
            auto const hecho = bancos::depositar(db, deposito_de(f, p, f.pagos[i], importes[i]));
            depositos.push_back(hecho.transaccionId);
            p.avisos.insert(p.avisos.end(), hecho.advertencias.begin(), hecho.advertencias.end());
        } catch (Problema const& e) {
            throw en_pago(e, i);
        }
    }
    return depositos;
}

}  // namespace

FacturaDeViajeCreada registrar_factura(Escritura& db, Cuerpo<FacturaDeViajeNueva> const& f) {
    Pedida p{{db, factura_de_viaje, factura_de_viaje_nueva}, f, lineas_de(f.partidas), f};
    if (!f.metodoPago && !f.formaPago) p.fiscales.metodoPago = ClaveMetodoPago("PUE");
    resolver_encabezado(db, p);
    resolver_partidas(db, p);
    poner_fiscales(p.b.cabecera(), p.c, p.fiscales, false, {});
    auto const archivo = emitir(db, p, {});
    return creada(db, p, p.c.transaccionId, archivo);
}

FacturaDeViajeV2Creada registrar_factura_v2(Escritura& db, Sesion const& sesion,
                                            Cuerpo<FacturaDeViajeV2Nueva> const& enviada) {
    FacturaDeViajeV2Nueva f = enviada;
    if (!f.pagos.empty() && !sesion.permite("bancos.escribir"))
        throw Problema(codigo::permiso_denegado, "para cobrar se requiere el permiso bancos.escribir");
    auto const proveedores = proveedores_de(db, f);
    Pedida p{{db, factura_de_viaje, factura_de_viaje_nueva}, f, lineas_de(f, proveedores), f, f.retenciones};
    for (std::size_t i = 0; i < f.servicios.size(); ++i)
        if (!f.servicios[i].partidas.empty() && f.servicios[i].tarifa->es_positivo())
            p.avisos.push_back(
                Cadena::de_base(en_fila("servicios", i, "tarifa") + " no se cobra: lo dicen sus partidas"));
    resolver_encabezado(db, p);
    if (!f.facturar.valor) {
        p.b.fallas.lanzar();
        auto const archivo = cargar_expediente(db, p, hallar_expediente(db, f));
        guardar_servicios(db, f, p, archivo, {});
        return {creada(db, p, archivo, archivo), {}};
    }
    auto const importes = importes_de(f.pagos, p.c, p.b.fallas);
    resolver_partidas(db, p);
    auto& n = p.b.cabecera();
    Dinero const total = n.total, pagado = std::accumulate(importes.begin(), importes.end(), Dinero{});
    poner_fiscales(n, p.c, p.fiscales, pagado == total, forma_mayor(db, f.pagos, importes));
    for (auto const& pago : f.pagos) p.b.ademas.dias.push_back(pago.fechaPago.value_or(p.c.ahora.fecha()));
    auto const archivo = emitir(db, p, std::min(pagado, total));
    guardar_servicios(db, f, p, archivo, p.c.transaccionId);
    auto const depositos = cobrar(db, f, p, importes);
    return {creada(db, p, p.c.transaccionId, archivo),
            db.lista<DepositoDeFactura, sql::egresos_registrados>("ids"_es(depositos))};
}

}  // namespace gestor::viajes
