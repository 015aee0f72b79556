#pragma once
// Records that the interface lists but does not create, from a file. A row becomes the document that the API would have
// received, so that it is read, checked and stored as any other; a record that exists is updated (an absent column
// keeps, an empty cell clears). A file goes in whole or not at all.
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "domain/valores/csv.hpp"
#include "domain/valores/fecha.hpp"
#include "domain/valores/json.hpp"
#include "persistence/unidad.hpp"

namespace gestor::importar {

enum class Efecto : std::uint8_t { agregado, actualizado, igual, parte };  // parte: of a record already counted

struct ResumenImportacion {
    std::size_t agregados = 0, actualizados = 0, iguales = 0;
    std::vector<std::string> dictamen{};  // of the resources that say of each line what became of it
};

// One file on its way in. Both throw Problema for what the file has wrong.
class Importacion {
public:
    virtual ~Importacion() = default;
    virtual Efecto fila(Escritura& db, Json const& datos) = 0;
    virtual void terminar(Escritura&) {}  // after the last row
    Fecha corte;                          // of the resources that have one
    std::string de_cuenta;                // likewise: the clave of a bank account
    std::size_t linea = 0;                // of the row in the file
    ResumenImportacion resumen;           // what the rows did; whoever knows only at the end counts there
};

// A column with the clave or codigo of a record, where the API takes the id: `sql` gives it, from :clave.
struct Alias {
    std::string_view columna;
    std::string_view campo;
    Maestra maestra;
};

struct Recurso {
    std::string_view nombre;  // as the command takes it
    std::string_view descripcion;
    Tipo const* tipo = nullptr;           // of a row
    std::vector<std::string_view> llave;  // columns that name a record; they must be in the file
    std::function<std::unique_ptr<Importacion>()> empezar;
    std::vector<std::pair<std::string_view, std::string>> ayuda{};  // of the columns that are not as the glossary says
    bool repite = false;                                            // several rows make one record
    std::vector<Alias> alias{};
    bool corte = false;   // what another system left, on the day that the command says
    bool cuenta = false;  // of the bank account that the command says
    std::vector<std::pair<std::string_view, Maestra>> referencias{};  // columns that name a record of another table
};
std::span<Recurso const> recursos();
Recurso const* recurso_buscar(std::string_view nombre);

// The header line and, below it as comments, what each column is.
std::string plantilla(Recurso const& recurso);

// Everything that the file has wrong, as text for a person: one line each.
struct ErroresImportacion : std::runtime_error {
    using std::runtime_error::runtime_error;
};

void exigir_organizacion(Lectura& db);  // throws ErroresImportacion when there is none with that id

// Options of the command.
struct OpcionesImportacion {
    Fecha corte;
    std::string cuenta;
    bool simular = false;  // does all of it and undoes it
};
using AlAvanzar = std::function<void(std::size_t hechas, std::size_t total)>;
// Throws ErroresImportacion, ErrorRegistros.
ResumenImportacion importar(Session& sesion, std::int64_t organizacion, Recurso const& recurso,
                            LectorRegistros& archivo, OpcionesImportacion const& opciones, AlAvanzar const& avance);

}  // namespace gestor::importar
