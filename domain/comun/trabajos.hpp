#pragma once
// Work for later (schema/0067): written down in the transaction of its effect, done by whichever instance takes it up,
// tried again until it is done. It asks others, perhaps more than once; what it does here, it does once: the effect
// that it gives is run in one transaction with its end.
//     struct ConsultarSat {
//         static constexpr std::string_view tipo_de_trabajo = "ConsultarSat";
//         Uuid uuid; …
//     };
//     DTO(ConsultarSat, uuid, …)
//     encolar_trabajo(db, ConsultarSat{uuid, …});       // where it is asked for
//     EfectoDeTrabajo consultar_despues(ConsultarSat const&, Externa&, Entorno const&);  // what is done then
// and a row of the table in server/app/trabajos. What fails throws; NoPreguntado, where nobody was asked, is no
// attempt. An instance leases only the kinds of work that it can do.
#include <functional>
#include <string>
#include <string_view>

#include "domain/operacion/entorno.hpp"
#include "domain/valores/json.hpp"
#include "persistence/externa.hpp"

namespace gestor {

using EfectoDeTrabajo = std::function<void(Escritura&)>;

// A kind of work, as a row of the server's table.
struct TipoDeTrabajo {
    std::string_view nombre;
    EfectoDeTrabajo (*hacer)(std::string_view datos, Externa& db, Entorno const& entorno);
    bool (*puede)(Entorno const& entorno);  // whether this instance has whom to ask; else the work is left to others
    int intentos;                           // after as many it is given up
    int espera;                             // seconds before the second; each wait is twice the last,
    int espera_maxima;                      // up to this
};

template <class T, EfectoDeTrabajo (*F)(T const&, Externa&, Entorno const&)>
EfectoDeTrabajo hacer_trabajo(std::string_view datos, Externa& db, Entorno const& entorno) {
    T trabajo{};
    Fallas fallas;
    json_leer(*tipo_de<T>(), json_leer(datos), &trabajo, "", fallas);
    fallas.lanzar();
    return F(trabajo, db, entorno);
}

void encolar_trabajo(Escritura& db, std::string_view tipo, std::string_view datos);
template <class T>
void encolar_trabajo(Escritura& db, T const& trabajo) {
    std::string datos;
    json_escribir(trabajo, datos);
    encolar_trabajo(db, T::tipo_de_trabajo, datos);
}

}  // namespace gestor
