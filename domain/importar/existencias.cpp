// Opening stock of another system, with dates and costs of its layers: entries by the concept of initial stock, on the
// day of the cut-over, one document per warehouse and thousand lines.
#include <map>
#include <set>

#include "domain/importar/agregados.hpp"
#include "domain/importar/al_corte.hpp"
#include "domain/importar/archivos.hpp"
#include "domain/importar/consultas_al_corte.hpp"
#include "domain/importar/tipos.hpp"

namespace gestor::importar {
namespace {

struct ExistenciaResuelta {
    IdOCero almacenId;
    IdOCero sucursalId;
    IdOCero productoId;
    Cadena tipo;
    Cantidad factor;
    Booleano manejaSeries;
    Booleano manejaLotes;
    IdOCero conceptoId;
    std::optional<Cantidad> cantidad;  // imported before
    Dinero valor;
};
DTO(ExistenciaResuelta, almacenId, sucursalId, productoId, tipo, factor, manejaSeries, manejaLotes, conceptoId,
    cantidad, valor)

template <class T>
std::string texto(T const& valor) {
    std::string t;
    valor.escribir(t);
    return t;
}
std::string entre_comillas(std::string_view valor) {
    std::string t;
    json_texto(valor, t);
    return t;
}

class ImportarExistencias final : public ImportacionAlCorte {
    struct Linea {
        std::string producto;
        std::string json;
    };
    struct Almacen {
        std::string sucursalId;
        std::vector<Linea> lineas;
    };

    Efecto fila(Escritura& db, Json const& datos) override {
        exigir_corte(db);
        auto const f = leer_fila<ExistenciaInicialFila>(datos);
        auto const r = *db.uno<ExistenciaResuelta, sql::existencia_resolver>(
            "almacen"_es(f.almacen), "producto"_es(f.producto), "corte"_es(corte),
            "capa"_es(f.fechaCapa.value_or(corte)), "lote"_es(f.lote ? sql_de(*f.lote) : ValorSql("")));
        comprobar(f, r);
        auto const llave = texto(r.almacenId) + "/" + texto(r.productoId) + "/" + texto(f.fechaCapa.value_or(corte)) +
                           "/" + (f.lote ? f.lote->valor() : std::string());
        if (!vistas_.insert(llave).second)
            rechazar("producto", codigo::duplicado, "repite almacén, producto, fechaCapa y lote de otra fila");
        if (r.cantidad) {
            exigir_igual(f, r);
            return Efecto::igual;
        }
        concepto_ = texto(r.conceptoId);
        auto& almacen = almacenes_[r.almacenId.valor()];
        almacen.sucursalId = texto(r.sucursalId);
        almacen.lineas.push_back({f.producto.valor(), linea(f, r)});
        return Efecto::agregado;
    }

    void comprobar(ExistenciaInicialFila const& f, ExistenciaResuelta const& r) const {
        Fallas fallas;
        if (!r.almacenId.presente()) fallas.agregar("almacen", codigo::no_existe, "no existe");
        if (!r.productoId.presente())
            fallas.agregar("producto", codigo::no_existe, "no existe");
        else if (r.tipo != "Producto")
            fallas.agregar("producto", codigo::rango, "un servicio o un kit no tiene existencia");
        if (f.fechaCapa && *f.fechaCapa > corte)
            fallas.agregar("fechaCapa", codigo::rango_fechas, "es posterior al corte");
        fallas.lanzar();
        if (r.manejaLotes != f.lote.has_value())
            fallas.agregar("lote", r.manejaLotes ? codigo::requerido : codigo::rango,
                           r.manejaLotes ? "el producto maneja lotes" : "el producto no maneja lotes");
        auto const series = Cantidad::de_entero(r.manejaSeries ? static_cast<std::int64_t>(f.series.size()) : 0);
        if (r.manejaSeries && series != multiplicar<6>(f.cantidad, r.factor))
            fallas.agregar("series", codigo::requerido, "debe traer una por pieza");
        if (!r.manejaSeries && !f.series.empty())
            fallas.agregar("series", codigo::rango, "el producto no maneja números de serie");
        fallas.lanzar();
    }

    static void exigir_igual(ExistenciaInicialFila const& f, ExistenciaResuelta const& r) {
        Dinero const valor = redondear<2>(multiplicar<6>(f.cantidad, f.costoUnitario));
        if (*r.cantidad != multiplicar<6>(f.cantidad, r.factor) || r.valor != valor)
            rechazar(
                "cantidad", codigo::duplicado,
                "ya estaba, con otra cantidad u otro costo: " + texto(*r.cantidad) + " que valen " + texto(r.valor));
    }

    std::string linea(ExistenciaInicialFila const& f, ExistenciaResuelta const& r) const {
        auto const cantidad = texto(f.cantidad);
        auto json = "{\"productoId\":" + texto(r.productoId) + ",\"cantidad\":" + cantidad +
                    ",\"costoUnitario\":" + texto(f.costoUnitario) + ",\"fechaCapa\":\"" +
                    texto(f.fechaCapa.value_or(corte)) + "\"";
        if (f.lote) {
            json += ",\"lotes\":[{\"lote\":" + entre_comillas(f.lote->valor()) + ",\"cantidad\":" + cantidad;
            if (f.caducidad) json += ",\"caducidad\":\"" + texto(*f.caducidad) + "\"";
            json += "}]";
        }
        std::string series;
        for (auto const& s : f.series) series += (series.empty() ? "" : ",") + entre_comillas(s.valor());
        return json + (series.empty() ? "}" : ",\"series\":[" + series + "]}");
    }

    void terminar(Escritura& db) override {
        static constexpr std::size_t maximo = 1'000;  // lines of a movement
        for (auto const& [id, almacen] : almacenes_)
            for (std::size_t i = 0; i < almacen.lineas.size(); i += maximo)
                entrar(db, id, almacen, i, std::min(i + maximo, almacen.lineas.size()));
    }
    void entrar(Escritura& db, std::int64_t id, Almacen const& almacen, std::size_t desde, std::size_t hasta) const {
        std::string partidas;
        for (auto i = desde; i < hasta; ++i) partidas += (i > desde ? "," : "") + almacen.lineas[i].json;
        auto const cuerpo = "{\"tipoMovimiento\":\"Entrada\",\"conceptoId\":" + concepto_ +
                            ",\"almacenId\":" + std::to_string(id) + ",\"sucursalId\":" + almacen.sucursalId +
                            ",\"fecha\":\"" + texto(corte) + "\",\"notas\":\"Existencias iniciales\",\"partidas\":[" +
                            partidas + "]}";
        try {
            llamar_operador(db, {"POST", "/api/Inventario/Movimiento", cuerpo});
        } catch (Problema const& p) {
            throw Problema(p.codigo(), p.detalle(), por_producto(p, almacen, desde));
        }
    }
    // A fault of a line of the operation becomes a fault of the product of that line.
    static std::vector<ErrorCampo> por_producto(Problema const& p, Almacen const& almacen, std::size_t desde) {
        auto errores = p.errores();
        for (auto& e : errores) {
            auto const abre = e.campo.find('['), cierra = e.campo.find("].");
            if (!e.campo.starts_with("partidas[") || cierra == e.campo.npos) continue;
            auto const i = std::stoul(e.campo.substr(abre + 1, cierra - abre - 1));
            e.mensaje = almacen.lineas.at(desde + i).producto + ": " + e.mensaje;
            e.campo = e.campo.substr(cierra + 2);
            if (e.campo == "productoId") e.campo = "producto";
        }
        return errores;
    }

    std::set<std::string> vistas_;
    std::map<std::int64_t, Almacen> almacenes_;
    std::string concepto_;
};

}  // namespace

std::unique_ptr<Importacion> importar_existencias() {
    return std::make_unique<ImportarExistencias>();
}

}  // namespace gestor::importar
