// Two numbers separated by a space. A parsed number is read the same after being written, and agrees with an
// independent count of its digits. Additions can be undone; a rounded result is off by at most half a unit, and halves
// go away from zero.
#include "domain/valores/decimal.hpp"

#include <string>

#include "tests/fuzz/property.hpp"

using namespace gestor;

namespace {

// Digits without the point, padded to the scale; shares no code with the reader.
std::string digits_of(std::string_view text, int scale) {
    bool const negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    auto const point = std::min(text.find('.'), text.size());
    std::string out(text.substr(0, point));
    std::string fraction(text.substr(std::min(point + 1, text.size())));
    fraction.resize(static_cast<std::size_t>(scale), '0');
    out += fraction;
    out.erase(0, std::min(out.find_first_not_of('0'), out.size()));
    return out.empty() ? "0" : (negative ? "-" : "") + out;
}

std::string written(Entero128 n) {
    std::string out;
    bool const negative = n < 0;
    for (auto rest = static_cast<Natural128>(negative ? -n : n); rest != 0; rest /= 10)
        out.insert(out.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
    return out.empty() ? "0" : (negative ? "-" : "") + out;
}

Natural128 absolute(Entero128 n) {
    return static_cast<Natural128>(n < 0 ? -n : n);
}

// True when `rounded` is exact / divisor, rounded half up.
void half_up(Entero128 rounded, Entero128 exact, Entero128 divisor) {
    auto const quotient = absolute(exact) / absolute(divisor), rest = absolute(exact) % absolute(divisor);
    auto const up = rest >= absolute(divisor) - rest;
    property(absolute(rounded) == quotient + (up ? 1 : 0), "rounding is half-up");
    property(rounded == 0 || (rounded < 0) == ((exact < 0) != (divisor < 0)), "rounding keeps the sign");
}

template <class Function>
void or_overflow(Function f) {
    try {
        f();
    } catch (Desborde const&) {
    }
}

template <class D>
bool read(std::string_view text, D& value) {
    if (D::leer(text, value)) return false;
    property(written(value.unidades()) == digits_of(text, D::escala), "the digits are the ones that were written");
    std::string out;
    value.escribir(out);
    D again, stored = D::de_base(out);
    property(!D::leer(out, again) && again == value && stored == value, "what is written is read as the same");
    std::string twice;
    again.escribir(twice);
    property(out == twice, "one spelling");
    return true;
}

template <class D>
void arithmetic(D a, D b) {
    or_overflow([&] { property((a + b) - b == a, "a sum undoes itself"); });
    or_overflow([&] {
        auto const r = multiplicar<2>(a, b);
        half_up(r.unidades(), producto_exacto(a.unidades(), b.unidades()), potencia10(2 * D::escala - 2));
        property(r == multiplicar<2>(b, a), "a product has no order");
    });
    or_overflow([&] {
        if (!b.es_cero())
            half_up(dividir<D::escala>(a, b).unidades(), producto_exacto(a.unidades(), potencia10(D::escala)),
                    b.unidades());
    });
    or_overflow([&] {
        if (!b.es_cero()) property(prorratear(a, b, b) == a, "all of it is all of it");
    });
    property((a < b) == (a.unidades() < b.unidades()) && (a == b) == (a.unidades() == b.unidades()), "order");
}

template <class D>
void all_of(std::string_view first, std::string_view second) {
    D a, b;
    if (read(first, a) && read(second, b)) arithmetic(a, b);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
    auto const text = text_of(data, size);
    auto const space = std::min(text.find(' '), text.size());
    auto const a = text.substr(0, space), b = text.substr(std::min(space + 1, text.size()));
    all_of<Dinero>(a, b);
    all_of<Importe>(a, b);
    all_of<Porcentaje>(a, b);
    Positivo<Cantidad> positive;
    NoNegativo<Cantidad> natural;
    Cantidad plain;
    if (Cantidad::leer(a, plain)) {
        property(Positivo<Cantidad>::leer(a, positive) && NoNegativo<Cantidad>::leer(a, natural), "no way round");
    } else {
        property(!Positivo<Cantidad>::leer(a, positive) == (plain.unidades() > 0), "positive is more than 0");
        property(!NoNegativo<Cantidad>::leer(a, natural) == (plain.unidades() >= 0), "not negative is 0 or more");
    }
    return 0;
}
