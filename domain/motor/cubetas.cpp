#include "domain/motor/cubetas.hpp"

#include <algorithm>

namespace gestor {
namespace {

constexpr Cubeta orden_base[] = {Cubeta::base16, Cubeta::iva16,    Cubeta::base8, Cubeta::iva8,   Cubeta::base0,
                                 Cubeta::exento, Cubeta::noAfecto, Cubeta::ieps,  Cubeta::ivaRet, Cubeta::isrRet};
static_assert(std::size(orden_base) == numero_cubetas);

// Where cents go: to the largest base; a part that has no room for them passes them on, the taxes last.
std::array<Cubeta, numero_cubetas - 1> orden_de_ajuste(Cubetas const& tamano) {
    std::array<Cubeta, numero_cubetas - 1> orden = {Cubeta::base16, Cubeta::base8,    Cubeta::base0,
                                                    Cubeta::exento, Cubeta::noAfecto, Cubeta::iva16,
                                                    Cubeta::iva8,   Cubeta::ivaRet,   Cubeta::isrRet};
    std::stable_sort(orden.begin(), orden.begin() + numero_bases,
                     [&](Cubeta a, Cubeta b) { return tamano[a] > tamano[b]; });
    return orden;
}

bool resta(Cubeta c) {
    return c == Cubeta::ivaRet || c == Cubeta::isrRet;
}

// Makes the parts add up to `importe`, each between 0 and its limit.
void cuadrar(Cubetas& partes, Dinero importe, Cubetas const& tamano, Cubetas const* topes = nullptr) {
    Dinero falta = importe - partes.total();
    for (Cubeta const c : orden_de_ajuste(tamano)) {
        if (falta.es_cero()) return;
        Dinero cambio = std::max(resta(c) ? -falta : falta, -partes[c]);
        if (topes != nullptr) cambio = std::min(cambio, (*topes)[c] - partes[c]);
        partes[c] += cambio;
        falta -= resta(c) ? -cambio : cambio;
    }
}

Cubetas resto_de(Cubetas documento, Aplicado const& previo) {
    documento -= previo.devueltas;
    return documento -= previo.cubetas;
}

bool salda(Dinero total, Aplicado const& previo, Dinero p) {
    return previo.importe + previo.devoluciones + p == total;
}

}  // namespace

Dinero Cubetas::total() const {
    Dinero suma = iva() - (*this)[Cubeta::ivaRet] - (*this)[Cubeta::isrRet];
    for (std::size_t i = 0; i < numero_bases; ++i) suma += valores[i];
    return suma;
}

Cubeta Cubetas::mayor_base() const {
    return orden_de_ajuste(*this).front();
}

Cubetas& Cubetas::operator+=(Cubetas const& otra) {
    for (std::size_t i = 0; i < numero_cubetas; ++i) valores[i] += otra.valores[i];
    return *this;
}

Cubetas& Cubetas::operator-=(Cubetas const& otra) {
    for (std::size_t i = 0; i < numero_cubetas; ++i) valores[i] -= otra.valores[i];
    return *this;
}

Cubetas Cubetas::de_base(std::string_view texto) {
    if (!texto.starts_with('(') || !texto.ends_with(')')) throw ValorInvalido("la base no entregó cubetas");
    texto = texto.substr(1, texto.size() - 2);
    Cubetas cubetas;
    for (Cubeta const c : orden_base) {
        bool const ultima = c == orden_base[numero_cubetas - 1];
        std::size_t const coma = ultima ? texto.size() : texto.find(',');
        if (coma == std::string_view::npos) throw ValorInvalido("la base entregó cubetas de menos");
        cubetas[c] = Dinero::de_base(texto.substr(0, coma));
        texto.remove_prefix(ultima ? coma : coma + 1);
    }
    return cubetas;
}

void Cubetas::escribir(std::string& salida) const {
    char separador = '(';
    for (Cubeta const c : orden_base) {
        salida += separador;
        (*this)[c].escribir(salida);
        separador = ',';
    }
    salida += ')';
}

void cuadrar_bases(Cubetas& cubetas, Dinero total) {
    cuadrar(cubetas, total, Cubetas(cubetas));
}

Cubetas a_pesos(Cubetas const& cubetas, TipoCambio tipo_cambio) {
    Cubetas pesos;
    for (std::size_t i = 0; i < numero_cubetas; ++i) pesos.valores[i] = multiplicar<2>(cubetas.valores[i], tipo_cambio);
    cuadrar_bases(pesos, multiplicar<2>(cubetas.total(), tipo_cambio));
    return pesos;
}

Cubetas acotar(Cubetas partes, Dinero importe, Cubetas const& resto) {
    for (std::size_t i = 0; i < numero_cubetas; ++i)
        partes.valores[i] = std::max(Dinero{}, std::min(partes.valores[i], resto.valores[i]));
    cuadrar(partes, importe, resto, &resto);
    return partes;
}

Cubetas escalar(Cubetas const& cubetas, Dinero importe) {
    Dinero const total = cubetas.total();
    if (importe == total) return cubetas;
    Cubetas partes;
    for (std::size_t i = 0; i < numero_cubetas; ++i) partes.valores[i] = prorratear(cubetas.valores[i], importe, total);
    cuadrar(partes, importe, cubetas);
    return partes;
}

Cubetas prorratear_cobro(Cubetas const& documento, Dinero total, Aplicado const& previo, Dinero p, Dinero importe) {
    Cubetas const resto = resto_de(documento, previo);
    if (salda(total, previo, p)) return resto;
    Cubetas cobrable = documento;
    cobrable -= previo.devueltas;
    Cubetas partes;
    for (std::size_t i = 0; i < numero_cubetas; ++i) {
        // A cent given to it before, or a return since, can have left a part ahead of its share: it waits.
        Dinero const x = prorratear(cobrable.valores[i], previo.importe + p, total - previo.devoluciones) -
                         previo.cubetas.valores[i];
        partes.valores[i] = std::max(x, Dinero{});
    }
    cuadrar(partes, std::min(importe, resto.total()), cobrable, &resto);
    return partes;
}

Cubetas prorratear_devolucion(Cubetas const& documento, Dinero total, Aplicado const& previo, Dinero p, Dinero importe,
                              Cubetas const& nota) {
    Cubetas const resto = resto_de(documento, previo);
    bool const cabe = std::equal(nota.valores.begin(), nota.valores.end(), resto.valores.begin(),
                                 [](Dinero parte, Dinero queda) { return parte <= queda; });
    if (cabe && !salda(total, previo, p)) return nota;
    return prorratear_cobro(documento, total, previo, p, importe);
}

}  // namespace gestor
