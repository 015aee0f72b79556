#pragma once
// Parts that the operator's commands share: the connection, their flags and positional arguments, progress.
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "domain/administracion/demo.hpp"
#include "domain/valores/texto_de.hpp"
#include "server/admin/admin.hpp"

namespace gestor {

inline std::string const& conexion(Settings const& s) {
    auto const& c = s.texto("base-datos-admin");
    if (c.empty())
        throw std::runtime_error("falta el ajuste base-datos-admin: la conexión del rol dueño de la base de datos");
    return c;
}

inline std::string opcional(Banderas const& b, std::string_view nombre, std::string_view defecto = "") {
    auto const v = b.find(nombre);
    return v == b.end() ? std::string(defecto) : v->second;
}

inline bool si(Banderas const& b, std::string_view nombre) {
    auto const valor = opcional(b, nombre, "no");
    if (valor != "si" && valor != "no") throw std::runtime_error(fmt::format("--{}: debe ser si o no", nombre));
    return valor == "si";
}

// Checks a flag with the API's rules; the fault names the flag.
template <class T>
T comprobar(std::string_view nombre, std::string const& texto) {
    T valor{};
    if (texto.empty()) throw std::runtime_error(fmt::format("falta --{}", nombre));
    if (auto falla = T::leer(texto, valor)) throw std::runtime_error(fmt::format("--{}: {}", nombre, falla->mensaje));
    return valor;
}

template <class T>
T obligatoria(Banderas const& b, std::string_view nombre) {
    return comprobar<T>(nombre, opcional(b, nombre));
}

// AAAA-MM; month 13, when allowed, is the closing of a year.
inline std::pair<int, int> mes_de(std::string const& texto, int ultimo = 12) {
    int anio = 0, mes = 0;
    auto const* fin = texto.data() + texto.size();
    bool bien = texto.size() == 7 && texto[4] == '-';
    bien = bien && std::from_chars(texto.data(), texto.data() + 4, anio).ptr == texto.data() + 4;
    bien = bien && std::from_chars(texto.data() + 5, fin, mes).ptr == fin;
    if (!bien || anio < 1900 || anio > 2100 || mes < 1 || mes > ultimo)
        throw std::runtime_error("«" + texto + "» no es un mes, como 2026-01");
    return {anio, mes};
}

// Barra: progress as a bar on a terminal, as plain lines elsewhere.
class Barra final : public administracion::Progress {
public:
    ~Barra() override {
        if (abierta_) fmt::print("\n");  // the next text, perhaps an error, begins on its own line
    }
    void advance(std::int64_t hechos, std::int64_t total, std::string_view que) override {
        auto const por_ciento = total > 0 ? hechos * 100 / total : 100;
        if (isatty(STDOUT_FILENO) == 1) {
            auto const llenos = static_cast<std::size_t>(por_ciento * 30 / 100);
            fmt::print("\r\033[K[{}{}] {:3d} %  {}", std::string(llenos, '#'), std::string(30 - llenos, ' '),
                       por_ciento, que);
            abierta_ = hechos < total;
            if (!abierta_) fmt::print("\r\033[K");
            std::fflush(stdout);
        } else if (por_ciento >= ultimo_ + 10 || que != que_) {
            fmt::print("{:3d} %  {}\n", por_ciento, que);
            std::fflush(stdout);
            ultimo_ = por_ciento;
        }
        que_ = que;
    }

private:
    bool abierta_ = false;
    std::int64_t ultimo_ = -10;
    std::string que_;
};

}  // namespace gestor
