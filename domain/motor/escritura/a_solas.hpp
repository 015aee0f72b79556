#pragma once
// ASolas: a lock on some months of a year. Writes that were under way in them have finished; later writes wait.
// Closing, opening and adding up a month take ASolas; a document only asks that its month stay open (EnPeriodo).
#include "domain/motor/escritura/etapas.hpp"

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
    // Locks the months in order and creates the unused ones. Closing and creating a month take the same turn, so no
    // other month of the year is closed or created meanwhile.
    static ASolas entrar(Escritura& db, AnioContable anio, MesContable desde, MesContable hasta);

    std::vector<MesApartado> meses;
    // Posts on a day of these months, closed or not.
    EnPeriodo en(Fecha dia) const { return {db_, dia}; }

private:
    ASolas(Escritura& db, std::vector<MesApartado> apartados) : meses(std::move(apartados)), db_(db) {}
    Escritura& db_;
};

}  // namespace gestor
