// Random ledgers: sales, collections in several currencies, returns, invoices, write-offs and cancels. Everything must
// agree after each step, and nothing must be left at the end.
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "domain/bancos/documentos.hpp"
#include "domain/cartera/documentos.hpp"
#include "domain/motor/cartera/cartera.hpp"
#include "domain/motor/cartera/depositos.hpp"
#include "domain/motor/escritura/cancelar.hpp"
#include "domain/motor/escritura/sellado.hpp"
#include "domain/motor/tipo/lado.hpp"
#include "domain/ventas/documentos.hpp"
#include "tests/domain/azar.hpp"
#include "tests/domain/cartera_prueba.hpp"
#include "tests/domain/cubetas_ayuda.hpp"

BOOST_AUTO_TEST_SUITE(libros_test)

using namespace gestor;

namespace {

TipoDocumento const& tipo_de(DocumentoBloqueado const& d) {
    return *tipo_de_objeto(d.objId.valor(), d.origen.valor());
}
bool es_venta(DocumentoBloqueado const& d) {
    return tipo_de(d).naturaleza == Naturaleza::cargo;
}
bool difiere(std::vector<LineaPoliza> const& lineas) {
    return std::any_of(lineas.begin(), lineas.end(), [](LineaPoliza const& l) {
        return l.clave == "UTILIDAD_CAMBIARIA" || l.clave == "PERDIDA_CAMBIARIA";
    });
}

// Libros: model of a company without a database, with documents, their applications and the ledger.
struct Libros {
    Azar azar;
    bool una_tasa = false;  // payments have the exchange rate of the debt
    Lado lado = Lado::venta;
    CuentasDeLado const& cuentas() const { return cuentas_de(lado); }
    CarteraDePrueba cartera;
    std::vector<Id> vigentes;
    struct Fila {
        AplicacionGuardada a;
        std::optional<Cubetas> flujo;
        bool vigente = true;
    };
    std::vector<Fila> aplicaciones;
    struct Devuelta {
        Id venta;
        Cubetas partes, pesos, declaradas;
        std::int64_t tramo = 0;
    };
    std::map<Id, Devuelta> devueltas;               // key: return note
    std::map<Id, Cubetas> sin_cobrar;               // key: write-off; pesos whose taxes the write-off keeps pending
    std::map<Id, Id> factura_de;                    // note → its invoice
    std::map<Id, std::vector<LineaPoliza>> diario;  // key: document
    std::map<std::string, Dinero> mayor;
    std::map<std::string, Dinero> por_enterar;  // by account: sum of the withholding rows of all payments
    std::int64_t siguiente = 1;
    std::map<std::string, int> veces{};

    DocumentoBloqueado& doc(Id id) { return *cartera.buscar(id); }
    Id alguno(auto const& cumple) {
        std::vector<Id> sirven;
        for (auto const id : vigentes)
            if (cumple(doc(id))) sirven.push_back(id);
        return sirven.empty() ? Id() : sirven[static_cast<std::size_t>(azar.hasta(std::ssize(sirven)))];
    }
    Id que_debe() {
        return alguno([](auto const& d) { return es_venta(d) && d.saldo.es_positivo(); });
    }
    Dinero parte_de(Dinero todo) {
        auto const n = static_cast<std::int64_t>(todo.unidades());
        if (azar.uno_de(3)) return todo;
        return Dinero::de_unidades(1 + azar.hasta(azar.uno_de(3) ? std::min<std::int64_t>(n, 9) : n));
    }
    TipoCambio cambio_de(std::int64_t moneda) {
        static TipoCambio const fijos[] = {TipoCambio{"1"}, TipoCambio{"17.123457"}, TipoCambio{"0.119"}};
        if (moneda == 1 || una_tasa) return fijos[moneda - 1];
        return TipoCambio::de_unidades(1 + azar.hasta(25'000'000));
    }
    void asentar(Id documento, std::vector<LineaPoliza> const& lineas) {
        Dinero suma;
        for (auto const& l : lineas) {
            mayor[l.clave.valor()] += l.debe - l.haber;
            diario[documento].push_back(l);
            suma += l.debe - l.haber;
        }
        BOOST_REQUIRE(suma.es_cero());
    }
    void guardar(PlanDocumento const& plan) {
        for (auto const& a : plan.aplicaciones) {
            AplicacionGuardada g;
            g.aplicacionId = Id(siguiente++), g.fuenteId = a.fuenteId, g.destinoId = a.destinoId;
            g.tipo = decltype(g.tipo)::de_base(a.tipo.valor());
            g.importeFuente = a.importeFuente, g.importeDestino = a.importeDestino;
            g.cubetas = a.cubetas, g.pesos = a.pesos, g.tramo = a.tramo, g.retenciones = a.retenciones;
            g.flujo = a.flujo, g.declarado = a.declarado;
            auto flujo = a.flujo;
            if (a.declarado) *flujo -= *a.declarado;
            aplicaciones.push_back({g, flujo});
        }
    }
    Id nuevo(TipoDocumento const& tipo, Cubetas const& partes, Cubetas const& pesos, std::int64_t moneda,
             TipoCambio tipo_cambio, std::vector<RetencionGuardada> const& retenciones = {}) {
        DocumentoBloqueado d;
        d.transaccionId = Id(siguiente++), d.objId = Id(tipo.obj_id), d.monedaId = moneda, d.tipoCambio = tipo_cambio;
        d.total = d.saldo = partes.total();
        d.cubetas = partes, d.cubetasMxn = pesos;
        d.nacer(partes, pesos);
        if (cuentas().retiene()) d.retenciones = Retenciones(retenciones);
        if (d.retenciones.filas().size() > 2) ++veces["varias retenciones"];
        vigentes.push_back(d.transaccionId);
        cartera.agregar(d);
        return d.transaccionId;
    }

    void vender() {
        std::vector<LineaImportes> lineas(static_cast<std::size_t>(1 + azar.hasta(4)));
        for (auto& l : lineas) l = linea_al_azar(azar);
        auto const t = totalizar(lineas);
        if (!t.total.es_positivo()) return;
        std::int64_t const moneda = azar.uno_de(2) ? 1 : 2 + azar.hasta(2);
        auto const tipo_cambio = cambio_de(moneda);
        auto const pesos = a_pesos(t.cubetas, tipo_cambio);
        auto const& tipo = cargo_al_azar();
        vender(tipo, t.cubetas, moneda, tipo_cambio, retenciones_de(lineas, t, pesos, tipo_cambio));
    }
    Id vender(TipoDocumento const& tipo, Cubetas const& partes, std::int64_t moneda, TipoCambio tipo_cambio,
              std::vector<RetencionGuardada> const& filas = {}) {
        auto const pesos = a_pesos(partes, tipo_cambio);
        auto const& c = cuentas();
        Poliza p;
        Asiento a(p, c);
        a.debe(cuenta_de_deuda(tipo), pesos.total());
        a.haber(c.iva.pendiente, pesos.iva());
        a.haber(c.ieps.pendiente, pesos[Cubeta::ieps]);
        a.debe(c.iva_retenido.pendiente, pesos[Cubeta::ivaRet]);
        a.debe(c.isr_retenido.pendiente, pesos[Cubeta::isrRet]);
        p.haber({"VENTAS"}, p.descuadre());
        Id const id = nuevo(tipo, partes, pesos, moneda, tipo_cambio, filas);
        asentar(id, p.lineas);
        return id;
    }
    TipoDocumento const& cargo_al_azar() {
        bool const otro = azar.uno_de(2);
        if (lado == Lado::venta) return otro ? ventas::nota_de_venta : ventas::factura_de_venta;
        return *tipo_de_objeto(otro ? 13 : 14, {});  // objects 13 and 14: purchase invoice and expense
    }
    Id recibir(bool anticipo, Dinero total, std::int64_t moneda) {
        anticipo = anticipo || lado == Lado::compra;
        auto const tipo_cambio = cambio_de(moneda);
        Cubetas partes;
        partes[Cubeta::noAfecto] = total;
        Dinero const base = dividir<2>(total, Tasa{"1.16"});
        if (anticipo) partes = base16(base, total - base);
        auto const pesos = a_pesos(partes, tipo_cambio);
        Poliza p;
        Asiento a(p, cuentas());
        a.debe("BANCO", pesos.total());
        a.haber(cuentas().iva.en_flujo, pesos.iva());
        p.haber({cuentas().anticipo}, p.descuadre());
        Id const id = nuevo(tipo_con(lado, anticipo ? Naturaleza::anticipo : Naturaleza::dinero), partes, pesos, moneda,
                            tipo_cambio);
        asentar(id, p.lineas);
        return id;
    }
    // Receives money and applies it to a random debt.
    void cobrar() {
        Id const destino = que_debe();
        if (!destino.valor()) return;
        auto const moneda = azar.uno_de(3) ? 1 + azar.hasta(3) : doc(destino).monedaId.valor();
        bool const justo = azar.uno_de(3) && moneda == doc(destino).monedaId.valor();
        Dinero const total =
            justo ? doc(destino).saldo : Dinero::de_unidades(1 + azar.hasta(azar.uno_de(2) ? 300 : 900'000));
        Id const fuente = recibir(azar.uno_de(3), total, moneda);
        for (auto usos = 1 + azar.hasta(5); usos > 0; --usos) usar(fuente, que_debe());
    }
    void usar(Id fuente, Id destino) {
        if (!fuente.valor() || !destino.valor() || doc(fuente).saldo.es_cero()) return;
        auto const& f = doc(fuente);
        auto const& d = doc(destino);
        Cartera::Aplicacion c;
        c.fuente = fuente, c.destino = destino;
        c.importe = c.importeFuente = parte_de(d.saldo);
        if (f.monedaId == d.monedaId) {
            c.importe = c.importeFuente = std::min(c.importe, f.saldo);
        } else {
            c.tipoCambio = d.es_en_pesos() ? f.tipoCambio : una_tasa ? d.tipoCambio : cambio_de(3);
            c.importeFuente = d.es_en_pesos() ? Dinero(dividir<2>(c.importe, c.tipoCambio))
                                              : prorratear(c.importe, c.tipoCambio, f.tipoCambio);
            if (!c.importeFuente.es_positivo() || c.importeFuente > f.saldo) return;
        }
        bool const libre =
            (!f.es_en_pesos() && c.importeFuente != f.saldo) || (!d.es_en_pesos() && c.importe != d.saldo);
        Dinero const debia = d.pesos().total(), tenia = f.pesos().total();
        auto const filas = d.retenciones;
        PlanDocumento plan;
        Poliza poliza;
        cartera.aplicar(c, plan, poliza);
        ++veces["cobro"];
        auto const& a = plan.aplicaciones.at(0);
        BOOST_REQUIRE(a.cubetas.total() == c.importe && !negativas(a.cubetas) && !negativas(a.pesos) &&
                      !negativas(*a.flujo) && (!a.fuentePesos || !negativas(*a.fuentePesos)));
        comprobar_filas(filas, a, d);
        // at one rate declared and pending taxes are equal, and an exchange difference is possible only when the last
        // cent leaves no choice
        if (una_tasa) {
            if (a.flujo->total() == a.pesos.total()) BOOST_REQUIRE(*a.flujo == a.pesos);
            bool const alcanza = a.flujo->total() < tenia && a.pesos.total() < debia;
            BOOST_REQUIRE_MESSAGE(!difiere(poliza.lineas) || !libre || !alcanza, "una diferencia a la misma tasa");
        }
        guardar(plan);
        asentar(fuente, poliza.lineas);
    }

    Id pagar(Id destino, Dinero importe) {
        Id const fuente = recibir(false, importe, doc(destino).monedaId.valor());
        usar_todo(fuente, destino);
        return fuente;
    }
    void usar_todo(Id fuente, Id destino) {
        while (doc(fuente).saldo.es_positivo() && doc(destino).saldo.es_positivo()) usar(fuente, destino), revisar();
    }

    // comprobar_filas: each row gives at most its rest, in proportion to the document; the rows add up to their tax.
    void comprobar_filas(Retenciones const& antes, AplicacionNueva const& a, DocumentoBloqueado const& d) {
        Cubetas importe, pesos, flujo;
        for (auto const& p : a.retenciones) {
            auto const& f = antes.fila(p);
            auto const c = f.impuesto == "002" ? Cubeta::ivaRet : Cubeta::isrRet;
            importe[c] += p.importe, pesos[c] += p.pesos, flujo[c] += p.flujo;
            BOOST_REQUIRE(!p.importe.es_negativo() && !p.pesos.es_negativo() && !p.flujo.es_negativo());
            BOOST_REQUIRE(p.importe <= f.pendiente && p.pesos <= f.pendienteMxn);
            if (!d.tramo || a.tramo.valor() != d.tramoNumero.valor()) continue;
            Dinero const todo = d.tramo->total();
            Dinero const ideal = prorratear(f.tramo, Dinero(todo - d.partes().total()), todo);
            Dinero const desvio = f.tramo - (f.pendiente - p.importe) - ideal;
            BOOST_REQUIRE_MESSAGE(desvio <= Dinero{"0.03"} && desvio >= Dinero{"-0.03"},
                                  texto(desvio) << " de " << texto(f.tramo));
        }
        BOOST_REQUIRE(cuentas().retiene() || a.retenciones.empty());
        if (!cuentas().retiene()) return;
        for (auto const c : {Cubeta::ivaRet, Cubeta::isrRet})
            BOOST_REQUIRE(importe[c] == a.cubetas[c] && pesos[c] == a.pesos[c] && flujo[c] == (*a.flujo)[c]);
        for (auto const& p : a.retenciones) por_enterar[std::string(cuentas().por_enterar(antes.fila(p)))] -= p.flujo;
    }

    // devuelto_de: the returns of a sale, without those of its notes, which are invoiced for their rest.
    Partes devuelto_de(Id venta) const {
        Partes p;
        for (auto const& [nota, d] : devueltas)
            if (d.venta == venta) p += {d.partes.total(), d.partes, d.pesos};
        return p;
    }
    Partes resto_de(Id venta) {
        auto const& v = doc(venta);
        Partes resto{v.total, *v.cubetas, *v.cubetasMxn};
        return resto -= devuelto_de(venta);
    }
    bool suya(Id id, Id venta) const {
        auto const f = factura_de.find(id);
        return id == venta || (f != factura_de.end() && f->second == venta);
    }
    // perdida: a document written off in part is neither returned nor invoiced.
    bool perdida(Id venta) const {
        return std::any_of(aplicaciones.begin(), aplicaciones.end(), [&](Fila const& f) {
            return f.vigente && f.a.destinoId == venta && f.a.tipo == "Incobrable";
        });
    }
    void perder() {
        Id const venta = que_debe();
        if (!venta.valor()) return;
        auto const& v = doc(venta);
        Dinero const importe = parte_de(v.saldo);
        Cubetas const partes = v.partes_de(importe);
        Cubetas const pesos = v.pesos_de(partes, v.tipoCambio, v.pesos_de(importe, v.tipoCambio));
        BOOST_REQUIRE(partes.total() == importe && !negativas(partes) && !negativas(pesos));
        bool const cancela = azar.uno_de(2);
        Hechos h;
        auto& c = h.documento.cabecera;
        c.transaccionId = Id(siguiente++), c.objId = cartera::cuenta_incobrable.obj_id;
        c.total = importe, c.cubetas = partes, c.cubetasMxn = h.cubetasMxn = pesos;
        auto plan = planificar(cartera::cuenta_incobrable,
                               cancela ? cartera::incobrable_sin_impuestos : cartera::incobrable_nueva, h);
        Id const id = plan.transaccionId;
        cartera.agregar(por_aplicar(plan));
        vigentes.push_back(id);
        cartera.perder(id, venta, {importe, partes, pesos}, {}, plan);
        if (!cancela) sin_cobrar[id] = pesos;
        ++veces["incobrable"];
        guardar(plan);
        if (!plan.polizas.empty()) asentar(id, plan.polizas.front().lineas);
    }
    // Returns a part of the rest of a sale, in random buckets.
    void devolver() {
        Id const venta = alguno(
            [&](auto const& d) { return es_venta(d) && d.estado != Estado::Facturado && !perdida(d.transaccionId); });
        if (!venta.valor()) return;
        Cubetas const resto = resto_de(venta).propias;
        Cubetas r = resto;
        if (!azar.uno_de(3))
            for (auto& x : r.valores)
                if (!azar.uno_de(3))
                    x = azar.uno_de(2) ? Dinero{}
                                       : Dinero::de_unidades(azar.hasta(static_cast<std::int64_t>(x.unidades()) + 1));
        if (!r.total().es_positivo() || r.total() > resto.total() || (r.total() == resto.total() && r != resto)) return;
        devolver(venta, r);
    }
    Id devolver(Id venta, Cubetas const& r) {
        auto const& v = doc(venta);
        auto const queda = resto_de(venta);
        Cubetas const &resto = queda.propias, &restoMxn = queda.pesos;
        Cubetas declarado;
        for (auto const& f : aplicaciones)
            if (f.vigente && f.flujo && suya(f.a.destinoId, venta)) declarado += *f.flujo;
        for (auto const& [nota, d] : devueltas)
            if (suya(d.venta, venta)) declarado -= d.declaradas;
        Cubetas const debia = v.partes();
        auto const tramo = v.tramoNumero.valor();
        auto const partes = repartir_devolucion({v, v.tipoCambio, resto, restoMxn, declarado}, r);
        BOOST_REQUIRE(!negativas(partes.impagas) && !negativas(partes.impagasMxn) && !negativas(partes.declaradas) &&
                      !negativas(menos(debia, partes.impagas)));
        Hechos h;
        auto& c = h.documento.cabecera;
        c.transaccionId = Id(siguiente++), c.objId = ventas::devolucion_de_cliente.obj_id;
        c.monedaId = v.monedaId, c.tipoCambio = v.tipoCambio, c.total = r.total(), c.cubetas = r;
        h.totales.ieps = h.totales.iepsDeBase[0] = r[Cubeta::ieps];
        h.porCobrar = partes.impagasMxn, h.declarado = partes.declaradas;
        Cubetas const pesos = mas(partes.impagasMxn, partes.pagadasMxn);
        c.cubetasMxn = h.cubetasMxn = pesos;
        auto plan = planificar(ventas::devolucion_de_cliente, ventas::devolucion_nueva, h);
        Id const nota = plan.transaccionId;
        cartera.agregar(por_aplicar(plan));
        vigentes.push_back(nota);
        cartera.rebajar(nota, venta, partes.impagas, partes.impagasMxn, {}, plan);
        Cartera::Aplicacion cobro;
        cobro.fuente = nota, cobro.destino = venta;
        cobro.importe = cobro.importeFuente = std::min(doc(venta).saldo, doc(nota).saldo);
        if (plan.polizas.empty()) plan.polizas.emplace_back();
        if (cobro.importe.es_positivo()) cartera.aplicar(cobro, plan, plan.polizas.front());
        ++veces["devolución"];
        auto const lineas = plan.polizas.front().lineas;
        devueltas[nota] = {venta, r, pesos, partes.declaradas, tramo};
        guardar(plan);
        asentar(nota, lineas);
        return nota;
    }
    Partes debido_de(Id id) { return {doc(id).saldo, doc(id).partes(), doc(id).pesos()}; }
    // facturable: the note has a rest, and owes no more than it (domain/ventas/facturar).
    bool facturable(Id id) {
        auto const& d = doc(id);
        return d.objId.valor() == ventas::nota_de_venta.obj_id && d.estado != Estado::Facturado && !perdida(id) &&
               resto_de(id).importe.es_positivo() && debido_de(id).caben_en(resto_de(id));
    }
    // Invoices notes of the same currency and rate together; a partly returned note is invoiced for its rest.
    void facturar() {
        std::vector<Id> notas;
        for (auto const id : vigentes) {
            auto const& d = doc(id);
            if (!facturable(id) || notas.size() == 4) continue;
            if (notas.empty() || (doc(notas[0]).monedaId == d.monedaId && doc(notas[0]).tipoCambio == d.tipoCambio))
                notas.push_back(id);
        }
        if (!notas.empty()) facturar(notas);
    }
    Id facturar(std::vector<Id> const& notas) {
        Partes suma, debido;
        for (auto const id : notas) {
            auto resto = resto_de(id);
            resto.pesos = por_facturar(doc(id), devuelto_de(id)).pesos;
            suma += resto, debido += debido_de(id);
            if (devuelto_de(id).importe.es_positivo()) ++veces["factura de lo que queda"];
        }
        auto const& n = doc(notas[0]);
        Id const factura = nuevo(ventas::factura_de_venta, suma.propias, suma.pesos, n.monedaId.valor(), n.tipoCambio);
        PlanDocumento plan;
        for (auto const id : notas) {
            factura_de[id] = factura;
            cartera.facturar(id, factura, devuelto_de(id), {}, plan);
        }
        BOOST_REQUIRE(doc(factura).partes() == debido.propias && doc(factura).pesos() == debido.pesos);
        ++veces["factura de notas"];
        guardar(plan);
        return factura;
    }
    Fila* heredado_de(Id nota) {
        for (auto& f : aplicaciones)
            if (f.vigente && f.a.tipo == "Heredado" && f.a.fuenteId == nota) return &f;
        return nullptr;
    }
    // False for a sale that was partly paid, returned or invoiced, and for a return when the rest of its sale was
    // invoiced.
    bool se_cancela(Id id) {
        bool const pagada = std::any_of(aplicaciones.begin(), aplicaciones.end(), [&](Fila const& f) {
            return f.vigente && f.a.destinoId == id && f.a.tipo != "Heredado";
        });
        if (es_venta(doc(id)) && (pagada || devuelto_de(id).importe.es_positivo() || factura_de.contains(id)))
            return false;
        auto const d = devueltas.find(id);
        return d == devueltas.end() || !factura_de.contains(d->second.venta);
    }
    // Cancels as domain/motor/escritura/cancelar does, and throws the same refusals: a later payment covered an excess
    // that the document had given, or an invoice cannot owe the balance of its note.
    void cancelar(Id id) {
        PlanDocumento plan;
        for (auto& f : aplicaciones) {
            bool const heredada = f.a.destinoId == id && f.a.tipo == "Heredado";
            if (!f.vigente || (f.a.fuenteId != id && !heredada)) continue;
            f.vigente = false;
            for (auto const& p : f.a.retenciones)
                if (f.flujo)
                    por_enterar[std::string(cuentas().por_enterar(doc(f.a.destinoId).retenciones.fila(p)))] += p.flujo;
            Id const otro = heredada ? f.a.fuenteId : f.a.destinoId;
            bool const de_factura = heredada || f.a.tipo == "Traspaso";
            if (de_factura) cartera.liberar(otro, plan), factura_de.erase(otro);
            if (!heredada) cartera.recuperar(f.a, plan);
        }
        exigir_partes(plan);
        for (auto const& l : diario[id]) mayor[l.clave.valor()] -= l.debe - l.haber;
        guardar(plan);
        std::erase(vigentes, id);
        std::set<Id> tocadas;
        for (auto const& s : plan.saldos) tocadas.insert(s.transaccionId);
        if (auto const d = devueltas.find(id); d != devueltas.end()) tocadas.insert(d->second.venta);
        devueltas.erase(id);
        sin_cobrar.erase(id);
        for (auto const venta : tocadas) reliquidar(venta);
        for (auto const nota : tocadas) {
            auto const& n = doc(nota);
            if (n.estado != Estado::Facturado || n.saldo.es_cero()) continue;
            auto* const h = heredado_de(nota);
            if (h == nullptr || !debido_de(nota).caben_en(Partes::de(h->a)))
                throw Problema(codigo::estado_invalido, "la factura de la nota no puede deber lo mismo");
            if (devuelto_de(nota).importe.es_positivo()) ++veces["factura de lo devuelto que se debe"];
            PlanDocumento pasa;
            h->vigente = false;
            Id const factura = h->a.destinoId;
            cartera.desheredar(h->a, debido_de(nota), {}, pasa);
            guardar(pasa);
            reliquidar(factura);
        }
        ++veces["cancelación"];
    }
    // se_pudo_cancelar: false when the operation refuses the cancel; the books are then as before.
    bool se_pudo_cancelar(Id id) {
        if (!se_cancela(id)) return false;
        auto const antes = *this;
        try {
            cancelar(id);
        } catch (Problema const&) {
            *this = antes;
            ++veces["cancelación rechazada"];
            return false;
        }
        return true;
    }
    // reliquidar: settles the notes of a sale again, after a payment of it was reversed.
    void reliquidar(Id venta) {
        Reliquidacion r{venta, {}, {}, {}};
        for (auto const& [nota, d] : devueltas)
            if (d.venta == venta) r.notas.push_back({nota, d.tramo, d.declaradas, {}});
        if (r.notas.empty()) return;
        for (auto const& f : aplicaciones) {
            if (f.vigente && f.a.destinoId == venta) r.aplicaciones.push_back(f.a);
            if (f.vigente && f.a.fuenteId == venta && f.a.tipo == "Traspaso") r.traspasadoMxn += *f.a.pesos;
            if (f.vigente && f.flujo && f.a.destinoId != venta && suya(f.a.destinoId, venta)) r.heredado += *f.flujo;
        }
        for (auto const& [nota, d] : devueltas)
            if (d.venta != venta && suya(d.venta, venta)) r.heredado -= d.declaradas;
        for (auto const& plan : cartera.reliquidar(r, {})) {
            exigir_partes(plan);
            plan.exigir_cuadre();
            guardar(plan);
            if (!plan.polizas.empty()) asentar(plan.transaccionId, plan.polizas.front().lineas);
            ++veces["reliquidada"];
        }
    }
    void cancelar_alguno() {
        Id const id = alguno([](auto const& d) { return !es_venta(d); });
        if (id.valor()) se_pudo_cancelar(id);
    }

    void revisar() {
        auto const& c = cuentas();
        std::map<std::string_view, Dinero> debe;  // side of sales: a debit is positive
        for (auto const id : vigentes) {
            auto const& d = doc(id);
            auto const pesos = d.pesos();
            BOOST_REQUIRE_EQUAL(texto(d.partes().total()), texto(d.saldo));
            BOOST_REQUIRE_MESSAGE(!negativas(d.partes()) && !negativas(pesos), texto(d.partes()) << texto(pesos));
            BOOST_REQUIRE(d.saldo.es_positivo() == d.pendiente.has_value());
            bool const credito = tipo_de(d).naturaleza == Naturaleza::credito;
            if (!es_venta(d) && tipo_de(d).paga() && !credito) debe[c.anticipo] -= pesos.total() - pesos.iva();
            if (credito) debe[cuenta_de_deuda(tipo_de(d))] -= pesos.total();
            if (!es_venta(d)) continue;
            if (c.retiene()) {
                Cubetas partes, en_pesos;
                for (auto const& f : d.retenciones.filas()) {
                    auto const b = f.impuesto == "002" ? Cubeta::ivaRet : Cubeta::isrRet;
                    partes[b] += f.pendiente, en_pesos[b] += f.pendienteMxn;
                }
                for (auto const b : {Cubeta::ivaRet, Cubeta::isrRet})
                    BOOST_REQUIRE(partes[b] == d.partes()[b] && en_pesos[b] == pesos[b]);
            }
            debe[cuenta_de_deuda(tipo_de(d))] += pesos.total();
            debe[c.iva.pendiente] -= pesos.iva();
            debe[c.ieps.pendiente] -= pesos[Cubeta::ieps];
            debe[c.iva_retenido.pendiente] += pesos[Cubeta::ivaRet];
            debe[c.isr_retenido.pendiente] += pesos[Cubeta::isrRet];
        }
        for (auto const& [id, pesos] : sin_cobrar) {
            debe[c.iva.pendiente] -= pesos.iva();
            debe[c.ieps.pendiente] -= pesos[Cubeta::ieps];
            debe[c.iva_retenido.pendiente] += pesos[Cubeta::ivaRet];
            debe[c.isr_retenido.pendiente] += pesos[Cubeta::isrRet];
        }
        // Customers withhold when they pay; a return reduces the withheld amount by its share.
        Cubetas retenido;
        for (auto const& f : aplicaciones)
            if (f.vigente && f.flujo) retenido += *f.flujo;
        for (auto const& [nota, d] : devueltas) retenido -= d.declaradas;
        if (lado == Lado::venta) {
            debe[c.iva_retenido.en_flujo] = retenido[Cubeta::ivaRet];
            debe[c.isr_retenido.en_flujo] = retenido[Cubeta::isrRet];
            if (retenido[Cubeta::isrRet].es_positivo()) ++veces["retenido por clientes"];
        }
        debe.erase("");  // an account that this side does not have
        for (auto const& [cuenta, importe] : debe) {
            auto const hay = mayor[std::string(cuenta)];
            BOOST_REQUIRE_MESSAGE(hay == (c.deudora ? importe : -importe),
                                  cuenta << " " << texto(hay) << ", documentos " << texto(importe));
        }
        // Withheld VAT is creditable once it was remitted: until then both accounts are equal.
        BOOST_REQUIRE(mayor["IVA_RET_POR_PAGAR"] == -mayor["IVA_ACREDITABLE_RETENIDO"]);
        for (auto const& [cuenta, importe] : por_enterar)
            BOOST_REQUIRE_MESSAGE(mayor[cuenta] == importe, cuenta << " " << texto(mayor[cuenta]) << texto(importe));
    }
    void paso() {
        switch (azar.hasta(13)) {
            case 0:
            case 1:
            case 2:
                return vender();
            case 3:
            case 4:
                return lado == Lado::venta ? devolver() : cobrar();
            case 5:
                return lado == Lado::venta ? facturar() : vender();
            case 6:
                return cancelar_alguno();
            case 7:
                return lado == Lado::venta ? perder() : cobrar();
            case 8: {
                Id const fuente = alguno([](auto const& d) { return tipo_de(d).paga(); });
                return usar(fuente, que_debe());
            }
            default:
                return cobrar();
        }
    }
    void terminar() {
        for (auto const& [id, pesos] : std::map(sin_cobrar)) cancelar(id), revisar();
        for (Id id = que_debe(); id.valor(); id = que_debe()) {
            Dinero const saldo = doc(id).saldo;
            Id const fuente = recibir(azar.uno_de(2), saldo, doc(id).monedaId.valor());
            while (doc(id).saldo.es_positivo()) usar(fuente, id);
            revisar();
        }
        for (auto const& paso : {cuentas().iva, cuentas().ieps, cuentas().iva_retenido, cuentas().isr_retenido})
            BOOST_REQUIRE(mayor[std::string(paso.pendiente)].es_cero());
        while (!vigentes.empty()) {
            auto const todos = vigentes;
            bool const uno = std::any_of(todos.rbegin(), todos.rend(), [&](Id id) { return se_pudo_cancelar(id); });
            // The credit of a return, applied to the invoice of the rest of the same sale, blocks the cancel of both.
            if (!uno) return void(++veces["sin salida"]);
            revisar();
        }
        for (auto const& [cuenta, saldo] : mayor) BOOST_REQUIRE_MESSAGE(saldo.es_cero(), cuenta << texto(saldo));
    }
};

}  // namespace

namespace {

void unos_libros(Lado lado, std::uint64_t semilla, std::map<std::string, int>& veces) {
    BOOST_TEST_CONTEXT("semilla " << semilla) {
        Libros l;
        l.lado = lado;
        l.una_tasa = semilla % 2 == 0;
        l.azar.motor.seed(semilla);
        for (int n = 0; n < 60; ++n) l.paso(), l.revisar();
        l.terminar();
        for (auto const& [que, cuantas] : l.veces) veces[que] += cuantas;
    }
}
std::map<std::string, int> al_azar(Lado lado, std::uint64_t semillas) {
    std::map<std::string, int> veces;
    for (std::uint64_t semilla = 1; semilla <= rondas(semillas); ++semilla) unos_libros(lado, semilla, veces);
    for (auto const& [que, cuantas] : veces) BOOST_TEST_MESSAGE(que << " " << cuantas);
    return veces;
}

}  // namespace

// A sale of 14,362.87 at 17.123457, fully paid; 2,164.76 returned: 37,068.18 of 245,941.99 pesos. When the payment is
// cancelled the return takes 37,068.17, and the invoice of the rest owes 208,873.82: one cent more than its own total.
BOOST_AUTO_TEST_CASE(an_invoice_that_came_back_is_owed_no_cent_of_its_note) {
    Libros l;
    l.una_tasa = true;
    Cubetas vendida, devuelta;
    vendida[Cubeta::exento] = Dinero{"14362.87"}, devuelta[Cubeta::exento] = Dinero{"2164.76"};
    Id const nota = l.vender(ventas::nota_de_venta, vendida, 2, TipoCambio{"17.123457"});
    Id const dinero = l.pagar(nota, vendida.total());
    l.devolver(nota, devuelta);
    Id const factura = l.facturar({nota});
    BOOST_CHECK_EQUAL(texto(l.doc(factura).cubetasMxn->total()), "208873.81");
    l.devolver(factura, menos(vendida, devuelta));
    BOOST_REQUIRE(l.se_pudo_cancelar(dinero));
    BOOST_CHECK_EQUAL(texto(l.doc(factura).saldo), "0.00");
    BOOST_CHECK(!l.doc(factura).pendiente);
    l.revisar();
    l.terminar();
}

// A sale of 2,160.00 is paid twice with 1,080.00; a note returns 1,000.00 and pays another document; the first payment
// is cancelled. 500.00 of the excess of the note are owed again, without taxes, and paid. The note cannot be cancelled
// before that payment.
BOOST_AUTO_TEST_CASE(a_note_that_gave_too_much_stands_while_that_is_paid) {
    Libros l;
    Cubetas const cero = tasa_cero(Dinero{"1000"});
    Id const venta =
        l.vender(ventas::factura_de_venta, mas(base16(Dinero{"1000"}, Dinero{"160"}), cero), 1, TipoCambio{"1"});
    Id const primero = l.pagar(venta, Dinero{"1080"});
    l.pagar(venta, Dinero{"1080"});
    Id const nota = l.devolver(venta, cero);
    Id const otra = l.vender(ventas::factura_de_venta, cero, 1, TipoCambio{"1"});
    l.usar_todo(nota, otra);
    BOOST_REQUIRE(l.se_pudo_cancelar(primero));
    BOOST_CHECK_EQUAL(texto(l.doc(venta).partes()[Cubeta::noAfecto]), "500.00");
    Id const ultimo = l.pagar(venta, Dinero{"1080"});
    BOOST_CHECK(!l.se_pudo_cancelar(nota));
    BOOST_CHECK(l.se_pudo_cancelar(ultimo));
    BOOST_CHECK(l.se_pudo_cancelar(nota));
    l.revisar();
    l.terminar();
}

// Seeds that failed in the past.
BOOST_AUTO_TEST_CASE(an_invoice_is_owed_in_pesos_what_its_note_is) {
    std::map<std::string, int> veces;
    for (std::uint64_t const semilla :
         {20261116'000018U, 20261117'000023U, 20261118'000176U, 20261119'000228U, 20261120'000142U, 20261115'000238U,
          20261121'000018U, 20261125'000267U, 3'000235UL})
        unos_libros(Lado::venta, semilla, veces);
}

// Seeds that failed in the past.
BOOST_AUTO_TEST_CASE(a_credit_is_worth_no_less_than_nothing) {
    std::map<std::string, int> veces;
    for (std::uint64_t const semilla : {20261123'000269U, 20261128'000219U, 6'000232UL, 10'000274UL})
        unos_libros(Lado::venta, semilla, veces);
}

// Seeds that failed when the model cancelled a document whose cancel the operation refuses.
BOOST_AUTO_TEST_CASE(what_a_payment_covered_is_not_taken_back) {
    std::map<std::string, int> veces;
    for (std::uint64_t const semilla : {20261116'000264U, 20261127'000100U, 6'000172UL})
        unos_libros(Lado::venta, semilla, veces);
    BOOST_CHECK_GT(veces["cancelación rechazada"], 0);
}

BOOST_AUTO_TEST_CASE(books_at_random_agree_after_every_step) {
    auto veces = al_azar(Lado::venta, 300);
    if (!rondas_enteras) return;
    BOOST_CHECK_GT(veces["cobro"], 12'000);
    BOOST_CHECK_GT(veces["devolución"], 1'500);
    BOOST_CHECK_GT(veces["factura de notas"], 700);
    BOOST_CHECK_GT(veces["factura de lo que queda"], 100);
    BOOST_CHECK_GT(veces["incobrable"], 900);
    BOOST_CHECK_GT(veces["retenido por clientes"], 5'000);
    BOOST_CHECK_LT(veces["sin salida"], 5);
}

BOOST_AUTO_TEST_CASE(so_do_those_of_whom_we_owe) {
    auto veces = al_azar(Lado::compra, 150);
    if (!rondas_enteras) return;
    BOOST_CHECK_GT(veces["cobro"], 6'000);
    BOOST_CHECK_GT(veces["cancelación"], 500);
    BOOST_CHECK_GT(veces["varias retenciones"], 60);
}

BOOST_AUTO_TEST_SUITE_END()
