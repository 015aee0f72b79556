#pragma once
// Agregado: a master record is written as declared: one DTO, one table. Columns come from the DTO's members (in
// snake_case), references from a few exceptions. All references are checked at once before the write. Lists are written
// by the handler.
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/valores/json.hpp"
#include "persistence/maestra.hpp"
#include "persistence/unidad.hpp"

namespace gestor {

// Columna: a member whose column is an exception to its name.
struct Columna {
    std::string_view campo;
    std::string_view columna{};  // empty: the member in snake_case
    Referencia ref{};
    bool nula = false;               // an empty text is stored as NULL
    bool fuera = false;              // the member is no column of this table
    std::string_view prefijo{};      // when the member is absent, its value is this prefix and the record's number:
                                     // C000123
    std::string_view normalizada{};  // column that holds the key in capitals, and is unique
    std::string_view escribe{};      // SQL of the stored value, from :campo
    std::string_view lee{};          // SQL of the member, from the row r
};

class Agregado {
public:
    // nombre: name of the record in an error. llave: column of its id, `<tabla>_id` by default.
    Agregado(Tipo const& tipo, std::string_view tabla, std::string_view nombre, std::vector<Columna> excepciones,
             std::string_view llave = {});
    ~Agregado();
    Agregado(Agregado const&) = delete;
    Agregado& operator=(Agregado const&) = delete;

    // References that do not exist become faults of their fields. `enviado` tells which members the caller sent.
    void fallas_de_referencias(Lectura& db, void const* datos, std::function<bool(std::string_view)> const& enviado,
                               Fallas& fallas) const;
    void comprobar_referencias(Lectura& db, void const* datos,
                               std::function<bool(std::string_view)> const& enviado) const;
    Id insertar(Escritura& db, void const* datos) const;
    void actualizar(Escritura& db, Id id, void const* datos) const;
    // Locks and reads the record, and checks If-Match. Throws NO_ENCONTRADO.
    void bloquear(Escritura& db, Id id, void* datos) const;
    // Id of the record whose column equals the text, both in capitals.
    std::optional<Id> buscar(Escritura& db, std::string_view columna, std::string_view texto) const;
    // Id of the record whose member equals the text; a member that is a reference is looked up by its key.
    std::optional<Id> buscar_por(Lectura& db, std::string_view campo, std::string_view texto) const;

    // Throws std::runtime_error that names the first Agregado whose table differs from its declaration.
    static void comprobar_todos(Session& sesion);

private:
    static std::vector<Agregado const*>& todos();
    struct Miembro {
        Campo const* campo;
        Columna columna;
        std::string nombre;  // name of the column
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
    // Stored record with the changes applied, validated as a whole, its new references checked; not written yet.
    // `antes` receives the stored record.
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
    // Checks references alone. A handler with more checks calls it first, and then `agregar`.
    void referencias(Lectura& db, T const& datos, Fallas& fallas) const {
        fallas_de_referencias(
            db, &datos, [](std::string_view) { return true; }, fallas);
    }
    // Checks the references that an edition names.
    void referencias(Lectura& db, T const& datos, Edicion<T> const& edicion, Fallas& fallas) const {
        fallas_de_referencias(
            db, &datos, [&](std::string_view campo) { return edicion.trae(campo); }, fallas);
    }
    Id agregar(Escritura& db, T const& datos) const { return insertar(db, &datos); }
    using Agregado::buscar;
    using Agregado::buscar_por;
};

}  // namespace gestor
