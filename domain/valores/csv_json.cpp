#include <algorithm>
#include <boost/json/basic_parser_impl.hpp>
#include <deque>
#include <utility>

#include "domain/valores/csv.hpp"

namespace gestor {
namespace {

namespace bj = boost::json;

struct Registro {
    std::size_t linea = 0;
    std::vector<std::pair<std::string, std::string>> campos;
};

// Aplanador: flat objects of one array, from the events of the parser. `linea` is kept by the code that feeds the
// parser.
struct Aplanador {
    static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
    static constexpr std::size_t max_key_size = 1024;
    static constexpr std::size_t max_string_size = campo_maximo;

    std::size_t linea = 1;
    std::deque<Registro> listos;
    Registro actual;
    std::string parte, falla;
    bool en_lista = false, en_objeto = false;

    bool rechazar(std::string mensaje, bj::error_code& ec) {
        falla = std::move(mensaje);
        ec = bj::error::extra_data;
        return false;
    }
    bool poner(std::string texto, bj::error_code& ec) {
        if (!en_objeto) return rechazar("se espera una lista de objetos", ec);
        actual.campos.back().second = std::move(texto);
        return true;
    }
    bool acumular(bj::string_view s) {
        parte.append(s.data(), s.size());
        return true;
    }
    bool completo(bj::string_view s, bj::error_code& ec) {
        acumular(s);
        return poner(std::exchange(parte, {}), ec);
    }

    bool on_document_begin(bj::error_code&) { return true; }
    bool on_document_end(bj::error_code&) { return true; }
    bool on_array_begin(bj::error_code& ec) {
        if (en_objeto) return rechazar("«" + actual.campos.back().first + "» es una lista; se espera un valor", ec);
        if (std::exchange(en_lista, true)) return rechazar("se espera una lista de objetos", ec);
        return true;
    }
    bool on_array_end(std::size_t, bj::error_code&) { return true; }
    bool on_object_begin(bj::error_code& ec) {
        if (!en_lista) return rechazar("se espera una lista de objetos", ec);
        if (std::exchange(en_objeto, true))
            return rechazar("«" + actual.campos.back().first + "» es un objeto; se espera un valor", ec);
        actual = {linea, {}};
        return true;
    }
    bool on_object_end(std::size_t, bj::error_code&) {
        en_objeto = false;
        listos.push_back(std::move(actual));
        return true;
    }
    bool on_key_part(bj::string_view s, std::size_t, bj::error_code&) { return acumular(s); }
    bool on_key(bj::string_view s, std::size_t, bj::error_code& ec) {
        acumular(s);
        for (auto const& [nombre, valor] : actual.campos)
            if (nombre == parte) return rechazar("«" + nombre + "» está repetido", ec);
        actual.campos.emplace_back(std::exchange(parte, {}), "");
        return true;
    }
    bool on_string_part(bj::string_view s, std::size_t, bj::error_code&) { return acumular(s); }
    bool on_string(bj::string_view s, std::size_t, bj::error_code& ec) { return completo(s, ec); }
    bool on_number_part(bj::string_view s, bj::error_code&) { return acumular(s); }
    bool on_int64(std::int64_t, bj::string_view s, bj::error_code& ec) { return completo(s, ec); }
    bool on_uint64(std::uint64_t, bj::string_view s, bj::error_code& ec) { return completo(s, ec); }
    bool on_double(double, bj::string_view s, bj::error_code& ec) {  // house-rule: Boost.JSON's signature
        return completo(s, ec);
    }
    bool on_bool(bool b, bj::error_code& ec) { return poner(b ? "true" : "false", ec); }
    bool on_null(bj::error_code& ec) { return poner("", ec); }
    bool on_comment_part(bj::string_view, bj::error_code&) { return true; }
    bool on_comment(bj::string_view, bj::error_code&) { return true; }
};

}  // namespace

struct LectorJson::Estado {
    bj::basic_parser<Aplanador> parser{bj::parse_options()};
    std::vector<std::string> encabezado;
    std::size_t linea = 1;
    bool comenzado = false, terminado = false;
};

LectorJson::LectorJson(std::istream& entrada) : entrada_(entrada), estado_(std::make_unique<Estado>()) {}
LectorJson::~LectorJson() = default;

std::size_t LectorJson::linea() const {
    return estado_->linea;
}

// Feeds one line, or a piece of a long one, so that the parser is never ahead of the known line.
void LectorJson::alimentar() {
    auto& e = *estado_;
    auto& h = e.parser.handler();
    char bloque[4096];
    std::size_t n = 0;
    bool fin_de_linea = false;
    while (n < sizeof bloque && !fin_de_linea && entrada_.get(bloque[n])) fin_de_linea = bloque[n++] == '\n';
    std::string_view texto(bloque, n);
    if (!std::exchange(e.comenzado, true) && texto.starts_with("\xEF\xBB\xBF")) texto.remove_prefix(3);
    e.terminado = n == 0;
    bj::error_code ec;
    auto const leidos = e.parser.write_some(!e.terminado, texto.data(), texto.size(), ec);
    if (ec == bj::error::string_too_large) h.falla = "un valor pasa de " + std::to_string(campo_maximo) + " bytes";
    if (ec || leidos != texto.size()) throw ErrorRegistros(h.linea, h.falla.empty() ? "no es JSON válido" : h.falla);
    if (fin_de_linea) ++h.linea;
}

bool LectorJson::siguiente(std::vector<std::string>& campos) {
    auto& e = *estado_;
    auto& listos = e.parser.handler().listos;
    while (listos.empty() && !e.terminado) alimentar();
    if (listos.empty()) return false;
    e.linea = listos.front().linea;
    if (e.encabezado.empty()) {
        for (auto const& [nombre, valor] : listos.front().campos) e.encabezado.push_back(nombre);
        if (e.encabezado.empty()) throw ErrorRegistros(e.linea, "el primer objeto está vacío");
        campos = e.encabezado;
        return true;
    }
    auto const registro = std::move(listos.front());
    listos.pop_front();
    campos.assign(e.encabezado.size(), "");
    for (auto const& [nombre, valor] : registro.campos) {
        auto const i = std::find(e.encabezado.begin(), e.encabezado.end(), nombre);
        if (i == e.encabezado.end())
            throw ErrorRegistros(e.linea, "el campo «" + nombre + "» no está en el primer objeto");
        campos[static_cast<std::size_t>(i - e.encabezado.begin())] = valor;
    }
    return true;
}

}  // namespace gestor
