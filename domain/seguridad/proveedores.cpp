#include "domain/seguridad/proveedores.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "domain/operacion/router.hpp"
#include "domain/valores/base64.hpp"
#include "domain/valores/dto.hpp"
#include "domain/valores/id.hpp"
#include "domain/valores/opcion.hpp"
#include "domain/valores/texto.hpp"

namespace gestor::seguridad {
namespace {

constexpr std::string_view por_archivo = "file://";

struct CanjeEscrito {
    std::optional<Texto<1000>> url;
    TextoReq<250> cliente;
    TextoReq<1000> secretoArchivo;
};
DTO(CanjeEscrito, url, cliente, secretoArchivo)

struct ProveedorEscrito {
    TextoReq<60> alias;
    TextoReq<500> emisor;
    std::optional<Texto<1000>> claves;  // absent: the address in the issuer's discovery document
    Lista<TextoReq<250>, 1, 20> audiencias;
    Lista<Opcion<"RS256", "PS256", "ES256", "EdDSA">, 1, 4> algoritmos;
    Defecto<Booleano, "false"> confiable;
    std::optional<Id> organizacionId;
    std::optional<CanjeEscrito> canje;
};
DTO(ProveedorEscrito, alias, emisor, claves, audiencias, algoritmos, confiable, organizacionId, canje)

struct ProveedoresEscritos {
    Lista<ProveedorEscrito, 1, 100> proveedores;
};
DTO(ProveedoresEscritos, proveedores)

[[noreturn]] void rehusar(std::string const& porque) {
    throw std::runtime_error("proveedores-identidad: " + porque + "; vea /docs/administracion#proveedores");
}

ProveedoresEscritos leer(std::string_view archivo) {
    try {
        return json_leer<ProveedoresEscritos>(archivo);
    } catch (Problema const& p) {
        auto porque = p.detalle();
        for (auto const& e : p.errores()) porque += "; " + e.campo + ": " + e.mensaje;
        rehusar(porque);
    }
}

// Whether a text is a URL; the port decides which addresses may be asked, and whether without TLS.
bool es_direccion(std::string_view url) {
    return url.starts_with("https://") || url.starts_with("http://");
}

// OtroEstado: the answer has another HTTP status than 200.
struct OtroEstado : FallaExterna {
    // The URL is reported without its query, which may be a secret.
    OtroEstado(std::string const& url, unsigned cual)
        : FallaExterna(url.substr(0, url.find('?')) + " contestó " + std::to_string(cual)), estado(cual) {}
    unsigned estado;
};

PeticionExterna peticion_a(std::string url) {
    PeticionExterna p;
    p.url = std::move(url);
    return p;
}

std::string de_archivo(std::string const& ruta) {
    std::ifstream archivo(ruta, std::ios::binary);
    std::string texto(JuegoDeClaves::bytes_maximos + 1, '\0');
    archivo.read(texto.data(), static_cast<std::streamsize>(texto.size()));
    texto.resize(static_cast<std::size_t>(archivo.gcount()));
    if (texto.empty()) throw std::runtime_error("no se puede leer " + ruta);
    return texto;
}

// URL of a member of the discovery document.
std::string direccion_de(Publicado<Json>& descubrimiento, std::string_view miembro) {
    auto const dicho = descubrimiento.buscar([&](Json const& j) { return j.buscar(miembro) != nullptr; });
    if (!dicho) throw FallaExterna("no publica " + std::string(miembro));
    return dicho->buscar(miembro)->texto;
}

Canje leer_canje(CanjeEscrito const& escrito) {
    std::ifstream archivo(escrito.secretoArchivo.valor());
    Canje canje{escrito.url ? escrito.url->valor() : "", escrito.cliente.valor(), {}};
    if (!(archivo >> canje.secreto)) rehusar("no se puede leer el secreto en " + escrito.secretoArchivo.valor());
    return canje;
}

}  // namespace

bool admite(std::string_view archivo, std::string_view emisor, std::int64_t organizacion) {
    auto const escritos = leer(archivo);
    return std::ranges::any_of(escritos.proveedores, [&](ProveedorEscrito const& p) {
        return p.emisor.valor() == emisor && (!p.organizacionId || p.organizacionId->valor() == organizacion);
    });
}

Proveedores::Proveedores(std::string_view archivo, Exterior& exterior, Avisar avisar)
    : exterior_(exterior), avisar_(std::move(avisar)) {
    if (archivo.empty()) return;
    for (auto const& escrito : leer(archivo).proveedores) {
        Proveedor p;
        p.alias = escrito.alias;
        p.exige.emisor = escrito.emisor;
        auto const fuente = escrito.claves ? escrito.claves->valor() : std::string();
        if (buscar(p.alias) != nullptr) rehusar("el alias " + p.alias + " está dos veces");
        if (!fuente.starts_with(por_archivo) && !es_direccion(fuente.empty() ? p.exige.emisor : fuente))
            rehusar(p.alias + ": las claves vienen de una dirección https:// o de un archivo, file:///ruta");
        for (auto const& una : escrito.audiencias) p.exige.audiencias.push_back(una.valor());
        for (auto const& uno : escrito.algoritmos) p.exige.algoritmos.insert(*algoritmo_de(uno.valor()));
        p.confiable = escrito.confiable->valor();
        p.organizacion = escrito.organizacionId ? escrito.organizacionId->valor() : 0;
        if (escrito.canje) p.canje = leer_canje(*escrito.canje);
        p.descubrimiento =
            std::make_unique<Publicado<Json>>([this, emisor = p.exige.emisor] { return descubrir(emisor); });
        p.claves = std::make_unique<Publicado<JuegoDeClaves>>(
            [this, alias = p.alias, fuente, suyo = p.descubrimiento.get()] { return traer(alias, fuente, *suyo); });
        proveedores_.push_back(std::move(p));
    }
}

Proveedor const* Proveedores::buscar(std::string_view alias) const {
    auto const suyo = std::ranges::find(proveedores_, alias, &Proveedor::alias);
    return suyo == proveedores_.end() ? nullptr : &*suyo;
}

std::string Proveedores::pedir(PeticionExterna peticion) const {
    peticion.encabezados.emplace_back("Accept", "application/json");
    peticion.conexion = peticion.total = std::chrono::seconds(3);
    peticion.maximo = JuegoDeClaves::bytes_maximos;
    auto respuesta = exterior_.pedir(peticion);
    if (respuesta.estado != 200) throw OtroEstado(peticion.url, respuesta.estado);
    return std::move(respuesta.cuerpo);
}

// Discovery document of the issuer; its `issuer` must be the asked one.
Json Proveedores::descubrir(std::string const& emisor) const {
    auto const base = emisor.substr(0, emisor.size() - (emisor.ends_with('/') ? 1 : 0));
    auto dicho = json_leer(pedir(peticion_a(base + "/.well-known/openid-configuration")));
    auto const* const suyo = dicho.buscar("issuer");
    if (suyo == nullptr || suyo->texto != emisor) throw FallaExterna("el documento publicado no es de " + emisor);
    return dicho;
}

JuegoDeClaves Proveedores::traer(std::string const& alias, std::string const& fuente,
                                 Publicado<Json>& descubrimiento) const {
    try {
        if (fuente.starts_with(por_archivo)) return JuegoDeClaves(de_archivo(fuente.substr(por_archivo.size())));
        return JuegoDeClaves(pedir(peticion_a(fuente.empty() ? direccion_de(descubrimiento, "jwks_uri") : fuente)));
    } catch (std::exception const& e) {
        avisar_("no se obtuvieron las claves del proveedor de identidad " + alias + ": " + e.what(), {}, {});
        throw;
    }
}

std::string Proveedores::canjear(Proveedor const& proveedor, std::string_view codigo, std::string_view verificador,
                                 std::string_view regreso) const {
    auto const& canje = proveedor.canje.value();
    try {
        auto p = peticion_a(canje.url.empty() ? direccion_de(*proveedor.descubrimiento, "token_endpoint") : canje.url);
        p.verbo = "POST";
        p.encabezados = {
            {"Content-Type", "application/x-www-form-urlencoded"},
            {"Authorization", "Basic " + base64(codificar(canje.cliente) + ":" + codificar(canje.secreto))}};
        p.cuerpo = "grant_type=authorization_code&code=" + codificar(codigo) +
                   "&code_verifier=" + codificar(verificador) + "&redirect_uri=" + codificar(regreso);
        auto const dado = json_leer(pedir(std::move(p)));
        auto const* const token = dado.buscar("id_token");
        return token != nullptr ? token->texto : std::string();
    } catch (OtroEstado const& e) {  // a refused code is 400 (RFC 6749), or 403 with some providers
        if (e.estado != 400 && e.estado != 403) throw;
        throw IdentidadRechazada(std::string("el código no se canjeó: ") + e.what());
    } catch (Problema const&) {
        throw FallaExterna("la respuesta al canje del código no es JSON");
    }
}

bool Proveedores::falta_la_clave(Proveedor const& proveedor, std::string idToken) {
    TokenDeIdentidad const token(std::move(idToken));
    return proveedor.exige.algoritmos.contains(token.algoritmo()) &&
           !proveedor.claves->a_la_mano([&](auto const& todas) { return todas.buscar(token.kid()); });
}

void Proveedores::traer_la_clave(Proveedor const& proveedor, std::string idToken) {
    TokenDeIdentidad const token(std::move(idToken));
    proveedor.claves->buscar([&](auto const& todas) { return todas.buscar(token.kid()); });
}

Identidad Proveedores::identificar(Proveedor const& proveedor, std::string idToken, std::string_view nonce,
                                   std::int64_t ahora) {
    TokenDeIdentidad const token(std::move(idToken));
    // A token with a refused algorithm causes no question for its key.
    if (!proveedor.exige.algoritmos.contains(token.algoritmo()))
        throw IdentidadRechazada("alg: el proveedor no lo usa");
    auto const claves = proveedor.claves->buscar([&](auto const& todas) { return todas.buscar(token.kid()); });
    if (!claves) throw IdentidadRechazada("kid: el proveedor no publica esa clave");
    return proveedor.exige.comprobar(token, *claves->buscar(token.kid()), nonce, ahora);
}

}  // namespace gestor::seguridad
