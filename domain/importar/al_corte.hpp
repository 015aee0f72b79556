#pragma once
// Balances that another system left on the day of the cut-over.
#include "domain/importar/importar.hpp"

namespace gestor::importar {

class ImportacionAlCorte : public Importacion {
protected:
    // That day is not to come and its month is open: asked once, before anything is locked, and the fault of no row.
    void exigir_corte(Escritura& db);

private:
    bool exigido_ = false;
};

}  // namespace gestor::importar
