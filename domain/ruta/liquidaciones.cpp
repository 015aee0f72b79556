// Settlement of a truck's day: expected goods, containers and cash, compared with the counted ones.
#include <set>

#include "domain/bancos/ofrece.hpp"
#include "domain/comun/parametros.hpp"
#include "domain/motor/escritura/a_solas.hpp"
#include "domain/motor/escritura/emisor.hpp"
#include "domain/motor/escritura/tablas.hpp"
#include "domain/ruta/camion.hpp"
#include "domain/ruta/consultas_escrituras.hpp"
#include "domain/ruta/documentos.hpp"
#include "domain/ruta/escrituras.hpp"
#include "domain/ruta/lecturas.hpp"

namespace gestor::ruta {
namespace {

struct LiquidacionPropia {  // LiquidacionPropia: stored columns that only a settlement has
    Id rutaId;
    Cadena ruta;
    Cadena vendedor;
    Fecha fechaLiquidacion;
};
DTO(LiquidacionPropia, rutaId, ruta, vendedor, fechaLiquidacion)

struct Efectivo {
    Dinero ventasContado;
    Dinero ventasCredito;
    Dinero cobranza;
};
DTO(Efectivo, ventasContado, ventasCredito, cobranza)

struct Cifras : Efectivo {
    Dinero cargaInicial;
    Dinero recargas;
    Dinero devoluciones;
    Dinero gastos;
    Dinero efectivoEsperado;
    Dinero efectivoEntregado;
    Dinero faltanteMercancia;
    Dinero sobranteMercancia;
};
DTO_DE((Efectivo), Cifras, cargaInicial, recargas, devoluciones, gastos, efectivoEsperado, efectivoEntregado,
       faltanteMercancia, sobranteMercancia)

struct ProductoDelDiaLeido {
    Id productoId;
    Cadena codigo;
    Cadena descripcion;
    Booleano manejaSeries;
    Booleano manejaLotes;
    Booleano hay;  // the product is stocked
    Booleano esEnvase;
    IdOCero unidadMedidaId;  // base unit
    Cantidad carga;
    Cantidad recarga;
    Cantidad venta;
    Cantidad devolucion;
    Cantidad conteo;
    Costo costoUnitario;
    Dinero cargaValor;
    Dinero recargaValor;
    Dinero devolucionValor;

    Cantidad esperado() const { return carga + recarga - venta - devolucion; }
    Cantidad diferencia() const { return conteo - esperado(); }
};
DTO(ProductoDelDiaLeido, productoId, codigo, descripcion, manejaSeries, manejaLotes, hay, esEnvase, unidadMedidaId,
    carga, recarga, venta, devolucion, conteo, costoUnitario, cargaValor, recargaValor, devolucionValor)
struct ProductoDelDia : ProductoDelDiaLeido {
    Dinero importeDiferencia;
};
DTO_DE((ProductoDelDiaLeido), ProductoDelDia, importeDiferencia)

struct PorValidar {
    IdOCero sucursalId;
    Id almacenId;
    Cadena vendedor;
    Fecha dia;
    Fecha hoy;
    Dinero toleranciaEfectivo;
    Dinero toleranciaMercancia;
    IdOCero cuentaId;  // bank account of the cash
    IdOCero formaPagoId;
};
DTO(PorValidar, sucursalId, almacenId, vendedor, dia, hoy, toleranciaEfectivo, toleranciaMercancia, cuentaId,
    formaPagoId)

struct GastoAjeno {
    Entero<0, 1'000> fila;
};
DTO(GastoAjeno, fila)

}  // namespace
static TablaPropia const tabla_liquidacion(*tipo_de<LiquidacionPropia>(), "liquidacion_ruta");

void validar(LiquidacionValidacion const& v, Fallas& fallas) {
    std::set<Id> vistos;
    for (std::size_t i = 0; i < v.conteo.size(); ++i) {
        if (!vistos.insert(v.conteo[i].productoId).second)
            fallas.agregar(en_fila("conteo", i, "productoId"), codigo::duplicado, "repite una fila anterior");
        validar_identificados(v.conteo[i].series, v.conteo[i].lotes, i, fallas, "conteo");
    }
}

namespace {

// Last second of a past day; absent for today, meaning now.
std::optional<FechaDocumento> momento_del_dia(Fecha dia, Fecha hoy) {
    if (dia == hoy) return {};
    return FechaDocumento(FechaHora(dia, 23, 59, 59));
}

// Dia: the present figures of a truck's day.
struct Dia {
    Cifras cifras;
    std::vector<ProductoDelDia> productos;
    std::vector<Comparado> comparados;  // one for each product

    void guardar(Escritura& db, Id id) const {
        db.encolar<sql::liquidacion_guardar>("transaccionId"_es(id), "cifras"_es(como_json(cifras)));
        db.encolar<sql::liquidacion_guardar_partidas>("transaccionId"_es(id), "partidas"_es(como_json(productos)));
    }
};

// Count of a product.
Identificados const& contado_de(LiquidacionValidacion const& v, Id producto) {
    static Identificados const nada;
    auto const suyo = std::ranges::find(v.conteo, producto, &ProductoContado::productoId);
    return suyo == v.conteo.end() ? nada : *suyo;
}

// Compares counts with the expected stock; products with serial numbers or lots are compared by each.
void comparar_productos(Escritura& db, Id camion, Fecha dia, LiquidacionValidacion const& v, Dia& d) {
    std::vector<Id> identificados;
    for (auto const& p : d.productos)
        if (p.manejaSeries || p.manejaLotes) identificados.push_back(p.productoId);
    auto const suyos = en_camion(db, camion, identificados, FechaHora(dia, 23, 59, 59));
    for (auto& p : d.productos) {
        bool const identificado = p.manejaSeries || p.manejaLotes;
        auto const& c =
            d.comparados.emplace_back(identificado ? comparar(p.productoId, suyos, contado_de(v, p.productoId))
                                                   : comparar(p.esperado(), p.conteo));
        Dinero const falta = multiplicar<2>(c.falta.cantidad, p.costoUnitario);
        Dinero const sobra = multiplicar<2>(c.sobra.cantidad, p.costoUnitario);
        p.importeDiferencia = sobra - falta;
        d.cifras.faltanteMercancia += falta, d.cifras.sobranteMercancia += sobra;
    }
}

Dia reunir(Escritura& db, Id camion, Fecha dia, LiquidacionValidacion const& v) {
    Dia d;
    auto const cual = "almacenId"_es(camion);
    for (auto const& leido : db.lista<ProductoDelDiaLeido, sql::liquidacion_mercancia>(
             cual, "dia"_es(dia), "conteo"_es(como_json(std::vector<ProductoContado>(v.conteo))))) {
        auto& p = d.productos.emplace_back(ProductoDelDia{leido, {}});
        d.cifras.cargaInicial += p.cargaValor, d.cifras.recargas += p.recargaValor;
        d.cifras.devoluciones += p.devolucionValor;
    }
    comparar_productos(db, camion, dia, v, d);
    static_cast<Efectivo&>(d.cifras) = *db.uno<Efectivo, sql::liquidacion_efectivo>(cual, "dia"_es(dia));
    for (auto const& g : v.gastos) d.cifras.gastos += g.importe;
    d.cifras.efectivoEsperado = d.cifras.ventasContado + d.cifras.cobranza - d.cifras.gastos;
    d.cifras.efectivoEntregado = v.efectivoEntregado;
    return d;
}

}  // namespace

Vista<LiquidacionViewModel> crear_liquidacion(Escritura& db, Cuerpo<LiquidacionNueva> const& nueva) {
    auto const camion = camion_de(db, nueva.rutaId);
    Borrador b(db, liquidacion_de_ruta, liquidacion_nueva);
    if (nueva.fechaLiquidacion > camion.hoy)
        b.fallas.agregar("fechaLiquidacion", codigo::rango, "es posterior a hoy en la sucursal");
    b.fallas.lanzar();
    EncabezadoNuevo e;
    e.fecha = momento_del_dia(nueva.fechaLiquidacion, camion.hoy), e.sucursalId = camion.sucursalId;
    e.notas = nueva.notas, e.referenciaExterna = nueva.referenciaExterna;
    Menciones menciones;
    menciones.almacenId = camion.almacenId.id(), menciones.vendedorId = camion.vendedorId.id();
    b.encabezado(e, menciones);
    b.cabecera().palabras = Cadena::de_base(camion.ruta.valor() + " " + camion.vendedor.valor());
    b.propio(tabla_liquidacion, LiquidacionPropia{camion.rutaId, camion.ruta, camion.vendedor, nueva.fechaLiquidacion});
    auto const id = std::move(b).bloquear().emitir().id;
    reunir(db, *camion.almacenId.id(), nueva.fechaLiquidacion, {}).guardar(db, id);
    return db.vista<LiquidacionViewModel>(liquidacion, id);
}

TransaccionResultado cancelar_liquidacion(Escritura& db, Sesion const& sesion, Id id,
                                          ConsultaOCuerpo<CancelacionMotivo> const& c) {
    static constexpr TipoDocumento const* tipos[] = {&liquidacion_de_ruta};
    cancelar(db, sesion, id, {.tipos = tipos, .motivo = c.motivo ? c.motivo->valor() : std::string()});
    return resultado(db, id);
}

// ---- validation ----
namespace {

std::vector<DiferenciaDeRuta> diferencias_de(Dia const& d) {
    std::vector<DiferenciaDeRuta> todas;
    for (std::size_t i = 0; i < d.productos.size(); ++i) {
        auto const& p = d.productos[i];
        if (auto const& c = d.comparados[i]; c.falta.cantidad.es_positivo() || c.sobra.cantidad.es_positivo())
            todas.push_back({p.esEnvase ? TipoDiferencia("Envase") : TipoDiferencia("Mercancia"), p.productoId,
                             p.esperado(), p.conteo, p.diferencia(), p.importeDiferencia});
    }
    Dinero const efectivo = d.cifras.efectivoEntregado - d.cifras.efectivoEsperado;
    if (!efectivo.es_cero())
        todas.push_back({"Efectivo", {}, d.cifras.efectivoEsperado, d.cifras.efectivoEntregado, efectivo, efectivo});
    return todas;
}

// Whether the differences are within the tolerance: goods by the sum of their values, cash by its amount.
bool tolerable(Escritura& db, PorValidar const& l, Cifras const& c) {
    Dinero const comun = parametro<NoNegativo<Dinero>>(db, "toleranciaLiquidacion");
    Dinero const efectivo = c.efectivoEntregado - c.efectivoEsperado;
    Dinero const valor = efectivo.es_negativo() ? -efectivo : efectivo;
    return valor <= std::max(comun, l.toleranciaEfectivo) &&
           c.faltanteMercancia + c.sobranteMercancia <= std::max(comun, l.toleranciaMercancia);
}

void exigir_existentes(Escritura& db, LiquidacionValidacion const& v, Dia const& d) {
    Fallas fallas;
    for (std::size_t i = 0; i < v.conteo.size(); ++i)
        for (auto const& p : d.productos)
            if (p.productoId == v.conteo[i].productoId && !p.hay)
                fallas.agregar(en_fila("conteo", i, "productoId"), codigo::no_existe, "no existe o no es mercancía");
    std::vector<Id> conceptos;
    for (auto const& g : v.gastos) conceptos.push_back(g.conceptoId);
    for (auto const& g : db.lista<GastoAjeno, sql::liquidacion_gastos_ajenos>("conceptos"_es(conceptos)))
        fallas.agregar(en_fila("gastos", static_cast<std::size_t>(g.fila.valor()), "conceptoId"), codigo::no_existe,
                       "no es un concepto activo de egresos");
    fallas.lanzar();
    for (std::size_t i = 0; i < v.conteo.size(); ++i)
        for (auto const& p : d.productos)
            if (auto const& n = v.conteo[i]; p.productoId == n.productoId)
                SeIdentifica{p.codigo, p.manejaSeries, p.manejaLotes}.exigir(n, n.cantidad, en_fila("conteo", i));
}

// Ajuste: the ordinary documents that a validated settlement makes on its day, related to it.
class Ajuste {
public:
    Ajuste(Escritura& db, PorValidar const& liquidacion, LiquidacionValidacion const& validacion)
        : db_(db), l_(liquidacion), v_(validacion), conceptos_(db) {}
    std::vector<Id> hechos;
    std::vector<std::string> avisos;

    // A shortage leaves the truck and is charged to the salesperson; a surplus enters the truck.
    void mercancia(Dia& d) {
        auto const falta = movimiento(d, "Salida", "IN-FALTANTE"), sobra = movimiento(d, "Entrada", "IN-SOBRANTE");
        d.cifras.faltanteMercancia = mover(falta, {&sobra.enviado, 1});
        d.cifras.sobranteMercancia = mover(sobra);
    }
    // Expenses on the way, and missing cash.
    void efectivo(Cifras const& c) {
        bancos::EgresoNuevo egreso;
        for (auto const& g : v_.gastos) {
            auto& p = egreso.partidas.emplace_back();
            p.importeAbono = g.importe, p.conceptoId = IdOCero(g.conceptoId), p.notas = g.notas;
            p.acreditamiento = Acreditamiento("Ninguno");  // expenses on the way have no CFDI
        }
        Dinero const diferencia = c.efectivoEntregado - c.efectivoEsperado;
        if (diferencia.es_negativo()) {
            auto& p = egreso.partidas.emplace_back();
            p.importeAbono = Positivo<Dinero>(-diferencia), p.conceptoId = IdOCero(conceptos_.de("EG-FALTANTE"));
        }
        if (!egreso.partidas.empty()) gastar(egreso);
        if (diferencia.es_positivo()) depositar(Positivo<Dinero>(diferencia));
    }

private:
    void exigir_caja() const {
        Fallas fallas;
        if (!l_.cuentaId.presente())
            fallas.agregar("efectivoEntregado", codigo::rango, "la sucursal no tiene una caja en pesos");
        if (!l_.formaPagoId.presente())
            fallas.agregar("efectivoEntregado", codigo::rango,
                           "la organización no tiene una forma de pago en efectivo");
        fallas.lanzar();
    }
    struct Movimiento {
        inventario::MovimientoNuevo enviado{};
        std::vector<std::string> filas{};  // fields of the count, for faults
    };
    Movimiento movimiento(Dia const& d, inventario::TipoMovimiento const& tipo, std::string const& clave) {
        Movimiento hecho;
        auto& [m, filas] = hecho;
        m.tipoMovimiento = tipo, m.fecha = momento_del_dia(l_.dia, l_.hoy);
        m.sucursalId = l_.sucursalId, m.almacenId = l_.almacenId, m.conceptoId = conceptos_.de(clave);
        bool const entra = tipo == "Entrada";
        for (std::size_t i = 0; i < d.productos.size(); ++i) {
            auto const& p = d.productos[i];
            auto const& parte = entra ? d.comparados[i].sobra : d.comparados[i].falta;
            if (!parte.cantidad.es_positivo()) continue;
            auto& fila = m.partidas.emplace_back();
            fila.productoId = p.productoId, fila.unidadMedidaId = p.unidadMedidaId.id();
            fila.cantidad = NoNegativo<Cantidad>(parte.cantidad);
            fila.series = parte.series, fila.lotes = parte.lotes;
            if (entra) fila.costoUnitario = NoNegativo<Costo>(p.costoUnitario);
            auto const contado = std::ranges::find(v_.conteo, p.productoId, &ProductoContado::productoId);
            filas.push_back(contado == v_.conteo.end()
                                ? std::string()
                                : en_fila("conteo", static_cast<std::size_t>(contado - v_.conteo.begin())));
        }
        return hecho;
    }
    Dinero mover(Movimiento const& m, std::span<inventario::MovimientoNuevo const> despues = {}) {
        if (m.enviado.partidas.empty()) return {};
        auto const hecho =
            inventario::donde_se_envio(m.filas, [&] { return inventario::mover(db_, m.enviado, despues); });
        hechos.push_back(hecho.transaccionId);
        avisos.insert(avisos.end(), hecho.avisos.begin(), hecho.avisos.end());
        return hecho.costo;
    }
    void gastar(bancos::EgresoNuevo& egreso) {
        exigir_caja();
        egreso.fecha = momento_del_dia(l_.dia, l_.hoy), egreso.sucursalId = l_.sucursalId;
        egreso.cuentaId = l_.cuentaId, egreso.formaPagoId = l_.formaPagoId;
        egreso.beneficiario = Texto<250>::de_base(l_.vendedor.valor());
        std::vector<std::string> filas;
        for (std::size_t i = 0; i < v_.gastos.size(); ++i) filas.push_back(en_fila("gastos", i));
        hechos.push_back(inventario::donde_se_envio(filas, [&] { return bancos::egresar(db_, egreso); }).transaccionId);
    }
    void depositar(Positivo<Dinero> importe) {
        exigir_caja();
        bancos::DepositoNuevo d;
        d.fecha = momento_del_dia(l_.dia, l_.hoy), d.sucursalId = l_.sucursalId;
        d.cuentaId = *l_.cuentaId.id(), d.formaPagoId = *l_.formaPagoId.id();
        d.tipo = {"Concepto"}, d.importe = importe;
        d.partidas.push_back({conceptos_.de("DP-SOBRANTE"), importe, {}});
        hechos.push_back(bancos::depositar_por_concepto(db_, d).transaccionId);
    }

    Escritura& db_;
    PorValidar const& l_;
    LiquidacionValidacion const& v_;
    ConceptosDeRuta conceptos_;
};

}  // namespace

// The settlement locks the month alone: documents being written are counted, and later ones find the day settled.
LiquidacionValidada validar_liquidacion(Escritura& db, Sesion const& sesion, Id id,
                                        Cuerpo<LiquidacionValidacion> const& v) {
    auto const l = db.uno<PorValidar, sql::liquidacion_por_validar>("transaccionId"_es(id));
    if (!l) throw Problema(codigo::no_encontrado, "no existe una liquidación de ruta con ese identificador");
    auto const mes = MesContable(static_cast<unsigned>(l->dia.ymd().month()));
    ASolas::entrar(db, AnioContable(static_cast<int>(l->dia.ymd().year())), mes, mes);
    auto const documento = bloquear(db, liquidacion_de_ruta, id);
    auto const mudanza = mudanza_de(liquidacion_de_ruta, documento, AccionDocumento::validar, sesion);
    exigir_sin_documentos(db.lista<DocumentoRelacionado, sql::liquidacion_devoluciones_pendientes>(
                              "dia"_es(l->dia), "almacenId"_es(l->almacenId)),
                          "la ruta tiene devoluciones pendientes de ese día: aplíquelas o cancélelas");
    exigir_sin_documentos(db.lista<DocumentoRelacionado, sql::liquidacion_dias_anteriores>(
                              "dia"_es(l->dia), "almacenId"_es(l->almacenId)),
                          "la ruta movió mercancía en días anteriores que no se han validado: se liquidan en su orden");
    db.consultar<sql::liquidacion_bloquear>("dia"_es(l->dia), "almacenId"_es(l->almacenId));
    auto dia = reunir(db, l->almacenId, l->dia, v);
    exigir_existentes(db, v, dia);
    LiquidacionValidada hecha;
    hecha.diferencias = diferencias_de(dia);
    hecha.valido = v.aceptarDiferencias.valor || tolerable(db, *l, dia.cifras);
    if (v.notas) db.encolar<sql::liquidacion_anotar>("transaccionId"_es(id), "notas"_es(*v.notas));
    if (hecha.valido) {
        Ajuste ajuste(db, *l, v);
        ajuste.mercancia(dia);
        ajuste.efectivo(dia.cifras);
        dia.guardar(db, id);
        db.encolar<sql::ruta_relacionar>("transaccionId"_es(id), "ids"_es(ajuste.hechos));
        db.encolar<sql::liquidacion_valuar>("transaccionId"_es(id), "ids"_es(ajuste.hechos));
        mudar(db, mudanza);
        hecha.advertencias = advertencias_de(ajuste.avisos);
    } else {
        dia.guardar(db, id);
    }
    static_cast<Vista<LiquidacionViewModel>&>(hecha) = db.vista<LiquidacionViewModel>(liquidacion, id);
    return hecha;
}

}  // namespace gestor::ruta
