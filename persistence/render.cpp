// Rows to JSON or CSV directly: no DOM, no object in between. Parents and children arrive in the same order, so one
// pass merges them; rows left over at the end prove a wrong order in a statement and throw.
#include <libpq-fe.h>

#include <cstring>
#include <stdexcept>

#include "domain/valores/base64.hpp"
#include "domain/valores/csv_salida.hpp"
#include "persistence/lectura_compilada.hpp"

namespace gestor {

void BorrarResultado::operator()(pg_result* r) const noexcept {
    PQclear(r);
}

namespace {

std::string_view celda(pg_result const* r, int fila, int columna) {
    return {PQgetvalue(r, fila, columna), static_cast<std::size_t>(PQgetlength(r, fila, columna))};
}

// A NULL has no bytes, so libpq is asked only about a value without any.
bool nula(pg_result const* r, int fila, int columna, std::string_view texto) {
    return texto.empty() && PQgetisnull(r, fila, columna) != 0;
}

std::string posicion_de(pg_result const* r, int fila, std::size_t claves) {
    std::string posicion;
    for (std::size_t i = 0; i < claves; ++i) {
        if (i > 0) posicion += '\n';
        posicion += celda(r, fila, static_cast<int>(i));
    }
    return posicion;
}

}  // namespace

class LecturaCompilada::Pintor {
public:
    Pintor(LecturaCompilada const& lectura, Variante const& v, Resultados const& r, std::string& salida)
        : plan_(lectura),
          por_nivel_(lectura.niveles_.size(), nullptr),
          cursores_(lectura.niveles_.size(), 0),
          salida_(salida) {
        for (std::size_t i = 0; i < v.niveles.size(); ++i) por_nivel_[v.niveles[i]] = r[v.cabecera() + i].get();
    }

    void fila(std::size_t nivel, int fila) {
        auto const& n = plan_.niveles_[nivel];
        auto const* r = resultado(nivel);
        if (n.escalar)
            return json_columna(*n.tipo, celda(r, fila, n.claves), PQgetisnull(r, fila, n.claves) != 0, salida_);
        for (auto const& parte : n.partes) {
            if (parte.tipo->omitible && PQgetisnull(r, fila, parte.columna) != 0) continue;
            salida_ += parte.prefijo;
            if (parte.columna < 0) {
                lista(parte.nivel, nivel, fila);
                continue;
            }
            auto const texto = celda(r, fila, parte.columna);
            json_columna(*parte.tipo, texto, nula(r, fila, parte.columna, texto), salida_);
        }
        salida_ += n.cierre;
    }

    void terminar() const {
        for (std::size_t n = 1; n < cursores_.size(); ++n)
            if (auto const* r = resultado(n); r != nullptr && cursores_[n] < PQntuples(r))
                throw std::logic_error("lectura " + plan_.nombre_ + ": filas de lista sin su registro (nivel " +
                                       std::to_string(n) + ")");
    }

private:
    pg_result* resultado(std::size_t nivel) const { return por_nivel_[nivel]; }

    void lista(std::size_t nivel, std::size_t padre, int fila_padre) {
        auto const& n = plan_.niveles_[nivel];
        auto const* r = resultado(nivel);
        if (!n.objeto) salida_ += '[';
        auto const inicio = salida_.size();
        if (r != nullptr)  // null: a list that was left out is written as []
            for (int& f = cursores_[nivel]; f < PQntuples(r) && es_hija(nivel, f, padre, fila_padre);) {
                if (salida_.size() != inicio) salida_ += ',';
                fila(nivel, f);
                ++f;
            }
        if (!n.objeto)
            salida_ += ']';
        else if (salida_.size() == inicio)
            salida_ += "null";
    }

    // The keys of a child are its parent's keys and the parent's own first member (for the record: its key column).
    bool es_hija(std::size_t nivel, int fila, std::size_t padre, int fila_padre) const {
        auto const* h = resultado(nivel);
        auto const* p = resultado(padre);
        int const claves = plan_.niveles_[nivel].claves;
        int const primera = plan_.niveles_[padre].claves + 1 - claves;
        for (int i = 0; i < claves; ++i)
            if (celda(h, fila, i) != celda(p, fila_padre, padre == 0 ? plan_.niveles_[0].claves - 1 : primera + i))
                return false;
        return true;
    }

    LecturaCompilada const& plan_;
    std::vector<pg_result*> por_nivel_;  // null: a list not asked for
    std::vector<int> cursores_;
    std::string& salida_;
};

std::optional<std::string_view> LecturaCompilada::leido(Variante const& v, Resultados const& r,
                                                        std::string_view campo) const {
    auto const* filas = r[v.cabecera()].get();
    auto const& columnas = niveles_[0].columnas;
    auto const esta = std::find(columnas.begin(), columnas.end(), campo);
    if (esta == columnas.end() || PQntuples(filas) == 0) return std::nullopt;
    return celda(filas, 0, niveles_[0].claves + static_cast<int>(esta - columnas.begin()));
}

void LecturaCompilada::verificar_referencias(Variante const& v, Resultados const& r) const {
    Fallas fallas;
    for (std::size_t i = 0; i < v.referencias.size(); ++i)
        if (PQntuples(r[i].get()) == 0)
            fallas.agregar(std::string(declarada_.filtros[v.referencias[i]].campo), codigo::no_existe, "no existe");
    fallas.lanzar();
}

// A statement asks for one row more than is shown: that row tells that another page follows, or that a catalogue
// exceeds its bound.
int LecturaCompilada::visibles(SolicitudLectura const& s, int hay) const {
    if (declarada_.alcance == Alcance::pagina) return std::min(hay, static_cast<int>(s.registros));
    if (declarada_.alcance == Alcance::catalogo) acotar(s, hay);
    return hay;
}

// A write that answers with its new record binds no bound and gets all rows.
void LecturaCompilada::acotar(SolicitudLectura const& s, int hay) const {
    if (std::to_string(hay) != s.valores[maximo]) return;
    std::string con = declarada_.alcance == Alcance::pagina ? "registrosPorPagina" : "";
    if (declarada_.filtro != nullptr)
        for (auto const& campo : declarada_.filtro->campos())
            con += (con.empty() ? "" : ", ") + std::string(campo.nombre);
    throw Problema(codigo::rango, "el resultado pasa del máximo de " + std::to_string(hay - 1) + " filas" +
                                      (con.empty() ? "" : "; acótelo con " + con));
}

void LecturaCompilada::acotar_listas(Variante const& v, SolicitudLectura const& s, Resultados const& r) const {
    if (!listas_acotadas()) return;
    for (auto i = v.cabecera() + 1; i < v.sentencias.size(); ++i) acotar(s, PQntuples(r[i].get()));
}

void LecturaCompilada::contar(Variante const& v, SolicitudLectura const& s, Resultados const& r, std::size_t filas,
                              Paginacion& p) const {
    p.pagina = s.pagina;
    p.registros = s.registros;
    p.filas = filas;
    if (v.total) p.total = std::stoll(std::string(celda(r[v.referencias.size()].get(), 0, 0)));
    // the first page is also the last, so its rows are the total
    else if (!s.por_cursor && !s.con_salto && p.siguiente.empty())
        p.total = static_cast<std::int64_t>(filas);
}

void LecturaCompilada::pintar_totales(Variante const& v, Resultados const& r, Paginacion& p) const {
    auto const* tipo = declarada_.totales.tipo;
    if (tipo == nullptr) return;
    p.totales = "null";
    if (!v.totales) return;
    auto const* filas = r[v.cabecera() - 1].get();
    int const hay = PQntuples(filas);
    auto const pintar = [&](Tipo const& t, int fila, int columna) {
        bool const nulo = fila >= hay || PQgetisnull(filas, fila, columna) != 0;
        json_columna(t, nulo ? std::string_view() : celda(filas, fila, columna), nulo, p.totales);
    };
    int escalar = 0;
    int de_lista = 0;
    for (auto const& campo : tipo->campos()) de_lista += campo.tipo->especie == Especie::lista ? 0 : 1;
    p.totales = "{";
    for (auto const& campo : tipo->campos()) {
        p.totales += (p.totales.size() > 1 ? ",\"" : "\"") + std::string(campo.nombre) + "\":";
        if (campo.tipo->especie != Especie::lista) {
            pintar(*campo.tipo, 0, escalar++);
            continue;
        }
        p.totales += '[';
        for (int fila = 0; fila < hay; ++fila) {
            int columna = de_lista;
            p.totales += fila > 0 ? ",{" : "{";
            for (auto const& c : campo.tipo->interno->campos()) {
                p.totales += (columna > de_lista ? ",\"" : "\"") + std::string(c.nombre) + "\":";
                pintar(*c.tipo, fila, columna++);
            }
            p.totales += '}';
        }
        p.totales += ']';
    }
    p.totales += '}';
}

bool LecturaCompilada::json(Variante const& v, SolicitudLectura const& s, Resultados const& r, std::string& salida,
                            Paginacion& p) const {
    verificar_referencias(v, r);
    auto const* cabeceras = r[v.cabecera()].get();
    int const hay = PQntuples(cabeceras);
    int const mostrar = visibles(s, hay);
    acotar_listas(v, s, r);
    Pintor pintor(*this, v, r, salida);
    if (declarada_.alcance == Alcance::uno) {
        if (hay == 0) return false;
        pintor.fila(0, 0);
        pintor.terminar();
        return true;
    }
    salida += '[';
    for (int f = 0; f < mostrar; ++f) {
        if (f > 0) salida += ',';
        pintor.fila(0, f);
    }
    salida += ']';
    pintor.terminar();
    if (hay > mostrar) p.siguiente = cursor(posicion_de(cabeceras, mostrar - 1, declarada_.fuente.orden.size()));
    contar(v, s, r, static_cast<std::size_t>(mostrar), p);
    pintar_totales(v, r, p);
    return true;
}

void LecturaCompilada::csv(Variante const& v, SolicitudLectura const& s, Resultados const& r, std::string& salida,
                           Paginacion& p) const {
    verificar_referencias(v, r);
    auto const& nivel = niveles_[0];
    auto const* cabeceras = r[v.cabecera()].get();
    int const hay = PQntuples(cabeceras);
    int const mostrar = visibles(s, hay);
    bool primera = true;
    for (auto const& nombre : nivel.columnas) {
        if (!std::exchange(primera, false)) salida += ',';
        salida += nombre;
    }
    salida += "\r\n";
    std::string json;
    for (int f = 0; f < mostrar; ++f) {
        for (auto const& parte : nivel.partes) {
            if (parte.columna < 0) continue;
            if (parte.columna > nivel.claves) salida += ',';
            auto const texto = celda(cabeceras, f, parte.columna);
            bool const nulo = PQgetisnull(cabeceras, f, parte.columna) != 0;
            Tipo const& tipo = parte.tipo->contenido();
            if (tipo.salida == Salida::texto || (tipo.salida == Salida::json && !nulo)) {
                csv_texto(texto, salida);
            } else if (!(nulo && parte.tipo->especie == Especie::opcional)) {
                json.clear();
                json_columna(*parte.tipo, texto, nulo, json);
                if (json.size() > 1 && json.front() == '"') json = json.substr(1, json.size() - 2);
                salida += json;
            }
        }
        salida += "\r\n";
    }
    if (hay > mostrar) p.siguiente = cursor(posicion_de(cabeceras, mostrar - 1, declarada_.fuente.orden.size()));
    contar(v, s, r, static_cast<std::size_t>(mostrar), p);
}

}  // namespace gestor
