#include "domain/fiscal/xml.hpp"

#include <libxml/parser.h>

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <new>
#include <span>

#include "domain/fiscal/memoria.hpp"
#include "domain/valores/ascii.hpp"
#include "domain/valores/texto.hpp"

namespace gestor::fiscal {
namespace {

// ---- the bytes as UTF-8 ----

constexpr std::string_view marca_utf8 = "\xEF\xBB\xBF";

// Encoding declared in `<?xml … encoding="…"?>`; by default UTF-8.
std::string_view codificacion_declarada(std::string_view texto) {
    if (!texto.starts_with("<?xml")) return {};
    auto const declaracion = texto.substr(0, texto.find("?>"));
    auto const nombre = declaracion.find("encoding");
    if (nombre == declaracion.npos) return {};
    auto const abre = declaracion.find_first_of("\"'", nombre);
    if (abre == declaracion.npos) return {};
    auto const cierra = declaracion.find(declaracion[abre], abre + 1);
    if (cierra == declaracion.npos) return {};
    return declaracion.substr(abre + 1, cierra - abre - 1);
}

// Characters of windows-1252 in 0x80 to 0x9F, where ISO-8859-1 has control codes.
constexpr std::array<char16_t, 32> windows_1252{0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,   0x017D, 0x8F,
                                                0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

std::string de_un_byte(std::string_view texto, bool windows) {
    std::string salida;
    salida.reserve(texto.size() + texto.size() / 8);
    for (char const c : texto) {
        unsigned punto = static_cast<unsigned char>(c);
        if (windows && punto >= 0x80 && punto < 0xA0) punto = windows_1252[punto - 0x80];
        if (punto < 0x80) {
            salida += c;
            continue;
        }
        if (punto >= 0x800) salida += static_cast<char>(0xE0 | (punto >> 12));
        salida += static_cast<char>(punto >= 0x800 ? 0x80 | ((punto >> 6) & 0x3F) : 0xC0 | (punto >> 6));
        salida += static_cast<char>(0x80 | (punto & 0x3F));
    }
    return salida;
}

std::string en_utf8(std::string_view bytes) {
    if (bytes.starts_with(marca_utf8)) bytes.remove_prefix(marca_utf8.size());
    if (bytes.find('\0') != bytes.npos) throw Ilegible("el archivo no es texto en UTF-8");
    auto const codificacion = codificacion_declarada(bytes);
    for (auto const nombre : {"ISO-8859-1", "windows-1252"})
        if (iequals(codificacion, nombre)) return de_un_byte(bytes, nombre[0] == 'w');
    if (!codificacion.empty() && !iequals(codificacion, "UTF-8") && !iequals(codificacion, "US-ASCII"))
        throw Ilegible("la codificación " + citado(codificacion) + " no se admite; use UTF-8");
    for (std::size_t en = 0; en < bytes.size();)
        if (!siguiente_caracter(bytes, en)) throw Ilegible("el archivo no es texto en UTF-8");
    return std::string(bytes);
}

// ---- checks before the parser, which would take too long over some files ----
// libxml2 compares each attribute of an element with every other, and each prefix with every namespace in scope, before
// anybody is asked; and a document type is where all that an XML file can do to its reader begins.

constexpr std::size_t etiquetas_maximas = 100'000, etiqueta_maxima = 128UL * 1024, valores_maximos = 256;
constexpr std::size_t espacios_maximos = 256;  // namespaces in scope at once

std::size_t tras(std::string_view texto, std::size_t desde, std::string_view cierre) {
    auto const en = texto.find(cierre, desde);
    if (en == texto.npos) throw Ilegible("el XML está incompleto");
    return en + cierre.size();
}

struct Etiqueta {
    std::size_t fin = 0, espacios = 0;  // position after the '>' of the tag; number of namespaces that the tag declares
};

Etiqueta medir(std::string_view texto, std::size_t desde) {
    Etiqueta etiqueta;
    std::size_t valores = 0;
    auto const limite = std::min(texto.size(), desde + etiqueta_maxima);
    for (auto en = desde; en < limite; ++en) {
        if (texto[en] == '>') {
            etiqueta.fin = en + 1;
            return etiqueta;
        }
        if (texto[en] == 'x' && texto.substr(en).starts_with("xmlns")) ++etiqueta.espacios;
        if (texto[en] != '"' && texto[en] != '\'') continue;
        if (++valores > valores_maximos) throw Ilegible("el XML tiene un elemento con demasiados atributos");
        en = std::min(texto.find(texto[en], en + 1), texto.size());
    }
    throw Ilegible(limite == texto.size() ? "el XML está incompleto" : "el XML tiene una etiqueta demasiado larga");
}

// Checks the text and returns its number of elements.
std::size_t revisar(std::string_view texto) {
    std::size_t etiquetas = 0, elementos = 0, espacios = 0;
    std::vector<std::size_t> abiertos;  // number of namespaces that each open element declares
    for (auto en = texto.find('<'); en != texto.npos; en = texto.find('<', en)) {
        auto const resto = texto.substr(en);
        if (resto.starts_with("<!--")) {
            en = tras(texto, en + 4, "-->");
        } else if (resto.starts_with("<![CDATA[")) {
            en = tras(texto, en + 9, "]]>");
        } else if (resto.starts_with("<?")) {
            en = tras(texto, en + 2, "?>");
        } else if (resto.starts_with("<!")) {
            throw Ilegible("el XML declara un tipo de documento (DOCTYPE), que no se admite");
        } else {
            if (++etiquetas > etiquetas_maximas) throw Ilegible("el XML tiene demasiados elementos");
            auto const etiqueta = medir(texto, en);
            if (!resto.starts_with("</")) {
                ++elementos;
                abiertos.push_back(etiqueta.espacios);
                espacios += etiqueta.espacios;
                if (espacios > espacios_maximos) throw Ilegible("el XML declara demasiados espacios de nombres");
            }
            if ((resto.starts_with("</") || texto[etiqueta.fin - 2] == '/') && !abiertos.empty()) {
                espacios -= abiertos.back();
                abiertos.pop_back();
            }
            en = etiqueta.fin;
        }
    }
    return elementos;
}

// ---- the parser ----
// Elements are made of its events: its own tree took 20 times the file, beside them.

struct Hoja {  // Hoja: text of all elements, and the memory taken for them
    std::string texto;
    std::shared_ptr<void> memoria;
};

std::string_view como_texto(xmlChar const* texto) {
    return texto == nullptr ? std::string_view() : std::string_view(reinterpret_cast<char const*>(texto));
}

class Analisis {
public:
    explicit Analisis(std::size_t bytes) : hoja(std::make_shared<Hoja>()) {
        static bool const listo = (xmlInitParser(), true);
        static_cast<void>(listo);
        hoja->texto.reserve(bytes + 64);  // 64: the namespace of `xml:`, which no file declares
        contexto = xmlNewParserCtxt();
        if (contexto == nullptr) throw std::bad_alloc();
        contexto->_private = this;
        // Options of this context alone: other readers of XML in the process are unaffected.
        auto& eventos = *contexto->sax;
        eventos = {};
        eventos.initialized = XML_SAX2_MAGIC;
        eventos.internalSubset = [](void* c, xmlChar const*, xmlChar const*, xmlChar const*) {
            el(c).con_tipo = true;
            xmlStopParser(static_cast<xmlParserCtxtPtr>(c));
        };
        eventos.startElementNs = [](void* c, xmlChar const* nombre, xmlChar const* prefijo, xmlChar const* espacio, int,
                                    xmlChar const**, int cuantos, int, xmlChar const** atributos) {
            el(c).seguro([&](Analisis& a) {
                a.abrir(nombre, prefijo, espacio, {atributos, 5 * static_cast<std::size_t>(cuantos)});
            });
        };
        eventos.endElementNs = [](void* c, xmlChar const*, xmlChar const*, xmlChar const*) {
            el(c).seguro([](Analisis& a) { a.cerrar(); });
        };
        eventos.characters = [](void* c, xmlChar const* texto, int bytes_de_texto) {
            el(c).seguro([&](Analisis& a) {
                a.suelto.append(reinterpret_cast<char const*>(texto), static_cast<std::size_t>(bytes_de_texto));
            });
        };
        eventos.ignorableWhitespace = eventos.cdataBlock = eventos.characters;
        // A namespace that is no URI is a name all the same: CFDI that the tax authority itself writes declare
        // xmlns:schemaLocation for xsi:schemaLocation, two URIs with a blank.
        eventos.serror = [](void* c, auto* error) {
            if (error->domain == XML_FROM_NAMESPACE && error->level >= XML_ERR_ERROR && error->code != XML_WAR_NS_URI)
                el(c).sin_espacio = true;
        };
    }
    Analisis(Analisis const&) = delete;
    Analisis& operator=(Analisis const&) = delete;
    ~Analisis() { xmlFreeParserCtxt(contexto); }

    void leer(std::string_view texto) {
        // The text is already UTF-8: the encoding that the file declares is ignored.
        xmlCtxtReadMemory(contexto, texto.data(), static_cast<int>(texto.size()), nullptr, "UTF-8",
                          XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_IGNORE_ENC);
        if (fallo) std::rethrow_exception(fallo);
        if (con_tipo) throw Ilegible("el XML declara un tipo de documento (DOCTYPE), que no se admite");
        if (contexto->wellFormed == 0 || sin_espacio || !raiz)
            throw Ilegible("el archivo no es XML bien formado (línea " +
                           std::to_string(std::max(contexto->lastError.line, 1)) + ")");
    }

    std::shared_ptr<Hoja> hoja;
    std::optional<Elemento> raiz;

private:
    static Analisis& el(void* c) { return *static_cast<Analisis*>(static_cast<xmlParserCtxtPtr>(c)->_private); }

    // An exception must not pass through libxml2, which is C: it is kept and rethrown afterwards.
    template <class F>
    void seguro(F const& hacer) {
        if (fallo) return;
        try {
            hacer(*this);
        } catch (...) {
            fallo = std::current_exception();
            xmlStopParser(contexto);
        }
    }

    // Text of the elements never exceeds the file, so the buffer never grows and views into it stay valid.
    std::string_view guardar(std::string_view texto) {
        auto const desde = hoja->texto.size();
        if (desde + texto.size() > hoja->texto.capacity()) throw std::length_error("el texto de un XML creció");
        hoja->texto.append(texto);
        return std::string_view(hoja->texto).substr(desde);
    }
    // few namespaces, each used by thousands of elements: stored once
    std::string_view guardar_espacio(std::string_view espacio) {
        for (auto const conocido : espacios)
            if (conocido == espacio) return conocido;
        return espacios.emplace_back(guardar(espacio));
    }
    // libxml2 delivers an ampersand of an attribute as &#38; and leaves the decoding to the SAX user.
    std::string_view guardar_valor(std::string_view valor) {
        constexpr std::string_view escapado = "&#38;";
        auto const desde = hoja->texto.size();
        for (auto en = valor.find(escapado); en != valor.npos; en = valor.find(escapado)) {
            guardar(valor.substr(0, en + 1));
            valor.remove_prefix(en + escapado.size());
        }
        guardar(valor);
        return std::string_view(hoja->texto).substr(desde);
    }

    void abrir(xmlChar const* nombre, xmlChar const* prefijo, xmlChar const* espacio,
               std::span<xmlChar const* const> atributos) {
        Elemento e;
        e.nombre = guardar(como_texto(nombre));
        e.espacio = guardar_espacio(como_texto(espacio));
        e.prefijo = guardar(como_texto(prefijo));
        std::size_t propios = 0;
        for (std::size_t i = 0; i < atributos.size(); i += 5) propios += atributos[i + 2] == nullptr ? 1 : 0;
        e.atributos.reserve(propios);
        // Each attribute takes five pointers: name, prefix, namespace, begin and end of its value.
        for (std::size_t i = 0; i < atributos.size(); i += 5) {
            if (atributos[i + 2] != nullptr) continue;
            auto const* const desde = reinterpret_cast<char const*>(atributos[i + 3]);
            auto const bytes = static_cast<std::size_t>(atributos[i + 4] - atributos[i + 3]);
            auto const llamado = guardar(como_texto(atributos[i]));
            e.atributos.emplace_back(llamado, guardar_valor({desde, bytes}));
        }
        abiertos.push_back(std::move(e));
        suelto.clear();
    }
    void cerrar() {
        auto e = std::move(abiertos.back());
        abiertos.pop_back();
        if (e.hijos.empty()) e.texto = guardar(suelto);
        suelto.clear();
        e.hijos.shrink_to_fit();
        if (abiertos.empty())
            raiz = std::move(e);
        else
            abiertos.back().hijos.push_back(std::move(e));
    }

    xmlParserCtxtPtr contexto = nullptr;
    bool con_tipo = false;     // the file declares a document type: libxml2 still reports success then
    bool sin_espacio = false;  // a prefix without a namespace, or an attribute twice in one: libxml2 goes on
    std::exception_ptr fallo;
    std::vector<Elemento> abiertos;  // at most 256 deep, the limit of libxml2
    std::vector<std::string_view> espacios;
    std::string suelto;  // text since the last tag
};

// Memory of an XML together with its Cfdi and its verdict: 10 times its bytes for ordinary lines (50 MB for 4.9 MB with
// 12,000 lines), 1,700 bytes per element for empty ones (171 MB for 99,000 empty lines of 92 bytes).
std::size_t memoria_de_xml(std::size_t bytes, std::size_t elementos) {
    return 8 * bytes + 800 * elementos;
}

}  // namespace

std::string_view const* Elemento::atributo(std::string_view cual) const {
    auto const en = std::find_if(atributos.begin(), atributos.end(), [&](auto const& a) { return a.first == cual; });
    return en == atributos.end() ? nullptr : &en->second;
}

Elemento const* Elemento::hijo(std::string_view de_espacio, std::string_view llamado) const {
    auto const en = std::find_if(hijos.begin(), hijos.end(),
                                 [&](auto const& h) { return h.nombre == llamado && h.espacio == de_espacio; });
    return en == hijos.end() ? nullptr : &*en;
}

std::string citado(std::string_view texto, std::size_t maximo) {
    std::size_t fin = 0;
    for (auto en = fin; en < texto.size() && siguiente_caracter(texto, en) && en <= maximo;) fin = en;
    return std::string(texto.substr(0, fin)) + (fin < texto.size() ? "…" : "");
}

Xml leer_xml(std::string_view bytes) {
    if (bytes.size() > xml_maximo) throw Ilegible("el XML pasa de 5 MB");
    auto const texto = en_utf8(bytes);
    auto memoria = tomar_memoria(memoria_de_xml(texto.size(), revisar(texto)));
    Analisis analisis(texto.size());
    analisis.hoja->memoria = std::move(memoria);
    analisis.leer(texto);
    return {analisis.hoja, std::move(*analisis.raiz)};
}

}  // namespace gestor::fiscal
