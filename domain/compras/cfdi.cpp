#include "domain/compras/cfdi.hpp"

#include <algorithm>
#include <map>

#include "domain/compras/consultas_compras.hpp"
#include "domain/compras/consultas_recibos.hpp"
#include "domain/comun/consultas.hpp"
#include "domain/fiscal/juzgar.hpp"
#include "domain/motor/captura/fechas.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::compras {
namespace {

struct ProveedorDeRfc {
    Id proveedorId;
};
DTO(ProveedorDeRfc, proveedorId)

struct CodigoCfdi {
    Clave codigo;
};
DTO(CodigoCfdi, codigo)

struct ProductoCfdi {
    Id productoId;
    Clave codigo;
    Cadena claveUnidad;
    Cadena claveProductoServicio;
};
DTO(ProductoCfdi, productoId, codigo, claveUnidad, claveProductoServicio)

using Productos = std::map<std::string, ProductoCfdi>;  // products by their codes
Productos productos_de(Escritura& db, fiscal::Cfdi const& cfdi) {
    std::vector<CodigoCfdi> codigos;
    for (auto const& c : cfdi.conceptos)
        if (CodigoCfdi k; c.noIdentificacion && !Clave::leer(*c.noIdentificacion, k.codigo)) codigos.push_back(k);
    Productos productos;
    if (codigos.empty()) return productos;
    for (auto const& p : db.lista<ProductoCfdi, sql::productos_del_cfdi>("codigos"_es(como_json(codigos))))
        productos.emplace(p.codigo.valor(), p);
    return productos;
}

// Product with the code of the CFDI line, when its SAT key matches too: a supplier's code may equal ours by chance.
ProductoCfdi const* producto_de(Productos const& productos, fiscal::ConceptoCfdi const& c) {
    auto const p = productos.find(std::string(recortar(c.noIdentificacion.value_or(""))));
    return p != productos.end() && c.claveProdServ == p->second.claveProductoServicio.valor() ? &p->second : nullptr;
}

void poner_lineas_del_cfdi(Productos const& productos, FacturaConCfdi& con, Fallas& fallas) {
    auto& f = con.factura;
    auto const& cfdi = con.leido->cfdi;
    auto const& lineas = con.lineas = lineas_de(cfdi);
    for (std::size_t i = 0; i < lineas.size(); ++i) {
        auto const& c = cfdi.conceptos[i];
        PartidaCompraNueva p;
        static_cast<PartidaNueva&>(p) = lineas[i].partida;
        p.impuestos = lineas[i].impuestos;
        if (auto const* const suyo = producto_de(productos, c)) {
            p.productoId = suyo->productoId;
            if (c.claveUnidad != suyo->claveUnidad.valor())
                fallas.agregar("partidas", codigo::requerido,
                               lugar_de_concepto(i) + ": " + suyo->codigo.valor() + " se maneja en " +
                                   suyo->claveUnidad.valor() + " y el CFDI trae " +
                                   fiscal::citado(c.claveUnidad.value_or("(ausente)")));
        } else if (f.conceptoId) {
            p.conceptoId = f.conceptoId;
        } else {
            fallas.agregar("conceptoId", codigo::requerido,
                           lugar_de_concepto(i) + " no está entre sus productos: envíe conceptoId o partidas");
        }
        f.partidas.push_back(std::move(p));
    }
}

// Copies data of the CFDI into the body: members that the body lacks, and members that must equal the CFDI.
void poner_datos(FacturaConCfdi& con, Fallas& fallas) {
    auto& f = con.factura;
    auto const& cfdi = con.leido->cfdi;
    auto const uuid = cfdi.uuid();
    if (!uuid) rechazar_cfdi("", "no tiene un timbre con su folio fiscal");
    if (f.uuid && *f.uuid != *uuid) fallas.agregar("uuid", codigo::rango, "el del CFDI es " + *uuid);
    f.uuid = Uuid(*uuid);
    f.fechaTimbrado = valor_cfdi_exigido<FechaHora>(cfdi.timbres[0].fechaTimbrado, "FechaTimbrado");
    if (!f.serieProveedor) f.serieProveedor = valor_cfdi<Texto<25>>(cfdi.serie, "Serie");
    if (!f.folioProveedor) f.folioProveedor = valor_cfdi<Texto<40>>(cfdi.folio, "Folio");
    auto const suya = valor_cfdi_exigido<FechaHora>(cfdi.fecha, "Fecha").fecha();
    if (f.fechaProveedor && *f.fechaProveedor != suya)
        con.avisos.push_back("fechaProveedor es la del CFDI, " + texto_de(suya));
    f.fechaProveedor = suya;
    if (!f.moneda && !f.monedaId) f.moneda = valor_cfdi_exigido<Texto<3>>(cfdi.moneda, "Moneda");
    if (!f.tipoCambio && cfdi.moneda != "MXN")
        f.tipoCambio = valor_cfdi<Positivo<TipoCambio>>(cfdi.tipoCambio, "TipoCambio");
    auto const locales = locales_de(cfdi);
    auto const poner = [&](std::optional<NoNegativo<Dinero>>& suyo, Dinero dice, std::string_view campo) {
        if (suyo && *suyo != dice)
            fallas.agregar(std::string(campo), codigo::rango, "el del CFDI es " + texto_de(dice));
        suyo = NoNegativo<Dinero>(dice);
    };
    poner(f.impuestosLocales, locales.cargo, "impuestosLocales");
    poner(f.retencionLocal, locales.retencion, "retencionLocal");
}

}  // namespace

Id proveedor_que_emitio(Lectura& db, fiscal::Cfdi const& cfdi) {
    auto const rfc = valor_cfdi_exigido<Rfc>(cfdi.emisor.rfc, "Emisor, Rfc");
    if (auto const p = db.uno<ProveedorDeRfc, sql::proveedor_de_rfc>("rfc"_es(rfc))) return p->proveedorId;
    throw Problema::en("proveedorId", codigo::no_encontrado,
                       "no existe un proveedor con el RFC del emisor del CFDI, " + rfc.valor());
}

std::optional<FacturaDeProveedor> factura_de_proveedor(Lectura& db, Uuid const& uuid, Rfc const& rfc) {
    return db.uno<FacturaDeProveedor, sql::factura_de_proveedor>("uuid"_es(uuid), "rfc"_es(rfc));
}

bool con_origen(FacturaCompraNueva const& f) {
    return f.transaccionIdOrden || !f.recepciones.empty() || !f.remisiones.empty();
}

void validar_cfdi(FacturaCompraNueva const& f, Fallas& fallas) {
    validar_contraparte(f.proveedorId, f.codigoProveedor, "proveedorId", "codigoProveedor",
                        f.xmlBase64.has_value() || con_origen(f), fallas);
    if (f.conceptoId && (!f.xmlBase64 || !f.partidas.empty() || con_origen(f)))
        fallas.agregar("conceptoId", codigo::rango, "sólo se envía con xmlBase64 y sin partidas");
}

FacturaConCfdi con_su_cfdi(Escritura& db, FacturaCompraNueva const& enviada, CfdiLeido const* leido,
                           bool con_productos) {
    FacturaConCfdi c{enviada, leido, enviada.fecha.has_value()};
    auto& f = c.factura;
    if (leido == nullptr) return c;
    auto const& cfdi = leido->cfdi;
    exigir_tipo(cfdi, "I");
    Fallas fallas;
    if (!f.proveedorId && !f.codigoProveedor) f.proveedorId = proveedor_que_emitio(db, cfdi);
    poner_datos(c, fallas);
    c.con_sus_lineas = f.partidas.empty() && !con_origen(f);
    if (c.con_sus_lineas) poner_lineas_del_cfdi(con_productos ? productos_de(db, cfdi) : Productos(), c, fallas);
    fallas.lanzar();
    return c;
}

void fechar_por_cfdi(Lectura& db, FacturaConCfdi& con, std::vector<Id> const& origenes) {
    if (con.fechada || con.leido == nullptr) return;
    auto const suya = valor_cfdi_exigido<FechaHora>(con.leido->cfdi.fecha, "Fecha");
    auto const momento = origenes.empty() ? std::nullopt : momento_de(db, origenes);
    con.factura.fecha = FechaDocumento(momento ? std::max(suya, momento->antes.fecha) : suya);
}

void comprobar_cfdi(FacturaConCfdi const& con, Borrador& b) {
    if (con.leido == nullptr) return b.fallas.lanzar();
    auto const& cfdi = con.leido->cfdi;
    for (std::size_t i = 0; i < con.lineas.size(); ++i) {
        auto& g = b.lineas[i].guardada;
        auto const& e = con.lineas[i];
        if (!e.claveProductoServicio.vacio()) g.claveProductoServicio = e.claveProductoServicio;
        if (!e.claveUnidad.vacio()) g.claveUnidad = e.claveUnidad;
    }
    if (cfdi.moneda != b.c.moneda.valor())
        b.fallas.agregar("moneda", codigo::rango, "el CFDI está en " + fiscal::citado(cfdi.moneda.value_or("otra")));
    b.fallas.lanzar();
    exigir_rfc("Receptor", cfdi.receptor.rfc, b.c.organizacionRfc.valor(), "la organización");
    exigir_rfc("Emisor", cfdi.emisor.rfc, b.c.rfc.valor(), "el proveedor");
    auto const fecha = b.c.fecha.fecha();
    if (!con.fechada && primer_dia_abierto(b.db, fecha) != fecha)
        throw Problema::en("fecha", codigo::periodo_cerrado,
                           "el mes de su CFDI, " + texto_de(fecha).substr(0, 7) + ", está cerrado: envíe otra fecha");
}

// A key that the catalogs lack is left out; the validation of the CFDI reports it.
template <class Clave>
static void poner_clave(fiscal::Dato const& dato, Cadena& donde) {
    if (Clave clave; dato && !Clave::leer(*dato, clave)) donde = Cadena::de_base(clave.valor());
}

void aceptar_cfdi(FacturaConCfdi& con, Emisor& x, Sesion const& sesion, fiscal::Certificados const& del_sat) {
    if (con.leido == nullptr) return;
    auto const& [cfdi, antes] = *con.leido;
    auto& cabecera = x.cabecera();
    exigir_total(cfdi, cabecera.total);
    auto const veredicto = antes ? *antes : fiscal::juzgar_autenticidad(cfdi, del_sat);
    cabecera.validacion = Validacion::de_base(fiscal::validacion(veredicto));
    auto const fallas = fallas_del_sello(veredicto);
    if (!fallas.empty() && !con.factura.aceptarInvalido.valor)
        throw Problema::en(campo_cfdi, codigo::sello_invalido, "no cumple " + fallas[0]);
    if (!fallas.empty() && !sesion.permite("compras.autorizar"))
        throw Problema(codigo::permiso_denegado, "aceptarInvalido requiere el permiso compras.autorizar");
    for (auto const& falla : fallas) con.avisos.push_back("El CFDI no cumple " + falla);
    x.c.avisos.insert(x.c.avisos.end(), con.avisos.begin(), con.avisos.end());
    poner_clave<ClaveMetodoPago>(cfdi.metodoPago, cabecera.metodoPago);
    poner_clave<ClaveFormaPago>(cfdi.formaPago, cabecera.formaPago);
    poner_clave<ClaveUsoCfdi>(cfdi.receptor.usoCFDI, cabecera.usoCFDI);
    poner_clave<ClaveRegimenFiscal>(cfdi.emisor.regimenFiscal, cabecera.regimenFiscal);
}

CfdiRecibido leer_recibido(Lectura& db, std::string_view xml, std::string_view tipo,
                           fiscal::Certificados const& del_sat) {
    CfdiRecibido r{leer_cfdi_enviado(xml, tipo), {}, {}};
    exigir_rfc("Receptor", r.cfdi.receptor.rfc, db.consultar<sql::rfc_de_organizacion>().filas[0][0].value_or(""),
               "la organización");
    r.uuid = valor_cfdi_exigido<Uuid>(r.cfdi.uuid(), "TimbreFiscalDigital, UUID");
    auto const veredicto = fiscal::juzgar_autenticidad(r.cfdi, del_sat);
    if (auto const fallas = fallas_del_sello(veredicto); !fallas.empty())
        throw Problema::en(campo_cfdi, codigo::sello_invalido, "no cumple " + fallas[0]);
    r.validacion = fiscal::validacion(veredicto);
    return r;
}

}  // namespace gestor::compras
