#pragma once
// A master record is written as it is declared: one DTO, one table. From the DTO's members come the columns (in
// snake_case), from a few exceptions the references, which are checked all at once before anything is written. Lists
// are the handler's own.
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/valores/json.hpp"
#include "persistence/maestra.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

// A member whose column is not simply its own name.
struct Columna {
    std::string_view campo;
    std::string_view columna{};  // empty: the member in snake_case
    Referencia ref{};
    bool nula = false;               // an empty text is stored as NULL
    bool fuera = false;              // not a column of this table
    std::string_view prefijo{};      // absent, it is made: prefix and the record's number, C000123
    std::string_view normalizada{};  // the column in capitals under which such a key is unique
    std::string_view escribe{};      // SQL of the stored value, from :campo
    std::string_view lee{};          // SQL of the member, from the row r
};

class Agregado {
public:
    // nombre: what the record is called in an error. llave: the column of its id, `<tabla>_id` unless said.
    Agregado(Tipo const& tipo, std::string_view tabla, std::string_view nombre, std::vector<Columna> excepciones,
             std::string_view llave = {});
    ~Agregado();
    Agregado(Agregado const&) = delete;
    Agregado& operator=(Agregado const&) = delete;

    // All references that do not exist, as faults of their fields; `enviado` says which members the caller sent.
    void fallas_de_referencias(Lectura& db, void const* datos, std::function<bool(std::string_view)> const& enviado,
                               Fallas& fallas) const;
    void comprobar_referencias(Lectura& db, void const* datos,
                               std::function<bool(std::string_view)> const& enviado) const;
    Id insertar(Escritura& db, void const* datos) const;
    void actualizar(Escritura& db, Id id, void const* datos) const;
    // Locks and reads the record, and checks If-Match. NO_ENCONTRADO when there is none.
    void bloquear(Escritura& db, Id id, void* datos) const;
    // The record whose column, stored in capitals, holds this text.
    std::optional<Id> buscar(Escritura& db, std::string_view columna, std::string_view texto) const;
    // The record whose member is written like this text: a key that is itself a reference is looked up.
    std::optional<Id> buscar_por(Lectura& db, std::string_view campo, std::string_view texto) const;

    // Of those that there are: throws std::runtime_error that names the first whose table is not as it has it.
    static void comprobar_todos(Session& sesion);

private:
    static std::vector<Agregado const*>& todos();
    struct Miembro {
        Campo const* campo;
        Columna columna;
        std::string nombre;  // of the column
    };
    Valores valores(void const* datos) const;
    Id numero_libre(Escritura& db, Miembro const& miembro, std::string& clave) const;

    std::string tabla_, nombre_, llave_;
    std::vector<Miembro> miembros_;
    std::string referencias_, insertar_, insertar_con_numero_, actualizar_, bloquear_;
};

template <class T>
class AgregadoDe : Agregado {
public:
    AgregadoDe(std::string_view tabla, std::string_view nombre, std::vector<Columna> excepciones = {},
               std::string_view llave = {})
        : Agregado(*tipo_de<T>(), tabla, nombre, std::move(excepciones), llave) {}

    Id crear(Escritura& db, T const& datos) const {
        comprobar_referencias(db, &datos, [](std::string_view) { return true; });
        return insertar(db, &datos);
    }
    T cargar(Escritura& db, Id id) const {
        T datos{};
        bloquear(db, id, &datos);
        return datos;
    }
    // The stored record with the changes over it, valid as a whole, its new references checked; not written yet.
    // `antes` gets it as it is stored.
    T editar(Escritura& db, Id id, Edicion<T> const& edicion, T* antes = nullptr) const {
        auto datos = cargar(db, id);
        if (antes != nullptr) *antes = datos;
        edicion.sobre(datos);
        comprobar_referencias(db, &datos, [&](std::string_view campo) { return edicion.trae(campo); });
        return datos;
    }
    void guardar(Escritura& db, Id id, T const& datos) const { actualizar(db, id, &datos); }
    void referencias(Lectura& db, T const& datos) const {
        comprobar_referencias(db, &datos, [](std::string_view) { return true; });
    }
    // For whoever has more to check before telling: `agregar` inserts what has been checked.
    void referencias(Lectura& db, T const& datos, Fallas& fallas) const {
        fallas_de_referencias(
            db, &datos, [](std::string_view) { return true; }, fallas);
    }
    Id agregar(Escritura& db, T const& datos) const { return insertar(db, &datos); }
    using Agregado::buscar;
    using Agregado::buscar_por;
};

}  // namespace gestor
