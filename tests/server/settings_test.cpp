#include "server/settings.hpp"

#include <unistd.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <fstream>
#include <map>

BOOST_AUTO_TEST_SUITE(settings_test)

using namespace gestor;

namespace {

using Args = std::vector<char const*>;

struct TempFile {
    explicit TempFile(std::string_view text) {
        char name[] = "/tmp/gestor_settings_XXXXXX";
        ::close(mkstemp(name));
        path = name;
        std::ofstream(path) << text;
    }
    ~TempFile() { ::unlink(path.c_str()); }
    std::string path;
};

std::string error_of(Args const& args, Args environment = {}) {
    environment.push_back(nullptr);
    try {
        Settings s;
        s.parse(args, environment.data());
    } catch (SettingsError const& e) {
        return e.what();
    }
    return "";
}

bool has(std::string_view text, std::string_view part) {
    return text.find(part) != text.npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(table_is_sound) {
    Settings defaults;  // every default passes its own bounds, or this throws
    for (auto const& s : settings_table()) {
        BOOST_TEST(!s.description.empty());
        BOOST_TEST(s.min <= s.max);
        BOOST_TEST(has(Settings::help(), "--" + std::string(s.name)));
        BOOST_TEST(defaults.origin(s.name) == "valor de fábrica");
    }
    BOOST_TEST(defaults.entero("puerto") == 8080);
    BOOST_TEST(defaults.texto("entorno") == "produccion");
    BOOST_TEST(!defaults.bandera("puerto-compartido"));
    BOOST_CHECK_THROW(defaults.entero("entorno"), std::logic_error);
    BOOST_CHECK_THROW(defaults.texto("nada"), std::logic_error);
}

// The example file has every setting once: set or commented out above the line, and with its default below.
BOOST_AUTO_TEST_CASE(the_example_file_has_every_setting) {
    std::ifstream file(GESTOR_TESTS_DIR "/../scripts/deploy/gestor.conf.ejemplo");
    std::map<std::string, std::pair<int, bool>, std::less<>>
        found;  // occurrences, and whether the value is the default
    bool rest = false;
    for (std::string line; std::getline(file, line);) {
        rest = rest || line.starts_with("# ----");
        std::string_view text = line;
        if (text.starts_with("# ")) text.remove_prefix(2);
        auto const equals = text.find(" =");
        auto const name = text.substr(0, equals);
        auto const setting = std::ranges::find(settings_table(), name, &Setting::name);
        bool const known = equals != text.npos && setting != settings_table().end();
        BOOST_TEST((known || line.empty() || line.starts_with("#")), line);
        if (!known) continue;
        auto const value = equals + 3 <= text.size() ? text.substr(equals + 3) : "";
        found[std::string(name)] = {found[std::string(name)].first + 1, !rest || value == setting->def};
    }
    for (auto const& s : settings_table()) {
        // The file cannot name itself, and the server never connects as the owner of the database.
        if (s.name == "configuracion" || s.name == "base-datos-admin") continue;
        BOOST_TEST(found[std::string(s.name)].first == 1, s.name);
        BOOST_TEST(found[std::string(s.name)].second, s.name);
    }
}

BOOST_AUTO_TEST_CASE(precedence) {
    TempFile file("# comentario\n\npuerto = 1\n hilos=2 \ndireccion = 0.0.0.0\n");
    auto config = "GESTOR_CONFIGURACION=" + file.path;
    Args environment{config.c_str(), "GESTOR_HILOS=3", "GESTOR_PUERTO=4", "OTRA=1", nullptr};
    Settings s;
    auto words = s.parse(Args{"serve", "--puerto", "5", "--puerto-compartido"}, environment.data());
    BOOST_TEST(words.words.size() == 1u);
    BOOST_TEST(s.entero("puerto") == 5);
    BOOST_TEST(s.entero("hilos") == 3);
    BOOST_TEST(s.texto("direccion") == "0.0.0.0");
    BOOST_TEST(s.bandera("puerto-compartido"));
    BOOST_TEST(s.origin("puerto") == "--puerto");
    BOOST_TEST(s.origin("hilos") == "GESTOR_HILOS");
    BOOST_TEST(s.origin("direccion") == file.path + ":5");
}

BOOST_AUTO_TEST_CASE(own_flags_and_words) {
    Settings s;
    OwnFlag const own[] = {{"registros"}, {"rol"}, {"simular", true}};
    auto a = s.parse(Args{"demo", "--registros=10", "x", "--rol", "lector", "--help"}, nullptr, own);
    BOOST_TEST(a.words.size() == 2u);
    BOOST_TEST(a.own["registros"] == "10");
    BOOST_TEST(a.own["rol"] == "lector");
    BOOST_TEST(a.help);
    BOOST_TEST(!a.version);
    for (auto const& alone : {Args{"x", "--simular"}, Args{"--simular", "--rol=y", "x"}, Args{"--simular=si", "x"}}) {
        auto const b = s.parse(alone, nullptr, own);
        BOOST_TEST(b.own.at("simular") == "si");
        BOOST_TEST(b.words.size() == 1u);
    }
    BOOST_TEST(s.parse(Args{"--simular", "no"}, nullptr, own).own.at("simular") == "no");
    BOOST_CHECK_THROW(s.parse(Args{"--rol"}, nullptr, own), SettingsError);
}

BOOST_AUTO_TEST_CASE(errors_name_setting_origin_and_bounds) {
    auto text = error_of({"--puerto", "70000"});
    BOOST_TEST(has(text, "--puerto"));
    BOOST_TEST(has(text, "entre 0 y 65535"));
    BOOST_TEST(has(text, "70000"));
    for (auto value : {"", "-1", "8080x", " 80", "0x50", "1e3", "99999999999999999999"})
        BOOST_TEST(has(error_of({"--puerto", value}), "entero"));
    BOOST_TEST(has(error_of({"--puetro", "1"}), "¿quiso decir «puerto»?"));
    BOOST_TEST(has(error_of({"--zzzzzzzz", "1"}), "--help"));
    BOOST_TEST(has(error_of({"--puerto"}), "falta el valor"));
    BOOST_TEST(has(error_of({"--entorno", "otro"}), "produccion|desarrollo"));
    BOOST_TEST(has(error_of({}, {"GESTOR_PUERTO=x"}), "GESTOR_PUERTO"));
    BOOST_TEST(has(error_of({"--puerto-compartido", "quizas"}), "si"));
    BOOST_TEST(has(error_of({"--configuracion", "/no/existe"}), "/no/existe"));
    TempFile file("puerto = 1\nhilo = 2\n");
    text = error_of({"--configuracion", file.path.c_str()});
    BOOST_TEST(has(text, file.path + ":2"));
    BOOST_TEST(has(text, "«hilos»"));
    TempFile broken("puerto\n");
    BOOST_TEST(has(error_of({"--configuracion", broken.path.c_str()}), "nombre = valor"));
}

BOOST_AUTO_TEST_CASE(secrets_come_from_files) {
    TempFile secret("  postgresql://x\n");
    auto value = "@" + secret.path;
    Settings s;
    s.parse(Args{"--base-datos", value.c_str()}, nullptr);
    BOOST_TEST(s.texto("base-datos") == "postgresql://x");
    BOOST_TEST(has(error_of({"--base-datos", "@/no/existe"}), "/no/existe"));
}

BOOST_AUTO_TEST_CASE(lists_and_warnings) {
    Settings s;
    s.set("cors-origenes", "https://a, https://b,,https://c ");
    BOOST_TEST(s.lista("cors-origenes").size() == 3u);
    Args environment{"GESTOR_PUERT=1", nullptr};
    s.parse({}, environment.data());
    BOOST_TEST(s.warnings().size() == 1u);
    BOOST_TEST(has(s.warnings()[0], "«puerto»"));
}

BOOST_AUTO_TEST_SUITE_END()
