#include "domain/motor/escritura/emisor.hpp"

#include <algorithm>

#include "domain/motor/captura/consultas_resolver.hpp"
#include "domain/motor/escritura/sellado.hpp"

namespace gestor {
namespace {

// Whether documents made in this way (Nacimiento) belong to a month: they post, move goods or make a debt. A document
// without such an effect belongs to no month.
bool con_mes(Nacimiento const& n) {
    auto const& e = n.efectos;
    bool const mueve = e.existencia != Stock::nada && e.existencia != Stock::aparta;
    return mueve || e.poliza != nullptr || n.hasta == segun_saldo || n.del_mes;
}

// Customer whose credit limit this write checks; the lock lets one write at a time check it.
IdOCero con_credito(TipoDocumento const& tipo, Contexto const& c) {
    bool const debe = tipo.lado == Lado::venta && tipo.naturaleza == Naturaleza::cargo && !c.limiteCredito.es_cero();
    return debe ? c.contraparteId : IdOCero{};
}

void preguntar_69b(Escrito& x) {
    x.rfc_69b = x.cabecera().rfc;
    x.en_69b = x.db.preguntar<void, sql::rfc_en_69b>("rfc"_es(x.rfc_69b));
}

void avisar_69b(Escrito& x) {
    if (!x.en_69b || x.rfc_69b != x.cabecera().rfc.valor()) preguntar_69b(x);
    auto const& hallado = x.db.responder(x.en_69b);
    if (hallado.vacia()) return;
    x.c.avisos.push_back(x.rfc_69b.valor() +
                         " está en la lista del artículo 69-B del CFF (operaciones inexistentes) como " +
                         hallado.filas[0][0].value());
}

}  // namespace

void Escrito::dar_credito(std::optional<Fecha> desde, std::optional<Entero<0, 3'650>> dias) {
    auto& n = cabecera();
    n.diasCredito = dias ? dias->valor() : c.diasCredito.valor();
    n.fechaVencimiento = desde.value_or(n.fecha.fecha()) + std::chrono::days(n.diasCredito.valor());
}

void Borrador::encabezado(EncabezadoNuevo const& enviado, Menciones const& menciones) {
    c = resolver(db, tipo, enviado, menciones, fallas);
    cabecera() = cabecera_de(tipo, enviado, c);
    origenes_ = menciones.origenes;
}

void Borrador::partidas(std::span<PartidaNueva const> enviadas) {
    lineas = resolver_lineas(db, tipo, c, cabecera().fecha, enviadas, fallas);
}

Emisor Borrador::bloquear() && {
    fallas.lanzar();
    if (!ademas.dias.empty()) {
        ademas.dias.push_back(c.fecha.fecha());
        EnPeriodo::reservar(db, std::move(ademas.dias));
    }
    origenes_.insert(origenes_.end(), ademas.documentos.begin(), ademas.documentos.end());
    if (tipo.con_proveedor()) preguntar_69b(*this);
    auto periodo = con_mes(nacimiento) ? EnPeriodo::entrar(db, c) : EnPeriodo::sin_asentar(db, c);
    auto bloqueados = std::move(periodo).contraparte(con_credito(tipo, c)).documentos(origenes_);
    return {std::move(*this), std::move(bloqueados)};
}

DocumentoOrigen& Emisor::abrir(Id id, AccionDocumento accion, Sesion const& sesion) {
    auto const& d = bloqueados_.tambien(id);
    transicion(d.tipo(), d, accion, sesion);
    return abierto(id);
}

DocumentoOrigen& Emisor::abrir(Id id, AccionDocumento accion, std::string const& campo) {
    auto const& d = bloqueados_.tambien(id);
    transicion(d.tipo(), d, accion, campo);
    return abierto(id);
}

DocumentoOrigen& Emisor::abierto(Id id) {
    viene_de(id);
    e.origenes.push_back({bloqueados_.abierto(id), {}});
    return e.origenes.back().documento;
}

bool Emisor::es_suyo(DocumentoBloqueado const& origen, std::string const& campo) {
    bool const ajeno = origen.contactoId.valor() != c.contraparteId.valor();
    if (!ajeno && origen.monedaId.valor() == c.monedaId.valor()) return true;
    fallas.agregar(campo, codigo::rango,
                   origen.folio.valor() + (!ajeno                               ? " es de otra moneda"
                                           : origen.tipo().lado == Lado::compra ? " es de otro proveedor"
                                                                                : " es de otro cliente"));
    return false;
}

bool Emisor::es_suyo(Id id, std::span<TipoDocumento const* const> tipos, std::string const& campo) {
    auto const* d = cartera().buscar(id);
    if (d != nullptr && std::ranges::find(tipos, &d->tipo()) != tipos.end()) return es_suyo(*d, campo);
    fallas.agregar(campo, codigo::no_existe, "no existe");
    return false;
}

void Emisor::para_quien(DocumentoBloqueado const& origen) {
    auto& n = cabecera();
    n.contactoId = origen.contactoId, n.contacto = origen.contacto, n.rfc = origen.rfc;
}

std::vector<EnCamino> Emisor::en_camino(Id id) {
    return bloqueados_.en_camino(id);
}

void Emisor::sumar() {
    calcular(lineas, fallas);
    fallas.lanzar();
    poner_lineas(h(), lineas);
}

std::vector<ApartadoDePedido> Emisor::ceder() {
    std::vector<ApartadoDePedido> apartados;
    for (auto const& [origen, avances] : e.origenes) {
        apartados.insert(apartados.end(), origen.apartados.begin(), origen.apartados.end());
        for (auto& p : h().piezas)
            if (lineas[p.fila].guardada.origenId.valor() == origen.documento.transaccionId.valor()) origen.ceder(p);
    }
    return apartados;
}

Existencias& Emisor::existencias(std::span<Pieza const> mas) {
    auto const apartados = ceder();
    auto& piezas = h().piezas;
    h().existencias = nacimiento.efectos.existencia == Stock::aparta
                          ? std::move(bloqueados_).apartados(piezas)
                          : std::move(bloqueados_).de(piezas, apartados, mas);
    con_existencias_ = true;
    return h().existencias;
}

Emitido Emisor::emitir() && {
    fallas.lanzar();
    bool const apartado = std::ranges::any_of(e.origenes, [](auto const& o) { return !o.documento.apartados.empty(); });
    if (!con_existencias_ && (apartado || !h().piezas.empty())) existencias();
    if (tipo.con_proveedor()) avisar_69b(*this);
    auto plan = planificar(tipo, nacimiento, std::move(e), cartera());
    auto avisos = std::move(c.avisos);
    avisos.insert(avisos.end(), plan->avisos.begin(), plan->avisos.end());
    aplicar(db, plan);
    return {db, c.transaccionId, std::move(avisos), std::move(cartera()), std::move(plan)};
}

}  // namespace gestor
