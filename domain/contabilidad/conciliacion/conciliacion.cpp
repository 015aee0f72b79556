#include "domain/contabilidad/conciliacion/conciliacion.hpp"

#include <map>

#include "domain/comun/consultas.hpp"
#include "domain/contabilidad/conciliacion/archivo_sat.hpp"
#include "domain/contabilidad/conciliacion/consultas.hpp"
#include "domain/fiscal/memoria.hpp"
#include "domain/operacion/acotar.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::contabilidad {
namespace {

struct RfcPropio {
    Cadena rfc;
};
DTO(RfcPropio, rfc)

struct Guardados {
    Entero<0, 2'147'483'647> nuevos;
    Entero<0, 2'147'483'647> actualizados;
};
DTO(Guardados, nuevos, actualizados)

constexpr std::size_t cfdi_maximos = 200'000;  // of one file: they are written in one transaction

// CfdiDeArchivo: the CFDI of a file, one of each folio; a folio in two rows stays cancelled, and keeps the currency
// that only its CFDI tells.
class CfdiDeArchivo {
public:
    void agregar(CfdiInformado&& c) {
        auto const dia = c.fecha.fecha();
        if (!primero || dia < *primero) primero = dia;
        if (!ultimo || *ultimo < dia) ultimo = dia;
        auto const [donde, es_nuevo] = filas_.try_emplace(c.uuid.valor());
        if (es_nuevo) contar();
        auto& lugar = donde->second;
        auto divisa = c.moneda.vacio() ? lugar.moneda : c.moneda;
        ocupados_ -= lugar.nombre.valor().size();
        if (lugar.estado != EstadoCfdi("Cancelado")) lugar = std::move(c);
        lugar.moneda = std::move(divisa);
        ocupados_ += lugar.nombre.valor().size();
        while (memoria_.size() * paso < ocupados_) memoria_.push_back(fiscal::tomar_memoria(paso));
    }
    // In the order of the key, some thousand at a time: two files of the same CFDI never wait for each other.
    Guardados guardar(Escritura& db) const {
        constexpr std::size_t tanda = 2000;
        Guardados todos;
        std::vector<CfdiInformado> filas;
        for (auto fila = filas_.begin(); fila != filas_.end();) {
            filas.push_back(fila->second);
            if (++fila != filas_.end() && filas.size() < tanda) continue;
            auto const g = *db.uno<Guardados, sql::cfdi_informados_guardar>("filas"_es(como_json(filas)));
            todos = {todos.nuevos.valor() + g.nuevos.valor(), todos.actualizados.valor() + g.actualizados.valor()};
            filas.clear();
        }
        return todos;
    }
    std::optional<Fecha> primero, ultimo;

private:
    void contar() {
        constexpr std::size_t bloques = 192;  // of the node and of both copies of the folio
        ocupados_ += sizeof(decltype(filas_)::value_type) + bloques;
        if (filas_.size() <= cfdi_maximos) return;
        Fallas f;
        f.agregar("archivo", codigo::rango,
                  "trae más de " + std::to_string(cfdi_maximos) + " CFDI: divídalo en varios");
        f.lanzar();
    }
    static constexpr std::size_t paso = 1UL << 20;  // memory is taken by the megabyte
    std::vector<std::shared_ptr<void>> memoria_;
    std::size_t ocupados_ = 0;
    std::map<std::string, CfdiInformado> filas_;
};

}  // namespace

Vista<CargaCfdiViewModel> cargar_cfdi(Carga& db, Formulario<CargaCfdiPeticion> const& peticion) {
    auto const propio = db.leer([](Lectura& l) { return *l.uno<RfcPropio, sql::rfc_de_organizacion>(); }).rfc.valor();
    CfdiDeArchivo cfdi;
    auto leido = [&] {
        auto const memoria = fiscal::tomar_memoria(peticion.archivo.bytes);
        return leer_archivo_sat(peticion.archivo.leer(0, peticion.archivo.bytes), propio,
                                [&](CfdiInformado&& c) { cfdi.agregar(std::move(c)); });
    }();
    if (leido.ajenos > 0)
        leido.advertencias.push_back(std::to_string(leido.ajenos) + " CFDI no son de " + propio + ": no se guardaron");
    return db.escribir([&](Escritura& e) {
        auto const g = cfdi.guardar(e);
        CargaCfdiViewModel v{leido.leidos, g.nuevos, g.actualizados, leido.ajenos, cfdi.primero, cfdi.ultimo, {}};
        for (auto const& a : leido.advertencias) v.advertencias.push_back(Cadena::de_base(a));
        return v;
    });
}

ConciliacionCfdiViewModel conciliacion_cfdi(Lectura& db, Entorno const& entorno,
                                            Consulta<ConciliacionFiltro> const& f) {
    ConciliacionCfdiViewModel v{};
    v.fechaInicial = f.fechaInicial, v.fechaFinal = f.fechaFinal;
    v.cfdi = db.lista<CfdiConciliado, sql::conciliacion_filas>(
        "fechaInicial"_es(f.fechaInicial), "fechaFinal"_es(f.fechaFinal), "lado"_es(f.lado),
        "situacion"_es(f.situacion), "maximo"_es(entorno.lista_maxima + 1));
    acotar(v.cfdi.size(), entorno, "fechaInicial y fechaFinal");
    static_cast<ConteoDeSituaciones&>(v) = *db.uno<ConteoDeSituaciones, sql::conciliacion_conteo>(
        "fechaInicial"_es(f.fechaInicial), "fechaFinal"_es(f.fechaFinal), "lado"_es(f.lado));
    return v;
}

}  // namespace gestor::contabilidad
