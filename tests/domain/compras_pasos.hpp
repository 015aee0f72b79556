#pragma once
// Random steps of a company that buys: the calls that the operations would make to the engine.
#include "domain/bancos/aplicaciones.hpp"
#include "domain/bancos/cobros/anticipos.hpp"
#include "domain/motor/cartera/depositos.hpp"
#include "domain/motor/escritura/sellado.hpp"
#include "domain/motor/importes/costos.hpp"
#include "tests/domain/compras_ayuda.hpp"

namespace gestor {

inline constexpr std::int64_t lugares[] = {7, 8};
inline constexpr std::int64_t pesos = 1, dolares = 2;

// ClaseDeEmpresa: kind of company. Only the last cancels in any order, because the cost of goods returned since is no
// longer the original one.
enum class ClaseDeEmpresa : std::uint8_t { en_pesos, a_una_tasa, a_cualquier_tasa, en_desorden };

class ComprasAlAzar : public EmpresaQueCompra {
public:
    explicit ComprasAlAzar(ClaseDeEmpresa clase, bool acredita_ieps) : clase_(clase), acredita_ieps_(acredita_ieps) {
        for (auto const lugar : lugares) almacen.abrir(lugar, 1, "PEPS"), almacen.abrir(lugar, 2, "PROMEDIO");
    }
    std::map<std::string, int> veces{};

    // One random step. The seed and the present state decide it, so that a failure can be repeated.
    void paso(std::uint64_t cual) {
        azar_.motor.seed(cual);
        static constexpr std::pair<char const*, void (ComprasAlAzar::*)()> pasos[] = {
            {"orden", &ComprasAlAzar::ordenar},
            {"recepción", &ComprasAlAzar::recibir},
            {"recepción", &ComprasAlAzar::recibir},
            {"factura", &ComprasAlAzar::facturar},
            {"factura", &ComprasAlAzar::facturar},
            {"factura", &ComprasAlAzar::facturar},
            {"directa", &ComprasAlAzar::comprar},
            {"remisión", &ComprasAlAzar::remitir},
            {"gasto", &ComprasAlAzar::encarecer},
            {"gasto", &ComprasAlAzar::encarecer},
            {"devolución", &ComprasAlAzar::devolver},
            {"crédito", &ComprasAlAzar::acreditar},
            {"devolución", &ComprasAlAzar::devolver},
            {"pago", &ComprasAlAzar::pagar},
            {"pago", &ComprasAlAzar::pagar},
            {"pago", &ComprasAlAzar::pagar},
            {"anticipo", &ComprasAlAzar::anticipar},
            {"uso", &ComprasAlAzar::usar},
            {"uso", &ComprasAlAzar::usar},
            {"desuso", &ComprasAlAzar::quitar},
            {"salida", &ComprasAlAzar::sacar},
            {"traspaso", &ComprasAlAzar::traspasar},
            {"cancelación", &ComprasAlAzar::deshacer}};
        auto const& [que, hacer] = pasos[azar_.hasta(std::ssize(pasos))];
        auto const antes = documentos.size() + aplicaciones.size();
        try {
            (this->*hacer)();
            if (documentos.size() + aplicaciones.size() > antes) ++veces[que];
        } catch (Problema const&) {
            ++veces[std::string("no se pudo: ") + que];
        }
        revisar();
        exigir_sin_cambio();
    }
    // terminar: payments by credits and advances are taken back first, then documents are cancelled from the last to
    // the first.
    void terminar() {
        while (auto* const f = usada()) desasignar(*f), revisar();
        for (bool const dinero : {true, false})
            for (auto d = documentos.rbegin(); d != documentos.rend(); ++d)
                if ((d->second.tipo == &bancos::egreso_de_banco) == dinero) intentar(d->first), revisar();
        if (clase_ == ClaseDeEmpresa::en_desorden) return;
        for (auto const& [id, g] : documentos) {
            exigir(!g.vigente, "no se pudo cancelar " + std::string(g.tipo->nombre) + " " + std::to_string(id.valor()));
            for (auto const& l : g.lineas)
                exigir(l.facturada.es_cero() && l.devuelta.es_cero() && l.surtida.es_cero(), "quedó avance");
        }
        for (auto const& [cuenta, saldo] : mayor) exigir_igual(saldo, Dinero{}, "al final, " + cuenta);
        for (auto const& a : almacen.actuales) exigir(a.cantidad.es_cero() && a.valor.es_cero(), "quedó mercancía");
    }

private:
    ClaseDeEmpresa clase_;
    bool acredita_ieps_;
    Azar azar_{};
    std::int64_t ultimo_ = 0;

    // ---- chances ----
    std::int64_t moneda() { return clase_ == ClaseDeEmpresa::en_pesos || azar_.uno_de(2) ? pesos : dolares; }
    TipoCambio cambio(std::int64_t de) {
        if (de == pesos) return TipoCambio{"1"};
        return clase_ == ClaseDeEmpresa::a_una_tasa ? TipoCambio{"17.123457"}
                                                    : TipoCambio::de_unidades(1 + azar_.hasta(25'000'000));
    }
    Cantidad parte(Cantidad todo) {
        return azar_.uno_de(2) ? todo
                               : Cantidad::de_unidades(1 + azar_.hasta(static_cast<std::int64_t>(todo.unidades())));
    }
    Dinero parte(Dinero todo) {
        return azar_.uno_de(3) ? todo
                               : Dinero::de_unidades(1 + azar_.hasta(static_cast<std::int64_t>(todo.unidades())));
    }
    Precio precio() {
        // upper bounds of a price: 0.05, 3 and 900
        static constexpr std::int64_t hasta[] = {50'000, 3'000'000, 900'000'000};
        return Precio::de_unidades(1 + azar_.hasta(hasta[azar_.hasta(3)]));
    }
    Linea linea(bool mercancia) {
        Linea l;
        auto& g = l.guardada;
        g.cantidad = Cantidad::de_unidades(1 + azar_.hasta(20'000'000));
        g.factor = Cantidad::de_entero(azar_.uno_de(3) ? 12 : 1);
        g.precioUnitario = precio();
        if (azar_.uno_de(4)) g.descuento = prorratear(multiplicar<6>(g.cantidad, g.precioUnitario), 1, 8);
        l.perfil = perfil_al_azar(azar_);
        static constexpr Tasa no_acreditables[] = {Tasa{"1"}, Tasa{"0.6667"}, Tasa{"0.0001"}};
        Azar aparte(azar_);  // a generator apart: the other random choices stay the same
        if (!acredita_todo && aparte.uno_de(2)) l.perfil.noAcreditable = no_acreditables[aparte.hasta(3)];
        if (mercancia) {
            l.tipo = "Producto";
            g.productoId = Id(1 + azar_.hasta(2)), g.almacenId = Id(lugares[azar_.hasta(2)]);
        } else {
            l.cuentaContableId = honorarios;
        }
        return l;
    }
    static Importe prorratear(Importe todo, int parte, int entero) {
        return gestor::prorratear(todo, Importe::de_entero(parte), Importe::de_entero(entero));
    }
    std::vector<Linea> lineas(bool con_servicios) {
        std::vector<Linea> todas;
        for (auto n = 1 + azar_.hasta(3); n > 0; --n) todas.push_back(linea(!con_servicios || !azar_.uno_de(4)));
        return todas;
    }
    Id alguno(auto const& cumple) {
        std::vector<Id> sirven;
        for (auto const& [id, g] : documentos)
            if (g.vigente && cumple(id, g)) sirven.push_back(id);
        return sirven.empty() ? Id() : sirven[static_cast<std::size_t>(azar_.hasta(std::ssize(sirven)))];
    }
    Id alguno_de(TipoDocumento const& tipo) {
        return alguno([&](Id, Guardado const& g) { return g.tipo == &tipo; });
    }
    Id que_debe() {
        return alguno([&](Id id, Guardado const& g) {
            return g.tipo->naturaleza == Naturaleza::cargo && cartera.buscar(id)->saldo.es_positivo();
        });
    }

    // ---- common to all documents ----
    CabeceraNueva cabecera(TipoDocumento const& tipo, std::int64_t en, TipoCambio tipo_cambio) {
        CabeceraNueva c;
        c.transaccionId = Id(++ultimo_), c.objId = tipo.obj_id, c.monedaId = en, c.tipoCambio = tipo_cambio;
        c.contactoId = Id(1), c.origen = Cadena::de_base(tipo.origen);
        return c;
    }
    Emision emision(TipoDocumento const& tipo, std::int64_t en, TipoCambio tipo_cambio) {
        Emision e;
        e.hechos.documento.cabecera = cabecera(tipo, en, tipo_cambio);
        return e;
    }
    // Computes the amounts of the lines and returns the cost of each line.
    std::vector<Dinero> calcular_costos(Hechos& h, std::vector<Linea>& todas) {
        Fallas fallas;
        calcular(todas, fallas);
        fallas.lanzar();
        poner_lineas(h, todas);
        if (!acredita_ieps_) sin_acreditar_ieps(h);
        return costos_de(h, todas);
    }
    static Pieza pieza(Linea const& l, std::size_t fila) {
        Pieza p;
        p.numeroPartida = static_cast<int>(fila) + 1, p.fila = fila;
        p.almacenId = Id(l.guardada.almacenId.valor()), p.productoId = Id(l.guardada.productoId.valor());
        p.cantidad = multiplicar<6>(l.guardada.cantidad, l.guardada.factor);
        return p;
    }
    static Pieza que_entra(Linea const& l, std::size_t fila, Dinero costo) {
        auto p = pieza(l, fila);
        p.rumbo = Rumbo::entra, p.valor = costo;
        return p;
    }
    // Stores a document; a type with a balance is planned with the portfolio.
    Guardado& emitir(TipoDocumento const& tipo, Nacimiento const& como, Emision e, std::vector<Linea> const& todas = {},
                     Id de = {}) {
        e.hechos.existencias = almacen.cargar();
        auto despues = cartera;
        auto const* const origen = de.valor() ? cartera.buscar(de) : nullptr;
        auto const tramo = origen == nullptr ? 0 : origen->tramoNumero.valor();
        auto const declarado = e.hechos.declarado;
        auto const plan = tipo.saldo == nullptr ? planificar(tipo, como, std::move(e))
                                                : planificar(tipo, como, std::move(e), despues);
        cartera = std::move(despues);
        auto& g = guardar(tipo, *plan, todas, de);
        g.declarado = declarado, g.tramo = tramo;
        return g;
    }

    // ---- goods ----
    void ordenar() {
        auto e = emision(compras::orden_de_compra, moneda(), {});
        auto& c = e.hechos.documento.cabecera;
        c.tipoCambio = cambio(c.monedaId.valor());
        auto todas = lineas(true);
        calcular_costos(e.hechos, todas);
        emitir(compras::orden_de_compra, compras::orden_nueva, std::move(e), todas).documento.estado =
            Estado::Autorizado;
        ++veces["compra"];
    }
    void remitir() {
        auto const en = moneda();
        auto e = emision(compras::remision_de_compra, en, cambio(en));
        auto todas = lineas(false);
        auto const costos = calcular_costos(e.hechos, todas);
        for (std::size_t i = 0; i < todas.size(); ++i) e.hechos.piezas.push_back(que_entra(todas[i], i, costos[i]));
        auto& g = emitir(compras::remision_de_compra, compras::remision_de_compra_nueva, std::move(e), todas);
        g.documento.origen = Cadena("Compra");
        ++veces["compra"];
    }
    void recibir() {
        Id const orden = alguno_de(compras::orden_de_compra);
        if (!orden.valor()) return;
        auto const& o = documentos.at(orden);
        auto const en = o.documento.monedaId.valor();
        auto e = emision(inventario::recepcion_de_mercancia, en, azar_.uno_de(2) ? o.documento.tipoCambio : cambio(en));
        std::vector<Linea> todas;
        std::vector<Avance> avances;
        for (auto const& l : o.lineas) {
            Cantidad const queda = l.linea.guardada.cantidad - l.surtida;
            if (l.linea.tipo == "Servicio" || queda.es_cero() || azar_.uno_de(4)) continue;
            todas.push_back(parte_de_linea(l, orden, parte(queda)));
            auto& g = todas.back().guardada;
            g.avanceSurtida = g.cantidad;
            avances.push_back({orden, g.numeroPartida.valor(), g.cantidad, {}, {}});
        }
        if (todas.empty()) return;
        auto const costos = calcular_costos(e.hechos, todas);
        for (std::size_t i = 0; i < todas.size(); ++i) e.hechos.piezas.push_back(que_entra(todas[i], i, costos[i]));
        e.hechos.contra = {"POR_FACTURAR"};
        e.origenes.push_back({abierto(orden), avances});
        emitir(inventario::recepcion_de_mercancia, inventario::recepcion_de_compra, std::move(e), todas, orden);
    }
    void comprar() {
        facturar_de({});
        ++veces["compra"];
    }
    void facturar() {
        Id const de = alguno([](Id, Guardado const& g) {
            return g.tipo == &compras::orden_de_compra || g.tipo == &inventario::recepcion_de_mercancia ||
                   g.tipo == &compras::remision_de_compra;
        });
        if (de.valor()) facturar_de(de);
    }
    // facturar_de: invoices an order or a reception, at its price or another, with lines of its own.
    void facturar_de(Id de) {
        auto const* o = de.valor() ? &documentos.at(de) : nullptr;
        bool const recibida = o != nullptr && o->tipo != &compras::orden_de_compra;
        auto const en = o != nullptr ? o->documento.monedaId.valor() : moneda();
        auto e = emision(compras::factura_de_compra, en,
                         o != nullptr && azar_.uno_de(2) ? o->documento.tipoCambio : cambio(en));
        std::vector<Linea> todas;
        std::vector<Avance> avances;
        struct Recibida : PorFacturar {
            Precio precio;
        };
        std::vector<Recibida> recibidas;
        for (std::size_t i = 0; o != nullptr && i < o->lineas.size(); ++i) {
            auto const& l = o->lineas[i];
            bool const entra = !recibida && l.linea.tipo != "Servicio";
            Cantidad const queda = l.linea.guardada.cantidad - (entra ? l.surtida : l.facturada);
            if (queda.es_cero() || azar_.uno_de(4)) continue;
            todas.push_back(parte_de_linea(l, de, parte(queda)));
            auto& g = todas.back().guardada;
            if (azar_.uno_de(2)) g.precioUnitario = precio(), g.descuento = {};
            if (entra) g.avanceSurtida = g.cantidad;
            g.avanceFacturada = g.cantidad;
            avances.push_back({de, g.numeroPartida.valor(), g.avanceSurtida, g.cantidad, {}});
            recibidas.push_back(
                {{queda, l.linea.guardada.costo - facturado(de, g.numeroPartida.valor()), o->documento.tipoCambio},
                 l.linea.guardada.precioUnitario});
        }
        auto const tomadas = todas.size();
        if (o == nullptr || azar_.uno_de(4))
            for (auto& l : lineas(true)) todas.push_back(std::move(l));
        if (todas.empty()) return;
        auto& h = e.hechos;
        auto const costos = calcular_costos(h, todas);
        if (!h.totales.total.es_positivo()) return;
        for (std::size_t i = 0; i < todas.size(); ++i) {
            auto const& l = todas[i];
            if (l.tipo == "Servicio") {
                h.cargos.push_back({cuenta_de_gasto(l), costos[i]});
            } else if (i >= tomadas || !recibida) {
                h.piezas.push_back(que_entra(l, i, costos[i]));
            } else {
                Pieza p;
                p.numeroPartida = static_cast<int>(i) + 1, p.fila = i;
                p.rumbo = Rumbo::se_revalua, p.valor = facturar_recibido(h, i, recibidas[i], costos[i]);
                poner_capas(p, capas(), de, l.guardada.numeroPartidaOrigen.valor());
                if (recibidas[i].precio == l.guardada.precioUnitario)
                    exigir_a_su_precio(p.valor, recibidas[i].tipoCambio, h.documento.cabecera.tipoCambio);
                if (!p.valor.es_cero()) h.piezas.push_back(std::move(p));
            }
        }
        seguir(h.piezas);
        if (o != nullptr) e.origenes.push_back({abierto(de), avances});
        emitir(compras::factura_de_compra, compras::compra_nueva, std::move(e), todas, de);
    }
    // At the price of the order the goods do not become dearer, whatever the exchange rate. Only cents of rounding
    // remain, in either currency; they grow with the ratio of the rate at reception to the rate at invoicing.
    static void exigir_a_su_precio(Dinero mas, TipoCambio al_recibir, TipoCambio al_facturar) {
        static constexpr Dinero cabe{"1.60"};  // some cents at 25 pesos each
        Dinero const tope = cabe + gestor::prorratear(Dinero{"0.02"}, al_recibir, al_facturar);
        exigir(mas <= tope && -mas <= tope, "más caro al mismo precio: " + texto(mas));
    }
    void encarecer() {
        Id const compra = alguno_de(compras::factura_de_compra);
        if (!compra.valor()) return;
        auto const goods = mercancia(compra);
        auto const en = moneda();
        auto e = emision(compras::gasto_sobre_compra, en, cambio(en));
        auto concepto = linea(false);
        concepto.guardada.cantidad = concepto.guardada.factor = Cantidad::de_entero(1);
        concepto.guardada.descuento = {};
        static compras::BaseProrrateo const bases[] = {"Importe", "Cantidad", "Peso"};
        Fallas fallas;
        Dinero const importe = Dinero::de_unidades(1 + azar_.hasta(90'000));
        auto todas = compras::lineas_de_gasto(concepto, importe, goods, bases[azar_.hasta(3)], compra, fallas);
        fallas.lanzar();
        auto const costos = calcular_costos(e.hechos, todas);
        if (!e.hechos.totales.total.es_positivo()) return;
        exigir_igual(e.hechos.totales.subtotal, importe, "lo repartido de un gasto");
        e.hechos.piezas = piezas_encarecidas(goods, capas(), costos);
        seguir(e.hechos.piezas);
        emitir(compras::gasto_sobre_compra, compras::sobre_compra_nuevo, std::move(e), todas, compra);
    }
    // A random product in a random warehouse, with a quantity that is in stock; none when there is no stock.
    std::optional<Pieza> que_hay() {
        auto p = pieza(linea(true), 0);
        Cantidad const hay = almacen.cargar().de(p.almacenId, p.productoId).cantidad;
        if (hay.es_cero()) return {};
        p.cantidad = parte(hay);
        return p;
    }
    void sacar() {
        auto const p = que_hay();
        if (!p) return;
        bool const vendida = azar_.uno_de(2);
        auto const& tipo = vendida ? inventario::entrega_de_mercancia : inventario::movimiento_de_inventario;
        auto e = emision(tipo, pesos, cambio(pesos));
        e.hechos.piezas = {*p}, e.hechos.contra = {{}, merma};
        emitir(tipo, vendida ? inventario::entrega_nueva : inventario::movimiento_nuevo, std::move(e));
    }
    void traspasar() {
        auto const p = que_hay();
        if (!p) return;
        auto e = emision(inventario::movimiento_de_inventario, pesos, cambio(pesos));
        e.hechos.piezas = {*p};
        e.hechos.destino = Id(p->almacenId.valor() == lugares[0] ? lugares[1] : lugares[0]);
        emitir(inventario::movimiento_de_inventario, inventario::traspaso_de_inventario, std::move(e)).traspaso = true;
    }

    // ---- notes ----
    Devolucion nota_de(TipoDocumento const& tipo, Id compra) {
        auto const& d = *cartera.buscar(compra);
        Contexto c;
        c.transaccionId = Id(++ultimo_), c.monedaId = d.monedaId.valor(), c.tipoCambio = d.tipoCambio;
        Devolucion nota(tipo, compra, c);
        nota.cargar(por_devolver(compra));
        return nota;
    }
    void devolver() {
        Id const compra = alguno_de(compras::factura_de_compra);
        if (!compra.valor()) return;
        auto nota = nota_de(compras::devolucion_a_proveedor, compra);
        PartidasDevueltas partidas;
        bool const completa = azar_.uno_de(3);
        for (auto const& l : documentos.at(compra).lineas) {
            Cantidad const queda = l.linea.guardada.cantidad - l.devuelta;
            if (completa || queda.es_cero() || azar_.uno_de(2)) continue;
            PartidaDevuelta p;
            p.numeroPartida = l.linea.guardada.numeroPartida.valor(), p.cantidad = Positivo<Cantidad>(parte(queda));
            partidas.push_back(p);
        }
        if (!completa && partidas.empty()) return;
        nota.elegir(partidas, completa);
        auto const goods = mercancia(compra);
        for (std::size_t i = 0; i < nota.nuevas.size(); ++i)
            for (auto const& m : goods)
                if (m.numeroPartida.valor() == nota.nuevas[i].guardada.numeroPartidaOrigen.valor()) {
                    auto p = pieza(nota.nuevas[i], i);
                    auto const cantidad = p.cantidad;
                    poner_capas(p, capas(), m.transaccionId, m.numeroPartidaOrigen.valor());
                    p.cantidad = cantidad;
                    nota.h.piezas.push_back(std::move(p));
                }
        seguir(nota.h.piezas);
        emitir_nota(compras::devolucion_a_proveedor, compras::devolucion_a_proveedor_nueva, std::move(nota), compra);
    }
    void acreditar() {
        Id const compra = alguno_de(compras::factura_de_compra);
        if (!compra.valor()) return;
        auto const cargada = por_devolver(compra);
        auto nota = nota_de(compras::credito_de_proveedor, compra);
        PartidasAcreditadas partidas;
        for (auto const& l : cargada.lineas) {
            Dinero const queda = redondear<2>(l.queda());
            if (!queda.es_positivo() || azar_.uno_de(2)) continue;
            PartidaAcreditada p;
            p.numeroPartida = l.origen.linea.guardada.numeroPartida.valor(), p.importe = Positivo<Dinero>(parte(queda));
            partidas.push_back(p);
        }
        if (partidas.empty()) return;
        nota.acreditar(partidas, {});
        emitir_nota(compras::credito_de_proveedor, compras::credito_de_proveedor_nuevo, std::move(nota), compra);
    }
    void emitir_nota(TipoDocumento const& tipo, Nacimiento const& como, Devolucion nota, Id compra) {
        nota.poner_importes("");
        auto const todas = nota.nuevas;
        emitir(tipo, como, std::move(nota).emision(), todas, compra);
    }

    // ---- money ---- pedido: a random part of a debt, in the currency of its payment.
    std::optional<bancos::PagoPedido> pedido(DocumentoBloqueado const& fuente, Id deuda) {
        auto const& d = *cartera.buscar(deuda);
        bancos::PagoPedido p{.fila = 0, .documento = deuda, .importe = parte(d.saldo)};
        if (fuente.monedaId.valor() != d.monedaId.valor()) {
            p.tipoCambio = d.es_en_pesos() ? fuente.tipoCambio : cambio(dolares);
            p.importe = d.es_en_pesos() ? Dinero(dividir<2>(p.importe, *p.tipoCambio))
                                        : Dinero(multiplicar<2>(p.importe, *p.tipoCambio));
        }
        if (!p.importe.es_positivo()) return {};
        return p;
    }
    static bancos::FormaDeAplicar forma() {
        auto f = bancos::pagos;
        f.de_uno = false;
        return f;
    }
    void pagar() {
        auto const en = moneda();
        auto const c = cabecera(bancos::egreso_de_banco, en, cambio(en));
        std::vector<bancos::PagoPedido> pedidos;
        Dinero suma;
        for (auto n = 1 + azar_.hasta(3); n > 0; --n) {
            Id const deuda = que_debe();
            bool const repite = std::any_of(pedidos.begin(), pedidos.end(),
                                            [&](bancos::PagoPedido const& p) { return p.documento == deuda; });
            if (!deuda.valor() || repite) continue;
            if (auto const p = pedido(bancos::fuente_de(c, {}), deuda)) pedidos.push_back(*p), suma += p->importe;
        }
        if (pedidos.empty()) return;
        Dinero const importe = suma + (azar_.uno_de(3) ? Dinero::de_unidades(azar_.hasta(90'000)) : Dinero{});
        PagoResuelto banco;
        banco.cuenta = {"BANCO"};
        Emision e;
        e.hechos.documento.cabecera = c;
        poner_dinero(e.hechos, banco, importe);
        e.hechos.porAsignar = importe;
        e.aplicaciones = bancos::exigir_pagos(cartera, bancos::fuente_de(c, importe), pedidos, {}, forma());
        emitir(bancos::egreso_de_banco, bancos::egreso_nuevo, std::move(e));
    }
    void anticipar() {
        auto const en = moneda();
        Dinero const importe = Dinero::de_unidades(1 + azar_.hasta(90'000));
        PagoResuelto banco;
        banco.cuenta = {"BANCO"};
        Emision e;
        e.hechos.documento.cabecera = cabecera(bancos::anticipo_a_proveedor, en, cambio(en));
        poner_dinero(e.hechos, banco, importe);
        poner_totales(e.hechos, bancos::totales_de_anticipo(importe, {}, azar_.uno_de(3), false));
        emitir(bancos::anticipo_a_proveedor, bancos::anticipo_a_proveedor_nuevo, std::move(e));
    }
    // Applies to a debt a credit, an advance, or money that is not fully applied.
    void usar() {
        Id const fuente =
            alguno([&](Id id, Guardado const& g) { return g.tipo->paga() && cartera.buscar(id)->saldo.es_positivo(); });
        Id const deuda = que_debe();
        if (!fuente.valor() || !deuda.valor()) return;
        auto p = pedido(*cartera.buscar(fuente), deuda);
        if (!p) return;
        p->importe = std::min(p->importe, cartera.buscar(fuente)->saldo);
        auto despues = cartera;
        auto const hechos = bancos::exigir_pagos(despues, *despues.buscar(fuente), {&*p, 1}, {}, forma());
        auto const plan = asignacion(fuente, {}, hechos, despues);
        cartera = std::move(despues);
        asignado(*plan);
    }

    // An application of a credit or an advance to another document than its own purchase, or none.
    Fila* usada() {
        std::vector<Fila*> sirven;
        for (auto& f : aplicaciones) {
            auto const& g = documentos.at(f.a.fuenteId);
            bool const asignada =
                f.a.tipo == "Pago" && g.tipo->naturaleza != Naturaleza::dinero && g.de != f.a.destinoId;
            if (f.vigente && asignada) sirven.push_back(&f);
        }
        return sirven.empty() ? nullptr : sirven[static_cast<std::size_t>(azar_.hasta(std::ssize(sirven)))];
    }
    void quitar() {
        auto* const f = usada();
        if (f == nullptr) return;
        desasignar(*f);
        ++veces["desuso"];
    }

    // ---- undone ----
    void intentar(Id id) {
        try {
            if (cancelar(id)) ++veces["cancelado"];
        } catch (Problema const&) {
            ++veces["no se pudo cancelar"];
        }
    }
    // Cancels a document: money of any day; of other documents only the last, unless order does not matter.
    void deshacer() {
        if (azar_.uno_de(2)) {
            if (Id const id = alguno_de(bancos::egreso_de_banco); id.valor()) intentar(id);
        } else if (clase_ == ClaseDeEmpresa::en_desorden) {
            if (Id const id = alguno([](Id, Guardado const&) { return true; }); id.valor()) intentar(id);
        } else {
            Id ultimo;
            for (auto const& [id, g] : documentos)
                if (g.vigente && g.tipo != &bancos::egreso_de_banco) ultimo = id;
            if (ultimo.valor()) intentar(ultimo);
        }
    }
    // exigir_sin_cambio: a company with pesos only has no exchange result; at one rate, only cents of rounding.
    void exigir_sin_cambio() {
        Dinero const resultado = mayor["UTILIDAD_CAMBIARIA"] + mayor["PERDIDA_CAMBIARIA"];
        if (clase_ == ClaseDeEmpresa::en_pesos)
            exigir_igual(resultado, Dinero{}, "resultado cambiario sin otra moneda");
    }
};

}  // namespace gestor
