#pragma once
#include "domain/cartera/tipos.hpp"

namespace gestor::cartera {

// Sums of the rows as shown, so that a reader can add up the column.
AntiguedadImportes sumar(std::vector<AntiguedadRegistro> const& registros);

// Totals of a contact in pesos, from its open documents.
void sumar_en_pesos(std::vector<ContactoSaldoDocumento> const& documentos, ContactoSaldoViewModel& total);

}  // namespace gestor::cartera
