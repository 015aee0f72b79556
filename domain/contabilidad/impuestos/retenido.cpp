#include "domain/contabilidad/impuestos/retenido.hpp"

#include <algorithm>

namespace gestor::contabilidad {

void repartir_enterado(std::vector<FilaRetenida>& filas, Dinero saldo, Dinero enterado) {
    Dinero pagado = std::min(saldo, enterado);
    for (auto& f : filas) {
        saldo += f.ivaRetenido;
        Dinero const hasta = std::min(saldo, enterado);
        f.enterado = hasta - pagado;
        f.porPagar = f.ivaRetenido - f.enterado;
        pagado = hasta;
    }
}

}  // namespace gestor::contabilidad
