#pragma once
// The long catalogs of the tax authority that come with the program: schema/sat.txt, embedded unchanged.
// scripts/catalogos writes the file and describes its form.
#include <string>
#include <string_view>
#include <vector>

#include "domain/valores/csv.hpp"

namespace gestor::administracion {

std::string_view catalogos_incluidos();

// LectorCompacto: one catalog of such a text: its columns, then its keys. Throws ErrorRegistros when the form is wrong.
class LectorCompacto final : public LectorRegistros {
public:
    explicit LectorCompacto(std::string_view texto);

    std::string const& catalogo() const { return catalogo_; }
    std::string const& edicion() const { return edicion_; }
    bool siguiente(std::vector<std::string>& campos) override;
    std::size_t linea() const override { return linea_; }
    std::string_view resto();  // text after this catalog

private:
    std::string_view una_linea();

    std::string_view texto_;
    std::string catalogo_, edicion_;
    std::vector<std::string> columnas_, anterior_;
    std::size_t linea_ = 1;
    bool con_columnas_ = true;  // the columns were not returned yet
};

}  // namespace gestor::administracion
