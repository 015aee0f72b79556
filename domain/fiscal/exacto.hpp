#pragma once
// Exacto: decimals of any scale, exact. The tax authority multiplies two amounts of 24 digits and compares the 12th
// decimal. leer() bounds the digits, so no sum or product of the rules exceeds 512 bits.
#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace gestor::fiscal {

class Exacto {
public:
    using Entero = boost::multiprecision::int512_t;

    Exacto() = default;
    explicit Exacto(long long entero) : valor_(entero) {}
    Exacto(Entero valor, unsigned decimales) : valor_(std::move(valor)), decimales_(decimales) {}

    // Reads digits, optionally a point and more digits: no sign, no exponent, no spaces. More decimals than any schema
    // allows are accepted here, because a rule reports them.
    static std::optional<Exacto> leer(std::string_view texto, unsigned enteros = 18, unsigned decimales = 30) {
        auto const punto = texto.find('.');
        auto const antes = texto.substr(0, punto);
        auto const despues = punto == std::string_view::npos ? std::string_view{} : texto.substr(punto + 1);
        if (antes.empty() || antes.size() > enteros || despues.size() > decimales) return {};
        if (punto != std::string_view::npos && despues.empty()) return {};
        Exacto e;
        for (auto const parte : {antes, despues})
            for (char const c : parte) {
                if (c < '0' || c > '9') return {};
                e.valor_ = e.valor_ * 10 + (c - '0');
            }
        e.decimales_ = static_cast<unsigned>(despues.size());
        return e;
    }
    // 10^-decimales ÷ 2: the greatest distance between a written value and the value before rounding. media_unidad(2)
    // is 0.005.
    static Exacto media_unidad(unsigned decimales) { return {5, decimales + 1}; }
    static Exacto unidad(unsigned decimales) { return {1, decimales}; }

    unsigned decimales() const { return decimales_; }  // decimals as written
    bool es_cero() const { return valor_ == 0; }
    bool es_positivo() const { return valor_ > 0; }

    Exacto operator-() const { return {-valor_, decimales_}; }
    friend Exacto operator+(Exacto const& a, Exacto const& b) {
        auto const d = std::max(a.decimales_, b.decimales_);
        return {a.con(d) + b.con(d), d};
    }
    friend Exacto operator-(Exacto const& a, Exacto const& b) {
        auto const d = std::max(a.decimales_, b.decimales_);
        return {a.con(d) - b.con(d), d};
    }
    friend Exacto operator*(Exacto const& a, Exacto const& b) {
        return {a.valor_ * b.valor_, a.decimales_ + b.decimales_};
    }
    Exacto& operator+=(Exacto const& otro) { return *this = *this + otro; }
    friend bool operator==(Exacto const& a, Exacto const& b) { return (a - b).valor_ == 0; }
    friend bool operator<(Exacto const& a, Exacto const& b) { return (a - b).valor_ < 0; }
    friend bool operator>(Exacto const& a, Exacto const& b) { return b < a; }
    friend bool operator<=(Exacto const& a, Exacto const& b) { return !(b < a); }

    Exacto piso(unsigned decimales) const { return dividido(Exacto(1), decimales, 0); }
    Exacto techo(unsigned decimales) const { return dividido(Exacto(1), decimales, 2); }
    Exacto redondeado(unsigned decimales) const { return dividido(Exacto(1), decimales, 1); }  // half rounds up
    Exacto entre_piso(Exacto const& divisor, unsigned decimales) const { return dividido(divisor, decimales, 0); }
    Exacto entre_techo(Exacto const& divisor, unsigned decimales) const { return dividido(divisor, decimales, 2); }

    std::string texto() const {
        Entero const positivo = abs(valor_);
        auto cifras = positivo.str();
        if (cifras.size() <= decimales_) cifras.insert(0, decimales_ + 1 - cifras.size(), '0');
        if (decimales_ > 0) cifras.insert(cifras.size() - decimales_, 1, '.');
        return valor_ < 0 ? "-" + cifras : cifras;
    }

private:
    static Entero diez(unsigned exponente) { return boost::multiprecision::pow(Entero(10), exponente); }
    Entero con(unsigned decimales) const { return valor_ * diez(decimales - decimales_); }
    // modo 0: floor; 1: nearest; 2: ceiling. The divisor is positive.
    Exacto dividido(Exacto const& divisor, unsigned decimales, int modo) const {
        Entero arriba = valor_ * diez(decimales + divisor.decimales_);
        Entero const abajo = divisor.valor_ * diez(decimales_);
        if (modo == 1) arriba += abajo / 2;
        Entero cociente = arriba / abajo;
        Entero const resto = arriba - cociente * abajo;
        if (resto < 0) --cociente;
        if (modo == 2 && resto != 0) ++cociente;
        return {cociente, decimales};
    }

    Entero valor_ = 0;
    unsigned decimales_ = 0;
};

}  // namespace gestor::fiscal
