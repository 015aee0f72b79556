// Manual pólizas: rows with the same key are one póliza, posted by the API's own operation.
#include <charconv>
#include <map>
#include <set>

#include "domain/comun/maestras.hpp"
#include "domain/contabilidad/ofrece.hpp"
#include "domain/importar/agregados.hpp"
#include "domain/importar/archivos.hpp"
#include "domain/importar/tipos.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor::importar {
namespace {

using contabilidad::CodigoCuenta;
using contabilidad::PartidaPolizaNueva;
using contabilidad::PolizaNueva;

// Place of a fault of the operation: partidas[3].sucursalId is the fourth row, column sucursal.
struct LugarDeFalla {
    std::size_t partida = 0;
    std::string columna;
};
LugarDeFalla lugar_de(std::string const& campo) {
    static constexpr std::string_view lista = "partidas[";
    if (campo == "partidas") return {0, "poliza"};
    if (!campo.starts_with(lista)) return {0, campo};
    LugarDeFalla lugar;
    auto const* const fin = campo.data() + campo.size();
    auto const [resto, error] = std::from_chars(campo.data() + lista.size(), fin, lugar.partida);
    if (error == std::errc() && fin - resto > 2) lugar.columna.assign(resto + 2, fin);
    if (lugar.columna == "concepto") lugar.columna = "descripcion";
    if (lugar.columna.ends_with("Id")) lugar.columna.resize(lugar.columna.size() - 2);
    return lugar;
}

class ImportarPolizas final : public Importacion {
    struct Leida {
        PolizaNueva nueva;
        std::vector<std::size_t> lineas{};  // line of each row in the file
        bool mal = false;                   // a row has faults, so the póliza is not posted
    };

    Efecto fila(Escritura& db, Json const& datos) override {
        auto const [donde, primera] = lugares_.try_emplace(datos.buscar("poliza")->texto, leidas_.size());
        if (primera) leidas_.emplace_back();
        auto& p = leidas_[donde->second];
        p.lineas.push_back(linea);
        bool const antes = std::exchange(p.mal, true);
        auto const f = leer_fila<PolizaFila>(datos);
        Fallas fallas;
        encabezado(f, p, primera, fallas);
        auto const partida = partida_de(db, f, fallas);
        auto const referencias = referencias_de(partida);
        if (!sin_fallas_.contains(referencias)) contabilidad::fallas_de_partida(db, partida, fallas);
        fallas.lanzar();
        sin_fallas_.insert(referencias);
        p.nueva.partidas.push_back(partida);
        p.mal = antes;
        return primera ? Efecto::agregado : Efecto::parte;
    }

    // Type, day and text of the póliza: of its first row; a later row leaves them out or repeats them.
    static void encabezado(PolizaFila const& f, Leida& p, bool primera, Fallas& fallas) {
        auto& n = p.nueva;
        bool const con_concepto = f.concepto && !f.concepto->vacio();
        if (primera) {
            if (!f.tipo) fallas.agregar("tipo", codigo::requerido, "falta en la primera fila de la póliza");
            if (!con_concepto) fallas.agregar("concepto", codigo::requerido, "falta en la primera fila de la póliza");
            if (f.tipo) n.tipo = TipoPoliza::de_base(f.tipo->valor());
            if (con_concepto) n.concepto = contabilidad::ConceptoPoliza::de_base(f.concepto->valor());
            if (f.fecha) n.fecha = FechaDocumento(FechaHora(*f.fecha));
            return;
        }
        auto const otro = [&](char const* columna, bool distinto) {
            if (distinto) fallas.agregar(columna, codigo::rango, "no es el de la primera fila de la póliza");
        };
        otro("tipo", f.tipo && f.tipo->valor() != n.tipo.valor());
        otro("concepto", con_concepto && f.concepto->valor() != n.concepto.valor());
        otro("fecha", f.fecha && (!n.fecha || n.fecha->fecha() != *f.fecha));
    }

    static PartidaPolizaNueva partida_de(Lectura& db, PolizaFila const& f, Fallas& fallas) {
        PartidaPolizaNueva p;
        p.cuenta = CodigoCuenta::de_base(f.cuenta.valor());
        p.debe.valor = f.debe.valor, p.haber.valor = f.haber.valor;
        if (f.descripcion) p.concepto = contabilidad::ConceptoPartida::de_base(f.descripcion->valor());
        p.sucursalId = id_de(db, maestra::sucursal, "sucursal", f.sucursal, fallas);
        p.proyectoId = id_de(db, maestra::proyecto, "proyecto", f.proyecto, fallas);
        p.clasificadorCostoId =
            id_de(db, maestra::clasificador_costo, "clasificadorCosto", f.clasificadorCosto, fallas);
        p.contactoId = id_de(db, maestra::contacto, "contacto", f.contacto, fallas);
        p.uuid = f.uuid;
        return p;
    }
    // The records that a row names. The statement that judges them is planned each time, so equal ones ask it once.
    static std::string referencias_de(PartidaPolizaNueva p) {
        p.debe = {}, p.haber = {}, p.concepto = {}, p.uuid = {};
        return como_json(p);
    }
    static std::optional<IdOCero> id_de(Lectura& db, Maestra const& maestra, std::string_view columna,
                                        Referido const& clave, Fallas& fallas) {
        if (!clave || clave->vacio()) return std::nullopt;
        auto const id = db.consultar(maestra.id_de_clave(), {{"clave", std::string(clave->valor())}});
        if (!id.vacia()) return IdOCero(exigir<Id>(id.filas[0][0].value()));
        fallas.agregar(std::string(columna), codigo::no_existe, "no existe");
        return std::nullopt;
    }

    void revisar(Escritura& db, AlFallar const& falla) override {
        for (auto const& p : leidas_) {
            if (p.mal) continue;
            auto const asentada = [&] {
                std::string const cuerpo = como_json(p.nueva);
                llamar_operador(db, {"POST", "/api/Contabilidad/Poliza", cuerpo});
            };
            if (!con_puntos) {
                asentada();
                continue;
            }
            db.consultar<sql::punto>();
            try {
                asentada();
                db.consultar<sql::soltar_punto>();
            } catch (Problema const& problema) {
                db.consultar<sql::volver_al_punto>();
                decir(p, problema, falla);
            }
        }
    }
    static void decir(Leida const& p, Problema const& problema, AlFallar const& falla) {
        if (problema.errores().empty()) return falla(p.lineas.front(), "fecha", problema.detalle());
        for (auto const& e : problema.errores()) {
            auto const lugar = lugar_de(e.campo);
            falla(p.lineas.at(lugar.partida), lugar.columna, e.mensaje);
        }
    }

    std::map<std::string, std::size_t> lugares_;
    std::set<std::string> sin_fallas_;
    std::vector<Leida> leidas_;
};

}  // namespace

std::unique_ptr<Importacion> importar_polizas() {
    return std::make_unique<ImportarPolizas>();
}

}  // namespace gestor::importar
