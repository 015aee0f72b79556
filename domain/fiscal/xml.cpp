#include "domain/fiscal/xml.hpp"

#include <libxml/parser.h>
#include <libxml/tree.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>

#include "domain/valores/ascii.hpp"
#include "domain/valores/texto.hpp"

namespace gestor::fiscal {
namespace {

// ---- what the bytes say, as UTF-8 ----

constexpr std::string_view marca_utf8 = "\xEF\xBB\xBF";

// The encoding of `<?xml … encoding="…"?>`; none: UTF-8.
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

// What windows-1252 has where ISO-8859-1 has controls: 0x80 to 0x9F.
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

// ---- before the parser: what it would take too long over ----
// libxml2 compares each attribute of an element with every other, and each prefix with every namespace in scope, before
// anybody is asked; and a document type is where all that an XML file can do to its reader begins.

constexpr std::size_t etiquetas_maximas = 100'000, etiqueta_maxima = 128UL * 1024, valores_maximos = 256;
constexpr std::size_t espacios_maximos = 256;  // in scope at once

std::size_t tras(std::string_view texto, std::size_t desde, std::string_view cierre) {
    auto const en = texto.find(cierre, desde);
    if (en == texto.npos) throw Ilegible("el XML está incompleto");
    return en + cierre.size();
}

struct Etiqueta {
    std::size_t fin = 0, espacios = 0;  // just after its '>'; how many namespaces it declares
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

void revisar(std::string_view texto) {
    std::size_t etiquetas = 0, espacios = 0;
    std::vector<std::size_t> abiertos;  // the namespaces that each open element declares
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
}

// ---- the parser ----

struct Analisis {
    xmlParserCtxtPtr contexto = nullptr;
    xmlDocPtr documento = nullptr;
    bool con_tipo = false;  // it declares a document type: libxml2 then still says that all is well

    Analisis() {
        static bool const listo = (xmlInitParser(), true);
        static_cast<void>(listo);
        contexto = xmlNewParserCtxt();
        if (contexto == nullptr) throw std::bad_alloc();
        contexto->_private = this;
        // Of this context alone: nobody else's reading of XML in the process is changed.
        contexto->sax->internalSubset = [](void* c, xmlChar const*, xmlChar const*, xmlChar const*) {
            auto* const el = static_cast<xmlParserCtxtPtr>(c);
            static_cast<Analisis*>(el->_private)->con_tipo = true;
            xmlStopParser(el);
        };
        contexto->sax->externalSubset = nullptr;
        contexto->sax->resolveEntity = [](void*, xmlChar const*, xmlChar const*) -> xmlParserInputPtr {
            return nullptr;
        };
    }
    Analisis(Analisis const&) = delete;
    Analisis& operator=(Analisis const&) = delete;
    ~Analisis() {
        if (documento != nullptr) xmlFreeDoc(documento);
        xmlFreeParserCtxt(contexto);
    }
};

std::string texto_de(xmlChar const* texto) {
    return texto == nullptr ? std::string() : std::string(reinterpret_cast<char const*>(texto));
}

// Not deeper than the 256 that libxml2 allows.
Elemento convertir(xmlDocPtr documento, xmlNodePtr nodo) {
    Elemento elemento;
    elemento.nombre = texto_de(nodo->name);
    if (nodo->ns != nullptr) {
        elemento.espacio = texto_de(nodo->ns->href);
        elemento.prefijo = texto_de(nodo->ns->prefix);
    }
    for (auto* atributo = nodo->properties; atributo != nullptr; atributo = atributo->next) {
        if (atributo->ns != nullptr) continue;
        std::unique_ptr<xmlChar, void (*)(void*)> const valor(xmlNodeListGetString(documento, atributo->children, 1),
                                                              [](void* p) { xmlFree(p); });
        elemento.atributos.emplace_back(texto_de(atributo->name), texto_de(valor.get()));
    }
    for (auto* hijo = nodo->children; hijo != nullptr; hijo = hijo->next)
        if (hijo->type == XML_ELEMENT_NODE) elemento.hijos.push_back(convertir(documento, hijo));
    if (elemento.hijos.empty())
        for (auto* hijo = nodo->children; hijo != nullptr; hijo = hijo->next)
            if (hijo->type == XML_TEXT_NODE || hijo->type == XML_CDATA_SECTION_NODE)
                elemento.texto += texto_de(hijo->content);
    return elemento;
}

}  // namespace

std::string const* Elemento::atributo(std::string_view cual) const {
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

Elemento leer_xml(std::string_view bytes) {
    if (bytes.size() > xml_maximo) throw Ilegible("el XML pasa de 5 MB");
    auto const texto = en_utf8(bytes);
    revisar(texto);
    Analisis analisis;
    // Its encoding has been seen to: what the file declares is not asked again.
    analisis.documento =
        xmlCtxtReadMemory(analisis.contexto, texto.data(), static_cast<int>(texto.size()), nullptr, "UTF-8",
                          XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_IGNORE_ENC);
    if (analisis.con_tipo) throw Ilegible("el XML declara un tipo de documento (DOCTYPE), que no se admite");
    auto* const raiz = analisis.documento == nullptr ? nullptr : xmlDocGetRootElement(analisis.documento);
    if (analisis.contexto->wellFormed == 0 || analisis.contexto->nsWellFormed == 0 || raiz == nullptr)
        throw Ilegible("el archivo no es XML bien formado (línea " +
                       std::to_string(std::max(analisis.contexto->lastError.line, 1)) + ")");
    return convertir(analisis.documento, raiz);
}

}  // namespace gestor::fiscal
