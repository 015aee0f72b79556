#include "domain/valores/esquema.hpp"

#include <algorithm>
#include <stdexcept>

#include "domain/valores/decimal.hpp"
#include "domain/valores/glosario.hpp"
#include "domain/valores/procedencia.hpp"

namespace gestor {
namespace {

constexpr std::size_t texto_sin_limite = 100'000;  // a greater limit of text is not published
constexpr std::string_view patron_fecha = "[0-9]{4}-[0-9]{2}-[0-9]{2}";
constexpr std::string_view patron_fecha_hora = "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}";

// Ausencia: how a required value is written when missing: a text or date as "", any other as null.
enum class Ausencia { no, vacio, nulo };

Nodo valor_de(Forma const& forma, std::string_view texto) {
    if (forma.clase == Clase::texto) return texto;
    if (forma.clase == Clase::booleano) return texto == "true";
    if (forma.clase == Clase::objeto) return Nodo::objeto();
    return Nodo::numero(texto);
}

Nodo tipo_json(std::string_view tipo, Ausencia ausencia) {
    if (ausencia == Ausencia::nulo) return Nodo::lista({tipo, "null"});
    return tipo;
}

void limites_numero(Forma const& f, Nodo& s) {
    bool const larga = f.maximo.empty() || f.maximo.size() > 10;
    if (f.clase == Clase::entero && larga && f.maximo_texto == 0) s.poner("format", "int64");
    if (!f.minimo.empty()) s.poner("minimum", Nodo::numero(f.minimo));
    if (!f.mayor_que.empty()) s.poner("exclusiveMinimum", Nodo::numero(f.mayor_que));
    if (!f.maximo.empty()) s.poner("maximum", Nodo::numero(f.maximo));
}

void opciones(Forma const& f, Ausencia ausencia, Nodo& s) {
    auto lista = Nodo::lista();
    for (auto const& o : f.opciones) lista.agregar(o);
    if (ausencia == Ausencia::vacio) lista.agregar("");
    if (ausencia == Ausencia::nulo) lista.agregar(Nodo());
    s.poner("enum", std::move(lista));
}

// A JSON Schema format does not admit "", so where a text may be empty a pattern replaces the format.
void forma_de_texto(Forma const& f, Ausencia ausencia, Nodo& s) {
    bool const vacio = ausencia == Ausencia::vacio;
    auto const patron = [&](std::string_view p) {
        s.poner("pattern", std::string(vacio ? "^(" : "^").append(p).append(vacio ? ")?$" : "$"));
    };
    if (!f.formato.empty() && !vacio) s.poner("format", f.formato);
    if (f.formato == "date" && vacio) patron(patron_fecha);
    if (f.formato == "date-time-local") patron(patron_fecha_hora);
    if (!f.patron.empty()) s.poner("pattern", std::string(vacio ? "^$|" : "").append(f.patron));
    if (f.minimo_texto > 0 && !vacio) s.poner("minLength", f.minimo_texto);
    if (f.maximo_texto > 0 && f.maximo_texto < texto_sin_limite) s.poner("maxLength", f.maximo_texto);
}

// An amount in an answer may be computed from several sent amounts, so its bound is that of numeric(19,E); a larger
// result refuses the request.
Forma calculada(Forma f) {
    static constexpr std::string_view maximos[] = {
        "9999999999999999999",  "999999999999999999.9", "99999999999999999.99", "9999999999999999.999",
        "999999999999999.9999", "99999999999999.99999", "9999999999999.999999"};
    static constexpr std::string_view minimos[] = {
        "-9999999999999999999",  "-999999999999999999.9", "-99999999999999999.99", "-9999999999999999.999",
        "-999999999999999.9999", "-99999999999999.99999", "-9999999999999.999999"};
    auto const escala = static_cast<std::size_t>(f.decimales);
    auto const enviada = forma_decimal(f.decimales, 0);  // a type with its own bounds keeps them
    if (f.maximo == enviada.maximo) f.maximo = maximos[escala];
    if (f.minimo == enviada.minimo) f.minimo = minimos[escala];
    return f;
}

Nodo esquema_valor(Forma const& forma, Ausencia ausencia, Sentido sentido) {
    bool const importe = forma.clase == Clase::numero && forma.decimales >= 0;
    auto const f = importe && sentido == Sentido::salida ? calculada(forma) : forma;
    auto s = Nodo::objeto();
    switch (f.clase) {
        case Clase::booleano:
            s.poner("type", tipo_json("boolean", ausencia));
            break;
        case Clase::entero:
        case Clase::numero:
            s.poner("type", tipo_json(f.clase == Clase::entero ? "integer" : "number", ausencia));
            limites_numero(f, s);
            break;
        case Clase::texto:
            s.poner("type", tipo_json("string", ausencia));
            if (f.opciones.empty()) forma_de_texto(f, ausencia, s);
            break;
        case Clase::objeto:
            s.poner("type", tipo_json("object", ausencia)).poner("additionalProperties", true);
            break;
    }
    if (!f.opciones.empty()) opciones(f, ausencia, s);
    return s;
}

Ausencia ausencia_de(Tipo const& miembro, Sentido sentido) {
    if (sentido == Sentido::edicion && prescindible(miembro)) return Ausencia::nulo;
    if (miembro.especie != Especie::opcional || miembro.omitible) return Ausencia::no;
    if (sentido == Sentido::entrada) return Ausencia::no;
    if (sentido == Sentido::edicion) return Ausencia::nulo;
    bool const texto = miembro.interno->especie == Especie::valor && miembro.interno->forma->clase == Clase::texto;
    return texto ? Ausencia::vacio : Ausencia::nulo;
}

// Only the outermost object of an update is merged with the stored record; inner objects are sent whole.
Sentido dentro(Sentido sentido) {
    return sentido == Sentido::edicion ? Sentido::entrada : sentido;
}

}  // namespace

bool obligatorio(Campo const& campo, Sentido sentido) {
    if (sentido == Sentido::salida) return !campo.tipo->omitible;
    return sentido == Sentido::entrada && !prescindible(*campo.tipo);
}

Nodo Esquemas::de(Tipo const& tipo, Sentido sentido) {
    auto const ausencia = ausencia_de(tipo, sentido);
    Tipo const& t = tipo.contenido();
    if (t.especie == Especie::valor) return esquema_valor(*t.forma, ausencia, sentido);
    Nodo s;
    if (t.especie == Especie::lista) {
        s = Nodo::objeto({{"type", tipo_json("array", ausencia)}, {"items", de(*t.interno, dentro(sentido))}});
        if (t.minimo_elementos > 0) s.poner("minItems", t.minimo_elementos);
        if (sentido != Sentido::salida) s.poner("maxItems", t.maximo_elementos);
    } else {
        s = referencia("schemas", nombre_de(t, tipo.especie == Especie::opcional ? dentro(sentido) : sentido));
    }
    if (t.especie == Especie::objeto && ausencia == Ausencia::nulo)
        return Nodo::objeto({{"anyOf", Nodo::lista({s, Nodo::objeto({{"type", "null"}})})}});
    return s;
}

Nodo Esquemas::de(Tipo const& objeto, Campo const& campo, Sentido sentido) {
    auto s = de(*campo.tipo, sentido);
    s.poner("description", descripcion_de(objeto, campo, sentido));
    Tipo const& t = campo.tipo->contenido();
    if (!campo.tipo->defecto.empty() && sentido != Sentido::edicion)
        s.poner("default", valor_de(*t.forma, campo.tipo->defecto));
    if (t.especie != Especie::objeto && !es_archivo(t))
        s.poner("examples", Nodo::lista({ejemplo_de(objeto, campo, sentido)}));
    return s;
}

// Component name of a type: the same DTO as request and as answer differs in its required members.
std::string Esquemas::nombre_de(Tipo const& tipo, Sentido sentido) {
    auto const hecho = nombres_.find({&tipo, sentido});
    if (hecho != nombres_.end()) return hecho->second;
    std::string nombre(tipo.nombre);
    if (sentido == Sentido::edicion)
        nombre += "Cambio";
    else if (nombres_.contains({&tipo, sentido == Sentido::entrada ? Sentido::salida : Sentido::entrada}))
        nombre += sentido == Sentido::entrada ? "Peticion" : "Resultado";
    if (componentes_.contains(nombre)) throw std::logic_error("two types are published as " + nombre);
    nombres_.emplace(std::pair{&tipo, sentido}, nombre);
    poner(nombre, Nodo::objeto());  // reserves the name before its members ask for it again
    poner(nombre, objeto(tipo, sentido));
    return nombre;
}

Nodo Esquemas::objeto(Tipo const& tipo, Sentido sentido) {
    auto propiedades = Nodo::objeto();
    auto requeridos = Nodo::lista();
    for (auto const& campo : tipo.campos()) {
        propiedades.poner(campo.nombre, de(tipo, campo, sentido));
        if (obligatorio(campo, sentido)) requeridos.agregar(campo.nombre);
    }
    auto s =
        Nodo::objeto({{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(propiedades)}});
    if (!requeridos.vacio()) s.poner("required", std::move(requeridos));
    return s;
}

Nodo Esquemas::componentes() const {
    auto todos = Nodo::objeto();
    for (auto const& [nombre, esquema] : componentes_) todos.poner(nombre, esquema);
    return todos;
}

// Example list: as many elements as the minimum, and at least one.
static Nodo lista_de(Tipo const& lista, Nodo const& elemento) {
    auto nodo = Nodo::lista();
    for (std::size_t i = 0; i < std::max<std::size_t>(1, lista.minimo_elementos); ++i) nodo.agregar(elemento);
    return nodo;
}

Nodo ejemplo_de(Tipo const& tipo, Sentido sentido) {
    Tipo const& t = tipo.contenido();
    if (t.especie == Especie::valor) return valor_de(*t.forma, t.forma->ejemplo);
    if (t.especie == Especie::lista) return lista_de(t, ejemplo_de(*t.interno, sentido));
    auto objeto = Nodo::objeto();
    for (auto const& campo : t.campos()) {
        bool const rama =
            campo.tipo->especie == Especie::lista && campo.tipo->interno == &t;  // tree: one row is enough
        if (rama)
            objeto.poner(campo.nombre, Nodo::lista());
        else if (std::ranges::find(t.sin_ejemplo, campo.nombre) == t.sin_ejemplo.end())
            objeto.poner(campo.nombre, ejemplo_de(t, campo, sentido));
    }
    return objeto;
}

// The same name may belong to a number here and to a text or a boolean elsewhere.
static bool sirve(std::string_view ejemplo, Forma const& forma) {
    bool const numero = forma.clase == Clase::numero || forma.clase == Clase::entero;
    return !ejemplo.empty() && (!numero || ejemplo[0] == '-' || (ejemplo[0] >= '0' && ejemplo[0] <= '9'));
}

// Example of a member. A type of narrow form has its own example; for a free text or an amount the name decides.
Nodo ejemplo_de(Tipo const& objeto, Campo const& campo, Sentido sentido) {
    Tipo const& t = campo.tipo->contenido();
    auto const* termino = glosario_buscar(campo.nombre, objeto.nombre);
    std::string_view const propio = termino != nullptr ? termino->ejemplo : std::string_view();
    // the glossary explains the name for this type alone
    bool const suyo = termino != nullptr && termino->nombre != campo.nombre;
    auto const valor = [&](Forma const& forma) {
        bool const estrecha = !forma.opciones.empty() || !forma.formato.empty() || !forma.patron.empty();
        bool const de_la_forma = !sirve(propio, forma) || (estrecha && !forma.ejemplo.empty() && !suyo);
        return valor_de(forma, de_la_forma ? forma.ejemplo : propio);
    };
    if (t.especie == Especie::lista && t.interno->especie == Especie::valor)
        return lista_de(t, valor(*t.interno->forma));
    if (t.especie != Especie::valor) return ejemplo_de(t, sentido);
    return campo.tipo->defecto.empty() ? valor(*t.forma) : valor_de(*t.forma, campo.tipo->defecto);
}

std::string significado_de(Tipo const& objeto, std::string_view nombre, Tipo const& tipo) {
    auto const* termino = glosario_buscar(nombre, objeto.nombre);
    if (termino == nullptr) return "";
    std::string d(termino->descripcion);
    Tipo const& t = tipo.contenido();
    auto const cero = d.find("; 0 = ");
    if (cero != d.npos && t.especie == Especie::valor && t.forma->minimo == "1") d.erase(cero);
    return d;
}

std::string descripcion_de(Tipo const& objeto, Campo const& campo, Sentido sentido) {
    auto d = significado_de(objeto, campo.nombre, *campo.tipo);
    if (d.empty()) d = campo.nombre;
    Tipo const& t = campo.tipo->contenido();
    if (t.especie != Especie::valor) return d;
    auto const forma = *t.forma;
    if (auto const de = procedencia_de(campo.nombre, objeto.nombre); !de.empty() && forma.clase == Clase::entero)
        d.insert(std::min(d.find("; "), d.size()), std::string(", de ").append(de));
    if (es_archivo(t)) d += ", con su nombre; hasta " + std::to_string(forma.maximo_texto) + " bytes";
    bool const fecha = !forma.formato.empty() && forma.formato.starts_with("date");
    if (forma.clase == Clase::numero) d += ". Hasta " + std::to_string(forma.decimales) + " decimales, exactos";
    if (fecha && sentido != Sentido::salida) d += ". También se acepta yyyy-MM-ddTHH:mm:ss y dd/MM/yyyy";
    if (fecha && sentido == Sentido::salida && campo.tipo->especie == Especie::opcional) d += "; vacía si no la hay";
    return d;
}

}  // namespace gestor
