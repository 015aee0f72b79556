// Credit notes of suppliers from their CFDI (E), by what the CFDI is related to.
#include <algorithm>
#include <map>
#include <set>

#include "domain/archivos/guardar.hpp"
#include "domain/compras/cfdi.hpp"
#include "domain/compras/consultas_recibos.hpp"
#include "domain/compras/documentos.hpp"
#include "domain/compras/escrituras.hpp"
#include "domain/compras/ofrece.hpp"
#include "domain/comun/servicio_sat.hpp"
#include "domain/comun/tarea_sat.hpp"
#include "domain/motor/captura/consultas_resolver.hpp"
#include "domain/motor/captura/folio_fiscal.hpp"
#include "domain/motor/importes/costos.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::compras {
namespace {

// Relaciones: invoices that the note credits, and the relation of the first; 04 names the note that it replaces.
struct Relaciones {
    std::string tipo;
    std::set<Uuid> facturas;
    std::vector<Uuid> sustituidas;
};

Relaciones relaciones_de(fiscal::Cfdi const& cfdi) {
    Relaciones r;
    for (auto const& relacion : cfdi.relaciones)
        for (auto const& dato : relacion.uuid) {
            auto const uuid = valor_cfdi_exigido<Uuid>(dato, "CfdiRelacionado, UUID");
            if (relacion.tipoRelacion == "04") {
                r.sustituidas.push_back(uuid);
                continue;
            }
            if (r.facturas.empty()) r.tipo = relacion.tipoRelacion.value_or("");
            r.facturas.insert(uuid);
        }
    return r;
}

std::string motivo_de(std::string const& relacion) {
    if (relacion == "03") return "Devolución, según su CFDI";
    if (relacion == "07") return "Aplicación de anticipo, según su CFDI";
    return "Nota de crédito, según su CFDI";
}

bool traslada_iva(ImpuestoNuevo const& i) {
    return i.impuesto == "002" && i.tipo.valor != "Retencion";
}

Cubeta base_de(ImpuestoNuevo const& i) {
    if (i.tipoFactor.valor == "Exento") return Cubeta::exento;
    auto const tasa = i.tasaOCuota ? Tasa(*i.tasaOCuota) : Tasa{};
    if (tasa == Tasa{"0.16"}) return Cubeta::base16;
    return tasa == Tasa{"0.08"} ? Cubeta::base8 : Cubeta::base0;
}

// Amounts of the note by rate: the whole amount of a line goes to the rate of its largest base, as the lines of the
// invoice do.
ImportesPorTasa importes_de(fiscal::Cfdi const& cfdi) {
    std::map<Cubeta, Importe> sumas;
    for (auto const& l : lineas_de(cfdi)) {
        auto const& p = l.partida;
        ImpuestoNuevo const* mayor = nullptr;
        for (auto const& i : l.impuestos)
            if (traslada_iva(i) && i.base && (mayor == nullptr || *i.base > *mayor->base)) mayor = &i;
        sumas[mayor != nullptr ? base_de(*mayor) : Cubeta::noAfecto] +=
            multiplicar<6>(Cantidad(p.cantidad), Precio(*p.precioUnitario)) - Importe(p.descuento.valor);
    }
    ImportesPorTasa importes;
    auto const poner = [&](Cubeta base, std::optional<Positivo<Dinero>>& importe) {
        if (Dinero const suma = redondear<2>(sumas[base]); suma.es_positivo()) importe = Positivo<Dinero>(suma);
    };
    poner(Cubeta::base16, importes.base16);
    poner(Cubeta::base8, importes.base8);
    poner(Cubeta::base0, importes.base0);
    poner(Cubeta::exento, importes.exento);
    poner(Cubeta::noAfecto, importes.noObjeto);
    return importes;
}

// Refuses a note that replaces one in the books.
void exigir_sin_sustituida(Lectura& db, Relaciones const& relaciones) {
    for (auto const& uuid : relaciones.sustituidas)
        if (auto const otra = db.uno<DocumentoRelacionado, sql::uuid_registrado>("uuid"_es(uuid)))
            throw Problema(codigo::estado_invalido, "sustituye a " + otra->tipoDocumento.valor() + " " +
                                                        otra->folio.valor() + ": cancele primero esa");
}

NotaCreditoNueva nota_de(CfdiRecibido const& r, CreditoDeCfdi const& papel, Relaciones const& relaciones) {
    NotaCreditoNueva n;
    n.tipo = decltype(n.tipo)("Proveedor");
    n.motivo = TextoReq<250>(motivo_de(relaciones.tipo));
    n.uuid = r.uuid;
    n.fechaTimbrado = valor_cfdi_exigido<FechaHora>(r.cfdi.timbres[0].fechaTimbrado, "FechaTimbrado");
    n.serieProveedor = valor_cfdi<Texto<25>>(r.cfdi.serie, "Serie");
    n.folioProveedor = valor_cfdi<Texto<40>>(r.cfdi.folio, "Folio");
    auto const suya = valor_cfdi_exigido<FechaHora>(r.cfdi.fecha, "Fecha");
    n.fechaProveedor = suya.fecha();
    n.fecha = papel.fecha ? *papel.fecha : FechaDocumento(suya);
    return n;
}

// Lines of the CFDI, with their taxes as written.
ImportesEscritos escritos_de(CfdiRecibido const& r, std::string const& motivo) {
    ImportesEscritos e{{}, locales_de(r.cfdi), Validacion::de_base(r.validacion)};
    Fallas fallas;
    for (auto const& escrita : lineas_de(r.cfdi)) {
        auto const& p = escrita.partida;
        auto l = linea_de_credito(p.descripcion ? p.descripcion->valor() : motivo, {});
        auto& g = l.guardada;
        g.cantidad = p.cantidad;
        g.precioUnitario = *p.precioUnitario;
        g.descuento = p.descuento.valor;
        if (!escrita.claveProductoServicio.vacio()) g.claveProductoServicio = escrita.claveProductoServicio;
        if (!escrita.claveUnidad.vacio()) g.claveUnidad = escrita.claveUnidad;
        l.perfil.objeto = "01";
        l.importes = calcular_linea(g.cantidad, g.precioUnitario, g.descuento, {}, l.perfil);
        g.importe = l.importes.importe;
        reemplazar_impuestos(l, escrita.impuestos, e.lineas.size(), true, fallas);
        e.lineas.push_back(std::move(l));
    }
    fallas.lanzar();
    return e;
}

struct AnticipoDeFactura {
    Id anticipoId;
    Cadena folio;
    Booleano paga;
    Booleano alcanza;
};
DTO(AnticipoDeFactura, anticipoId, folio, paga, alcanza)

// An advance of ours is assigned, not credited. Absent: the supplier has none.
std::optional<CreditoRegistrado> por_anticipo(Escritura& db, FacturaDeProveedor const& f, Dinero total,
                                              FechaHora fecha) {
    auto const anticipo = db.uno<AnticipoDeFactura, sql::anticipo_de_factura>(
        "facturaId"_es(f.facturaId), "proveedorId"_es(f.proveedorId), "moneda"_es(f.moneda), "total"_es(total));
    if (!anticipo) return {};
    auto const& folio = anticipo->folio.valor();
    if (anticipo->paga) throw Problema(codigo::uuid_duplicado, "el anticipo " + folio + " ya paga " + f.folio.valor());
    if (!anticipo->alcanza)
        throw Problema(codigo::validacion, "aplica un anticipo, y a " + folio +
                                               " no le queda tanto: asigne los que sean a " + f.folio.valor() +
                                               " con POST /api/Bancos/EgresoAgregar");
    return CreditoRegistrado{
        resultado(db, anticipo->anticipoId), f.folio.valor(), {{f.facturaId, f.folio.valor(), total}}, fecha, true};
}

// Whether a line of the CFDI is that line of the invoice. The stored price of an amount that the invoice rounded is
// that amount ÷ quantity: at the written price the line is worth the same, to the cent.
bool es_linea(fiscal::ConceptoCfdi const& c, Precio precio, Linea const& linea) {
    auto const& g = linea.guardada;
    return al_centavo(multiplicar<6>(g.cantidad, precio), multiplicar<6>(g.cantidad, g.precioUnitario)) &&
           (c.noIdentificacion == g.codigo.valor() || c.descripcion == g.descripcion.valor());
}

TransaccionResultado devolver(Escritura& db, Sesion const& sesion, FacturaDeProveedor const& f,
                              CfdiRecibido const& recibido, std::vector<LineaOrigen> const& lineas,
                              NotaCreditoNueva const& n) {
    auto const& cfdi = recibido.cfdi;
    auto const total = valor_cfdi_exigido<Dinero>(cfdi.total, "Total");
    if (auto const otra =
            db.uno<DocumentoRelacionado, sql::devolucion_sin_cfdi>("facturaId"_es(f.facturaId), "total"_es(total)))
        throw Problema(codigo::validacion, otra->tipoDocumento.valor() + " " + otra->folio.valor() +
                                               " ya devuelve esa mercancía: adjúntele este CFDI con POST "
                                               "/api/ArchivoDigital/AgregarCfdi");
    DevolucionProveedorNueva d;
    static_cast<DatosProveedor&>(d) = n;
    d.fecha = n.fecha;
    d.motivo = n.motivo;
    d.transaccionIdCompra = f.facturaId;
    auto const escritas = lineas_de(cfdi);
    std::set<std::size_t> tomadas;
    for (std::size_t i = 0; i < escritas.size(); ++i) {
        auto const precio = valor_cfdi_exigido<NoNegativo<Precio>>(cfdi.conceptos[i].valorUnitario, "ValorUnitario");
        std::size_t j = 0;
        while (j < lineas.size() && (tomadas.contains(j) || !es_linea(cfdi.conceptos[i], precio, lineas[j].linea))) ++j;
        if (j == lineas.size())
            throw Problema(codigo::validacion, lugar_de_concepto(i) + " no es una partida de " + f.folio.valor() +
                                                   ": devuélvala con POST /api/NotaDevolucionProveedor y su uuid");
        tomadas.insert(j);
        PartidaDevuelta p;
        p.numeroPartida = decltype(p.numeroPartida)(lineas[j].linea.guardada.numeroPartida.valor());
        p.cantidad = escritas[i].partida.cantidad;
        d.partidas.push_back(std::move(p));
    }
    return registrar_devolucion_escrita(db, sesion, d, escritos_de(recibido, n.motivo.valor()));
}

bool devuelve_mercancia(FacturaDeProveedor const& f, std::vector<LineaOrigen> const& lineas) {
    return f.objId.valor() == factura_de_compra.obj_id &&
           std::ranges::any_of(lineas, [](LineaOrigen const& l) { return l.linea.tipo != "Servicio"; });
}

CreditoRegistrado sobre_factura(Escritura& db, Sesion const& sesion, FacturaDeProveedor const& f,
                                CfdiRecibido const& recibido, std::string const& relacion, NotaCreditoNueva n) {
    CreditoRegistrado r{{}, f.folio.valor()};
    auto const lineas = gestor::lineas_de(db, Lado::compra, f.facturaId);
    if (relacion == "03" && devuelve_mercancia(f, lineas)) {
        r.nota = devolver(db, sesion, f, recibido, lineas, n);
        return r;
    }
    if (f.objId.valor() == gasto.obj_id && !f.noAcreditable.es_cero())
        throw Problema(codigo::validacion, "el IVA de " + r.sobre + " no se acredita: regístrela con una póliza");
    n.transaccionIdOrigen = f.facturaId;
    n.importes = importes_de(recibido.cfdi);
    r.nota = registrar_nota_escrita(db, sesion, n, escritos_de(recibido, n.motivo.valor()));
    return r;
}

CreditoRegistrado sin_factura(Escritura& db, Sesion const& sesion, CreditoDeCfdi const& papel,
                              CfdiRecibido const& recibido, NotaCreditoNueva n) {
    auto const& cfdi = recibido.cfdi;
    n.contactoId = proveedor_que_emitio(db, cfdi);
    n.moneda = valor_cfdi_exigido<Texto<3>>(cfdi.moneda, "Moneda");
    if (cfdi.moneda != "MXN") n.tipoCambio = valor_cfdi<Positivo<TipoCambio>>(cfdi.tipoCambio, "TipoCambio");
    n.sucursalId = papel.sucursalId;
    CreditoRegistrado r;
    r.nota = registrar_nota_escrita(db, sesion, n, escritos_de(recibido, n.motivo.valor()));
    return r;
}

std::string lista_de(std::vector<FacturaDeProveedor> const& facturas) {
    std::string texto;
    for (auto const& f : facturas) texto += (texto.empty() ? "" : ", ") + f.folio.valor();
    return texto;
}

// Spreads a note over the invoices that it is related to, the oldest first, each up to its balance. Returns why not;
// empty: it is spread.
std::string repartir(Escritura& db, Relaciones const& relaciones, std::vector<FacturaDeProveedor> facturas,
                     CreditoRegistrado& r, FechaHora fecha) {
    if (facturas.size() < relaciones.facturas.size()) return "no todas están registradas";
    if (relaciones.tipo == "07") return "aplica un anticipo";
    std::vector<Id> ids;
    for (auto const& f : facturas) {
        ids.push_back(f.facturaId);
        if (relaciones.tipo == "03" && devuelve_mercancia(f, gestor::lineas_de(db, Lado::compra, f.facturaId)))
            return "devuelve mercancía";
        if (!f.noAcreditable.es_cero()) return "el IVA de " + f.folio.valor() + " no se acredita";
    }
    if (db.consultar<sql::impuestos_cubiertos>("notaId"_es(r.nota.transaccionId), "ids"_es(ids)).vacia())
        return "no llevan todos sus impuestos";
    std::ranges::sort(facturas, {}, [](auto const& f) { return std::pair(f.fecha, f.facturaId); });
    auto queda = r.nota.total;
    for (auto const& f : facturas) {
        auto const parte = std::min(f.saldo, queda);
        if (!parte.es_positivo()) continue;
        r.asignaciones.push_back({f.facturaId, f.folio.valor(), parte});
        r.dia_de_asignar = std::max({r.dia_de_asignar, fecha, f.fecha});
        queda -= parte;
    }
    if (queda.es_cero()) return {};
    r.asignaciones.clear();
    return "deben menos";
}

}  // namespace

CreditoRegistrado registrar_credito_de_cfdi(Escritura& db, Sesion const& sesion, Entorno const& entorno,
                                            CreditoDeCfdi const& papel) {
    auto const r = leer_recibido(db, papel.xml, "E", entorno.sat->certificados());
    exigir_uuid_nuevo(db, r.uuid, "uuid");
    auto const rfc = valor_cfdi_exigido<Rfc>(r.cfdi.emisor.rfc, "Emisor, Rfc");
    auto const relaciones = relaciones_de(r.cfdi);
    exigir_sin_sustituida(db, relaciones);
    std::vector<FacturaDeProveedor> facturas;
    for (auto const& uuid : relaciones.facturas)
        if (auto f = factura_de_proveedor(db, uuid, rfc)) facturas.push_back(std::move(*f));
    if (facturas.empty() && !relaciones.facturas.empty())
        throw Problema(codigo::no_encontrado,
                       "su factura " + relaciones.facturas.begin()->valor() +
                           " no está registrada; sin ella, regístrela con POST /api/NotaCredito");
    auto nota = nota_de(r, papel, relaciones);
    bool const una = facturas.size() == 1 && relaciones.facturas.size() == 1;
    if (una) {
        auto const& f = facturas[0];
        if (r.cfdi.moneda != f.moneda.valor())
            throw Problema(codigo::validacion, f.folio.valor() + " está en otra moneda");
        nota.fecha = std::max(*nota.fecha, FechaDocumento(f.fecha));
        if (relaciones.tipo == "07")
            if (auto aplicado = por_anticipo(db, f, valor_cfdi_exigido<Dinero>(r.cfdi.total, "Total"), *nota.fecha)) {
                archivos::guardar_archivo(
                    db, sesion,
                    {IdOCero(aplicado->nota.transaccionId), r.uuid.valor(), "xml", "Otro", "application/xml"},
                    archivos::contenido_de(papel.xml));
                return std::move(*aplicado);
            }
    }
    auto hecha = una ? sobre_factura(db, sesion, facturas[0], r, relaciones.tipo, nota)
                     : sin_factura(db, sesion, papel, r, nota);
    exigir_total(r.cfdi, hecha.nota.total);
    if (facturas.empty()) hecha.avisos.emplace_back("no dice de qué factura es: queda por asignar");
    if (!una && !facturas.empty())
        if (auto const no = repartir(db, relaciones, facturas, hecha, *nota.fecha); !no.empty())
            hecha.avisos.push_back("es de varias facturas (" + lista_de(facturas) + " aquí) y " + no +
                                   ": queda por asignar");
    archivos::guardar_papeles(db, sesion, hecha.nota.transaccionId, {r.uuid.valor(), papel.xml});
    consultar_sat_despues(db, r.cfdi);
    return hecha;
}

}  // namespace gestor::compras
