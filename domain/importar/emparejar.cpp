#include "domain/importar/emparejar.hpp"

#include <deque>
#include <map>
#include <tuple>

#include "domain/valores/texto.hpp"

namespace gestor::importar {
namespace {

// Libres: movements not matched yet, indexed by amount, day and reference, so that no pair is compared twice even when
// many amounts are equal.
class Libres {
public:
    Libres(std::span<Apunte const> movimientos, bool por_referencia) : por_referencia_(por_referencia) {
        for (std::size_t i = 0; i < movimientos.size(); ++i)
            if (auto const clave = clave_de(movimientos[i], movimientos[i].fecha)) filas_[*clave].push_back(i);
    }
    std::optional<std::size_t> tomar(Apunte const& renglon, Fecha dia, std::vector<bool>& tomados) {
        auto const clave = clave_de(renglon, dia);
        auto const fila = clave ? filas_.find(*clave) : filas_.end();
        if (fila == filas_.end()) return {};
        auto& hay = fila->second;
        while (!hay.empty() && tomados[hay.front()]) hay.pop_front();
        if (hay.empty()) return {};
        auto const movimiento = hay.front();
        tomados[movimiento] = true;
        return movimiento;
    }

private:
    using Clave = std::tuple<Dinero, Fecha, std::string>;
    std::optional<Clave> clave_de(Apunte const& a, Fecha dia) const {
        if (!por_referencia_) return Clave(a.importe, dia, "");
        auto referencia = mayusculas(un_espacio(a.referencia));
        if (referencia.empty()) return {};
        return Clave(a.importe, dia, std::move(referencia));
    }
    bool por_referencia_;
    std::map<Clave, std::deque<std::size_t>> filas_;
};

}  // namespace

std::vector<std::optional<Pareja>> emparejar(std::span<Apunte const> renglones, std::span<Apunte const> movimientos) {
    std::vector<std::optional<Pareja>> parejas(renglones.size());
    std::vector<bool> tomados(movimientos.size());
    for (bool const por_referencia : {true, false}) {
        Libres libres(movimientos, por_referencia);
        for (int dias = 0; dias <= dias_de_diferencia; ++dias)
            for (std::size_t i = 0; i < renglones.size(); ++i)
                for (int const lejos : {-dias, dias}) {
                    if (parejas[i]) break;
                    auto const dia = renglones[i].fecha + std::chrono::days(lejos);
                    if (auto const m = libres.tomar(renglones[i], dia, tomados))
                        parejas[i] = Pareja{*m, por_referencia, dias};
                }
    }
    return parejas;
}

}  // namespace gestor::importar
