#pragma once
#include "domain/cartera/tipos.hpp"

namespace gestor::cartera {

// Totals are the sums of the rows as they are shown, so that a reader can add up the column.
AntiguedadImportes sumar(std::vector<AntiguedadRegistro> const& registros);

// The whole contact in pesos, out of its open documents.
void sumar_en_pesos(std::vector<ContactoSaldoDocumento> const& documentos, ContactoSaldoViewModel& total);

}  // namespace gestor::cartera
