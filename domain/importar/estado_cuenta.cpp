// Import of a bank statement: each line that matches a movement reconciles it, by the API's own operation, and is
// stored with it, so that the same file again changes nothing.
#include <algorithm>
#include <map>

#include "domain/comun/maestras.hpp"
#include "domain/importar/agregados.hpp"
#include "domain/importar/archivos.hpp"
#include "domain/importar/consultas_estado_cuenta.hpp"
#include "domain/importar/emparejar.hpp"
#include "domain/importar/tipos.hpp"

namespace gestor::importar {
namespace {

struct MovimientoPorEmparejar {
    Id transaccionId;
    Fecha fecha;
    Cadena folio;
    Cadena referencia;
    Dinero importe;
    Booleano conciliado;
    Cadena renglon;
};
DTO(MovimientoPorEmparejar, transaccionId, fecha, folio, referencia, importe, conciliado, renglon)

constexpr std::size_t por_llamada = 10'000;  // limit of the operation
constexpr std::string_view conciliar = "/api/Bancos/Conciliar";

template <class T>
std::string en_texto(T const& valor) {
    return sql_de(valor).value();
}

class ImportarEstadoCuenta final : public Importacion {
    struct Renglon {
        Apunte apunte;
        std::string clave, texto;
        std::optional<Dinero> saldo;
    };
    using M = MovimientoPorEmparejar;

    Efecto fila(Escritura&, Json const& datos) override {
        auto const f = leer_fila<EstadoCuentaFila>(datos);
        Apunte const apunte{f.fecha, f.referencia ? f.referencia->valor() : std::string(),
                            f.deposito.valor - f.retiro.valor};
        // Key of a line. Equal lines get a number: the first, the second …
        auto clave = en_texto(apunte.fecha) + "|" + apunte.referencia + "|" + en_texto(apunte.importe) + "|";
        clave += std::to_string(++repetidos_[clave]);
        auto const que = apunte.importe.es_negativo() ? "retiro " + en_texto(-apunte.importe)
                                                      : "depósito " + en_texto(apunte.importe);
        renglones_.push_back({apunte, clave,
                              "línea " + std::to_string(linea) + ": " + que + " del " + en_texto(apunte.fecha) + ": ",
                              f.saldo});
        return Efecto::parte;
    }

    void terminar(Escritura& db) override {
        auto const id = db.consultar(maestra::cuenta_bancaria.id_de_clave(), {{"clave", de_cuenta}});
        if (id.vacia()) throw Problema(codigo::validacion, "--cuenta: no existe la cuenta " + de_cuenta);
        cuenta_id_ = Id::de_base(id.filas[0][0].value());
        if (renglones_.empty()) return;
        auto const [primero, ultimo] =
            std::ranges::minmax(renglones_, {}, [](Renglon const& r) { return r.apunte.fecha; });
        corte_ = ultimo.apunte.fecha;
        std::chrono::days const lejos(dias_de_diferencia);
        dictaminar(
            db, db.lista<M, sql::movimientos_por_emparejar>(
                    "cuentaId"_es(cuenta_id_), "desde"_es(primero.apunte.fecha - lejos), "hasta"_es(corte_ + lejos)));
        comparar(db);
    }

    // A movement reconciled with a line stays with that line; the others are for lines without a movement.
    void dictaminar(Escritura& db, std::vector<M> const& movimientos) {
        std::map<std::string_view, M const*> conocidos;
        std::vector<M const*> libres;
        std::vector<Apunte> apuntes, nuevos;
        for (auto const& m : movimientos) {
            if (!m.renglon.vacio()) {
                conocidos.emplace(m.renglon.valor(), &m);
                continue;
            }
            libres.push_back(&m);
            apuntes.push_back({m.fecha, m.referencia.valor(), m.importe});
        }
        for (auto const& r : renglones_)
            if (!conocidos.contains(r.clave)) nuevos.push_back(r.apunte);
        auto const parejas = emparejar(nuevos, apuntes);
        auto pareja = parejas.begin();
        for (auto const& r : renglones_) {
            auto const conocido = conocidos.find(r.clave);
            if (conocido != conocidos.end()) {
                ya_estaba(r, *conocido->second);
            } else if (auto const& p = *pareja++; p) {
                tomar(r, *libres[p->movimiento], *p);
            } else {
                ++sin_movimiento_;
                resumen.dictamen.push_back(r.texto + "sin movimiento");
            }
        }
        guardar(db);
    }

    void ya_estaba(Renglon const& r, M const& m) {
        ++resumen.iguales;
        corte_ = std::max(corte_, m.fecha);
        resumen.dictamen.push_back(r.texto + m.folio.valor() + ", ya conciliado");
    }

    void tomar(Renglon const& r, M const& m, Pareja const& p) {
        renglones_de_.emplace_back(m.transaccionId, r.clave);
        if (m.conciliado) return ya_estaba(r, m);
        ++resumen.agregados;
        corte_ = std::max(corte_, m.fecha);
        marcar_.push_back(m.transaccionId);
        auto const cerca = p.dias == 0   ? std::string("mismo día")
                           : p.dias == 1 ? std::string("a 1 día")
                                         : "a " + std::to_string(p.dias) + " días";
        resumen.dictamen.push_back(r.texto + m.folio.valor() + " (" +
                                   (p.por_referencia ? "misma referencia, " + cerca : cerca) + ")");
    }

    Json conciliar_con(Escritura& db, std::span<Id const> marcar, Dinero saldo) const {
        std::string ids;
        for (auto const id : marcar) ids += (ids.empty() ? "" : ",") + en_texto(id);
        auto const cuerpo = "{\"cuentaId\":" + en_texto(cuenta_id_) + ",\"fechaCorte\":\"" + en_texto(corte_) +
                            "\",\"saldoEstado\":" + en_texto(saldo) + ",\"marcar\":[" + ids + "]}";
        return llamar_operador(db, {"POST", conciliar, cuerpo});
    }

    void guardar(Escritura& db) {
        std::span<Id const> faltan(marcar_);
        while (!faltan.empty()) {
            auto const ahora = faltan.first(std::min(por_llamada, faltan.size()));
            conciliar_con(db, ahora, {});
            faltan = faltan.subspan(ahora.size());
        }
        std::vector<Id> ids;
        Json claves;
        claves.clase = Json::Clase::lista;
        for (auto const& [id, clave] : renglones_de_) {
            ids.push_back(id);
            claves.hijos.emplace_back().texto = clave;
        }
        db.consultar<sql::renglones_poner>("ids"_es(ids), "renglones"_es(arreglo_sql(claves)));
    }

    // Compares the balance of the latest line; some banks write the newest line first.
    void comparar(Escritura& db) {
        bool const al_reves = renglones_.front().apunte.fecha > renglones_.back().apunte.fecha;
        auto const saldo = al_reves ? renglones_.front().saldo : renglones_.back().saldo;
        if (sin_movimiento_ > 0)
            resumen.dictamen.push_back(std::to_string(sin_movimiento_) + " sin movimiento en la cuenta");
        if (!saldo) return;
        auto const r = conciliar_con(db, {}, *saldo);
        resumen.dictamen.push_back("saldo del estado de cuenta " + en_texto(*saldo) + ", conciliado " +
                                   r.buscar("saldoConciliado")->texto + ", diferencia " +
                                   r.buscar("diferencia")->texto);
    }

    std::vector<Renglon> renglones_;
    std::map<std::string, int> repetidos_;
    std::vector<Id> marcar_;
    std::vector<std::pair<Id, std::string>> renglones_de_;
    Id cuenta_id_;
    Fecha corte_;
    std::size_t sin_movimiento_ = 0;
};

}  // namespace

std::unique_ptr<Importacion> importar_estado_cuenta() {
    return std::make_unique<ImportarEstadoCuenta>();
}

}  // namespace gestor::importar
