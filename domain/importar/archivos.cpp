// Imports whose rows are not master records: rates, assignments, promotions of several rows, one póliza per file.
#include "domain/importar/archivos.hpp"

#include <map>

#include "domain/comun/maestras.hpp"
#include "domain/importar/agregados.hpp"
#include "domain/importar/consultas_al_corte.hpp"
#include "domain/importar/tipos.hpp"
#include "domain/motor/escritura/apertura.hpp"

namespace gestor::importar {
namespace {

// Id of the record that a column names; a missing record is a fault of the column.
std::string exigir_id(Lectura& db, std::string_view sql, std::string_view campo, std::string_view clave) {
    auto const filas = db.consultar(sql, {{"clave", sql_de(clave)}});
    if (filas.vacia()) rechazar(campo, codigo::no_existe, "no existe");
    return filas.filas[0][0].value();
}
ValorSql id_si_hay(Lectura& db, Maestra const& maestra, std::string_view campo, Referido const& clave) {
    if (!clave) return std::nullopt;
    return exigir_id(db, maestra.id_de_clave(), campo, *clave);
}

class ImportarTiposCambio final : public Importacion {
    Efecto fila(Escritura& db, Json const& datos) override {
        auto const f = leer_fila<TipoCambioFila>(datos);
        if (f.moneda == "MXN") rechazar("moneda", codigo::rango, "el peso no tiene tipo de cambio: siempre es 1");
        auto const moneda = db.consultar<sql::tipo_cambio_moneda>("moneda"_es(f.moneda));
        if (moneda.vacia()) rechazar("moneda", codigo::no_existe, "no es una moneda de la organización");
        auto const r = db.consultar<sql::tipo_cambio_poner>("id"_es(moneda.filas[0][0]), "fecha"_es(f.fecha),
                                                            "valor"_es(f.valor.valor()));
        if (r.filas[0][0] == "t") return Efecto::agregado;
        return r.filas[0][1] == "t" ? Efecto::igual : Efecto::actualizado;
    }
};

// Asignacion: branches, warehouses and accounts of a user: a row adds one, and `activo` no removes it.
struct Asignacion {
    std::string_view columna;
    Maestra maestra;
    std::string_view poner, quitar;
};
constexpr Asignacion asignar_clasificador{"clasificador", maestra::clasificador_costo,
                                          usada<void, sql::usuario_clasificador_poner, "usuario", "otro">(),
                                          usada<void, sql::usuario_clasificador_quitar, "usuario", "otro">()};
constexpr Asignacion asignar_sucursal{"sucursal", maestra::sucursal,
                                      usada<void, sql::usuario_sucursal_poner, "usuario", "otro">(),
                                      usada<void, sql::usuario_sucursal_quitar, "usuario", "otro">()};

template <class T, Asignacion const& A, auto Otro>
class ImportarAsignacion final : public Importacion {
    Efecto fila(Escritura& db, Json const& datos) override {
        auto const f = leer_fila<T>(datos);
        auto const usuario = exigir_id(db, usada<void, sql::usuario_de, "clave">(), "usuario", f.usuario);
        auto const otro = exigir_id(db, A.maestra.id_de_clave(), A.columna, f.*Otro);
        bool const activo = f.activo.valor;
        if (db.consultar(activo ? A.poner : A.quitar, {{"usuario", usuario}, {"otro", otro}}).vacia())
            return Efecto::igual;
        return activo ? Efecto::agregado : Efecto::actualizado;
    }
};

class ImportarPromociones final : public Importacion {
    struct Abierta {
        std::string id;  // empty: the first row had faults, so the following rows are only checked
        int condiciones = 0, beneficios = 0;
    };

    Efecto fila(Escritura& db, Json const& datos) override {
        auto const [donde, primera] = abiertas_.try_emplace(datos.buscar("promocion")->texto);
        auto& abierta = donde->second;
        auto const f = leer_fila<PromocionFila>(datos);
        auto const producto = id_si_hay(db, maestra::producto, "producto", f.producto);
        auto const clasificacion = id_si_hay(db, maestra::clasificacion_producto, "clasificacion", f.clasificacion);
        auto id = abierta.id;
        auto const efecto = primera ? abrir(db, f, datos, id) : Efecto::parte;
        if (id.empty()) return efecto;
        bool const condicion = f.tipo == "Condicion";
        int& consecutivo = condicion ? abierta.condiciones : abierta.beneficios;
        auto const numero = "consecutivo"_es(std::int64_t{consecutivo + 1});
        if (condicion)
            db.consultar<sql::promocion_condicion>(
                "id"_es(id), numero, "producto"_es(producto), "clasificacion"_es(clasificacion),
                "cantidad"_es(f.cantidadMinima ? sql_de(f.cantidadMinima->valor()) : ValorSql("1")));
        else
            db.consultar<sql::promocion_beneficio>("id"_es(id), numero, "producto"_es(producto),
                                                   "clasificacion"_es(clasificacion), "tipo"_es(f.tipoBeneficio),
                                                   "valor"_es(f.valor.valor), "cantidad"_es(f.cantidadMaxima.valor));
        abierta.id = id;  // only now: the stored data of a refused row are rolled back
        ++consecutivo;
        return efecto;
    }
    // First row of a promotion: stores its own data, and deletes its old conditions and benefits.
    static Efecto abrir(Escritura& db, PromocionFila const& f, Json const& datos, std::string& id) {
        if (!f.vigenciaInicio)
            rechazar("vigenciaInicio", codigo::requerido, "falta en la primera fila de la promoción");
        if (!f.vigenciaFin) rechazar("vigenciaFin", codigo::requerido, "falta en la primera fila de la promoción");
        ListaCelda const sucursales{"sucursales", usada<void, sql::sucursales_faltan, "valores">(),
                                    usada<void, sql::promocion_sucursales_poner, "valores", "id">()};
        auto const* celda = datos.buscar("sucursales");
        Fallas fallas;
        if (celda != nullptr) exigir_lista(db, sucursales, *celda, fallas);
        fallas.lanzar();
        auto const existente = db.consultar<sql::promocion_de>("nombre"_es(f.promocion));
        auto const inicio = "inicio"_es(f.vigenciaInicio);
        auto const fin = "fin"_es(f.vigenciaFin);
        auto const acumulable = "acumulable"_es(f.acumulable.valor);
        auto const prioridad = "prioridad"_es(f.prioridad.valor);
        auto const activo = "activo"_es(f.activo.valor);
        if (existente.vacia()) {
            auto const nueva = db.consultar<sql::promocion_crear>("nombre"_es(f.promocion), inicio, fin, acumulable,
                                                                  prioridad, activo);
            id = nueva.filas[0][0].value();
        } else {
            id = existente.filas[0][0].value();
            db.consultar<sql::promocion_actualizar>("id"_es(id), inicio, fin, acumulable, prioridad, activo);
            db.consultar<sql::promocion_vaciar>("id"_es(id));
        }
        if (celda != nullptr) poner_lista(db, sucursales, exigir<Id>(id), *celda);
        return existente.vacia() ? Efecto::agregado : Efecto::actualizado;
    }
    void terminar(Escritura&) override {
        Fallas fallas;
        for (auto const& [nombre, p] : abiertas_) {
            if (p.condiciones == 0)
                fallas.agregar("tipo", codigo::requerido, "a la promoción «" + nombre + "» le falta una Condicion");
            if (p.beneficios == 0)
                fallas.agregar("tipo", codigo::requerido, "a la promoción «" + nombre + "» le falta un Beneficio");
        }
        fallas.lanzar();
    }
    std::map<std::string, Abierta> abiertas_;
};

// Resource that opens an account whose balance is a sum of documents or of stock; empty for other accounts.
std::string_view recurso_que_la_abre(std::string_view clave) {
    if (clave == "INVENTARIO") return "existencias-iniciales";
    return se_abre_con_documentos(clave) ? "documentos-abiertos" : "";
}

class ImportarSaldos final : public Importacion {
    Efecto fila(Escritura& db, Json const& datos) override {
        auto const f = leer_fila<SaldoInicialFila>(datos);
        auto const cuenta = db.consultar<sql::cuenta_contable_de>("clave"_es(f.cuenta));
        if (cuenta.vacia()) rechazar("cuenta", codigo::no_existe, "no existe");
        if (cuenta.filas[0][1] != "t") rechazar("cuenta", codigo::rango, "no es una cuenta de detalle activa");
        if (auto const recurso = recurso_que_la_abre(cuenta.filas[0][2].value_or("")); !recurso.empty())
            rechazar("cuenta", codigo::rango,
                     "es la suma de otros registros: importe su saldo con " + std::string(recurso));
        auto const sucursal = id_si_hay(db, maestra::sucursal, "sucursal", f.sucursal);
        if (primera_) fecha_ = f.fecha;
        if (fecha_ != f.fecha) rechazar("fecha", codigo::rango, "debe ser la misma en todas las filas");
        primera_ = false;
        debe_ += f.debe.valor;
        haber_ += f.haber.valor;
        agregar_movimiento(cuenta.filas[0][0].value(), f, sucursal);
        return Efecto::agregado;
    }
    void agregar_movimiento(std::string const& cuenta, SaldoInicialFila const& f, ValorSql const& sucursal) {
        movimientos_ += movimientos_.empty() ? "[" : ",";
        movimientos_ += "{\"numero\":" + std::to_string(++numero_) + ",\"cuenta\":" + cuenta +
                        ",\"debe\":" + sql_de(f.debe.valor).value() + ",\"haber\":" + sql_de(f.haber.valor).value() +
                        ",\"sucursal\":" + sucursal.value_or("null") + ",\"concepto\":";
        json_texto(f.concepto ? f.concepto->valor() : std::string("Saldo inicial"), movimientos_);
        movimientos_ += "}";
    }
    void terminar(Escritura& db) override {
        if (numero_ == 0) return;
        if (debe_ != haber_)
            throw Problema(codigo::validacion,
                           "no cuadra: debe " + sql_de(debe_).value() + ", haber " + sql_de(haber_).value() +
                               "; la diferencia es " +
                               sql_de(Dinero(debe_ > haber_ ? debe_ - haber_ : haber_ - debe_)).value());
        auto const fecha = fecha_ ? sql_de(fecha_) : db.consultar<sql::fecha_de_hoy>().filas[0][0];
        db.encolar<sql::periodo_usar>("fecha"_es(fecha));
        auto const periodo = db.consultar<sql::periodo_de>("fecha"_es(fecha));
        if (periodo.vacia() || periodo.filas[0][0] != "Abierto")
            throw Problema(codigo::validacion, "el periodo de " + fecha.value() +
                                                   " no está abierto; gestor periodo abrir " + fecha->substr(0, 7) +
                                                   " --motivo …");
        db.consultar<sql::apertura_candado>();
        auto const previa = db.consultar<sql::apertura_existente>();
        if (!previa.vacia())
            throw Problema(codigo::validacion, "ya hay saldos iniciales: la póliza " + previa.filas[0][0].value() +
                                                   " del " + previa.filas[0][1].value());
        auto const id =
            db.consultar<sql::apertura_poliza>("fecha"_es(fecha), "concepto"_es("Saldos iniciales")).filas[0][0];
        db.consultar<sql::apertura_movimientos>("id"_es(id), "movimientos"_es(movimientos_ + "]"));
    }

    bool primera_ = true;
    std::optional<Fecha> fecha_;
    Dinero debe_, haber_;
    std::string movimientos_;
    int numero_ = 0;
};

}  // namespace

std::unique_ptr<Importacion> importar_tipos_cambio() {
    return std::make_unique<ImportarTiposCambio>();
}
std::unique_ptr<Importacion> importar_clasificadores_usuario() {
    return std::make_unique<
        ImportarAsignacion<ClasificadorUsuarioFila, asignar_clasificador, &ClasificadorUsuarioFila::clasificador>>();
}
std::unique_ptr<Importacion> importar_sucursales_usuario() {
    return std::make_unique<
        ImportarAsignacion<SucursalUsuarioFila, asignar_sucursal, &SucursalUsuarioFila::sucursal>>();
}
std::unique_ptr<Importacion> importar_promociones() {
    return std::make_unique<ImportarPromociones>();
}
std::unique_ptr<Importacion> importar_saldos() {
    return std::make_unique<ImportarSaldos>();
}

}  // namespace gestor::importar
