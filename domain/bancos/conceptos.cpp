#include "domain/bancos/conceptos.hpp"

#include "domain/bancos/cobros/consultas.hpp"

namespace gestor::bancos {

std::vector<ConceptoDirecto> exigir_conceptos(Escritura& db, UsoDeConceptos const& uso,
                                              std::span<ConceptoPedido const> pedidos, IdOCero cuenta,
                                              std::optional<Id> contacto) {
    if (pedidos.empty()) return {};
    std::vector<Id> ids;
    for (auto const& p : pedidos) ids.push_back(p.conceptoId);
    auto conceptos = db.lista<ConceptoDirecto, sql::conceptos_directos>(
        "conceptos"_es(ids), "tipos"_es(std::string(uso.tipos)), "objId"_es(std::int64_t{uso.tipo.obj_id}),
        "sinObjetos"_es(uso.sin_objetos ? "true" : "false"), "cuentaDefecto"_es(std::string(uso.cuenta)),
        "cuentaId"_es(cuenta), "contactoId"_es(contacto));
    for (std::size_t i = 0; i < conceptos.size(); ++i) {
        auto const& c = conceptos[i];
        auto const no = [&](std::string causa) {
            throw Problema::en(en_fila("partidas", pedidos[i].fila, "conceptoId"), codigo::concepto_invalido,
                               std::move(causa));
        };
        if (!c.conceptoId.presente()) no("no es un concepto activo de " + std::string(uso.plural));
        if (c.entreCuentas) no("mueve dinero entre cuentas propias: use POST /api/Bancos/Traspaso");
        if (cuenta.presente() && !c.deCuenta) no("el concepto no se usa con esa cuenta");
        if (!c.deContacto) no("el concepto no se usa con ese contacto");
    }
    return conceptos;
}

PerfilImpuestos perfil_de(ConceptoDirecto const& c) {
    return {.objeto = c.objetoImpuesto.valor(),
            .iva = c.tasaIva,
            .ieps = c.tasaIeps,
            .cuotaIeps = {},
            .ivaRetenido = c.tasaIvaRetenido,
            .isrRetenido = c.tasaIsrRetenido,
            .tipoRetencion = c.tipoRetencion.valor()};
}

Linea linea_directa(ConceptoDirecto const& c, Dinero importe, PerfilImpuestos const& perfil,
                    std::optional<Notas> const& notas) {
    Linea l;
    l.importes = desglosar(importe, perfil);
    l.cuentaContableId = c.cuentaContableId.valor();
    auto& g = l.guardada;
    g.conceptoId = c.conceptoId;
    g.codigo = c.codigo;
    g.descripcion = c.descripcion;
    g.cantidad = Cantidad::de_entero(1);
    g.factor = Cantidad::de_entero(1);
    g.precioUnitario = l.importes.importe;
    g.importe = l.importes.importe;
    g.claveProductoServicio = c.claveProductoServicio;
    g.claveUnidad = c.claveUnidad;
    g.objetoImpuesto = c.objetoImpuesto;
    if (notas) g.notas = Cadena::de_base(notas->valor());
    return l;
}

}  // namespace gestor::bancos
