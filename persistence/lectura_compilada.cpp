#include "persistence/lectura_compilada.hpp"

#include <algorithm>
#include <deque>
#include <stdexcept>
#include <utility>

#include "domain/valores/base64.hpp"
#include "domain/valores/fecha.hpp"

namespace gestor {
namespace {

constexpr std::string_view nombres_fijos[] = {
    "organizacionId", "usuarioId", "sesionSucursalId", "urlBase", "ahora", "id", "limite",
    "limiteHijas",    "salto",     "maximo",           "c1",      "c2",    "c3", "c4"};
static_assert(std::size(nombres_fijos) == primera_de_filtro);

constexpr unsigned salto_corto = 2'000;  // rows that `pagina` may skip on the fast lane

// Totals that need more rows than those listed are a statement of their own: a text that begins with SELECT.
bool es_sentencia(std::string_view texto) {
    auto const inicio = texto.find_first_not_of(" \n");
    return inicio != std::string_view::npos && texto.substr(inicio).starts_with("SELECT ");
}

std::string_view desnudo(std::string_view columna) {
    auto const punto = columna.rfind('.');
    return punto == std::string_view::npos ? columna : columna.substr(punto + 1);
}

std::string reemplazar(std::string texto, std::string_view que, std::string_view por) {
    for (auto i = texto.find(que); i != std::string::npos; i = texto.find(que, i + por.size()))
        texto.replace(i, que.size(), por);
    return texto;
}

// A cursor is opaque to the caller but still input: each part must be a value of its column's type, as PostgreSQL wrote
// it. Otherwise the cast in PostgreSQL would fail and look like a bug of the server.
template <class T>
bool es_un(std::string parte) {
    if (parte.size() > 10 && parte[10] == ' ') parte[10] = 'T';
    T valor;
    std::string escrito;
    if (T::leer(parte, valor)) return false;
    valor.escribir(escrito);
    return escrito == parte;
}
// 2026-11-16 07:29:29.291333+00, with the offset of the session's zone.
bool es_momento(std::string const& parte) {
    auto const signo = parte.find_first_of("+-", 19);
    if (signo == std::string::npos || !es_un<FechaHora>(parte.substr(0, 19))) return false;
    auto const cifras = [](std::string_view t) { return !t.empty() && t.find_first_not_of("0123456789") == t.npos; };
    std::string_view const fraccion = std::string_view(parte).substr(19, signo - 19);
    std::string_view const zona = std::string_view(parte).substr(signo + 1);
    bool const bien = fraccion.empty() || (fraccion[0] == '.' && fraccion.size() <= 7 && cifras(fraccion.substr(1)));
    bool const horas = zona.size() >= 2 && cifras(zona.substr(0, 2)) && zona.substr(0, 2) <= "14";
    bool const minutos = zona.size() == 5 && zona[2] == ':' && cifras(zona.substr(3)) && zona.substr(3) <= "59";
    return bien && horas && (zona.size() == 2 || minutos);
}
bool es_texto(std::string_view parte) {
    for (std::size_t i = 0; i < parte.size();)
        if (auto const c = siguiente_caracter(parte, i); !c || *c == 0) return false;
    return true;
}
bool parte_valida(std::string_view tipo, std::string const& parte) {
    if (tipo == "bigint") return es_un<Id>(parte);
    if (tipo == "integer") return es_un<Entero<1, 2'147'483'647>>(parte);
    if (tipo == "timestamp") return es_un<FechaHora>(parte);
    if (tipo == "timestamptz") return es_momento(parte);
    if (tipo == "date") return es_un<Fecha>(parte);
    return es_texto(parte);
}

bool leer_cursor(std::string_view texto, std::string const& lista, std::span<Orden const> orden,
                 std::vector<ValorSql>& valores) {
    auto const claro = base64url_leer(texto).value_or("");
    if (claro.substr(0, claro.find('\n')) != lista) return false;
    auto desde = claro.find('\n') + 1;
    for (std::size_t i = 0; i < orden.size(); ++i) {
        auto const fin = i + 1 < orden.size() ? claro.find('\n', desde) : claro.size();
        if (fin == std::string::npos || desde > claro.size()) return false;
        auto parte = claro.substr(desde, fin - desde);
        if (!parte_valida(orden[i].tipo, parte)) return false;
        valores[c1 + i] = std::move(parte);
        desde = fin + 1;
    }
    return true;
}

// Text with its holes filled: filled once and kept while the program runs, like a constant.
void llenar(std::string_view& texto) {
    static std::deque<std::string> llenos;
    if (texto.find('{') != std::string_view::npos) texto = llenos.emplace_back(sin_huecos(texto));
}
void llenar(Fuente& fuente) {
    for (auto* texto : {&fuente.columnas, &fuente.desde, &fuente.base}) llenar(*texto);
}
void llenar(std::vector<ListaDeclarada>& listas) {
    for (auto& lista : listas) llenar(lista.sql), llenar(lista.hijas);
}
void llenar(LecturaDeclarada& lectura) {
    llenar(lectura.fuente);
    llenar(lectura.otra);
    llenar(lectura.listas);
    llenar(lectura.totales.columnas);
    for (auto& filtro : lectura.filtros) llenar(filtro.condicion);
}

}  // namespace

LecturaCompilada::LecturaCompilada(LecturaDeclarada declarada, std::string nombre)
    : declarada_(std::move(declarada)), nombre_(std::move(nombre)) {
    llenar(declarada_);
    nombres_.assign(std::begin(nombres_fijos), std::end(nombres_fijos));
    if (declarada_.filtro != nullptr)
        for (auto const& campo : declarada_.filtro->campos()) nombres_.emplace_back(campo.nombre);
    agregar_nivel(*declarada_.tipo, declarada_.fuente.columnas, static_cast<int>(declarada_.fuente.orden.size()),
                  declarada_.listas);
    for (auto const& o : declarada_.fuente.orden)
        if (!o.con.empty() && !declarada_.listas.empty())
            throw std::logic_error("lectura " + nombre_ + ": un orden condicional no admite listas");
    // Variants prepared on every fast-lane connection: without filters, from the start or by cursor.
    SolicitudLectura s;
    for (bool const cursor : {false, true})
        for (bool const detalle : {true, false}) {
            if (cursor && declarada_.alcance != Alcance::pagina) continue;
            if (!detalle && declarada_.detalle.empty()) continue;
            s.por_cursor = cursor;
            s.con_detalle = detalle;
            s.con_totales = !cursor && declarada_.totales.tipo != nullptr;
            preparadas_.push_back(componer(s, nombre_ + (cursor ? "_c" : "_p") + (detalle ? "" : "_s")));
        }
}

std::size_t LecturaCompilada::agregar_nivel(Tipo const& tipo, std::string_view sql, int claves,
                                            std::vector<ListaDeclarada> const& listas) {
    auto const indice = niveles_.size();
    niveles_.emplace_back();
    Nivel nivel;
    nivel.tipo = &tipo;
    nivel.claves = claves;
    nivel.sql = sql;
    if (tipo.especie != Especie::objeto) {
        nivel.escalar = true;
        nivel.partes.push_back({"", &tipo, claves, 0});
        nivel.columnas.emplace_back("valor");
        niveles_[indice] = std::move(nivel);
        return indice;
    }
    int columna = claves;
    nivel.cierre = "{";
    agregar_campos(tipo, "", nivel, columna, indice, listas);
    niveles_[indice] = std::move(nivel);
    return indice;
}

// An object without a statement of its own is embedded: its columns are among those of the record, named
// "domicilio.calle". `cierre` collects the text to write before the next member.
void LecturaCompilada::agregar_campos(Tipo const& tipo, std::string const& camino, Nivel& nivel, int& columna,
                                      std::size_t indice, std::vector<ListaDeclarada> const& listas) {
    auto const campos = tipo.campos();
    for (std::size_t i = 0; i < campos.size(); ++i) {
        auto const& campo = campos[i];
        Tipo const& contenido = campo.tipo->contenido();
        auto prefijo = std::exchange(nivel.cierre, "") + (i == 0 ? "\"" : ",\"") + std::string(campo.nombre) + "\":";
        if (contenido.especie == Especie::valor) {
            nivel.partes.push_back({std::move(prefijo), campo.tipo, columna++, 0});
            nivel.columnas.push_back(camino + std::string(campo.nombre));
            continue;
        }
        auto const lista = std::find_if(listas.begin(), listas.end(), [&](auto const& l) { return l.campo == i; });
        bool const objeto = contenido.especie == Especie::objeto;
        if (lista == listas.end() && campo.tipo->especie == Especie::objeto) {
            nivel.cierre = prefijo + "{";
            agregar_campos(contenido, camino + std::string(campo.nombre) + ".", nivel, columna, indice, {});
            continue;
        }
        if (lista == listas.end())
            throw std::logic_error("lectura " + nombre_ + ": falta la lista " + std::string(campo.nombre));
        auto const hijo = agregar_nivel(objeto ? contenido : *contenido.interno, lista->sql,
                                        indice == 0 ? 1 : nivel.claves + 1, lista->hijas);
        niveles_[hijo].objeto = objeto;
        niveles_[hijo].siempre = lista->siempre;
        nivel.partes.push_back({std::move(prefijo), campo.tipo, -1, hijo});
    }
    nivel.cierre += "}";
}

SolicitudLectura LecturaCompilada::solicitar(Parametro const& buscar, std::int64_t id_ruta, Fallas fallas) const {
    SolicitudLectura s;
    s.valores.resize(nombres_.size());
    s.valores[id] = std::to_string(id_ruta);
    s.larga = declarada_.larga;
    if (declarada_.filtro == nullptr) {
        fallas.lanzar();
        return s;
    }
    auto const filtro = declarada_.nuevo_filtro();
    parametros_leer(*declarada_.filtro, buscar, filtro.get(), fallas);
    ParametrosPagina pagina;
    if (declarada_.alcance == Alcance::pagina) parametros_leer(*tipo_de<ParametrosPagina>(), buscar, &pagina, fallas);
    if (fallas.vacio() && declarada_.validar != nullptr) declarada_.validar(filtro.get(), fallas);

    std::size_t posicion = primera_de_filtro;
    for (auto const& campo : declarada_.filtro->campos()) {
        void const* miembro = campo.en(filtro.get());
        bool const opcional = campo.tipo->especie == Especie::opcional;
        bool const presente = !opcional || campo.tipo->contar(miembro) > 0;
        if (presente) {
            Tipo const& valor = opcional ? *campo.tipo->interno : *campo.tipo;
            valor.escribir(opcional ? campo.tipo->elemento(miembro, 0) : miembro, s.valores[posicion].emplace());
            for (std::size_t i = 0; i < declarada_.filtros.size(); ++i)
                if (auto const& f = declarada_.filtros[i];
                    f.campo == campo.nombre && !(f.si && *s.valores[posicion] == "false")) {
                    s.filtros |= std::uint64_t{1} << i;
                    s.larga = s.larga || f.largo;
                }
            if (campo.nombre == declarada_.detalle) s.con_detalle = *s.valores[posicion] == "true";
        }
        ++posicion;
    }
    if (declarada_.alcance == Alcance::pagina) {
        s.pagina = static_cast<unsigned>(pagina.pagina.valor.valor());
        s.registros = static_cast<unsigned>(pagina.registrosPorPagina.valor.valor());
        s.con_total = pagina.incluirTotal.valor.valor();
        if (pagina.cursor && !pagina.cursor->vacio()) {
            s.por_cursor = leer_cursor(pagina.cursor->valor(), nombre_, declarada_.fuente.orden, s.valores);
            if (!s.por_cursor) fallas.agregar("cursor", codigo::formato, "no es un cursor de esta lista");
        }
        auto const salto_filas = std::uint64_t{s.pagina - 1} * s.registros;
        s.con_salto = !s.por_cursor && s.pagina > 1;
        s.con_totales = declarada_.totales.tipo != nullptr && (s.con_total || (!s.por_cursor && !s.con_salto));
        s.larga = s.larga || s.con_total || s.con_totales || (s.con_salto && salto_filas > salto_corto);
        s.valores[limite] = std::to_string(s.registros + 1);
        s.valores[limiteHijas] = std::to_string(s.registros);
        s.valores[salto] = std::to_string(salto_filas);
    }
    // The detail of a page is bounded by the page; the detail of a whole catalogue is not.
    if (declarada_.alcance == Alcance::catalogo && !declarada_.detalle.empty()) s.larga = s.larga || s.con_detalle;
    fallas.lanzar();
    return s;
}

std::string LecturaCompilada::cursor(std::string_view posicion) const {
    return base64url(nombre_ + '\n' + std::string(posicion));
}

Variante const& LecturaCompilada::variante(SolicitudLectura const& s, Variante& temporal) const {
    // A read without its lists is prepared only when it declares incluirDetalle; the CSV of other reads is composed at
    // each request.
    bool const hay = s.con_detalle || !declarada_.detalle.empty();
    if (hay && s.filtros == 0 && !s.con_salto && !s.con_total) {
        std::size_t const porciones = declarada_.detalle.empty() ? 1 : 2;
        auto const indice = (s.por_cursor ? porciones : 0) + (s.con_detalle ? 0 : 1);
        return preparadas_[indice];
    }
    temporal = componer(s, "");
    return temporal;
}

std::vector<Variante> LecturaCompilada::variantes_raras() const {
    std::vector<Variante> todas;
    for (std::size_t i = 0; i < declarada_.filtros.size(); ++i) {
        SolicitudLectura s;
        s.filtros = std::uint64_t{1} << i;
        todas.push_back(componer(s, nombre_ + "_" + std::string(declarada_.filtros[i].campo)));
    }
    if (declarada_.alcance != Alcance::pagina) return todas;
    SolicitudLectura s;
    s.con_total = s.con_salto = true;
    s.con_totales = declarada_.totales.tipo != nullptr;
    todas.push_back(componer(s, nombre_ + "_total"));
    return todas;
}

std::vector<Sentencia const*> LecturaCompilada::preparables() const {
    std::vector<Sentencia const*> todas;
    for (auto const& v : preparadas_)
        for (auto const& s : v.sentencias) todas.push_back(&s);
    return todas;
}

Sentencia LecturaCompilada::sentencia(std::string_view sql, std::string nombre) const {
    auto s = compilar(sql);
    s.nombre = std::move(nombre);
    for (auto const& p : s.parametros) {
        auto const donde = std::find(nombres_.begin(), nombres_.end(), p);
        if (donde == nombres_.end()) throw std::logic_error("lectura " + nombre_ + ": parámetro desconocido :" + p);
        s.posiciones.push_back(static_cast<std::size_t>(donde - nombres_.begin()));
    }
    return s;
}

Fuente const& LecturaCompilada::fuente(SolicitudLectura const& s) const {
    for (std::size_t i = 0; i < declarada_.filtros.size(); ++i)
        if (declarada_.filtros[i].otra && (s.filtros >> i & 1) != 0) return declarada_.otra;
    return declarada_.fuente;
}

bool LecturaCompilada::rige(Orden const& o, SolicitudLectura const& s) const {
    if (o.con.empty()) return true;
    for (std::size_t i = 0; i < declarada_.filtros.size(); ++i)
        if (declarada_.filtros[i].campo == o.con) return (s.filtros >> i & 1) != 0;
    throw std::logic_error("lectura " + nombre_ + ": el orden depende de un filtro que no hay");
}

std::string LecturaCompilada::orden(std::string_view alias, SolicitudLectura const& s) const {
    std::string texto;
    for (auto const& o : declarada_.fuente.orden) {
        if (!rige(o, s)) continue;
        if (!texto.empty()) texto += ", ";
        texto += alias.empty() ? std::string(o.columna) : std::string(alias) + "." + std::string(desnudo(o.columna));
        if (declarada_.fuente.descendente) texto += " DESC";
    }
    return texto;
}

std::string LecturaCompilada::donde(SolicitudLectura const& s, bool con_clave, std::string_view desde) const {
    auto const& f = fuente(s);
    std::string texto = " FROM " + std::string(desde) + " WHERE " + std::string(f.base);
    for (std::size_t i = 0; i < declarada_.filtros.size(); ++i)
        if ((s.filtros >> i & 1) != 0 && !declarada_.filtros[i].condicion.empty())
            texto += " AND (" + std::string(declarada_.filtros[i].condicion) + ")";
    if (!con_clave || !s.por_cursor) return texto;
    std::string izquierda, derecha;
    for (std::size_t i = 0; i < f.orden.size(); ++i) {
        if (!rige(f.orden[i], s)) continue;
        if (!izquierda.empty()) izquierda += ", ", derecha += ", ";
        izquierda += f.orden[i].columna;
        derecha += ":c" + std::to_string(i + 1) + "::" + std::string(f.orden[i].tipo);
    }
    return texto + " AND (" + izquierda + ") " + (f.descendente ? "<" : ">") + " (" + derecha + ")";
}

std::string LecturaCompilada::cabecera(SolicitudLectura const& s) const {
    auto const& f = fuente(s);
    std::string texto = "SELECT ";
    for (auto const& o : f.orden) texto += (rige(o, s) ? std::string(o.columna) : "1") + ", ";
    texto += f.columnas;
    if (declarada_.alcance == Alcance::uno)
        return texto + donde(s, false, f.desde) + " AND " + std::string(f.orden.back().columna) + " = :id";
    if (!f.estrecha.empty() && (s.filtros != 0 || s.con_salto)) {
        return texto + " FROM " + std::string(f.desde) + " WHERE " + std::string(f.base) + " AND " +
               std::string(f.orden.back().columna) + " = ANY (" + ids_de_pagina(s) + ") ORDER BY " + orden("", s);
    }
    texto += donde(s, true, f.desde) + " ORDER BY " + orden("", s);
    if (declarada_.alcance == Alcance::catalogo) return texto + " LIMIT :maximo";
    // The constant LIMIT inside tells the planner that few rows are read; LIMIT $n counts as a tenth of the table.
    texto += " LIMIT " + std::to_string(registros_maximos + 1);
    if (s.con_salto) texto += " OFFSET :salto";
    return "SELECT * FROM (" + texto + ") q LIMIT :limite";
}

std::string LecturaCompilada::ids_de_pagina(SolicitudLectura const& s) const {
    auto const& f = fuente(s);
    auto ids = "ARRAY(SELECT " + std::string(desnudo(f.orden.back().columna)) + " FROM " +
               claves(s, f.estrecha, registros_maximos + 1, "limite") + " k)";
    for (std::size_t i = 0; i < declarada_.filtros.size(); ++i)
        if (auto const& filtro = declarada_.filtros[i]; (s.filtros >> i & 1) != 0 && !filtro.palabras.primeros.empty())
            return "(SELECT coalesce((" + por_palabras(s, filtro) + "), " + ids + "))::bigint[]";
    return ids;
}

std::string LecturaCompilada::claves(SolicitudLectura const& s, std::string_view desde, unsigned cuantas,
                                     std::string_view limite_de) const {
    auto const& f = fuente(s);
    if (declarada_.alcance == Alcance::uno)
        return "(SELECT :id::bigint AS " + std::string(desnudo(f.orden.back().columna)) + ")";
    std::string texto = "SELECT ";
    for (std::size_t i = 0; i < f.orden.size(); ++i)
        texto += std::string(i > 0 ? ", " : "") + std::string(f.orden[i].columna);
    texto += donde(s, true, desde) + " ORDER BY " + orden("", s);
    if (declarada_.alcance == Alcance::catalogo) return "(" + texto + " LIMIT :maximo)";
    texto += " LIMIT " + std::to_string(cuantas);
    if (s.con_salto) texto += " OFFSET :salto";
    return "(SELECT * FROM (" + texto + ") q LIMIT :" + std::string(limite_de) + ")";
}

std::string LecturaCompilada::totales(SolicitudLectura const& s) const {
    auto const& t = declarada_.totales;
    if (es_sentencia(t.columnas)) return std::string(t.columnas);
    auto texto = "SELECT " + std::string(t.columnas) + donde(s, false, fuente(s).desde);
    if (t.grupo.empty()) return texto;
    return texto + " GROUP BY " + std::string(t.grupo) + " ORDER BY " + std::string(t.grupo);
}

// Columns of the totals: the scalars first, then the columns of the list's items.
std::vector<std::string> LecturaCompilada::columnas_totales() const {
    std::vector<std::string> nombres, de_lista;
    for (auto const& campo : declarada_.totales.tipo->campos())
        if (campo.tipo->especie == Especie::lista)
            for (auto const& c : campo.tipo->interno->campos()) de_lista.emplace_back(c.nombre);
        else
            nombres.emplace_back(campo.nombre);
    nombres.insert(nombres.end(), de_lista.begin(), de_lista.end());
    return nombres;
}

// Whether lists carry a LIMIT. The lists of a page or of one record have only the rows that a write gave them, unless
// the read is declared `larga`. A list without LIMIT gets the better plan: LIMIT $n makes a prepared plan expect a
// tenth of the rows.
bool LecturaCompilada::listas_acotadas() const {
    return declarada_.larga || declarada_.alcance == Alcance::catalogo;
}

Variante LecturaCompilada::componer(SolicitudLectura const& s, std::string const& prefijo) const {
    Variante v;
    auto const agregar = [&](std::string_view sql) {
        auto nombre = prefijo.empty() ? "" : prefijo + "_" + std::to_string(v.sentencias.size());
        v.sentencias.push_back(sentencia(sql, std::move(nombre)));
    };
    for (std::size_t i = 0; i < declarada_.filtros.size(); ++i)
        if ((s.filtros >> i & 1) != 0 && !declarada_.filtros[i].existe.empty()) {
            v.referencias.push_back(i);
            agregar(declarada_.filtros[i].existe);
        }
    v.total = s.con_total;
    v.totales = s.con_totales;
    if (es_propia()) {
        v.niveles.push_back(0);
        return v;
    }
    auto const& f = fuente(s);
    auto const tablas = f.estrecha.empty() ? f.desde : f.estrecha;
    if (v.total) agregar("SELECT count(*)" + donde(s, false, tablas));
    if (v.totales) agregar(totales(s));
    agregar(cabecera(s));
    bool const uno = declarada_.alcance == Alcance::uno;
    auto const orden_hijas = uno ? "k." + std::string(desnudo(declarada_.fuente.orden.back().columna)) : orden("k", s);
    auto const llaves = claves(s, tablas, registros_maximos, "limiteHijas");
    v.niveles.push_back(0);
    for (std::size_t n = 1; n < niveles_.size(); ++n) {
        if (!s.con_detalle && !niveles_[n].siempre) continue;
        v.niveles.push_back(n);
        auto sql = reemplazar(reemplazar(std::string(niveles_[n].sql), "{clave}", llaves), "{orden}", orden_hijas);
        agregar(listas_acotadas() ? sql + " LIMIT :maximo" : sql);
    }
    return v;
}

std::optional<std::string_view> LecturaCompilada::enviado(SolicitudLectura const& s, std::string_view campo) const {
    for (std::size_t i = primera_de_filtro; i < nombres_.size(); ++i)
        if (nombres_[i] == campo && s.valores[i]) return *s.valores[i];
    return std::nullopt;
}

std::vector<std::string> LecturaCompilada::columnas_esperadas(Variante const& v, std::size_t i) const {
    if (v.totales && i + 1 == v.cabecera()) return columnas_totales();
    if (i < v.cabecera()) return {};
    auto const& nivel = niveles_[v.niveles[i - v.cabecera()]];
    std::vector<std::string> nombres(static_cast<std::size_t>(nivel.claves));  // the key columns have no fixed names
    nombres.insert(nombres.end(), nivel.columnas.begin(), nivel.columnas.end());
    return nombres;
}

}  // namespace gestor
