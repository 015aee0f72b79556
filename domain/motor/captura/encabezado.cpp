#include "domain/motor/captura/encabezado.hpp"

#include "domain/motor/captura/consultas_resolver.hpp"
#include "domain/motor/escritura/consultas_motor.hpp"
#include "domain/motor/tipo/lado.hpp"
#include "domain/motor/tipo/recorte.hpp"

namespace gestor {
namespace {

ValorSql id_o_nulo(std::optional<IdOCero> const& id) {
    return id && id->presente() ? sql_de(*id) : std::nullopt;
}

// Fault of a reference that was sent and does not exist.
void exigir(bool enviado, bool hay, std::string_view campo, Fallas& fallas,
            std::string mensaje = "no existe o no está activo") {
    if (enviado && !hay) fallas.agregar(std::string(campo), codigo::no_existe, std::move(mensaje));
}
void exigir_contraparte(Contraparte const& quien, Menciones const& p, Contexto const& c, Fallas& fallas) {
    bool const por_codigo = !p.contraparteId && !p.codigo.empty();
    auto const campo = por_codigo && !p.campo_codigo.empty() ? p.campo_codigo
                       : por_codigo                          ? quien.campo_codigo
                       : p.campo.empty()                     ? quien.campo
                                                             : p.campo;
    exigir(p.contraparteId || por_codigo, c.contraparteId.presente(), campo, fallas,
           "no existe ese " + std::string(quien.nombre) + " o no está activo");
    exigir(p.del_origen && p.sin_contraparte() && c.origenFecha, c.contraparteId.presente(), campo, fallas,
           "el " + std::string(quien.nombre) + " del documento de origen no está activo");
}

// objIds of the debts of this side, or of both sides. An inactive contact with a debt may still pay or be paid; a
// contact with a balance in favour on the other side may be refunded.
std::string deudas_de(TipoDocumento const& tipo) {
    std::string numeros;
    for (auto const* t : tipos_de_documento())
        if (tipo.lado == Lado::ninguno || t->lado == tipo.lado ? t->naturaleza == Naturaleza::cargo : t->paga())
            numeros += (numeros.empty() ? "{" : ",") + std::to_string(t->obj_id);
    return numeros.empty() ? "{}" : numeros + "}";
}

void comprobar_moneda(EncabezadoNuevo const& e, Contexto const& c, Fallas& fallas) {
    if (c.monedaId.valor() == 0) {
        fallas.agregar(e.monedaId ? "monedaId" : "moneda", codigo::no_existe, "la organización no usa esa moneda");
        return;
    }
    if (e.monedaId && e.moneda && !(c.moneda == e.moneda->valor()))
        fallas.agregar("moneda", codigo::rango, "no es la moneda de monedaId; envíe uno solo de los dos");
    if (c.monedaId.valor() == 1 && e.tipoCambio && *e.tipoCambio != TipoCambio::de_entero(1))
        fallas.agregar("tipoCambio", codigo::rango, "el de MXN es 1");
    if (!c.tipoCambio)
        fallas.agregar("tipoCambio", codigo::requerido, "no hay tipo de cambio de esa moneda a esa fecha");
}

constexpr std::chrono::days tipo_de_cambio_viejo{7};

void avisar_tipo_de_cambio(Contexto& c) {
    if (!c.tipoCambioFecha || c.fecha.fecha() - *c.tipoCambioFecha <= tipo_de_cambio_viejo) return;
    std::string dia;
    c.tipoCambioFecha->escribir(dia);
    c.avisos.push_back("el tipo de cambio de " + c.moneda.valor() + " es del " + dia);
}

// Parts of sql::contexto that this document does not need.
Recorte recorte_de(EncabezadoNuevo const& e, Menciones const& p) {
    Recorte recorte;
    if (p.quien != Quien::deudor) recorte.emplace_back("contexto_deudor", "");
    if (p.contraparteId) recorte.emplace_back("contexto_contraparte", sql::contraparte_por_id);
    if (!p.listaPreciosId) recorte.emplace_back("contexto_lista", sql::sin_lista);
    if (e.tipoCambio || (!e.monedaId && !e.moneda)) recorte.emplace_back("contexto_cambio", sql::sin_cambio);
    if (!e.referenciaExterna || e.referenciaExterna->vacio())
        recorte.emplace_back("contexto_repetida", sql::sin_repetida);
    if (p.origenes.empty()) recorte.emplace_back("contexto_origen", sql::sin_origen);
    return recorte;
}

}  // namespace

Contexto resolver(Escritura& db, TipoDocumento const& tipo, EncabezadoNuevo const& e, Menciones const& p,
                  Fallas& fallas) {
    auto const& quien = contraparte_de(tipo);
    Contexto c{
        lista_recortada<ContextoLeido, sql::contexto>(
            db, recorte_de(e, p), "objId"_es(std::int64_t{tipo.obj_id}), "fecha"_es(e.fecha),
            "serie"_es(e.serie && !e.serie->vacio() ? sql_de(*e.serie) : std::nullopt),
            "sucursalId"_es(id_o_nulo(e.sucursalId)), "proyectoId"_es(id_o_nulo(e.proyectoId)),
            "centroCostoId"_es(id_o_nulo(e.centroCostoId)), "monedaId"_es(e.monedaId), "moneda"_es(e.moneda),
            "tipoCambio"_es(e.tipoCambio),
            "referenciaExterna"_es(e.referenciaExterna ? sql_de(*e.referenciaExterna) : ValorSql("")),
            "contraparteId"_es(p.contraparteId), "codigo"_es(p.codigo.empty() ? std::nullopt : ValorSql(p.codigo)),
            "contactos"_es(std::string(quien.contactos)),
            "publico"_es(p.publico && p.sin_contraparte() ? "true" : "false"),
            "origenId"_es(p.del_origen && p.sin_contraparte() && !p.origenes.empty() ? sql_de(p.origenes.front())
                                                                                     : std::nullopt),
            "deudas"_es(p.quien == Quien::deudor ? deudas_de(tipo) : "{}"),
            "conocido"_es(p.quien == Quien::conocido ? "true" : "false"), "vendedorId"_es(p.vendedorId),
            "almacenId"_es(p.almacenId), "listaPreciosId"_es(p.listaPreciosId), "origenes"_es(p.origenes),
            "heredaId"_es(p.hereda && !p.origenes.empty() ? sql_de(p.origenes.front()) : std::nullopt))
            .at(0),
        {},
        {}};
    std::optional<Antecedente> antes;
    if (c.origenFecha) antes = {*c.origenFecha, c.origen.valor()};
    c.fecha = fechar(e.fecha, c.ahora, antes, fallas);
    avisar_tipo_de_cambio(c);
    bool const sucursal_enviada = e.sucursalId && e.sucursalId->presente();
    constexpr auto ninguna = "ni la solicitud ni la sesión indican una sucursal";  // house-rule: a request over HTTP
    if (!c.sucursalId.presente() && !sucursal_enviada) throw Problema(codigo::sucursal_no_resuelta, ninguna);
    exigir(sucursal_enviada, c.sucursalId.presente(), "sucursalId", fallas);
    if (c.sucursalId.presente() && c.serie.vacio())
        fallas.agregar("serie", codigo::no_existe, "la sucursal no tiene esa serie para este documento");
    exigir(id_o_nulo(e.proyectoId).has_value(), c.proyectoId.presente(), p.proyecto, fallas);
    exigir(id_o_nulo(e.centroCostoId).has_value(), c.centroCostoId.presente(), "centroCostoId", fallas);
    comprobar_moneda(e, c, fallas);
    exigir_contraparte(quien, p, c, fallas);
    exigir(p.vendedorId.has_value(), c.vendedorId.presente(), "vendedorId", fallas);
    exigir(p.almacenId.has_value(), c.almacenId.presente(), "almacenId", fallas);
    exigir(p.listaPreciosId.has_value(), c.listaPreciosId.presente(), "listaPreciosId", fallas);
    return c;
}

void validar_contraparte(std::optional<Id> const& id, std::optional<Clave> const& clave, std::string_view campo,
                         std::string_view campo_codigo, bool con_origen, Fallas& fallas) {
    if (!id && !clave && !con_origen)
        fallas.agregar(std::string(campo), codigo::requerido, "es obligatorio (o " + std::string(campo_codigo) + ")");
    if (id && clave)
        fallas.agregar(std::string(campo_codigo), codigo::rango,
                       "envíe uno solo de " + std::string(campo) + " y " + std::string(campo_codigo));
}

Id exigir_contacto(Escritura& db, Clave const& clave, std::string campo) {
    auto const hallado = db.uno<ContactoConCodigo, sql::contacto_con_codigo>("codigo"_es(clave));
    if (!hallado) throw Problema::en(std::move(campo), codigo::no_existe, "no existe");
    return hallado->contactoId;
}

void exigir_sin_repetir(Contexto const& c) {
    if (!c.repetida.presente()) return;
    throw Problema(codigo::referencia_duplicada,
                   "el documento " + c.repetidaFolio.valor() + " tiene esa referenciaExterna")
        .con("transaccionId", std::to_string(c.repetida.valor()));
}

CabeceraNueva cabecera_de(TipoDocumento const& tipo, EncabezadoNuevo const& e, Contexto const& c) {
    CabeceraNueva n;
    n.transaccionId = c.transaccionId;
    n.objId = tipo.obj_id;
    n.origen = Cadena::de_base(tipo.origen);
    // a missing branch becomes a fault later, with the others
    if (auto const sucursal = c.sucursalId.id()) n.sucursalId = *sucursal;
    n.serie = c.serie;
    n.fecha = c.fecha;
    n.contactoId = c.contraparteId;
    n.contacto = c.contraparte;
    n.rfc = c.rfc;
    if (c.monedaId.valor() > 0) n.monedaId = c.monedaId.valor();
    n.moneda = c.moneda;
    n.tipoCambio = c.tipoCambio.value_or(TipoCambio::de_entero(1));
    n.vendedorId = c.vendedorId;
    n.proyectoId = c.proyectoId;
    n.centroCostoId = c.centroCostoId;
    n.almacenId = c.almacenId;
    if (e.notas) n.notas = Cadena::de_base(e.notas->valor());
    if (e.referenciaExterna) n.referenciaExterna = Cadena::de_base(e.referenciaExterna->valor());
    return n;
}

void poner_totales(Hechos& h, Totales totales) {
    auto& c = h.documento.cabecera;
    static_cast<ImportesDocumento&>(c) = totales;
    c.cubetas = totales.cubetas;
    h.cubetasMxn = a_pesos(totales.cubetas, c.tipoCambio);
    c.cubetasMxn = h.cubetasMxn;
    h.totales = totales;
}

std::vector<Cadena> advertencias_de(std::vector<std::string> const& avisos) {
    std::vector<Cadena> textos;
    for (auto const& a : avisos) textos.push_back(Cadena::de_base(a));
    return textos;
}

TransaccionResultado resultado(Lectura& db, Id transaccionId, std::vector<std::string> const& advertencias) {
    return {*db.uno<TransaccionBase, sql::transaccion_resultado>("transaccionId"_es(transaccionId)),
            advertencias_de(advertencias)};
}

}  // namespace gestor
