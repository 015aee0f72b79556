#include "domain/contabilidad/conciliacion/conciliacion.hpp"

#include <algorithm>
#include <map>

#include "domain/comun/consultas.hpp"
#include "domain/contabilidad/conciliacion/archivo_sat.hpp"
#include "domain/contabilidad/conciliacion/consultas.hpp"
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

// Rows stored some thousand at a time; a folio in two rows stays cancelled, and keeps the
// currency that only its CFDI tells.
class Tanda {
public:
    explicit Tanda(Escritura& db) : db_(db) {}
    void agregar(CfdiInformado&& c) {
        auto const dia = c.fecha.fecha();
        if (!primero || dia < *primero) primero = dia;
        if (!ultimo || *ultimo < dia) ultimo = dia;
        auto& lugar = filas_[c.uuid.valor()];
        auto divisa = c.moneda.vacio() ? lugar.moneda : c.moneda;
        if (lugar.estado != EstadoCfdi("Cancelado")) lugar = std::move(c);
        lugar.moneda = std::move(divisa);
        if (filas_.size() == tamano) guardar();
    }
    void guardar() {
        if (filas_.empty()) return;
        std::vector<CfdiInformado> filas;
        for (auto& [uuid, c] : filas_) filas.push_back(std::move(c));
        filas_.clear();
        auto const g = *db_.uno<Guardados, sql::cfdi_informados_guardar>("filas"_es(como_json(filas)));
        nuevos += g.nuevos.valor(), actualizados += g.actualizados.valor();
    }
    std::int64_t nuevos = 0, actualizados = 0;
    std::optional<Fecha> primero, ultimo;

private:
    static constexpr std::size_t tamano = 2000;
    Escritura& db_;
    std::map<std::string, CfdiInformado> filas_;  // in the order of the key, as every writer locks them
};

}  // namespace

CargaCfdiViewModel cargar_cfdi(Escritura& db, Formulario<CargaCfdiPeticion> const& peticion) {
    auto const propio = *db.uno<RfcPropio, sql::rfc_de_organizacion>();
    // Uploads of an organization take turns: two of them in different orders would wait for each other's rows.
    db.consultar<sql::turno>("que"_es("cfdi_informado"));
    auto const bytes = peticion.archivo.leer(0, peticion.archivo.bytes);
    Tanda tanda(db);
    auto leido = leer_archivo_sat(bytes, propio.rfc.valor(), [&](CfdiInformado&& c) { tanda.agregar(std::move(c)); });
    tanda.guardar();
    CargaCfdiViewModel v{leido.leidos, tanda.nuevos, tanda.actualizados, leido.ajenos, tanda.primero, tanda.ultimo, {}};
    if (leido.ajenos > 0)
        leido.advertencias.push_back(std::to_string(leido.ajenos) + " CFDI no son de " + propio.rfc.valor() +
                                     ": no se guardaron");
    for (auto const& a : leido.advertencias) v.advertencias.push_back(Cadena::de_base(a));
    return v;
}

ConciliacionCfdiViewModel conciliacion_cfdi(Lectura& db, Entorno const& entorno,
                                            Consulta<ConciliacionFiltro> const& f) {
    ConciliacionCfdiViewModel v{};
    static_cast<ConteoDeSituaciones&>(v) = *db.uno<ConteoDeSituaciones, sql::conciliacion_conteo>(
        "fechaInicial"_es(f.fechaInicial), "fechaFinal"_es(f.fechaFinal), "lado"_es(f.lado));
    v.fechaInicial = f.fechaInicial, v.fechaFinal = f.fechaFinal;
    v.cfdi = db.lista<CfdiConciliado, sql::conciliacion_filas>(
        "fechaInicial"_es(f.fechaInicial), "fechaFinal"_es(f.fechaFinal), "lado"_es(f.lado),
        "situacion"_es(f.situacion), "maximo"_es(entorno.lista_maxima + 1));
    acotar(v.cfdi.size(), entorno, "fechaInicial y fechaFinal");
    return v;
}

}  // namespace gestor::contabilidad
