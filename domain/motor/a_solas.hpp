#pragma once
// Some months of a year, alone: who was writing in them has finished, and who comes waits. Whoever closes, opens or
// adds up a month takes it so; a document only asks that it stay open (EnPeriodo).
#include "domain/motor/etapas.hpp"

namespace gestor {

using AnioContable = Entero<1900, 2100>;
using EstadoPeriodo = Opcion<"Abierto", "Cerrado">;

struct MesApartado {
    MesContable mes;
    EstadoPeriodo estado;
};
DTO(MesApartado, mes, estado)

class ASolas {
public:
    // In the order of the months; those that nobody has used are made. Whoever closes or makes a month takes the same
    // turn, so that the months around these stay as they are.
    static ASolas entrar(Escritura& db, AnioContable anio, MesContable desde, MesContable hasta);

    std::vector<MesApartado> meses;
    // To post on a day of them, closed or not.
    EnPeriodo en(Fecha dia) const { return {db_, dia}; }

private:
    ASolas(Escritura& db, std::vector<MesApartado> apartados) : meses(std::move(apartados)), db_(db) {}
    Escritura& db_;
};

}  // namespace gestor
