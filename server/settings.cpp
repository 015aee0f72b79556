#include "server/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>
#include <utility>

namespace gestor {
namespace {

using Kind = SettingKind;
using enum SettingKind;               // for the table; inside Settings, accessors of the same names hide these
constexpr std::int64_t kText = 4096;  // greatest length of a text

// clang-format off
constexpr Setting table[] = {
    {"configuracion",            texto,   "",          0, kText, "", "archivo de configuración, con líneas «nombre = valor»"},
    {"direccion",                texto,   "127.0.0.1", 1, 64, "", "dirección IP en la que escucha"},
    {"puerto",                   entero,  "8080",      0, 65535, "", "puerto TCP en el que escucha; 0 = cualquiera libre"},
    {"puerto-compartido",        bandera, "no",        0, 0, "", "permite que otra instancia escuche en el mismo puerto (relevo sin corte)"},
    {"hilos",                    entero,  "0",         0, 64, "", "hilos de red; 0 = uno por cada dos núcleos"},
    {"entorno",                  opcion,  "produccion", 0, 0, "produccion|desarrollo", "en desarrollo la raíz contesta nombre y versión en vez de redirigir a la documentación"},
    {"url-base",                 texto,   "",          0, 512, "", "base absoluta de las URL de archivos, p. ej. https://api.ejemplo.mx; vacía = http://direccion:puerto"},
    {"url-documentacion",        texto,   "/docs",     0, 512, "", "dirección de la documentación"},
    {"docs",                     texto,   "",          0, kText, "", "directorio con el visor de la referencia; vacío = el directorio docs junto al programa; sin él, la referencia sencilla"},
    {"tls-certificado",          texto,   "",          0, kText, "", "archivo PEM con la cadena de certificados; vacío = sin TLS"},
    {"tls-llave",                texto,   "",          0, kText, "", "archivo PEM con la llave privada del certificado"},

    {"base-datos",               texto,   "",          0, kText, "", "conexión a PostgreSQL (conninfo o URI) con el rol de la aplicación, gestor_app"},
    {"base-datos-admin",         texto,   "",          0, kText, "", "conexión a PostgreSQL con el rol dueño; la usan migrate, demo, organizacion, usuario y consumidor"},
    {"base-datos-replica",       texto,   "",          0, kText, "", "conexión a una réplica de PostgreSQL (gestor_app) para las lecturas que ya tiene; vacía = todo va a la principal"},
    {"carril-conexiones",        entero,  "3",         1, 16, "", "conexiones de lectura rápida por hilo de red"},
    {"carril-cola",              entero,  "512",       1, 65536, "", "lecturas rápidas en espera por conexión de lectura rápida; al pasarse contesta 503"},
    {"carril-organizacion",      entero,  "4",         1, 65536, "", "lecturas rápidas que una organización tiene a la vez en la base de datos, por hilo, mientras haya otras; las demás esperan su turno"},
    {"carril-segundos",          entero,  "5",         1, 300, "", "tiempo máximo de una sentencia de lectura rápida"},
    {"trabajadores",             entero,  "0",         0, 512, "", "hilos para escrituras, con una sesión cada uno; 0 = dos por núcleo, y al menos cuatro. Para reportes hay la mitad, de dos a ocho, y otros tantos para lotes y simulaciones; de cada clase hay uno más, que una organización sola no puede ocupar"},
    {"trabajadores-cola",        entero,  "256",       1, 65536, "", "trabajos en espera; al pasarse contesta 503"},
    {"trabajo-segundos",         entero,  "60",        1, 3600, "", "tiempo máximo de una sentencia de escritura o reporte"},

    {"llaves-token",             texto,   "",          0, kText, "", "archivo de llaves para firmar tokens: líneas «kid secretoBase64»; la primera firma, todas verifican"},
    {"token-segundos",           entero,  "3600",      60, 86400, "", "vida de un token de acceso"},
    {"token-emisor",             texto,   "gestor",    1, 250, "", "emisor (iss) de los tokens"},
    {"proveedores-identidad",    texto,   "",          0, kText, "", "archivo JSON de los proveedores de identidad con los que se entra en LoginMcp; vacío = ninguno"},
    {"hash-hilos",               entero,  "1",         1, 8, "", "hilos para calcular resúmenes de contraseñas; cada uno usa 128 MB mientras calcula"},
    {"hash-cola",                entero,  "64",        1, 4096, "", "contraseñas en espera; al pasarse contesta 503"},

    {"lista-maxima",             entero,  "50000",     100, 1000000, "", "filas máximas de un catálogo o reporte sin paginar, y de las listas que trae dentro"},
    {"archivo-maximo",           entero,  "20971520",  1024, 1073741824, "", "bytes máximos de un archivo adjunto"},
    {"directorio-temporal",      texto,   "",          0, kText, "", "directorio en disco para los archivos que se están recibiendo; vacío = la variable TMPDIR, o /tmp"},
    {"subidas",                  entero,  "256",       1, 65536, "", "archivos que se reciben a la vez, a lo más la mitad de una misma organización; al pasarse contesta 503"},
    {"externas",                 entero,  "8",         2, 512, "", "hilos para las operaciones que consultan otros servidores, con una sesión cada uno; una organización ocupa a lo más la mitad. Los accesos con un proveedor de identidad tienen aparte la mitad de esos hilos"},
    {"exterior-permitidas",      texto,   "",          0, kText, "", "nombres, direcciones IP o redes (10.1.0.0/16) a los que gestor puede preguntar aunque no sean públicos, no tengan TLS o usen otro puerto, separados por comas; los demás, sólo por https, en el puerto 443 y en direcciones públicas"},
    {"exterior-ca",              texto,   "",          0, kText, "", "archivo PEM o directorio con autoridades certificadoras, además de las del sistema, en las que gestor confía al consultar otros servidores"},
    {"sat-consulta-url",         texto,   "",          0, kText, "", "dirección del servicio del SAT que informa el estado de un CFDI, p. ej. https://consultaqr.facturaelectronica.sat.gob.mx/ConsultaCFDIService.svc; vacía = no se le pregunta"},
    {"certificados-sat",         texto,   "",          0, kText, "", "directorio con los certificados del SAT, DER o PEM: las autoridades que emiten los de los contribuyentes y los que sellan timbres; vacío = no se comprueba quién emitió un certificado"},
    {"trabajo-arriendo-segundos", entero, "60",        30, 3600, "", "tiempo que una instancia tiene para sí un trabajo en segundo plano; después otra lo vuelve a tomar"},
    {"cors-origenes",            texto,   "",          0, kText, "", "orígenes que pueden llamar desde un navegador, separados por comas; vacío = ninguno"},

    {"proxies-confiables",       texto,   "",          0, kText, "", "direcciones IP de los proxies cuyo X-Forwarded-For es confiable, separadas por comas; vacío = a ninguno"},
    {"url-bytes",                entero,  "4096",      256, 32768, "", "longitud máxima de la URL (414)"},
    {"encabezados-bytes",        entero,  "16384",     1024, 262144, "", "bytes máximos de línea de solicitud y encabezados (431)"},
    {"encabezados-numero",       entero,  "64",        8, 512, "", "encabezados máximos (431)"},
    {"cuerpo-maximo",            entero,  "33554432",  1024, 2147483648, "", "bytes máximos del cuerpo de una solicitud (413); cada operación tiene además su propio máximo"},
    {"cuerpo-en-red",            entero,  "262144",    0, 2147483648, "", "bytes hasta los que un cuerpo JSON se lee en el hilo de red; uno mayor lo lee el hilo de trabajo de su operación, para no detener a los demás"},
    {"cuerpos-memoria",          entero,  "536870912", 1048576, 1099511627776, "", "bytes de memoria para los cuerpos que se están recibiendo, los XML que se están leyendo y las respuestas largas que se están entregando, entre todos; al pasarse contesta 503"},
    {"cuerpos-memoria-organizacion", entero, "201326592", 65536, 1099511627776, "", "los mismos bytes, de una sola organización o, sin token, de una sola dirección; al pasarse contesta 503"},
    {"encabezado-segundos",      entero,  "10",        1, 300, "", "tiempo máximo para recibir los encabezados, desde la conexión o el primer byte (408)"},
    {"cuerpo-segundos",          entero,  "300",       1, 3600, "", "tiempo máximo para recibir el cuerpo (408)"},
    {"cuerpo-espera-segundos",   entero,  "10",        1, 300, "", "espera que se concede antes de exigir la velocidad mínima del cuerpo (408); un inicio rápido no permite una pausa más larga"},
    {"bytes-por-segundo",        entero,  "1024",      1, 1073741824, "", "velocidad mínima al recibir un cuerpo y al entregar una respuesta"},
    {"escritura-segundos",       entero,  "30",        1, 3600, "", "espera que se concede a un lector lento antes de exigirle la velocidad mínima; después se corta la conexión y se descarta el resto"},
    {"envio-bytes",              entero,  "131072",    0, 67108864, "", "bytes enviados que el sistema operativo guarda por conexión hasta que el cliente los recibe (en Linux ocupan el doble); 0 = los que decida el sistema"},
    {"envios-memoria",           entero,  "268435456", 1048576, 1099511627776, "", "bytes de respuestas que los clientes aún no reciben, entre todas las conexiones; al pasarse, una respuesta larga contesta 503 y se cortan las conexiones que llevan más tiempo sin leer"},
    {"inactividad-segundos",     entero,  "75",        1, 86400, "", "tiempo que una conexión puede estar abierta sin solicitudes"},
    {"conexiones",               entero,  "20000",     1, 1000000, "", "conexiones abiertas a la vez (503)"},
    {"conexiones-por-direccion", entero,  "512",       1, 1000000, "", "conexiones abiertas a la vez desde una misma dirección (503); no cuenta para los proxies confiables, de los que vienen muchos"},
    {"metricas-direcciones",     texto,   "127.0.0.1, ::1", 0, kText, "", "direcciones IP que pueden leer /metrics, separadas por comas"},
    {"solicitudes-en-vuelo",     entero,  "2048",      1, 1000000, "", "solicitudes en proceso a la vez (503)"},
    {"apagado-segundos",         entero,  "15",        0, 300, "", "tiempo máximo para terminar las solicitudes en proceso al apagar"},

    {"bitacora",                 texto,   "-",         1, kText, "", "bitácora de accesos: «-» salida estándar, «stderr», un archivo, o «no»"},
    {"bitacora-memoria",         entero,  "8388608",   65536, 1073741824, "", "bytes de bitácora que pueden esperar a ser escritos; el excedente se descarta y se cuenta"},
};
// clang-format on

std::optional<std::size_t> find(std::string_view name) {
    for (std::size_t i = 0; i < std::size(table); ++i)
        if (table[i].name == name) return i;
    return std::nullopt;
}

std::size_t distance(std::string_view a, std::string_view b) {  // Levenshtein distance
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        auto diagonal = row[0]++;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            auto next = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0u : 1u)});
            diagonal = std::exchange(row[j], next);
        }
    }
    return row.back();
}

std::string unknown(std::string_view name, std::string_view origin) {
    auto text = fmt::format("{}: no existe el ajuste «{}»", origin, name);
    auto best = std::min_element(std::begin(table), std::end(table), [&](Setting const& a, Setting const& b) {
        return distance(name, a.name) < distance(name, b.name);
    });
    bool prefix = name.size() >= 3 && best->name.starts_with(name);
    if (prefix || distance(name, best->name) <= std::max<std::size_t>(2, name.size() / 3))
        text += fmt::format("; ¿quiso decir «{}»?", best->name);
    else
        text += "; vea la lista con --help";
    return text;
}

std::string_view trim(std::string_view s) {
    constexpr std::string_view space = " \t\r\n";
    auto from = s.find_first_not_of(space);
    if (from == s.npos) return {};
    return s.substr(from, s.find_last_not_of(space) - from + 1);
}

std::string env_name(std::string_view name) {
    std::string out = "GESTOR_";
    for (char c : name) out += c == '-' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 32 : c);
    return out;
}

[[noreturn]] void refuse(Setting const& s, std::string_view origin, std::string_view why) {
    throw SettingsError(fmt::format("{}: el ajuste «{}» {}", origin, s.name, why));
}

std::string read_secret(Setting const& s, std::string_view origin, std::string const& path) {
    std::ifstream file(path, std::ios::binary);
    std::string text(std::istreambuf_iterator<char>(file), {});
    if (!file) refuse(s, origin, fmt::format("remite al archivo «{}», que no se puede leer", path));
    return std::string(trim(text));
}

std::int64_t read_integer(Setting const& s, std::string_view origin, std::string_view text) {
    std::int64_t number = 0;
    auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < s.min || number > s.max)
        refuse(s, origin, fmt::format("debe ser un entero entre {} y {}, no «{}»", s.min, s.max, text));
    return number;
}

std::int64_t read_flag(Setting const& s, std::string_view origin, std::string_view text) {
    for (auto yes : {"si", "sí", "1", "true"})
        if (text == yes) return 1;
    for (auto no : {"no", "0", "false"})
        if (text == no) return 0;
    refuse(s, origin, fmt::format("debe ser «si» o «no», no «{}»", text));
}

void check_option(Setting const& s, std::string_view origin, std::string_view text) {
    auto all = s.options;
    while (!all.empty()) {
        auto bar = std::min(all.find('|'), all.size());
        if (all.substr(0, bar) == text) return;
        all.remove_prefix(std::min(bar + 1, all.size()));
    }
    refuse(s, origin, fmt::format("debe ser {}, no «{}»", s.options, text));
}

}  // namespace

std::span<Setting const> settings_table() {
    return table;
}

Settings::Settings() {
    values_.resize(std::size(table));
    for (auto const& s : table) set(s.name, s.def, "valor de fábrica");
}

void Settings::set(std::string_view name, std::string_view given, std::string_view origin) {
    auto index = find(name);
    if (!index) throw SettingsError(unknown(name, origin));
    auto const& s = table[*index];
    Value v{std::string(given), std::string(origin), 0};
    if (given.size() > 1 && given[0] == '@') v.text = read_secret(s, origin, std::string(given.substr(1)));
    switch (s.kind) {
        case Kind::entero:
            v.number = read_integer(s, origin, v.text);
            break;
        case Kind::bandera:
            v.number = read_flag(s, origin, v.text);
            break;
        case Kind::opcion:
            check_option(s, origin, v.text);
            break;
        case Kind::texto: {
            auto size = static_cast<std::int64_t>(v.text.size());
            if (size < s.min || size > s.max)
                refuse(s, origin, fmt::format("debe tener de {} a {} bytes, no {}", s.min, s.max, size));
        }
    }
    values_[*index] = std::move(v);
}

void Settings::read_file(std::string const& path) {
    std::ifstream file(path);
    if (!file) throw SettingsError(fmt::format("no se puede leer el archivo de configuración «{}»", path));
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        auto text = trim(line);
        if (text.empty() || text[0] == '#') continue;
        auto origin = fmt::format("{}:{}", path, number);
        auto equals = text.find('=');
        if (equals == text.npos) throw SettingsError(origin + ": se esperaba «nombre = valor»");
        set(trim(text.substr(0, equals)), trim(text.substr(equals + 1)), origin);
    }
    if (file.bad()) throw SettingsError(fmt::format("no se puede leer el archivo de configuración «{}»", path));
}

void Settings::read_environment(char const* const* environment) {
    for (; environment && *environment; ++environment) {
        std::string_view entry = *environment;
        if (!entry.starts_with("GESTOR_")) continue;
        auto equals = std::min(entry.find('='), entry.size());
        auto variable = entry.substr(0, equals);
        auto setting = std::find_if(std::begin(table), std::end(table),
                                    [&](Setting const& s) { return env_name(s.name) == variable; });
        if (setting != std::end(table)) {
            set(setting->name, entry.substr(std::min(equals + 1, entry.size())), variable);
            continue;
        }
        std::string name(variable.substr(7));
        for (char& c : name) c = c == '_' ? '-' : static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
        warnings_.push_back(unknown(name, variable));
    }
}

Settings::Arguments Settings::parse(std::span<char const* const> args, char const* const* environment,
                                    std::span<OwnFlag const> own) {
    Arguments out;
    std::vector<std::pair<std::string, std::string>> flags;
    for (std::size_t i = 0; i < args.size(); ++i) {
        std::string_view arg = args[i];
        if (arg == "--help" || arg == "-h" || arg == "--version") {
            (arg == "--version" ? out.version : out.help) = true;
            continue;
        }
        if (!arg.starts_with("--")) {
            out.words.emplace_back(arg);
            continue;
        }
        auto equals = arg.find('=');
        auto name = arg.substr(2, equals == arg.npos ? arg.npos : equals - 2);
        auto index = find(name);
        auto const mine_at = std::ranges::find(own, name, &OwnFlag::name);
        bool const mine = mine_at != own.end();
        if (!index && !mine) throw SettingsError(unknown(name, fmt::format("--{}", name)));
        bool alone = i + 1 >= args.size() || std::string_view(args[i + 1]).starts_with("--");
        std::string value = "si";  // value of a flag without one
        if (equals != arg.npos)
            value = arg.substr(equals + 1);
        else if (!alone)
            value = args[++i];
        else if (mine ? !mine_at->alone : table[*index].kind != Kind::bandera)
            throw SettingsError(fmt::format("--{}: falta el valor", name));
        if (mine)
            out.own[std::string(name)] = value;
        else
            flags.emplace_back(name, value);
    }
    Settings first;  // first pass, only to find the file, with the same precedence
    first.read_environment(environment);
    for (auto const& [name, value] : flags)
        if (name == "configuracion") first.set(name, value, "--configuracion");
    if (auto const& path = first.texto("configuracion"); !path.empty()) read_file(path);
    read_environment(environment);
    for (auto const& [name, value] : flags) set(name, value, "--" + name);
    return out;
}

Settings::Value const& Settings::value(std::string_view name, SettingKind kind) const {
    auto index = find(name);
    if (!index || table[*index].kind != kind)
        throw std::logic_error(fmt::format("setting {} does not exist or has another kind", name));
    return values_[*index];
}

std::int64_t Settings::entero(std::string_view name) const {
    return value(name, Kind::entero).number;
}

std::int64_t Settings::maximum(std::string_view name) {
    auto index = find(name);
    if (!index || table[*index].kind != Kind::entero) throw std::logic_error(fmt::format("{} is no number", name));
    return table[*index].max;
}

std::string const& Settings::texto(std::string_view name) const {
    auto index = find(name);
    bool option = index && table[*index].kind == Kind::opcion;
    return value(name, option ? Kind::opcion : Kind::texto).text;
}

bool Settings::bandera(std::string_view name) const {
    return value(name, Kind::bandera).number != 0;
}

std::vector<std::string> Settings::lista(std::string_view name) const {
    std::vector<std::string> out;
    std::string word;
    for (char c : texto(name) + ",") {
        if (c != ',' && c != ' ') {
            word += c;
        } else if (!word.empty()) {
            out.push_back(std::exchange(word, {}));
        }
    }
    return out;
}

std::string_view Settings::origin(std::string_view name) const {
    auto index = find(name);
    if (!index) throw std::logic_error(fmt::format("setting {} does not exist", name));
    return values_[*index].origin;
}

std::string Settings::help() {
    std::string out =
        "Ajustes: --nombre valor, o la variable GESTOR_NOMBRE, o una línea «nombre = valor» del archivo "
        "--configuracion.\n"
        "El valor @/ruta/archivo se lee de ese archivo.\n\n";
    for (auto const& s : table) {
        std::string bounds;
        if (s.kind == Kind::entero) bounds = fmt::format(" ({}…{})", s.min, s.max);
        if (s.kind == Kind::bandera) bounds = " (si|no)";
        if (s.kind == Kind::opcion) bounds = fmt::format(" ({})", s.options);
        auto def = s.def.empty() ? std::string_view("vacío") : s.def;
        out += fmt::format("  --{:<25} {}{}; de fábrica: {}\n", s.name, s.description, bounds, def);
    }
    return out;
}

}  // namespace gestor
