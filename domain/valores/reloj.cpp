#include "domain/valores/reloj.hpp"

namespace gestor {
namespace {

void poner(std::string& texto, std::size_t donde, std::int64_t numero, int cifras) {
    for (int i = cifras; i-- > 0; numero /= 10)
        texto[donde + static_cast<std::size_t>(i)] += static_cast<char>(numero % 10);
}

}  // namespace

std::string Reloj::texto() const {
    auto const dia = std::chrono::floor<std::chrono::days>(ahora_);
    std::chrono::year_month_day const fecha(dia);
    std::chrono::hh_mm_ss const hora(ahora_ - dia);
    std::string texto = "0000-00-00 00:00:00.000000+00";
    poner(texto, 0, static_cast<int>(fecha.year()), 4);
    poner(texto, 5, static_cast<unsigned>(fecha.month()), 2);
    poner(texto, 8, static_cast<unsigned>(fecha.day()), 2);
    poner(texto, 11, hora.hours().count(), 2);
    poner(texto, 14, hora.minutes().count(), 2);
    poner(texto, 17, hora.seconds().count(), 2);
    poner(texto, 20, hora.subseconds().count(), 6);
    return texto;
}

}  // namespace gestor
