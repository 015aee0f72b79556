// Opening balance of each bank account and cash account on the day of the cut-over, and one póliza per file.
#include <set>

#include "domain/importar/agregados.hpp"
#include "domain/importar/al_corte.hpp"
#include "domain/importar/archivos.hpp"
#include "domain/importar/consultas_al_corte.hpp"
#include "domain/importar/tipos.hpp"
#include "domain/motor/escritura/plan.hpp"

namespace gestor::importar {
namespace {

struct CuentaResuelta {
    Id cuentaId;
    Entero<0, 100'000> monedaId;
    Id cuentaContableId;
    Id aperturaId;
    Dinero saldoInicial;
    std::optional<Dinero> pesos;  // pesos in the opening póliza
    std::optional<Fecha> fecha;
};
DTO(CuentaResuelta, cuentaId, monedaId, cuentaContableId, aperturaId, saldoInicial, pesos, fecha)

constexpr std::string_view concepto_de_bancos = "Saldos iniciales de bancos";

class ImportarSaldosBancarios final : public ImportacionAlCorte {
    Efecto fila(Escritura& db, Json const& datos) override {
        exigir_corte(db);
        auto const f = leer_fila<SaldoBancarioFila>(datos);
        auto const r = db.uno<CuentaResuelta, sql::saldo_bancario_resolver>(
            "cuenta"_es(f.cuenta), "concepto"_es(ValorSql(concepto_de_bancos)));
        if (!r) rechazar("cuenta", codigo::no_existe, "no existe");
        auto const pesos = en_pesos(f, *r);
        if (r->pesos) {
            bool const igual = *r->pesos == pesos && r->saldoInicial == f.saldo && r->fecha == corte;
            if (!igual) rechazar("saldo", codigo::duplicado, "ya estaba, con otro saldo, tipo de cambio o --fecha");
            return Efecto::igual;
        }
        if (!r->saldoInicial.es_cero())
            rechazar("saldo", codigo::duplicado,
                     "cuentas-bancarias ya dio el saldo inicial de la cuenta; asiente su póliza con saldos-iniciales");
        if (pesos.es_cero()) return Efecto::igual;
        db.consultar<sql::saldo_bancario_poner>("cuentaId"_es(r->cuentaId), "saldo"_es(f.saldo));
        apertura_ = r->aperturaId;
        suma_ += pesos;
        movimiento(r->cuentaContableId, pesos, f.cuenta);
        return Efecto::agregado;
    }

    static Dinero en_pesos(SaldoBancarioFila const& f, CuentaResuelta const& r) {
        bool const pesos = r.monedaId.valor() == 1;
        if (pesos && f.tipoCambio && *f.tipoCambio != TipoCambio::de_entero(1))
            rechazar("tipoCambio", codigo::rango, "el de MXN es 1");
        if (!pesos && !f.tipoCambio) rechazar("tipoCambio", codigo::requerido, "es obligatorio en otra moneda");
        try {
            return pesos ? f.saldo : Dinero(multiplicar<2>(f.saldo, *f.tipoCambio));
        } catch (Desborde const&) {
            rechazar("saldo", codigo::rango, "en pesos pasa del máximo");
        }
    }

    void movimiento(Id cuenta, Dinero importe, std::string_view concepto) {
        Dinero const cero;
        movimientos_ += std::string(movimientos_.empty() ? "[" : ",") + "{\"numero\":" + std::to_string(++numero_) +
                        ",\"cuenta\":" + sql_de(cuenta).value() +
                        ",\"debe\":" + sql_de(importe.es_negativo() ? cero : importe).value() +
                        ",\"haber\":" + sql_de(importe.es_negativo() ? -importe : cero).value() + ",\"concepto\":";
        json_texto(concepto, movimientos_);
        movimientos_ += "}";
    }

    void terminar(Escritura& db) override {
        if (numero_ == 0) return;
        if (!suma_.es_cero()) movimiento(apertura_, -suma_, concepto_de_bancos);
        auto const id =
            db.consultar<sql::apertura_poliza>("fecha"_es(corte), "concepto"_es(ValorSql(concepto_de_bancos)))
                .filas[0][0];
        db.consultar<sql::apertura_movimientos>("id"_es(id), "movimientos"_es(movimientos_ + "]"));
    }

    Id apertura_;
    Dinero suma_;
    std::string movimientos_;
    int numero_ = 0;
};

}  // namespace

std::unique_ptr<Importacion> importar_saldos_bancarios() {
    return std::make_unique<ImportarSaldosBancarios>();
}

}  // namespace gestor::importar
