#pragma once
// Operation table: one row is one complete operation. Arguments, result, whether the operation only reads and where it
// runs are deduced from the type of its handler, so the published document cannot lie.
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

#include "domain/operacion/llamada.hpp"
#include "domain/valores/csv_salida.hpp"
#include "domain/valores/json.hpp"
#include "domain/valores/vista.hpp"
#include "persistence/externa.hpp"

namespace gestor {

enum class Verbo : std::uint8_t { GET, POST, PUT, DELETE };
inline constexpr std::array<std::string_view, 4> nombres_de_verbo{"GET", "POST", "PUT", "DELETE"};
constexpr std::string_view nombre_de(Verbo verbo) {
    return nombres_de_verbo[static_cast<std::size_t>(verbo)];
}
enum class Sobre : std::uint8_t { BARE, ONE, LIST, PAGE, PLAIN };

// Permissions: "<área>.<leer|escribir|autorizar|cancelar>", and two marks for operations without one.
inline constexpr std::string_view publico = "-";    // no token
inline constexpr std::string_view con_token = "+";  // any valid token

// Permiso: the permission of an operation. Documents of two sides need `nombre`, or `otro` when the member `campo` has
// the value `valor`. The member is in the body or, when the operation only names a record, in the record.
struct Permiso {
    std::string_view nombre;
    std::string_view campo{}, valor{}, otro{};

    constexpr Permiso(std::string_view uno) : nombre(uno) {}  // NOLINT: a table cell
    constexpr Permiso(char const* uno) : nombre(uno) {}       // NOLINT: a table cell
    constexpr Permiso(std::string_view uno, std::string_view miembro, std::string_view con, std::string_view otro_lado)
        : nombre(uno), campo(miembro), valor(con), otro(otro_lado) {}

    bool por_lado() const { return !campo.empty(); }
    std::string_view cuando(std::string_view dice) const { return por_lado() && dice == valor ? otro : nombre; }
    std::string texto() const { return std::string(nombre) + (por_lado() ? "|" : "") + std::string(otro); }
    bool operator==(std::string_view uno) const { return nombre == uno; }
};

// ---- arguments of a handler, beside the database and the Sesion ----
template <class T>
struct Cuerpo : T {};  // the JSON body
template <class T>
struct Formulario : T {};  // the multipart body: files (ArchivoDe) and texts
template <class F, class C>
using FormularioOCuerpo = std::variant<Formulario<F>, Cuerpo<C>>;  // by Content-Type
template <class T>
struct Consulta : T {};  // the query parameters
template <class T>
struct ConsultaOCuerpo : T {};  // members from query or JSON body; sent in both, the values must be equal
struct CuerpoIgnorado {};       // the body is allowed and not read; every other operation without a body refuses one
template <class Db>
using Trabajo = std::function<void(Db&, std::string& salida)>;

using ValoresDelCuerpo = std::vector<std::pair<std::string_view, std::string>>;

// ---- the action of an operation: exactly one of these ----
struct Declarada {  // a declared read: the fast lane
    LecturaCompilada const* lectura;
    ValoresDelCuerpo (*del_cuerpo)(std::string_view, Fallas&) = nullptr;  // parameters from the JSON body
};
// Funcion: a handler on a worker. Db (Lectura, Escritura, Acceso, or one of externa.hpp) decides the pool and the unit
// of work. preparar() reads the arguments and returns the part that needs a connection.
template <class Db>
struct Funcion {
    Trabajo<Db> (*preparar)(Llamada const&);
};
struct Entrega {  // Entrega: the answer is a stored content
    std::function<Descarga(Lectura&)> (*abrir)(Llamada const&);
};
struct DelServidor {  // DelServidor: answered by the server itself, without a handler
    int cual;
};
struct Retirada {};  // 410
using Hace =
    std::variant<Declarada, Funcion<Lectura>, Funcion<Escritura>, Funcion<Acceso>, Funcion<Externa>,
                 Funcion<ExternaEscritura>, Funcion<Carga>, Funcion<AccesoExterno>, Entrega, DelServidor, Retirada>;

struct Accion {
    Hace hace;

    std::vector<Tipo const*> ruta{};   // path parameters of a function, in order
    Tipo const* parametros = nullptr;  // query
    Tipo const* cuerpo = nullptr;
    bool edicion = false;        // update: an absent member keeps its stored value
    bool ignora_cuerpo = false;  // the body may hold anything
    bool llama = false;          // calls other operations (llamar.hpp); such an operation cannot be called from inside
    std::uint64_t cuerpo_maximo = 0;   // bytes of the JSON body; 0: the bound of its type
    Tipo const* formulario = nullptr;  // multipart body; with `cuerpo` too, the caller chooses
    Tipo const* respuesta = nullptr;
    LecturaCompilada const* version_de = nullptr;  // If-Match: the read whose ETag is compared
    Campo const* filas = nullptr;                  // report: the list that becomes its CSV

    Accion(Hace h) : hace(h) {}              // NOLINT: a table cell
    Accion(LecturaCompilada const& lectura)  // NOLINT: a table cell
        : hace(Declarada{&lectura}), parametros(lectura.declarada().filtro), respuesta(lectura.declarada().tipo) {}

    template <class A>
    bool es() const {
        return std::holds_alternative<A>(hace);
    }
    bool escribe() const { return es<Funcion<Escritura>>() || es<Funcion<ExternaEscritura>>() || es<Funcion<Carga>>(); }
    // whether the operation is a login: it runs before authentication
    bool entra() const { return es<Funcion<Acceso>>() || es<Funcion<AccesoExterno>>(); }
    LecturaCompilada const* lectura() const {  // null: not a declared read
        auto const* const d = std::get_if<Declarada>(&hace);
        return d != nullptr ? d->lectura : nullptr;
    }
};

struct Operacion {
    Verbo verbo;
    std::string_view ruta;
    Permiso permiso;
    Accion que;
    Sobre sobre;
    std::string_view resumen;
    std::string_view version{};  // yyyy-MM; rows of one route with different versions are one versioned operation

    bool es_lista() const { return sobre == Sobre::LIST || sobre == Sobre::PAGE; }
    bool en_csv() const { return es_lista() ? que.es<Declarada>() : que.filas != nullptr; }
};

struct Area {
    std::string_view nombre;
    std::string_view descripcion;
    std::span<Operacion const> operaciones;
};

// Query parameters of an operation: accepted by the server and published in the document.
std::vector<Campo> parametros_de(Operacion const& op);

namespace detalle {

// Values of a body as parameters. An object gives its present members by name; a list gives one parameter `ids`, an
// array of PostgreSQL.
void valores_del_cuerpo(Tipo const& tipo, void const* cuerpo, ValoresDelCuerpo& valores);
// Reads `salida` from the body and from `consulta`, the query as read before.
void leer_de_ambos(Tipo const& tipo, void const* consulta, void const* cuerpo, void* salida, Fallas& fallas);

// Throws PERMISO_DENEGADO when the permission follows a member and the caller lacks the one for its value in `leido`.
void exigir_lado(Llamada const& llamada, Tipo const& tipo, void const* leido);

template <class A>
struct Argumento;  // Argumento: reads one parameter of a handler
template <>
struct Argumento<Sesion const&> {
    static void describir(Accion&) {}
    static Sesion leer(Llamada const& e, std::size_t&, Fallas&) { return *e.sesion; }
};
template <>
struct Argumento<Entorno const&> {
    static void describir(Accion&) {}
    static std::reference_wrapper<Entorno const> leer(Llamada const& e, std::size_t&, Fallas&) { return *e.entorno; }
};
template <>
struct Argumento<Reloj const&> {
    static void describir(Accion&) {}
    static Reloj leer(Llamada const& e, std::size_t&, Fallas&) { return e.reloj; }
};
template <Valor T>
struct Argumento<T> {  // a {parameter} of the path: an Id, a code, a month
    static void describir(Accion& a) { a.ruta.push_back(tipo_de<T>()); }
    static T leer(Llamada const& e, std::size_t& siguiente, Fallas& fallas) {
        T valor;
        auto const i = siguiente++;
        if (auto falla = T::leer(e.ruta[i], valor))
            fallas.agregar(std::string(e.nombres[i]), falla->codigo, falla->mensaje);
        return valor;
    }
};
// Checks a value by its own rules. A missing member is a fault of form; other rules run only when there are no faults
// of form.
template <class T>
void comprobar(Llamada const& e, T const& leido, Fallas& fallas) {
    if constexpr (requires { faltantes(leido, fallas); }) faltantes(leido, fallas);
    if constexpr (requires { validar(leido, fallas); })
        if (fallas.vacio()) validar(leido, fallas);
    if (fallas.vacio()) exigir_lado(e, *tipo_de<T>(), &leido);
}

template <class T>
struct Argumento<Cuerpo<T> const&> {
    static void describir(Accion& a) {
        a.cuerpo = tipo_de<T>();
        if constexpr (requires { T::cuerpo_maximo; }) a.cuerpo_maximo = T::cuerpo_maximo;
    }
    static Cuerpo<T> leer(Llamada const& e, std::size_t&, Fallas& fallas) {
        Cuerpo<T> cuerpo{};
        auto const documento = json_leer(e.cuerpo.empty() ? std::string_view("{}") : e.cuerpo);
        json_leer(*tipo_de<T>(), documento, static_cast<T*>(&cuerpo), "", fallas);
        comprobar<T>(e, cuerpo, fallas);
        return cuerpo;
    }
};
template <class T>
struct Argumento<Formulario<T> const&> {
    static void describir(Accion& a) { a.formulario = tipo_de<T>(); }
    static Formulario<T> leer(Llamada const& e, std::size_t&, Fallas& fallas) {
        Formulario<T> formulario{};
        formulario_leer(*tipo_de<T>(), e.recepcion, static_cast<T*>(&formulario), fallas);
        comprobar<T>(e, formulario, fallas);
        return formulario;
    }
};
template <class F, class C>
struct Argumento<std::variant<Formulario<F>, Cuerpo<C>> const&> {
    using EnPartes = Argumento<Formulario<F> const&>;
    using EnJson = Argumento<Cuerpo<C> const&>;
    static void describir(Accion& a) { EnPartes::describir(a), EnJson::describir(a); }
    static FormularioOCuerpo<F, C> leer(Llamada const& e, std::size_t& siguiente, Fallas& fallas) {
        if (e.recepcion != nullptr) return EnPartes::leer(e, siguiente, fallas);
        return EnJson::leer(e, siguiente, fallas);
    }
};
template <class T>
struct Argumento<Edicion<T> const&> {
    static void describir(Accion& a) { a.cuerpo = tipo_de<T>(), a.edicion = true; }
    static Edicion<T> leer(Llamada const& e, std::size_t&, Fallas& fallas) {
        Edicion<T> edicion{json_leer(e.cuerpo.empty() ? std::string_view("{}") : e.cuerpo)};
        T prueba{};  // read only to find faults of form; the stored record is read later
        json_leer(*tipo_de<T>(), edicion.documento, &prueba, "", fallas, Modo::edicion);
        return edicion;
    }
};
template <class T>
struct Argumento<Consulta<T> const&> {
    static void describir(Accion& a) { a.parametros = tipo_de<T>(); }
    static Consulta<T> leer(Llamada const& e, std::size_t&, Fallas& fallas) {
        Consulta<T> consulta{};
        auto const enviado = [&e](std::string_view nombre) { return e.parametro(nombre); };
        parametros_leer(*tipo_de<T>(), enviado, static_cast<T*>(&consulta), fallas);
        comprobar<T>(e, consulta, fallas);
        return consulta;
    }
};
template <>
struct Argumento<CuerpoIgnorado const&> {
    static void describir(Accion& a) { a.ignora_cuerpo = true; }
    static CuerpoIgnorado leer(Llamada const&, std::size_t&, Fallas&) { return {}; }
};
template <class T>
struct Argumento<ConsultaOCuerpo<T> const&> {
    static void describir(Accion& a) { a.parametros = a.cuerpo = tipo_de<T>(); }
    static ConsultaOCuerpo<T> leer(Llamada const& e, std::size_t& siguiente, Fallas& fallas) {
        ConsultaOCuerpo<T> ambos{};
        auto const consulta = Argumento<Consulta<T> const&>::leer(e, siguiente, fallas);
        auto const cuerpo = Argumento<Cuerpo<T> const&>::leer(e, siguiente, fallas);
        leer_de_ambos(*tipo_de<T>(), static_cast<T const*>(&consulta), static_cast<T const*>(&cuerpo),
                      static_cast<T*>(&ambos), fallas);
        return ambos;
    }
};

template <class R>
struct Respuesta {
    static Tipo const* tipo() { return tipo_de<R>(); }
    static void escribir(R const& valor, std::string& salida) { json_escribir(valor, salida); }
};
template <class T>
struct Respuesta<Vista<T>> {
    static Tipo const* tipo() { return tipo_de<T>(); }
    static void escribir(Vista<T> const& vista, std::string& salida) { salida += vista.json; }
};

// Reads all arguments in order. Every fault of form is found before a worker or a connection is used.
template <class... A>
auto leer_argumentos(Llamada const& e) {
    Fallas fallas = e.fallas;
    std::size_t siguiente = 0;
    std::tuple<std::decay_t<decltype(Argumento<A>::leer(e, siguiente, fallas))>...> argumentos{
        Argumento<A>::leer(e, siguiente, fallas)...};  // braces: evaluated left to right
    fallas.lanzar();
    return argumentos;
}

template <auto F, class Db, class R, class... A>
Trabajo<Db> preparar(Llamada const& e) {
    return [argumentos = leer_argumentos<A...>(e), csv = e.csv](Db& db, std::string& salida) {
        auto const responder = [&](auto const&... a) {
            auto const respuesta = F(db, a...);
            if (csv)
                csv_escribir(*filas_de_reporte(*Respuesta<R>::tipo()), &respuesta, salida);
            else
                Respuesta<R>::escribir(respuesta, salida);
        };
        std::apply(responder, argumentos);
    };
}

template <auto F, class... A>
std::function<Descarga(Lectura&)> preparar_entrega(Llamada const& e) {
    return [argumentos = leer_argumentos<A...>(e)](Lectura& db) {
        return std::apply([&](auto const&... a) { return F(db, a...); }, argumentos);
    };
}

template <auto F, class R, class Db, class... A>
Accion accion_de(R (*)(Db&, A...)) {
    auto const hace = []() -> Hace {
        if constexpr (std::is_same_v<R, Descarga>)
            return Entrega{&preparar_entrega<F, A...>};
        else
            return Funcion<Db>{&preparar<F, Db, R, A...>};
    };
    Accion a = hace();
    (Argumento<A>::describir(a), ...);
    if constexpr (!std::is_same_v<R, Descarga>) a.respuesta = Respuesta<R>::tipo();
    if constexpr (std::is_same_v<Db, Lectura> && !std::is_same_v<R, Descarga>) a.filas = filas_de_reporte(*a.respuesta);
    return a;
}

}  // namespace detalle

// op<&handler>: arguments and answer come from the handler's signature. The conversion makes the Accion where a table
// uses it: a variable template holding the Accion would be initialised in no defined order, perhaps after the table.
template <auto F>
struct Op {
    operator Accion() const { return detalle::accion_de<F>(F); }  // NOLINT: a table cell
};
template <auto F>
inline constexpr Op<F> op{};

// op for an update: If-Match is compared with the ETag of the read `lectura`.
template <auto F>
Accion op_version(LecturaCompilada const& lectura) {
    Accion a = op<F>;
    a.version_de = &lectura;
    return a;
}

namespace detalle {

template <class T>
ValoresDelCuerpo leer_cuerpo(std::string_view texto, Fallas& fallas) {
    ValoresDelCuerpo valores;
    T cuerpo{};
    bool const lista = tipo_de<T>()->especie == Especie::lista;
    json_leer(*tipo_de<T>(), json_leer(texto.empty() ? lista ? "[]" : "{}" : texto), &cuerpo, "", fallas);
    if (fallas.vacio()) valores_del_cuerpo(*tipo_de<T>(), &cuerpo, valores);
    return valores;
}

}  // namespace detalle

// Declared read with parameters in query and JSON body; the body wins.
template <class T>
Accion con_cuerpo(LecturaCompilada const& lectura) {
    Accion a = lectura;
    a.hace = Declarada{&lectura, &detalle::leer_cuerpo<T>};
    a.cuerpo = tipo_de<T>();
    return a;
}

// PorIds: declared catalogue of the records whose ids the body lists, 1 to 500.
struct PorIds {
    std::optional<Texto<10'000>> ids;
};
DTO(PorIds, ids)
inline Accion por_ids(LecturaCompilada const& lectura) {
    auto a = con_cuerpo<Lista<Id, 1, 500>>(lectura);
    a.parametros = nullptr;
    return a;
}

template <class T>
Accion interna(int cual) {
    Accion a = Hace(DelServidor{cual});
    a.respuesta = tipo_de<T>();
    return a;
}

inline Accion retirada() {
    return Hace(Retirada());
}

// All areas, in alphabetical order: generated by the build from the folders that have an operaciones.cpp.
std::span<Area const* const> areas();

}  // namespace gestor
