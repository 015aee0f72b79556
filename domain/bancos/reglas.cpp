#include "domain/comun/reglas.hpp"

#include <algorithm>
#include <set>

#include "domain/archivos/ofrece.hpp"
#include "domain/bancos/cobros/tipos_anticipos.hpp"
#include "domain/bancos/conciliacion/tipos.hpp"
#include "domain/bancos/egresos/tipos.hpp"
#include "domain/bancos/no_monetarios/tipos.hpp"
#include "domain/bancos/solicitudes/tipos.hpp"
#include "domain/bancos/traspasos/tipos.hpp"

namespace gestor::bancos {
namespace {

void validar_aplicaciones(std::vector<AplicacionPedida> const& aplicaciones, Fallas& fallas,
                          std::string_view lista = "aplicaciones") {
    for (auto a = aplicaciones.begin(); a != aplicaciones.end(); ++a)
        if (std::any_of(aplicaciones.begin(), a, [&](auto const& x) { return x.transaccionId == a->transaccionId; }))
            fallas.agregar(en_fila(lista, static_cast<std::size_t>(a - aplicaciones.begin()), "transaccionId"),
                           codigo::duplicado, "repite un documento; envíe un solo importe por documento");
}

}  // namespace

void validar(DepositoFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(DepositoFechasFiltro const& f, Fallas& fallas) {
    constexpr std::chrono::days un_anio{366};  // 366: both ends are included
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
    if (fallas.vacio() && f.fechaFinal - f.fechaInicial >= un_anio)
        fallas.agregar("fechaFinal", codigo::rango_fechas, "el rango pasa de 366 días");
}

void validar(DepositoNuevo const& d, Fallas& fallas) {
    validar_aplicaciones(d.aplicaciones, fallas);
    if (d.tipo.valor == "Cobranza") {
        validar_contraparte(d.contactoId, d.codigoContacto, "contactoId", "codigoContacto", !d.aplicaciones.empty(),
                            fallas);
        if (!d.partidas.empty())
            fallas.agregar("partidas", codigo::rango, "una cobranza no lleva partidas; se asigna con aplicaciones");
        return;
    }
    if (!d.aplicaciones.empty())
        fallas.agregar("aplicaciones", codigo::rango, "un depósito por concepto no se aplica a documentos");
    if (d.partidas.empty()) {
        fallas.agregar("partidas", codigo::requerido, "un depósito por concepto lleva al menos una partida");
        return;
    }
    Dinero suma;
    for (auto const& p : d.partidas) suma += p.importe;
    if (suma != d.importe) fallas.agregar("importe", codigo::rango, "no es la suma de las partidas");
}

namespace {

template <class Anticipo>
void validar_iva(Anticipo const& a, Fallas& fallas) {
    if (!a.tasaIva) return;
    if (*a.tasaIva != Tasa{"0.16"} && *a.tasaIva != Tasa{"0.08"} && !a.tasaIva->es_cero())
        fallas.agregar("tasaIva", codigo::rango, "debe ser 0.16, 0.08 o 0");
    if (a.exentoIva.valor && !a.tasaIva->es_cero())
        fallas.agregar("exentoIva", codigo::rango, "un anticipo exento no tiene tasaIva");
}

}  // namespace

void validar(AnticipoNuevo const& a, Fallas& fallas) {
    validar_contraparte(a.clienteId, a.codigoCliente, "clienteId", "codigoCliente", a.transaccionIdPedido.has_value(),
                        fallas);
    validar_iva(a, fallas);
}

void validar(AnticipoProveedorNuevo const& a, Fallas& fallas) {
    validar_contraparte(a.proveedorId, a.codigoProveedor, "proveedorId", "codigoProveedor", false, fallas);
    if (a.uuid) return validar_iva(a, fallas);
    constexpr auto sobra = "sin el uuid de su CFDI el anticipo no lleva IVA";
    if (a.tasaIva) fallas.agregar("tasaIva", codigo::rango, sobra);
    if (a.exentoIva.valor) fallas.agregar("exentoIva", codigo::rango, sobra);
}

void validar(TraspasoNuevo const& t, Fallas& fallas) {
    if (t.cuentaOrigenId == t.cuentaDestinoId)
        fallas.agregar("cuentaDestinoId", codigo::rango, "es la misma cuenta de la que sale");
}

void validar(SaldoCuentasFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(ConciliacionNueva const& c, Fallas& fallas) {
    std::set<Id> vistos;
    auto const unicos = [&](std::vector<Id> const& ids, std::string_view lista) {
        for (std::size_t i = 0; i < ids.size(); ++i)
            if (!vistos.insert(ids[i]).second)
                fallas.agregar(en_fila(lista, i), codigo::duplicado, "repite un movimiento de marcar o desmarcar");
    };
    unicos(c.marcar, "marcar");
    unicos(c.desmarcar, "desmarcar");
}

void validar(AsignacionNueva const& a, Fallas& fallas) {
    validar_aplicaciones(a.aplicaciones, fallas);
}

void validar(EgresoFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(EgresoFechasFiltro const& f, Fallas& fallas) {
    validar(static_cast<DepositoFechasFiltro const&>(f), fallas);
}

namespace {

constexpr Dinero mayor_importe{"9999999999999.99"};  // a thousand such amounts can be added

void validar_solicitado(Dinero importe, std::string const& campo, Fallas& fallas) {
    if (importe > mayor_importe) fallas.agregar(campo, codigo::rango, "no puede pasar de 9999999999999.99");
}
IdOCero documento_de(DocumentoSolicitado const& d) {
    return d.transaccionIdCompra;
}
IdOCero documento_de(PartidaSolicitada const& p) {
    return p.transaccionIdCompra.value_or(IdOCero{});
}
IdOCero documento_de(PartidaEgreso const& p) {
    return p.transaccionIdCompra.value_or(IdOCero{});
}
// No document may be named twice.
template <class Lista>
void validar_unicos(Lista const& lista, std::string_view nombre, Fallas& fallas) {
    for (std::size_t i = 0; i < lista.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (IdOCero const id = documento_de(lista[i]); id.presente() && documento_de(lista[j]) == id) {
                fallas.agregar(en_fila(nombre, i, "transaccionIdCompra"), codigo::duplicado,
                               "repite un documento; envíe un solo importe por documento");
                break;
            }
}

// Fields of a new egress only: an assignment reads none of them, and rejects each one that is sent.
void validar_asignacion(EgresoNuevo const& e, Fallas& fallas) {
    auto const sobra = [&](bool enviado, char const* campo) {
        if (enviado)
            fallas.agregar(campo, codigo::rango, "solo se envía con un egreso nuevo, no al asignar uno que existe");
    };
    sobra(e.cuentaId && e.cuentaId->presente(), "cuentaId");
    sobra(e.formaPagoId && e.formaPagoId->presente(), "formaPagoId");
    sobra(e.serie.has_value(), "serie");
    sobra(e.sucursalId && e.sucursalId->presente(), "sucursalId");
    sobra(e.centroCostoId && e.centroCostoId->presente(), "centroCostoId");
    sobra(e.divisionId && e.divisionId->presente(), "divisionId");
    sobra(e.monedaId.has_value(), "monedaId");
    sobra(e.moneda.has_value(), "moneda");
    sobra(e.tipoCambio.has_value(), "tipoCambio");
    sobra(e.importe.has_value(), "importe");
    sobra(e.beneficiarioId.has_value(), "beneficiarioId");
    sobra(e.codigoBeneficiario.has_value(), "codigoBeneficiario");
    sobra(e.beneficiario.has_value(), "beneficiario");
    sobra(e.numeroCheque.has_value(), "numeroCheque");
    sobra(e.referencia.has_value(), "referencia");
    sobra(e.notas.has_value(), "notas");
    sobra(e.referenciaExterna.has_value(), "referenciaExterna");
    sobra(e.solicitudPagoId && e.solicitudPagoId->presente(), "solicitudPagoId");
}

}  // namespace

// Required fields of a new egress; an assignment requires only its lines.
void faltantes(EgresoNuevo const& e, Fallas& fallas) {
    auto const exigir = [&](std::optional<IdOCero> const& id, char const* campo) {
        if (!(id && id->presente()) && !fallas.nombra(campo))
            fallas.agregar(campo, codigo::requerido, "es obligatorio");
    };
    if (e.partidas.empty() && (e.asigna() || !e.importe) && !fallas.nombra("partidas"))
        fallas.agregar("partidas", codigo::requerido, "es obligatorio; sin partidas, importe queda por asignar");
    if (e.asigna() || fallas.nombra("transaccionId")) return;
    exigir(e.cuentaId, "cuentaId");
    exigir(e.formaPagoId, "formaPagoId");
}

void validar(EgresoNuevo const& e, Fallas& fallas) {
    if (e.asigna()) validar_asignacion(e, fallas);
    validar_contraparte(e.beneficiarioId ? e.beneficiarioId->id() : std::nullopt, e.codigoBeneficiario,
                        "beneficiarioId", "codigoBeneficiario", true, fallas);
    for (std::size_t i = 0; i < e.partidas.size(); ++i) {
        auto const& p = e.partidas[i];
        auto const de = [&](std::string_view campo) { return en_fila("partidas", i, campo); };
        validar_solicitado(p.importeAbono, de("importeAbono"), fallas);
        if (!p.transaccionIdCompra || !p.transaccionIdCompra->presente()) {
            if (e.asigna())
                fallas.agregar(de("transaccionIdCompra"), codigo::requerido,
                               "un egreso existente sólo se asigna a documentos");
            if (p.tipoCambio) fallas.agregar(de("tipoCambio"), codigo::rango, "es de un documento de otra moneda");
            continue;
        }
        if (p.acreditamiento)
            fallas.agregar(de("acreditamiento"), codigo::rango,
                           "sólo se envía en una partida por concepto; un documento ya lo tiene");
        if (e.asigna() && ((p.proyectoId && p.proyectoId->presente()) ||
                           (p.clasificadorCostoId && p.clasificadorCostoId->presente())))
            fallas.agregar(de("proyectoId"), codigo::rango,
                           "la clasificación solo se envía con un egreso nuevo, no al asignar uno que existe");
    }
    validar_unicos(e.partidas, "partidas", fallas);
}

void validar(SolicitudPagoFiltro const& f, Fallas& fallas) {
    validar_rango(f.fechaInicial, f.fechaFinal, fallas);
}

void validar(SolicitudPagoNueva const& s, Fallas& fallas) {
    validar_contraparte(s.proveedorId, s.codigoProveedor, "proveedorId", "codigoProveedor", true, fallas);
    for (std::size_t i = 0; i < s.documentos.size(); ++i)
        validar_solicitado(s.documentos[i].importe, en_fila("documentos", i, "importe"), fallas);
    validar_unicos(s.documentos, "documentos", fallas);
}

void validar(SolicitudPagoV2Nueva const& s, Fallas& fallas) {
    auto const id = s.beneficiarioId ? s.beneficiarioId->id() : std::nullopt;
    validar_contraparte(id, s.codigoBeneficiario, "beneficiarioId", "codigoBeneficiario", true, fallas);
    bool const conocido = id || s.codigoBeneficiario;
    bool const escrito = s.beneficiario && !s.beneficiario->vacio();
    if (!conocido && !escrito)
        fallas.agregar("beneficiario", codigo::requerido, "indique beneficiarioId, codigoBeneficiario o beneficiario");
    if (conocido && escrito)
        fallas.agregar("beneficiario", codigo::rango, "el nombre es el del contacto; envíe uno solo de los dos");
    for (std::size_t i = 0; i < s.partidas.size(); ++i)
        validar_solicitado(s.partidas[i].importe, en_fila("partidas", i, "importe"), fallas);
    validar_unicos(s.partidas, "partidas", fallas);
    for (std::size_t i = 0; i < s.archivos.size(); ++i)
        archivos::exigir_archivo(s.archivos[i].extension, archivos::contenido_de(s.archivos[i].contenidoBase64.bytes()),
                                 en_fila("archivos", i) + ".", fallas);
}

// Each kind of payment without money requires its own means: goods, our own debt, or both.
void validar(PagoNoMonetarioNuevo const& p, Fallas& fallas) {
    validar_contraparte(p.contactoId, p.codigoContacto, "contactoId", "codigoContacto", true, fallas);
    bool const compensa = p.tipo != "Especie", con_mercancia = p.tipo != "Compensacion";
    auto const lleva = [&](bool si, bool vacia, char const* lista, char const* que) {
        if (si && vacia) fallas.agregar(lista, codigo::requerido, std::string("lleva al menos ") + que);
        if (!si && !vacia) fallas.agregar(lista, codigo::rango, "no se usa en " + std::string(p.tipo.valor()));
    };
    lleva(compensa, p.pagar.empty(), "pagar", "un documento por pagar");
    lleva(con_mercancia, p.partidas.empty(), "partidas", "una partida de la mercancía que se recibe");
    if (p.almacenId && !con_mercancia)
        fallas.agregar("almacenId", codigo::rango, "no se usa en " + std::string(p.tipo.valor()));
    validar_aplicaciones(p.cobrar, fallas, "cobrar");
    validar_aplicaciones(p.pagar, fallas, "pagar");
    for (std::size_t i = 0; i < p.partidas.size(); ++i) {
        auto const& m = p.partidas[i];
        if (!m.productoId && !(m.codigo && !m.codigo->vacio()))
            fallas.agregar(en_fila("partidas", i, "productoId"), codigo::requerido, "envíe productoId o codigo");
    }
}

}  // namespace gestor::bancos
