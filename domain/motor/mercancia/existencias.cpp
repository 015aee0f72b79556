#include "domain/motor/mercancia/existencias.hpp"

#include <algorithm>

#include "domain/motor/captura/fechas.hpp"
#include "domain/motor/escritura/consultas_motor.hpp"
#include "domain/valores/texto_de.hpp"

namespace gestor {
namespace {

std::string campo(Pieza const& p, std::string_view nombre) {
    return en_fila(p.lista, p.fila, nombre);
}

[[noreturn]] void rechazar(std::string_view cod, Pieza const& p, std::string_view nombre, std::string const& mensaje) {
    throw Problema::en(campo(p, nombre), cod, mensaje);
}

// Least stock at the end of the day of the write or of any later day: starting from `actual`, the later movements that
// match `suyo` are undone, day by day.
template <class Suyo>
Cantidad menor_desde(std::vector<MovimientoPosterior> const& despues, Cantidad actual, Suyo suyo) {
    Cantidad menor = actual;
    for (std::size_t i = 0; i < despues.size(); ++i) {
        if (suyo(despues[i])) actual -= despues[i].cantidad;
        if (i + 1 == despues.size() || despues[i + 1].dia != despues[i].dia) menor = std::min(menor, actual);
    }
    return menor;
}

// Share of `valor` for `parte` of `entero`. When `parte` is the whole, it takes all of `valor`, rounding included.
Dinero parte_de(Dinero valor, Cantidad parte, Cantidad entero) {
    return parte == entero ? valor : prorratear(valor, parte, entero);
}

MovimientoStock movimiento(Pieza const& p, Tramo const& t, Cantidad cantidad, Dinero valor) {
    MovimientoStock m;
    m.numeroPartida = p.numeroPartida;
    m.almacenId = p.almacenId;
    m.productoId = p.productoId;
    m.cantidad = cantidad;
    m.valor = valor;
    m.serie = Cadena::de_base(t.serie);
    m.lote = Cadena::de_base(t.lote);
    m.caducidad = t.caducidad;
    return m;
}

void por_camino(MovimientoStock& m, EnCamino const& c) {
    m.transito = true;
    m.envioId = c.envioId;
    m.partidaEnvio = c.numeroPartida.valor();
}

MovimientoStock al_reves(MovimientoStock m) {
    m.cantidad = -m.cantidad, m.valor = -m.valor, m.valorCapa = -m.valorCapa;
    return m;
}

}  // namespace

void exigir_identificados(ExistenciaActual const& e, Pieza const& p) {
    if (e.manejaSeries && Cantidad::de_entero(static_cast<std::int64_t>(p.series.size())) != p.cantidad)
        rechazar(codigo::serie_lote_requerido, p, "series",
                 e.codigo.valor() + " se controla por series: envíe " + texto_de(p.cantidad));
    Cantidad suma;
    for (auto const& l : p.lotes) suma += l.cantidad.valor();
    if (e.manejaLotes && suma != p.cantidad)
        rechazar(codigo::serie_lote_requerido, p, "lotes",
                 e.codigo.valor() + " se controla por lotes: deben sumar " + texto_de(p.cantidad));
    if (!e.manejaSeries && !p.series.empty())
        rechazar(codigo::serie_lote_invalido, p, "series", e.codigo.valor() + " no se controla por series");
    if (!e.manejaLotes && !p.lotes.empty())
        rechazar(codigo::serie_lote_invalido, p, "lotes", e.codigo.valor() + " no se controla por lotes");
}

ExistenciaActual& Existencias::actual(Id almacen, Id producto) {
    auto const e = std::find_if(actuales.begin(), actuales.end(), [&](ExistenciaActual const& x) {
        return x.almacenId == almacen && x.productoId == producto;
    });
    if (e == actuales.end()) throw std::logic_error("existencia sin bloquear");
    return *e;
}

ExistenciaActual const& Existencias::de(Id almacen, Id producto) const {
    return const_cast<Existencias*>(this)->actual(almacen, producto);
}

Dinero Existencias::valor_promedio(Id almacen, Id producto, Cantidad cantidad) const {
    auto const& e = de(almacen, producto);
    return e.cantidad.es_cero() ? Dinero{} : prorratear(e.valor, cantidad, e.cantidad);
}

Cantidad Existencias::al_dia(Id almacen, Id producto) const {
    Cantidad cantidad = de(almacen, producto).cantidad;
    for (auto const& m : despues)
        if (m.almacenId == almacen && m.productoId == producto) cantidad -= m.cantidad;
    return cantidad;
}

Cantidad Existencias::minimo(Id almacen, Id producto) const {
    return menor_desde(despues, de(almacen, producto).cantidad, [&](MovimientoPosterior const& m) {
        return m.almacenId == almacen && m.productoId == producto;
    });
}

// Takes out serial numbers and lots: each must be in this warehouse, and must have been there since the day of the
// write.
void Existencias::sacar_identificados(Pieza const& p, ExistenciaActual const& e) {
    exigir_identificados(e, p);
    auto const suyo = [&](MovimientoPosterior const& m) {
        return m.almacenId == p.almacenId && m.productoId == p.productoId;
    };
    for (auto const& s : p.series) {
        auto const quitadas = std::erase_if(series, [&](SerieEnAlmacen const& x) {
            return x.productoId == p.productoId && x.serie == s && x.almacenId.valor() == p.almacenId.valor();
        });
        auto const menor = menor_desde(despues, Cantidad::de_entero(1),
                                       [&](MovimientoPosterior const& m) { return suyo(m) && m.serie == s; });
        if (quitadas == 0 || !menor.es_positivo())
            rechazar(codigo::serie_lote_invalido, p, "series", "la serie " + s + " no está en ese almacén");
    }
    for (auto const& l : p.lotes) {
        auto const lote = std::find_if(lotes.begin(), lotes.end(), [&](LoteEnAlmacen const& x) {
            return x.almacenId == p.almacenId && x.productoId == p.productoId && x.lote == l.lote.valor();
        });
        Cantidad const hay =
            menor_desde(despues, lote == lotes.end() ? Cantidad{} : lote->cantidad,
                        [&](MovimientoPosterior const& m) { return suyo(m) && m.lote == l.lote.valor(); });
        if (lote == lotes.end() || hay < l.cantidad.valor())
            rechazar(codigo::serie_lote_invalido, p, "lotes",
                     "del lote " + l.lote.valor() + " hay " + texto_de(hay) + " en ese almacén");
        lote->cantidad -= l.cantidad.valor();
    }
}

// Expiry of a lot: the stored one while the warehouse has any of the lot (a transfer carries the expiry along); else
// the sent one.
std::optional<Fecha> Existencias::caducidad_de(Pieza const& p, LotePedido const& l) const {
    for (auto const& x : lotes) {
        bool const suyo = x.almacenId == p.almacenId && x.productoId == p.productoId && x.lote == l.lote.valor();
        if (!suyo || !x.caducidad || x.cantidad.es_cero()) continue;
        if (l.caducidad && *l.caducidad != *x.caducidad)
            rechazar(codigo::serie_lote_invalido, p, "lotes",
                     "el lote " + l.lote.valor() + " caduca el " + texto_de(*x.caducidad));
        return x.caducidad;
    }
    return l.caducidad;
}

std::vector<Tramo> Existencias::tramos_de(Pieza const& p) const {
    std::vector<Tramo> tramos;
    for (auto const& s : p.series) tramos.push_back({Cantidad::de_entero(1), s, "", {}});
    for (auto const& l : p.lotes) tramos.push_back({l.cantidad, "", l.lote.valor(), caducidad_de(p, l)});
    if (tramos.empty()) tramos.push_back({p.cantidad, "", "", {}});
    return tramos;
}

std::vector<MovimientoStock> Existencias::salida(Pieza const& p) {
    auto& e = actual(p.almacenId, p.productoId);
    Cantidad const ajeno = e.apartado - std::min(p.apartado, e.apartado);
    Cantidad const disponible =
        std::min(Cantidad(e.cantidad - std::min(ajeno, e.cantidad)), minimo(p.almacenId, p.productoId));
    auto const insuficiente = [&](Cantidad hay) {
        rechazar(codigo::existencia_insuficiente, p, "cantidad",
                 "de " + e.codigo.valor() + " hay " + texto_de(hay) + " disponible" +
                     (despues.empty() ? "" : " desde el " + texto_de(dia)) + " y se piden " + texto_de(p.cantidad));
    };
    if (p.cantidad > disponible) insuficiente(disponible);
    auto const tramos = tramos_de(p);
    sacar_identificados(p, e);

    bool const promedio = e.metodoCosteo == "PROMEDIO";
    bool const identificado = e.metodoCosteo == "IDENTIFICADO";
    Dinero const costo = promedio ? parte_de(e.valor, p.cantidad, e.cantidad) : Dinero{};
    Cantidad sacado;
    std::vector<MovimientoStock> salidas;
    for (auto const& t : tramos) {
        avisar_caduco(e, t.lote, t.caducidad);
        Cantidad falta = t.cantidad;
        for (auto& capa : capas) {
            if (falta.es_cero()) break;
            if (capa.almacenId != p.almacenId || capa.productoId != p.productoId || capa.restante.es_cero()) continue;
            if (capa.llegada.fecha() > dia) continue;
            if (identificado && (capa.serie != t.serie || capa.lote != t.lote)) continue;
            if (!p.capas.empty() && std::find(p.capas.begin(), p.capas.end(), capa.capaId) == p.capas.end()) continue;
            Cantidad const q = std::min(falta, capa.restante);
            Dinero const de_capa = parte_de(capa.valor, q, capa.restante);
            Dinero const valor =
                promedio ? parte_de(costo, sacado + q, p.cantidad) - parte_de(costo, sacado, p.cantidad) : de_capa;
            auto m = movimiento(p, t, -q, -valor);
            m.capaId = capa.capaId;
            m.capaFecha = capa.fecha;
            m.valorCapa = -de_capa;
            salidas.push_back(m);
            capa.restante -= q;
            capa.valor -= de_capa;
            e.valor -= valor;
            falta -= q;
            sacado += q;
        }
        if (falta.es_cero()) continue;
        if (despues.empty() && p.capas.empty()) throw std::logic_error("las capas no suman la existencia");
        insuficiente(sacado);  // goods of that day were used since, or the present goods arrived after it
    }
    e.cantidad -= p.cantidad;
    // the order that is delivered uses its own reservation
    e.apartado -= std::min({p.cantidad, p.apartado, e.apartado});
    return salidas;
}

void Existencias::avisar_caduco(ExistenciaActual const& e, std::string const& lote,
                                std::optional<Fecha> const& caducidad) {
    if (caducidad && *caducidad < dia)
        avisos.push_back("el lote " + lote + " de " + e.codigo.valor() + " caducó el " + texto_de(*caducidad));
}

std::vector<MovimientoStock> Existencias::entrada(Pieza const& p, FechaHora fecha) {
    auto& e = actual(p.almacenId, p.productoId);
    exigir_identificados(e, p);
    std::vector<MovimientoStock> entradas;
    Cantidad metido;
    for (auto const& t : tramos_de(p)) {
        if (std::any_of(series.begin(), series.end(),
                        [&](SerieEnAlmacen const& x) { return x.productoId == p.productoId && x.serie == t.serie; }))
            rechazar(codigo::serie_lote_invalido, p, "series", "la serie " + t.serie + " ya está en existencia");
        avisar_caduco(e, t.lote, t.caducidad);
        Dinero const parte = parte_de(p.valor, metido + t.cantidad, p.cantidad) - parte_de(p.valor, metido, p.cantidad);
        auto m = movimiento(p, t, t.cantidad, parte);
        m.capaFecha = p.capaFecha.value_or(fecha);
        m.valorCapa = e.metodoCosteo == "PROMEDIO" ? Dinero{} : parte;
        entradas.push_back(m);
        if (!t.serie.empty()) series.push_back({p.productoId, m.serie, p.almacenId});
        metido += t.cantidad;
    }
    e.cantidad += p.cantidad;
    e.valor += p.valor;
    return entradas;
}

std::vector<MovimientoStock> Existencias::traspaso(Pieza const& p, Id destino) {
    auto movimientos = salida(p);
    auto& e = actual(destino, p.productoId);
    auto const salidas = movimientos.size();
    for (std::size_t i = 0; i < salidas; ++i) {
        auto m = al_reves(movimientos[i]);
        m.almacenId = destino;
        m.capaOrigenId = m.capaId;
        m.capaId = {};
        e.cantidad += m.cantidad;
        e.valor += m.valor;
        movimientos.push_back(m);
    }
    return movimientos;
}

std::vector<MovimientoStock> Existencias::envio(Pieza const& p, Id destino) {
    auto movimientos = salida(p);
    auto const salidas = movimientos.size();
    for (std::size_t i = 0; i < salidas; ++i) {
        auto m = al_reves(movimientos[i]);
        m.almacenId = destino;
        m.transito = true;
        m.partidaEnvio = p.numeroPartida;  // line of this same transfer; mover_existencias() sets envioId
        movimientos.push_back(m);
    }
    return movimientos;
}

std::vector<MovimientoStock> Existencias::llegada(Pieza const& p) {
    auto& e = actual(p.almacenId, p.productoId);
    bool const entra = p.rumbo == Rumbo::entra;  // goods lost in transit need no serial number or lot
    if (entra) exigir_identificados(e, p);
    std::vector<MovimientoStock> movimientos;
    for (auto const& t : tramos_de(p)) {
        Cantidad falta = t.cantidad;
        for (auto& c : enCamino) {
            if (falta.es_cero()) break;
            if (c.numeroPartida.valor() != p.partidaEnvio || c.restante.es_cero()) continue;
            if (entra && (c.serie != t.serie || c.lote != t.lote)) continue;
            Cantidad const q = std::min(falta, c.restante);
            Dinero const valor = parte_de(c.valor, q, c.restante), de_capa = parte_de(c.valorCapa, q, c.restante);
            auto m = movimiento(p, {q, c.serie.valor(), c.lote.valor(), c.caducidad}, -q, -valor);
            m.capaId = c.capaId;
            m.capaFecha = c.capaFecha;
            m.valorCapa = -de_capa;
            por_camino(m, c);
            movimientos.push_back(m);
            c.restante -= q, c.valor -= valor, c.valorCapa -= de_capa;
            falta -= q;
            if (!entra) continue;
            m = al_reves(m);
            m.capaOrigenId = m.capaId;
            m.capaId = {};
            m.transito = false, m.envioId = {}, m.partidaEnvio = {};
            e.cantidad += q;
            e.valor += valor;
            movimientos.push_back(m);
        }
        if (falta.es_cero()) continue;
        if (t.serie.empty() && t.lote.empty()) throw std::logic_error("excede la cantidad en tránsito");
        rechazar(
            codigo::serie_lote_invalido, p, t.serie.empty() ? "lotes" : "series",
            t.serie.empty() ? "del lote " + t.lote + " no viene esa cantidad" : "la serie " + t.serie + " no viene");
    }
    return movimientos;
}

std::vector<MovimientoStock> Existencias::revaluacion(Pieza const& p) {
    std::vector<MovimientoStock> cambios;
    Cantidad visto;
    Dinero repartido;
    // Changes the value of a layer by its share of the revaluation; the value never falls below 0.
    auto const cambiar = [&](Id almacen, Id capa, Cantidad hay, Dinero& valor, bool promedio) {
        visto += std::min(hay, Cantidad(p.cantidad - visto));
        Dinero const hasta = parte_de(p.valor, visto, p.cantidad);
        Dinero const cambio = std::max(Dinero(hasta - repartido), Dinero(-valor));
        repartido = hasta;
        if (cambio.es_cero()) return;
        auto m = movimiento(p, {}, {}, cambio);
        m.almacenId = almacen;
        m.capaId = capa;
        m.valorCapa = promedio ? Dinero{} : cambio;
        valor += cambio;
        cambios.push_back(m);
    };
    auto const suya = [&](Id capa) { return std::find(p.capas.begin(), p.capas.end(), capa) != p.capas.end(); };
    if (auto& e = actual(p.almacenId, p.productoId); e.metodoCosteo == "PROMEDIO") {
        cambiar(p.almacenId, p.capas.at(0), e.cantidad, e.valor, true);
        return cambios;
    }
    for (auto& c : capas) {
        if (!suya(c.capaId)) continue;
        Dinero const antes = c.valor;
        cambiar(c.almacenId, c.capaId, c.restante, c.valor, false);
        actual(c.almacenId, c.productoId).valor += c.valor - antes;
    }
    for (auto& c : enCamino) {
        auto const antes = cambios.size();
        if (suya(c.capaId)) cambiar(c.almacenId, c.capaId, c.restante, c.valor, false);
        for (auto i = antes; i < cambios.size(); ++i) por_camino(cambios[i], c);
        c.valorCapa = c.valor;
    }
    return cambios;
}

namespace {

struct Llave {
    Id almacenId, productoId;
    auto operator<=>(Llave const&) const = default;
};

// Stock rows of the pieces, each once, as parameters.
std::vector<Llave> llaves_de(std::vector<Pieza> const& piezas) {
    std::vector<Llave> llaves;
    for (auto const& p : piezas) llaves.push_back({p.almacenId, p.productoId});
    std::sort(llaves.begin(), llaves.end());
    llaves.erase(std::unique(llaves.begin(), llaves.end()), llaves.end());
    return llaves;
}

std::string json_de(std::vector<Llave> const& llaves) {
    std::string json = "[";
    for (auto const& l : llaves)
        json += std::string(json.size() > 1 ? "," : "") + "{\"a\":" + std::to_string(l.almacenId.valor()) +
                ",\"p\":" + std::to_string(l.productoId.valor()) + "}";
    return json + "]";
}

}  // namespace

Existencias Existencias::bloquear(Escritura& db, std::vector<Pieza> const& piezas) {
    Existencias e;
    auto const llaves = llaves_de(piezas);
    if (llaves.empty()) return e;
    auto const json = json_de(llaves);
    if (llaves.size() <= sql::existencias_con_turno) db.encolar<sql::existencias_formarse>("llaves"_es(json));
    e.actuales = db.lista<ExistenciaActual, sql::existencias_bloquear>("llaves"_es(json));
    if (e.actuales.size() < llaves.size()) {
        db.encolar<sql::existencias_crear>("llaves"_es(json));
        e.actuales = db.lista<ExistenciaActual, sql::existencias_bloquear>("llaves"_es(json));
    }
    return e;
}

Existencias Existencias::cargar(Escritura& db, std::vector<Pieza> const& piezas, Fecha dia) {
    auto e = bloquear(db, piezas);
    if (e.actuales.empty()) return e;
    e.dia = dia;
    std::vector<Id> moviles;
    for (auto const& x : e.actuales)
        if (x.movil) moviles.push_back(x.almacenId);
    if (!moviles.empty())
        for (auto const* area : documentos_por_area())
            if (auto const mover = area->guardias.mover) mover(db, moviles, dia);
    auto const json = json_de(llaves_de(piezas));
    std::vector<Cadena> series;
    for (auto const& p : piezas)
        for (auto const& s : p.series) series.push_back(Cadena::de_base(s));
    e.capas = db.lista<CapaAbierta, sql::capas_abiertas>("llaves"_es(json), "dia"_es(dia));
    if (std::any_of(e.capas.begin(), e.capas.end(), [](auto const& x) { return x.despues.valor(); }))
        e.despues = db.lista<MovimientoPosterior, sql::movimientos_posteriores>("llaves"_es(json), "dia"_es(dia));
    if (std::any_of(e.actuales.begin(), e.actuales.end(), [](auto const& x) { return x.manejaSeries.valor(); }))
        e.series = db.lista<SerieEnAlmacen, sql::series_en_almacen>("llaves"_es(json), "series"_es(como_json(series)));
    if (std::any_of(e.actuales.begin(), e.actuales.end(), [](auto const& x) { return x.manejaLotes.valor(); }))
        e.lotes = db.lista<LoteEnAlmacen, sql::lotes_en_almacen>("llaves"_es(json));
    return e;
}

}  // namespace gestor
