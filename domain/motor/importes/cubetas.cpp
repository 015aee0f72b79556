#include "domain/motor/importes/cubetas.hpp"

#include <algorithm>

namespace gestor {
namespace {

constexpr Cubeta orden_base[] = {Cubeta::base16, Cubeta::iva16,  Cubeta::base8,    Cubeta::iva8,
                                 Cubeta::base0,  Cubeta::exento, Cubeta::noAfecto, Cubeta::ieps,
                                 Cubeta::ivaRet, Cubeta::isrRet, Cubeta::retLocal};
static_assert(std::size(orden_base) == numero_cubetas);

// Order in which parts take rounding cents: the largest base first; a part without room passes them to the next; taxes
// last.
std::array<Cubeta, numero_cubetas - 1> orden_de_ajuste(Cubetas const& tamano) {
    std::array<Cubeta, numero_cubetas - 1> orden = {Cubeta::base16,   Cubeta::base8,   Cubeta::base0, Cubeta::exento,
                                                    Cubeta::noAfecto, Cubeta::iva16,   Cubeta::iva8,  Cubeta::ivaRet,
                                                    Cubeta::isrRet,   Cubeta::retLocal};
    std::stable_sort(orden.begin(), orden.begin() + numero_bases,
                     [&](Cubeta a, Cubeta b) { return tamano[a] > tamano[b]; });
    return orden;
}

bool resta(Cubeta c) {
    return c == Cubeta::ivaRet || c == Cubeta::isrRet || c == Cubeta::retLocal;
}

// Makes the parts add up to `importe`, each between 0 and its limit.
void repartir_centavos(Cubetas& partes, Dinero importe, Cubetas const& tamano, Cubetas const* topes = nullptr) {
    Dinero falta = importe - partes.total();
    for (Cubeta const c : orden_de_ajuste(tamano)) {
        if (falta.es_cero()) return;
        Dinero cambio = std::max(resta(c) ? -falta : falta, -partes[c]);
        if (topes != nullptr) cambio = std::min(cambio, (*topes)[c] - partes[c]);
        partes[c] += cambio;
        falta -= resta(c) ? -cambio : cambio;
    }
}

}  // namespace

Dinero Cubetas::total() const {
    Dinero suma = iva() - (*this)[Cubeta::ivaRet] - (*this)[Cubeta::isrRet] - (*this)[Cubeta::retLocal];
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
    repartir_centavos(cubetas, total, Cubetas(cubetas));
}

void cuadrar(Cubetas& cubetas, Dinero total, Cubetas const& tamano, Cubetas const& topes) {
    repartir_centavos(cubetas, total, tamano, &topes);
}

Cubetas a_pesos(Cubetas const& cubetas, TipoCambio tipo_cambio) {
    Cubetas pesos;
    for (std::size_t i = 0; i < numero_cubetas; ++i) pesos.valores[i] = multiplicar<2>(cubetas.valores[i], tipo_cambio);
    cuadrar_bases(pesos, multiplicar<2>(cubetas.total(), tipo_cambio));
    Dinero bases;
    for (std::size_t i = 0; i < numero_bases; ++i) bases += pesos.valores[i];
    // IEPS is included in the bases; it stays so when the bases gave a cent
    pesos[Cubeta::ieps] = std::min(pesos[Cubeta::ieps], bases);
    return pesos;
}

Cubetas acotar(Cubetas partes, Dinero importe, Cubetas const& resto) {
    for (std::size_t i = 0; i < numero_cubetas; ++i)
        partes.valores[i] = std::max(Dinero{}, std::min(partes.valores[i], resto.valores[i]));
    repartir_centavos(partes, importe, resto, &resto);
    return partes;
}

Cubetas escalar(Cubetas const& cubetas, Dinero importe) {
    Dinero const total = cubetas.total();
    if (importe == total) return cubetas;
    Cubetas partes;
    for (std::size_t i = 0; i < numero_cubetas; ++i) partes.valores[i] = prorratear(cubetas.valores[i], importe, total);
    repartir_centavos(partes, importe, cubetas);
    return partes;
}

}  // namespace gestor
