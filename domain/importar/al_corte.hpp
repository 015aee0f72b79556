#pragma once
// Balances of another system on the day of the cut-over.
#include "domain/importar/importar.hpp"

namespace gestor::importar {

class ImportacionAlCorte : public Importacion {
protected:
    // Throws when the day of the cut-over is in the future or its month is closed. Runs once, before any lock; the
    // fault belongs to no row.
    void exigir_corte(Escritura& db);

private:
    bool exigido_ = false;
};

}  // namespace gestor::importar
