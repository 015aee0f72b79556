// Open documents of another system: each row becomes a document of the same type with its open balance.
#include <charconv>

#include "domain/bancos/documentos.hpp"
#include "domain/compras/documentos.hpp"
#include "domain/importar/agregados.hpp"
#include "domain/importar/al_corte.hpp"
#include "domain/importar/archivos.hpp"
#include "domain/importar/consultas_al_corte.hpp"
#include "domain/importar/tipos.hpp"
#include "domain/motor/escritura/apertura.hpp"
#include "domain/motor/tipo/lado.hpp"
#include "domain/ventas/documentos.hpp"

namespace gestor::importar {
namespace {

struct AbiertoResuelto {
    Id transaccionId;
    IdOCero sucursalId;
    Entero<0, 100'000> monedaId;
    Entero<0, 1'000'000> contactos;  // number of contacts with this code or this RFC
    IdOCero contactoId;
    Cadena contacto;
    Cadena rfc;
    IdOCero vendedorId;
    Booleano delTipo;    // the contact has the kind required: customer, or supplier
    Cadena folioPropio;  // our first folio of the series, when it is not after this one
};
DTO(AbiertoResuelto, transaccionId, sucursalId, monedaId, contactos, contactoId, contacto, rfc, vendedorId, delTipo,
    folioPropio)

struct AbiertoGuardado {
    IdOCero sucursalId;
    Fecha fecha;
    std::optional<Fecha> fechaVencimiento;
    Cadena moneda;
    TipoCambio tipoCambio;
    Dinero total;
    Cadena uuid;
    std::optional<Fecha> fechaApertura;
    Cubetas pendiente;  // open balance at the import
};
DTO(AbiertoGuardado, sucursalId, fecha, fechaVencimiento, moneda, tipoCambio, total, uuid, fechaApertura, pendiente)

// Document types in the order of the options of `tipo`.
constexpr TipoDocumento const* tipos[] = {&ventas::factura_de_venta, &ventas::nota_de_venta,
                                          &ventas::credito_de_cliente, &bancos::anticipo_de_cliente,
                                          &compras::factura_de_compra};

// Whether the folio belongs to a series of ours: that of a sale does; a purchase has the supplier's number.
bool foliado_aqui(TipoDocumento const& tipo) {
    return tipo.lado == Lado::venta;
}

// FolioAnterior: a printed folio is series and number without separator; the number is its last digits.
struct FolioAnterior {
    std::string serie;
    std::int64_t numero = 0;
};
FolioAnterior folio_de(DocumentoAbiertoFila const& f) {
    static constexpr std::size_t cifras_maximas = 15;
    std::string_view const folio = f.folio;
    auto const letra = folio.find_last_not_of("0123456789");
    std::size_t desde = letra == folio.npos ? 0 : letra + 1;
    if (folio.size() - desde > cifras_maximas) desde = folio.size() - cifras_maximas;
    desde = std::min(folio.find_first_not_of('0', desde), folio.size());
    FolioAnterior a{(f.serie ? f.serie->valor() : std::string()) + std::string(folio.substr(0, desde)), 0};
    std::from_chars(folio.data() + desde, folio.data() + folio.size(), a.numero);
    if (a.numero == 0) rechazar("folio", codigo::formato, "debe terminar en un número mayor que 0");
    return a;
}

Fecha vencimiento_de(DocumentoAbiertoFila const& f) {
    return f.vencimiento.value_or(f.fecha);
}
TipoCambio cambio_de(DocumentoAbiertoFila const& f) {
    return f.tipoCambio ? TipoCambio(*f.tipoCambio) : TipoCambio::de_entero(1);
}
Cadena uuid_de(DocumentoAbiertoFila const& f) {
    return f.uuid ? Cadena::de_base(f.uuid->valor()) : Cadena();
}

class ImportarAbiertos final : public ImportacionAlCorte {
    Efecto fila(Escritura& db, Json const& datos) override {
        exigir_corte(db);
        auto const f = leer_fila<DocumentoAbiertoFila>(datos);
        auto const& tipo = *tipos[f.tipo.indice()];
        auto const folio = folio_de(f);
        auto const r = resolver(db, f, tipo, folio);
        if (auto const g = guardado(db, tipo, folio, r)) {
            exigir_igual(f, *g, r);
            return Efecto::igual;
        }
        if (foliado_aqui(tipo) && !r.folioPropio.vacio())
            rechazar("folio", codigo::duplicado,
                     "debe ser menor que " + r.folioPropio.valor() + ", el primer folio de esa serie en gestor");
        try {
            abrir(db, tipo, cabecera(f, tipo, folio, r), f.pendiente());
        } catch (Desborde const&) {
            rechazar("total", codigo::rango, "en pesos pasa del máximo");
        }
        // Our series continues after this number; a number that the database cannot hold is refused here.
        db.consultar<sql::serie_seguir>("serie"_es(folio.serie), "numero"_es(folio.numero),
                                        "objId"_es(std::int64_t{foliado_aqui(tipo) ? tipo.obj_id : 0}),
                                        "sucursalId"_es(r.sucursalId));
        return Efecto::agregado;
    }

    AbiertoResuelto resolver(Escritura& db, DocumentoAbiertoFila const& f, TipoDocumento const& tipo,
                             FolioAnterior const& folio) const {
        auto const& quien = contraparte_de(tipo);
        auto const r = *db.uno<AbiertoResuelto, sql::abierto_resolver>(
            "codigo"_es(f.codigo ? sql_de(*f.codigo) : std::nullopt), "rfc"_es(f.rfc ? sql_de(*f.rfc) : std::nullopt),
            "sucursal"_es(f.sucursal ? sql_de(*f.sucursal) : std::nullopt), "moneda"_es(f.moneda.valor),
            "contactos"_es(std::string(quien.contactos)), "objId"_es(std::int64_t{tipo.obj_id}),
            "serie"_es(folio.serie), "numero"_es(folio.numero));
        Fallas fallas;
        std::string_view const columna = f.codigo ? "codigo" : "rfc";
        if (r.contactos.valor() == 0)
            fallas.agregar(std::string(columna), codigo::no_existe, "no existe");
        else if (r.contactos.valor() > 1)
            fallas.agregar("rfc", codigo::duplicado,
                           std::to_string(r.contactos.valor()) + " contactos lo tienen: indique codigo");
        else if (f.rfc && !(r.rfc == f.rfc->valor()))
            fallas.agregar("rfc", codigo::rango, "no es el del contacto de codigo, que es " + r.rfc.valor());
        else if (!r.delTipo)
            fallas.agregar(std::string(columna), codigo::rango, "no es un " + std::string(quien.nombre));
        if (!r.sucursalId.presente()) fallas.agregar("sucursal", codigo::no_existe, "no existe");
        if (r.monedaId.valor() == 0) fallas.agregar("moneda", codigo::no_existe, "no es una moneda de la organización");
        if (f.fecha > corte) fallas.agregar("fecha", codigo::rango_fechas, "es posterior al corte");
        fallas.lanzar();
        return r;
    }

    static std::optional<AbiertoGuardado> guardado(Escritura& db, TipoDocumento const& tipo, FolioAnterior const& folio,
                                                   AbiertoResuelto const& r) {
        return db.uno<AbiertoGuardado, sql::abierto_guardado>("objId"_es(std::int64_t{tipo.obj_id}),
                                                              "contactoId"_es(r.contactoId), "serie"_es(folio.serie),
                                                              "numero"_es(folio.numero));
    }

    // A document imported before must come unchanged: a file does not change a stored document.
    void exigir_igual(DocumentoAbiertoFila const& f, AbiertoGuardado const& g, AbiertoResuelto const& r) const {
        std::string distintas;
        auto const comparar = [&](std::string_view columna, bool iguales) {
            if (!iguales) distintas += (distintas.empty() ? "" : ", ") + std::string(columna);
        };
        comparar("--fecha", g.fechaApertura == corte);
        comparar("fecha", g.fecha == f.fecha);
        comparar("vencimiento", g.fechaVencimiento == vencimiento_de(f));
        comparar("moneda", g.moneda == f.moneda.valor.valor());
        comparar("tipoCambio", g.tipoCambio == cambio_de(f));
        comparar("total", g.total == f.total);
        comparar("saldo", g.pendiente == f.pendiente());
        comparar("uuid", g.uuid == uuid_de(f).valor());
        comparar("sucursal", !f.sucursal || g.sucursalId == r.sucursalId);
        if (!distintas.empty()) rechazar("folio", codigo::duplicado, "ya estaba, con otros datos en: " + distintas);
    }

    CabeceraNueva cabecera(DocumentoAbiertoFila const& f, TipoDocumento const& tipo, FolioAnterior const& folio,
                           AbiertoResuelto const& r) const {
        CabeceraNueva n;
        n.transaccionId = r.transaccionId;
        n.sucursalId = Id(r.sucursalId.valor());
        n.serie = Cadena::de_base(folio.serie);
        n.numero = folio.numero;
        n.fecha = FechaHora(f.fecha);
        n.fechaApertura = corte;
        n.fechaVencimiento = vencimiento_de(f);
        n.diasCredito = std::min<std::int64_t>((vencimiento_de(f) - f.fecha) / std::chrono::days(1), 3'650);
        n.contactoId = r.contactoId;
        n.contacto = r.contacto;
        n.rfc = r.rfc;
        n.vendedorId = r.vendedorId;
        n.monedaId = r.monedaId.valor();
        n.moneda = Cadena::de_base(f.moneda.valor.valor());
        n.tipoCambio = cambio_de(f);
        n.total = f.total;
        n.uuid = uuid_de(f);
        if (f.uuid) n.estatusTimbrado = EstatusTimbrado::Timbrado;
        if (f.uuid && foliado_aqui(tipo)) n.fechaTimbrado = n.fecha;
        return n;
    }
};

}  // namespace

std::unique_ptr<Importacion> importar_documentos_abiertos() {
    return std::make_unique<ImportarAbiertos>();
}

}  // namespace gestor::importar
