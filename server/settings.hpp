// The settings of the program: one described table, read by the parser, `--help` and the documentation.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gestor {

enum class SettingKind : std::uint8_t { entero, texto, bandera, opcion };

struct Setting {
    std::string_view name;
    SettingKind kind;
    std::string_view def;
    std::int64_t min, max;     // bounds of the number, or of the text's length in bytes
    std::string_view options;  // "a|b" for opcion
    std::string_view description;
};

std::span<Setting const> settings_table();

struct SettingsError : std::runtime_error {  // SettingsError: what() is a Spanish text for the operator
    using std::runtime_error::runtime_error;
};

// OwnFlag: a flag of a subcommand. `alone`: without a value its value is «si».
struct OwnFlag {
    std::string_view name;
    bool alone = false;
};

// Precedence: flag `--nombre valor` > environment `GESTOR_NOMBRE` > file `--configuracion FILE` > default.
// Any value may be `@/path/to/file`: the file's text, trimmed, so that no secret has to be in argv or the environment.
class Settings {
public:
    Settings();  // the defaults

    struct Arguments {
        // words that are no flag: the subcommand and its arguments
        std::vector<std::string> words;
        std::map<std::string, std::string, std::less<>> own;  // flags of the subcommand itself
        bool help = false, version = false;                   // --help, --version
    };
    // `args` without argv[0]; `own` names further flags that belong to a subcommand.
    Arguments parse(std::span<char const* const> args, char const* const* environment,
                    std::span<OwnFlag const> own = {});
    void set(std::string_view name, std::string_view value, std::string_view origin = "programa");

    std::int64_t entero(std::string_view name) const;  // also for sizes and seconds
    std::string const& texto(std::string_view name) const;
    bool bandera(std::string_view name) const;
    std::vector<std::string> lista(std::string_view name) const;  // words of a text, separated by commas or spaces

    static std::int64_t maximum(std::string_view name);  // greatest value that a number can have
    std::string_view origin(std::string_view name) const;
    std::vector<std::string> const& warnings() const { return warnings_; }  // warnings about unknown GESTOR_* variables

    static std::string help();  // the table as text

private:
    struct Value {
        std::string text, origin;
        std::int64_t number = 0;
    };
    void read_file(std::string const& path);
    void read_environment(char const* const* environment);
    Value const& value(std::string_view name, SettingKind kind) const;

    std::vector<Value> values_;  // parallel to the table
    std::vector<std::string> warnings_;
};

}  // namespace gestor
